"""The shop in memory, with a person who answers as a test wants."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import anyio
import httpx2
from cautious_mcp._runtime.serving.app import create_server
from cautious_mcp._runtime.serving.catalog import load_api
from cautious_mcp._runtime.settings.settings import Settings
from mcp import Client, MCPError
from mcp.server.runner import modern_on_request
from mcp.shared.direct_dispatcher import create_direct_dispatcher_pair
from mcp.types import CreateMessageResult, ElicitResult, ListRootsResult, Root, TextContent

MODES = ("legacy", "2026-07-28")
Reply = Callable[[Any], ElicitResult]


def yes(_: Any) -> ElicitResult:
    return ElicitResult(action="accept", content={"confirm": True})


def no(_: Any) -> ElicitResult:
    return ElicitResult(action="decline")


def closed(_: Any) -> ElicitResult:
    return ElicitResult(action="cancel")


def unticked(_: Any) -> ElicitResult:
    return ElicitResult(action="accept", content={"confirm": False})


def filled(**content: Any) -> Reply:
    return lambda _: ElicitResult(action="accept", content=content)


@dataclass
class Person:
    """Answers forms with `reply`, a function or a list of them to be used in turn; keeps what was asked."""

    reply: Reply | list[Reply]
    asked: list[Any] = field(default_factory=list)

    async def __call__(self, _: Any, params: Any) -> ElicitResult:
        self.asked.append(params)
        reply = self.reply.pop(0) if isinstance(self.reply, list) else self.reply
        return reply(params)


class Upstream:
    """The API; keeps its requests as `METHOD /path`."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.bodies: list[bytes] = []
        self.answers: list[Any] = []

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.asked.append(f"{request.method} {request.url.raw_path.decode()}")
        self.bodies.append(request.content)
        return httpx2.Response(200, json=self.answers.pop(0) if self.answers else {"ok": True})


async def sample(_: Any, __: Any) -> CreateMessageResult:
    said = TextContent(type="text", text="hello there")
    return CreateMessageResult(role="assistant", content=said, model="m")


async def folders(_: Any) -> ListRootsResult:
    return ListRootsResult(roots=[Root(uri="file:///work", name="work")])


def settings(**more: Any) -> Settings:
    env = {"SHOP_BASE_URL": "http://api.test"}
    return replace(Settings.read(load_api("cautious_mcp"), env), **more)


@asynccontextmanager
async def connected(
    upstream: Upstream, person: Person | None = None, *, mode: str = "2026-07-28", **more: Any
) -> AsyncGenerator[Client]:
    kept = {name: more.pop(name) for name in list(more) if hasattr(Settings, name)}
    server = create_server(
        "cautious_mcp", settings(**kept), transport=httpx2.MockTransport(upstream)
    )
    async with Client(server, mode=mode, elicitation_callback=person, **more) as client:
        yield client


def text(result: Any) -> str:
    return "\n".join(block.text for block in result.content if block.type == "text")


ASKING = {"elicitation": {}}
FULL = {"elicitation": {"form": {}, "url": {}}, "sampling": {}, "roots": {}}


class Wire:
    """Calls as raw messages of MCP 2026-07-28, each with the capabilities that it declares itself."""

    def __init__(self, dispatcher: Any) -> None:
        self._dispatcher = dispatcher

    async def request(
        self, method: str, params: dict[str, Any], can: dict[str, Any] | None = None
    ) -> dict[str, Any]:
        """The result, or `{"error": …}`."""
        meta = {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": ASKING if can is None else can,
        }
        try:
            return await self._dispatcher.send_raw_request(method, {**params, "_meta": meta})
        except MCPError as error:
            return {"error": error.error.model_dump(exclude_none=True)}

    async def call(
        self,
        name: str,
        arguments: dict[str, Any] | None = None,
        *,
        can: dict[str, Any] | None = None,
        answers: dict[str, Any] | None = None,
        state: str | None = None,
    ) -> dict[str, Any]:
        """A call, or the next round of one."""
        params: dict[str, Any] = {"name": name, "arguments": arguments or {}}
        params |= {} if answers is None else {"inputResponses": answers}
        params |= {} if state is None else {"requestState": state}
        return await self.request("tools/call", params, can)


@asynccontextmanager
async def wired(upstream: Upstream, **more: Any) -> AsyncGenerator[Wire]:
    server = create_server(
        "cautious_mcp", settings(**more), transport=httpx2.MockTransport(upstream)
    )
    async with server.lifespan(server) as state, anyio.create_task_group() as tasks:
        ours, theirs = create_direct_dispatcher_pair()
        await tasks.start(ours.run, _nothing, _nothing)
        await tasks.start(theirs.run, modern_on_request(server, state), _nothing)
        yield Wire(ours)
        theirs.close()
        tasks.cancel_scope.cancel()


async def _nothing(*_: Any) -> None:
    return None


def accept(**content: Any) -> dict[str, Any]:
    return {"action": "accept", "content": content}


def said(result: dict[str, Any]) -> str:
    return "\n".join(block["text"] for block in result["content"])
