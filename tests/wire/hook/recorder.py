"""Writes down what a server sends, from inside its process: over stdio and HTTP as bytes, in memory as results.

The modules that send are known by their names and wrapped as they are imported, so that nothing is imported for the record.
It needs nothing but Python, as it goes with every process that a test starts.
"""

from __future__ import annotations

import functools
import importlib.abc
import importlib.machinery
import itertools
import json
import os
import sys
import time

FOLDER = "MCPGEN_TEST_WIRE"

_number = itertools.count()


def install() -> None:
    """Watch the imports of this process, once."""
    if os.environ.get(FOLDER) and not any(isinstance(each, _Finder) for each in sys.meta_path):
        sys.meta_path.insert(0, _Finder())


def record(**facts) -> None:
    """Write a line; what is not JSON is written as it stands."""
    folder = os.environ.get(FOLDER)
    if folder:
        line = json.dumps({**facts, "test": os.environ.get("PYTEST_CURRENT_TEST", "")}).encode()
        descriptor = os.open(_file(folder, os.getpid()), os.O_APPEND | os.O_CREAT | os.O_WRONLY)
        try:
            os.write(descriptor, line + b"\n")
        finally:
            os.close(descriptor)


@functools.cache
def _file(folder: str, pid: int) -> str:
    return os.path.join(folder, f"{pid}-{time.time_ns()}.jsonl")  # noqa: PTH118  # starts fast


class _Finder(importlib.abc.MetaPathFinder):
    """Finds nothing itself: it wraps what others find."""

    def find_spec(self, name, path, target=None):
        patch = _patch(name)
        if patch is None:
            return None
        for finder in sys.meta_path:
            found = None if finder is self else finder.find_spec(name, path, target)
            if found is not None:
                found.loader = _Loader(found.loader, patch)
                return found
        return None


class _Loader(importlib.abc.Loader):
    def __init__(self, loader, patch) -> None:
        self._loader = loader
        self._patch = patch

    def create_module(self, spec):
        return self._loader.create_module(spec)

    def exec_module(self, module) -> None:
        self._loader.exec_module(module)
        self._patch(module)

    def __getattr__(self, name):
        return getattr(self._loader, name)


def _patch(name: str):
    if name == "mcp.server.runner":
        return _runner
    if name == "mcp.server.session":
        return _session
    if name.endswith("._runtime.transports.http"):
        return _http
    return _stdio if name.endswith("._runtime.transports.stdio") else None


def _runner(module) -> None:
    """Results of tests that have the server in memory."""
    inner = module.ServerRunner._on_request

    async def on_request(self, dctx, method, params):
        version = self.connection.protocol_version
        result = await inner(self, dctx, method, params)
        if "pytest" in sys.modules:
            version = result.get("protocolVersion", version) if method == "initialize" else version
            record(via="memory", version=version, method=method, result=result)
        return result

    module.ServerRunner._on_request = on_request


def _session(module) -> None:
    """Notifications and requests of such a server."""
    notify, request = module.ServerSession._notify, module.ServerSession.send_request

    async def notified(self, notification, **given):
        _note(self, notification, "notification")
        await notify(self, notification, **given)

    async def requested(self, asked, *given, **named):
        _note(self, asked, "request")
        return await request(self, asked, *given, **named)

    module.ServerSession._notify = notified
    module.ServerSession.send_request = requested


def _note(session, message, kind: str) -> None:
    if "pytest" in sys.modules:
        sent = message.model_dump(by_alias=True, mode="json", exclude_none=True)
        record(via="memory", version=session.protocol_version, kind=kind, message=sent)


def _stdio(module) -> None:
    open_sink, read_line = module.open_sink, module.read_line

    async def opened(*given):
        sink = await open_sink(*given)
        write = sink.write

        async def written(line):
            record(via="stdio", out=bytes(line).decode(errors="replace"))
            await write(line)

        return _Sink(sink, written)

    def read(line):
        record(via="stdio", incoming=bytes(line).decode(errors="replace"))
        return read_line(line)

    module.open_sink, module.read_line = opened, read


class _Sink:
    def __init__(self, sink, write) -> None:
        self._sink = sink
        self.write = write

    def __getattr__(self, name):
        return getattr(self._sink, name)


def _http(module) -> None:
    http_app = module.http_app

    def wrapped(*given, **named):
        return _Wire(http_app(*given, **named))

    module.http_app = wrapped


class _Wire:
    """The application, with each exchange written down: what was asked, and every message of the answer."""

    def __init__(self, app) -> None:
        self._app = app

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        exchange = _Exchange(scope)

        async def received():
            message = await receive()
            exchange.take(message.get("body", b""))
            return message

        async def sent(message):
            exchange.give(message)
            await send(message)

        await self._app(scope, received, sent)


class _Exchange:
    def __init__(self, scope) -> None:
        headers = {
            name.decode("latin-1").lower(): v.decode("latin-1") for name, v in scope["headers"]
        }
        self._facts = {
            "via": "http",
            "exchange": f"{os.getpid()}-{next(_number)}",
            "verb": scope["method"],
            "header": headers.get("mcp-protocol-version"),
            "session": headers.get("mcp-session-id"),
        }
        self._asked = b""
        self._type = ""
        self._body = b""

    def take(self, body: bytes) -> None:
        self._asked += body

    def give(self, message) -> None:
        if message["type"] == "http.response.start":
            headers = {name.decode("latin-1").lower(): v for name, v in message["headers"]}
            self._type = headers.get("content-type", b"").decode("latin-1")
            if "mcp-session-id" in headers:
                self._facts["session"] = headers["mcp-session-id"].decode("latin-1")
            return
        self._body += message.get("body", b"")
        if self._type.startswith("text/event-stream"):
            *events, self._body = self._body.replace(b"\r\n", b"\n").split(b"\n\n")
            for event in events:
                lines = [line.partition(b":") for line in event.split(b"\n")]
                data = b"\n".join(v.removeprefix(b" ") for n, _, v in lines if n == b"data")
                self._record(data)
        elif self._type.startswith("application/json") and not message.get("more_body"):
            self._record(self._body)

    def _record(self, data: bytes) -> None:
        if data:
            asked = self._asked.decode(errors="replace")
            record(**self._facts, asked=asked, out=data.decode(errors="replace"))
