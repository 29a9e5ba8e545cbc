"""The stand-in upstream: an HTTP server on a loopback port that answers from the description and keeps what it saw."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field

import uvicorn
from starlette.types import Receive, Scope, Send

from mcpgen.standin.routes import Route, find_answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """A request as it came over the wire; `target` is the raw path and query."""

    method: str
    target: str
    headers: tuple[tuple[str, str], ...]
    body: bytes


@dataclass(slots=True)
class Upstream:
    """The ASGI application; `prefixes` are the paths of the base URLs that clients were given."""

    routes: Sequence[Route]
    prefixes: Sequence[str] = ("",)
    seen: list[Seen] = field(default_factory=list[Seen])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request (ASGI 3)."""
        if scope["type"] != "http":
            return
        body = await _read(receive)
        query = scope["query_string"].decode("latin-1")
        self.seen.append(_seen(scope, query, body))
        answer = find_answer(self.routes, scope["method"], self._below(scope["path"]), query)
        headers = [(b"content-type", answer.media_type.encode())] if answer.media_type else []
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        await send({"type": "http.response.body", "body": answer.body})

    def _below(self, path: str) -> str:
        for prefix in sorted(self.prefixes, key=len, reverse=True):
            if path.startswith(f"{prefix}/"):
                return path[len(prefix) :]
        return path


@asynccontextmanager
async def serving(upstream: Upstream) -> AsyncGenerator[str]:
    """Serve on a free loopback port; yields the origin, such as `http://127.0.0.1:41234`."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        upstream, lifespan="off", log_config=None, timeout_graceful_shutdown=1, ws="none"
    )
    server = _Server(config)
    # Not a task group, which would wrap what goes wrong inside.
    serving = asyncio.create_task(server.serve([listener]))
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


class _Server(uvicorn.Server):
    """Leaves the signals of the program alone."""

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Captures none: Ctrl-C ends the program, and the server with it."""
        yield


async def _read(receive: Receive) -> bytes:
    chunks: list[bytes] = []
    more = True
    while more:
        message = await receive()
        chunks.append(message.get("body", b""))
        more = message.get("more_body", False)
    return b"".join(chunks)


def _seen(scope: Scope, query: str, body: bytes) -> Seen:
    path = scope.get("raw_path", scope["path"].encode()).decode("latin-1")
    return Seen(
        method=scope["method"],
        target=f"{path}?{query}" if query else path,
        headers=tuple((k.decode("latin-1"), v.decode("latin-1")) for k, v in scope["headers"]),
        body=body,
    )
