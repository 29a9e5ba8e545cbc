"""HTTP by hand: what a client library would hide."""

from __future__ import annotations

import json
import socket
from typing import Any, Self

from .processes import PATIENCE
from .serving import headers


class Connection:
    """One TCP connection to a server, and what came over it so far."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
        self.port = port
        self.seen = b""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._socket.close()

    def post(self, message: Any, **more: str) -> None:
        """Send a request of MCP 2026-07-28."""
        body = json.dumps(message).encode()
        given = headers(message["method"], **more)
        lines = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        head = f"POST /mcp HTTP/1.1\r\nHost: localhost:{self.port}\r\nContent-Length: {len(body)}\r\n{lines}\r\n"
        self._socket.sendall(head.encode() + body)

    def get(self, **given: str) -> None:
        """Open a stream, as clients before 2026-07-28 do."""
        named = {name.replace("_", "-"): value for name, value in given.items()}
        lines = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        head = f"GET /mcp HTTP/1.1\r\nHost: localhost:{self.port}\r\nAccept: text/event-stream\r\n{lines}\r\n"
        self._socket.sendall(head.encode())

    def until(self, text: bytes) -> bytes:
        """Read until this has come."""
        while text not in self.seen:
            assert self._read(), f"closed before {text!r}: {self.seen!r}"
        return self.seen

    def rest(self) -> bytes:
        """Read to the end of the connection."""
        while self._read():
            pass
        return self.seen

    def _read(self) -> bool:
        piece = self._socket.recv(65_536)
        self.seen += piece
        return bool(piece)

    def events(self) -> list[Any]:
        """The messages of the event stream that have come."""
        lines = (line.strip() for line in self.seen.split(b"\n"))
        return [json.loads(line[6:]) for line in lines if line.startswith(b"data: {")]
