"""The shop in memory, with a person who answers as a test wants."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import httpx2
from cautious_mcp._runtime.serving.app import create_server
from cautious_mcp._runtime.serving.catalog import load_api
from cautious_mcp._runtime.settings.settings import Settings
from mcp import Client
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
