"""Raw messages to the corner shop: in memory in either era, and over the transports of a process."""

from __future__ import annotations

import itertools
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any, Self

import httpx2
from corner_mcp._runtime.checks.connection import Connection, connection, variables
from corner_mcp._runtime.testing import Upstream

from .corner import SECRET, SOURCE

PACKAGE = "corner_mcp"
MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
PATIENCE = 30  # seconds, on a busy machine
FORMS = {"elicitation": {"form": {}}}
YES = {"action": "accept", "content": {"confirm": True}}
ERAS = ["legacy", "modern"]
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


def meta(version: str = MODERN, capabilities: Mapping[str, Any] | None = None) -> dict[str, Any]:
    return {
        f"{PREFIX}protocolVersion": version,
        f"{PREFIX}clientCapabilities": dict(capabilities or {}),
    }


def request(number: Any, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
    """A request; with `_meta` as 2026-07-28 wants it unless `more` says otherwise."""
    every = {**(params or {}), "_meta": {**meta(), **more.pop("_meta", {})}}
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": every}


def plain(number: Any, method: str, params: Any = None) -> dict[str, Any]:
    """A request as older clients make it."""
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params or {}}


def initialize(version: str = "2025-11-25", capabilities: Any = None) -> dict[str, Any]:
    about = {"clientInfo": {"name": "test", "version": "1"}, "capabilities": capabilities or {}}
    return plain("init", "initialize", {"protocolVersion": version, **about})


