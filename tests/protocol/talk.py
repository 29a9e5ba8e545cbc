"""Raw messages to the corner shop: in memory in either era, and over the transports of a process."""

from __future__ import annotations

import itertools
import json
import os
import socket
from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any

import httpx2
from corner_mcp._runtime.checks.connection import Connection, connection, variables
from corner_mcp._runtime.testing import Upstream

from tests.started import PATIENCE, Stdio, listening

from .corner import SECRET, SOURCE

PACKAGE = "corner_mcp"
MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol/"
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


@contextmanager
def http_server(url: str, *arguments: str, **env: str) -> Iterator[httpx2.Client]:
    """A client of a server process; `client.said` is what it told on stderr once it is closed."""
    with listening(PACKAGE, *arguments, env=environment(url, **env)) as server:
        with httpx2.Client(base_url=server.origin, trust_env=False, timeout=PATIENCE) as client:
            yield client
        server.process.terminate()
        client.said = server.said.text


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


class Corner(Stdio):
    """The corner shop on pipes."""

    def __init__(self, url: str = "http://127.0.0.1:9", **env: str) -> None:
        super().__init__(PACKAGE, env=environment(url, **env))
