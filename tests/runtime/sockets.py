"""An API on a real socket that misbehaves in a chosen way, and counts what reaches it."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

Behaviour = Callable[["Connection"], Awaitable[None]]


@dataclass
class Connection:
    """One connection of a client, its latest request read."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    number: int  # of the request, from 1
    request: bytes = b""

    async def send(self, *pieces: bytes, every: float = 0) -> None:
        for piece in pieces:
            self.writer.write(piece)
            await self.writer.drain()
            await asyncio.sleep(every)

    async def answer(self, body: bytes = b"{}", *headers: str, status: str = "200 OK") -> None:
        lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", *headers]
        if not any(
            line.lower().startswith(("content-length", "transfer-encoding")) for line in headers
        ):
            lines.append(f"Content-Length: {len(body)}")
        await self.send("\r\n".join([*lines, "", ""]).encode() + body)

    def reset(self) -> None:
        """Close with a TCP reset."""
        sock: socket.socket = self.writer.get_extra_info("socket")
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()

    def close(self) -> None:
        self.writer.close()


@dataclass
class Served:
    """What the API saw; `closed` counts the connections that the client has ended."""

    url: str = ""
    connections: int = 0
    requests: list[bytes] = field(default_factory=list)
    closed: int = 0


@asynccontextmanager
async def serve(
    behaviour: Behaviour,
    *,
    on_connect: Behaviour | None = None,
    tls: ssl.SSLContext | None = None,
) -> AsyncGenerator[Served]:
    """Run `behaviour` for each request; `on_connect` before the request is read, for each connection."""
    served = Served()
    tasks: set[asyncio.Task[None]] = set()

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        tasks.add(task)
        served.connections += 1
        try:
            if on_connect:
                await on_connect(Connection(reader, writer, served.connections))
                return
            while not writer.is_closing():
                request = await _read_request(reader)
                served.requests.append(request)
                await behaviour(Connection(reader, writer, len(served.requests), request))
        except (ConnectionError, asyncio.IncompleteReadError):
            served.closed += 1
        except asyncio.CancelledError:
            pass  # asyncio would log it
        finally:
            writer.close()

    server = await asyncio.start_server(connected, "127.0.0.1", 0, ssl=tls)
    served.url = f"http{'s' if tls else ''}://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield served
    finally:
        server.close()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0)  # lets the transports close


def unused_url() -> str:
    """An address where nobody listens."""
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return f"http://127.0.0.1:{sock.getsockname()[1]}"


async def _read_request(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    lengths = [
        int(line[15:])
        for line in head.lower().split(b"\r\n")
        if line.startswith(b"content-length:")
    ]
    return head + await reader.readexactly(lengths[0] if lengths else 0)