@dataclass
class Talk:
    """A client in memory."""

    wire: Connection
    era: str
    upstream: Upstream
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    async def ask(self, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
        """The answer to a request, whole."""
        number = next(self._ids)
        if self.era == "legacy":
            return await self.wire.ask(plain(number, method, params))
        return await self.wire.ask(request(number, method, params, **more))

    async def result(self, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
        return (await self.ask(method, params, **more))["result"]

    async def error(self, method: str, params: Any = None, **more: Any) -> dict[str, Any]:
        return (await self.ask(method, params, **more))["error"]

    async def call(self, tool: str, /, **arguments: Any) -> dict[str, Any]:
        """The result of a tool."""
        return await self.result("tools/call", {"name": tool, "arguments": arguments})

    async def asked(self, tool: str, /, capabilities: Any = FORMS, **arguments: Any) -> Any:
        """The answer to a call by a client that has these capabilities."""
        params = {"name": tool, "arguments": arguments}
        return await self.ask("tools/call", params, _meta=meta(capabilities=capabilities))

    async def again(self, tool: str, state: Any, answer: Any = YES, /, **arguments: Any) -> Any:
        """The answer to the next round of a call."""
        params = {"name": tool, "arguments": arguments, "inputResponses": {"confirm": answer}}
        params |= {} if state is None else {"requestState": state}
        return await self.ask("tools/call", params, _meta=meta(capabilities=FORMS))


@asynccontextmanager
async def talking(
    era: str = "modern", upstream: Upstream | None = None, /, **env: str
) -> AsyncGenerator[Talk]:
    """A client of a server of its own; `env` are settings without their `CORNER_`."""
    upstream = upstream or Upstream()
    async with connection(PACKAGE, upstream, env=variables(PACKAGE, **env)) as wire:
        if era == "legacy":
            await wire.ask(initialize())
            await wire.send(INITIALIZED)
        yield Talk(wire, era, upstream)


def text_of(result: Mapping[str, Any]) -> str:
    return "\n".join(block.get("text", "") for block in result["content"])


def environment(url: str, **more: str) -> dict[str, str]:
    """That of a server process whose API is at `url`."""
    ours = {"PYTHONPATH": str(SOURCE), "CORNER_BASE_URL": url, "CORNER_KEY_API_KEY": SECRET}
    return {**os.environ, **ours, **{f"CORNER_{name}": value for name, value in more.items()}}


class Said:
    """What a process says on stderr, read all the time: a full pipe would hold it up."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._lines: list[bytes] = []
        self._more = threading.Condition()
        self._reader = threading.Thread(target=self._read, args=(stream,), daemon=True)
        self._reader.start()

    def _read(self, stream: IO[bytes]) -> None:
        for line in stream:
            with self._more:
                self._lines.append(line)
                self._more.notify_all()

    def wait_for(self, word: bytes) -> None:
        with self._more:
            there = self._more.wait_for(lambda: any(word in line for line in self._lines), PATIENCE)
        assert there, self._lines

    @property
    def text(self) -> str:
        """All of it, once the process has ended."""
        self._reader.join(PATIENCE)
        return b"".join(self._lines).decode()


@contextmanager
def http_server(url: str, *arguments: str, **env: str) -> Iterator[httpx2.Client]:
    """A client of a server process; `client.said` is what it told on stderr once it is closed."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", PACKAGE, "http", "--port", str(port), *arguments]
    process = subprocess.Popen(
        command, env=environment(url, **env), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    said = Said(process.stderr)
    try:
        said.wait_for(b"Listening")
        origin = f"http://127.0.0.1:{port}"
        with httpx2.Client(base_url=origin, trust_env=False, timeout=PATIENCE) as client:
            yield client
    finally:
        process.terminate()
        process.wait(PATIENCE)
        client.said = said.text
        process.stderr.close()


def headers(message: Any, **more: str) -> dict[str, str]:
    """Those that a message of 2026-07-28 goes with; `more` replaces or, being empty, removes."""
    params = message.get("params", {})
    named = {"Mcp-Name": params.get("name") or params.get("uri")}
    base = {**ACCEPT, "MCP-Protocol-Version": MODERN, "Mcp-Method": message["method"], **named}
    changed = {name.replace("_", "-"): value for name, value in more.items()}
    lowered = {name.lower() for name in changed}
    kept = {name: value for name, value in base.items() if name.lower() not in lowered}
    return {name: value for name, value in {**kept, **changed}.items() if value}


def post(http: httpx2.Client, message: Any, **more: str) -> httpx2.Response:
    return http.post("/mcp", json=message, headers=headers(message, **more))


def raw(http: httpx2.Client, lines: list[str | bytes], body: str | bytes) -> bytes:
    """The answer to a POST whose header lines are these, as bytes, whatever they are."""
    body = body.encode() if isinstance(body, str) else body
    own = ["POST /mcp HTTP/1.1", f"Host: 127.0.0.1:{http.base_url.port}", "Connection: close"]
    head = [*own, f"Content-Length: {len(body)}", *lines, "", ""]
    text = b"\r\n".join(line if isinstance(line, bytes) else line.encode() for line in head)
    with socket.create_connection(("127.0.0.1", http.base_url.port), timeout=PATIENCE) as sent:
        sent.sendall(text + body)
        found = b""
        while part := sent.recv(1 << 16):
            found += part
    return found


def open_session(http: httpx2.Client, version: str = "2025-11-25") -> dict[str, str]:
    """The headers of a session of an older client."""
    opened = http.post("/mcp", json=initialize(version), headers=ACCEPT)
    session = {**ACCEPT, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
    session["MCP-Protocol-Version"] = version
    http.post("/mcp", json=INITIALIZED, headers=session)
    return session


def events(response: httpx2.Response) -> list[dict[str, Any]]:
    """The messages of an answer, be it JSON or a stream of events."""
    if response.headers["content-type"].startswith("application/json"):
        return [response.json()]
    lines = response.text.splitlines()
    return [json.loads(line[5:]) for line in lines if line.startswith("data:") and line[5:].strip()]


class Stdio:
    """A server process on pipes; whatever it prints must be a message."""

    def __init__(self, url: str = "http://127.0.0.1:9", **env: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", PACKAGE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(url, **env),
        )
        self._said = Said(self.process.stderr)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        self._said.text  # noqa: B018  # read to its end
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(BrokenPipeError):
                stream.close()

    def send(self, *messages: Any) -> None:
        for each in messages:
            line = each if isinstance(each, bytes) else json.dumps(each).encode()
            self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.process.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, message: Any) -> dict[str, Any]:
        self.send(message)
        return self.receive()

    def finish(self) -> tuple[list[dict[str, Any]], str]:
        """Close stdin: what else came, and what was said on stderr."""
        self.process.stdin.close()
        lines = [json.loads(line) for line in self.process.stdout if line.strip()]
        self.process.wait(PATIENCE)
        return lines, self._said.text
