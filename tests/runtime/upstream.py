"""A stand-in for the API, and calls of tools that go to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import httpx2

from runtime.sending.api import Api
from runtime.sending.client import Upstream
from runtime.settings.settings import Settings

BASE = "https://api.test/v1"
Answer = httpx2.Response | Exception
Handler = Callable[[httpx2.Request], Answer]


def settings(
    env: Mapping[str, str] | None = None,
    *,
    schemes: Mapping[str, Any] | None = None,
    hosts: tuple[str, ...] = ("api.test",),
    servers: tuple[str, ...] = (BASE,),
) -> Settings:
    """The settings of a server called `shop`; variables are given without their `SHOP_`."""
    api = {
        "name": "shop",
        "env": "SHOP",
        "servers": [{"url": url} for url in servers],
        "credentialHosts": list(hosts),
        "securitySchemes": dict(schemes or {}),
    }
    return Settings.read(api, {f"SHOP_{name}": value for name, value in (env or {}).items()})


def entry(operation: str = "GET /pets", **private: Any) -> dict[str, Any]:
    """An entry of the catalogue."""
    tool = {"name": private.pop("name", "listPets"), "inputSchema": {"type": "object"}}
    if annotations := private.pop("annotations", None):
        tool["annotations"] = annotations
    return {"operation": operation, "function": "list_pets", "tool": tool, **private}


@dataclass
class Recorder:
    """An API that answers from a list, the last answer for ever, and keeps what it was asked."""

    answers: list[Answer | Handler]
    requests: list[httpx2.Request] = field(default_factory=list)

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        answer = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append(request)
        found = answer(request) if callable(answer) else answer
        if isinstance(found, Exception):
            raise found
        return found

    @property
    def last(self) -> httpx2.Request:
        return self.requests[-1]

    @property
    def urls(self) -> list[str]:
        return [str(request.url) for request in self.requests]


@dataclass
class Made:
    """A server's way to the API, without MCP: `await shop.call("GET", "/pets", query={…})`."""

    upstream: Upstream
    api: Recorder
    entry: Mapping[str, Any]
    options: dict[str, Any]
    bound: Api | None = None

    async def call(self, method: str = "GET", path: str = "/pets", /, **parts: Any) -> Any:
        """One call, each bound anew as the server does it."""
        self.bound = Api(self.upstream, self.entry, **self.options)
        return await self.bound.request(method, path, **parts)


def make(
    *answers: Answer | Handler,
    env: Mapping[str, str] | None = None,
    of: Mapping[str, Any] | None = None,
    hooks: object = None,
    idempotency_key: str = "",
    **described: Any,
) -> Made:
    """A stand-in that gives these answers (an empty 204 by default), and a tool `of` which calls are made."""
    api = Recorder(list(answers) or [httpx2.Response(204)])
    upstream = Upstream(settings(env, **described), httpx2.MockTransport(api))
    options = {"hooks": hooks, "idempotency_key": idempotency_key}
    return Made(upstream, api, of or entry(), options)
