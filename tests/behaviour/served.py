"""From a few lines of YAML to a running server: inline description → generate → MCP client in memory.

async with serve(paths, answer) as shop:
    result = await shop.call("listPets", limit=2)

assert shop.sent.target == "/pets?limit=2"
"""

from __future__ import annotations

import itertools
import json
import sys
from collections.abc import AsyncGenerator, Callable, Generator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import Any

import httpx2
from mcp import Client
from mcp.types import CallToolResult, Tool
from served_runtime.serving.app import create_server
from served_runtime.serving.catalog import load_api
from served_runtime.settings.settings import Settings
from served_runtime.testing import Sent

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

Answer = httpx2.Response | Callable[[httpx2.Request], httpx2.Response]

HEAD = """
openapi: {version}
info: {{title: Shop, version: "1"}}
servers: [{{url: https://api.test/v1}}]
"""
_numbers = itertools.count(1)


@dataclass
class Upstream:
    """Stands in for the API: answers from a list, the last one for ever, and keeps what it was asked."""

    answers: list[Answer]
    requests: list[httpx2.Request] = field(default_factory=list[httpx2.Request])

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        found = self.answers[min(len(self.requests), len(self.answers) - 1)]
        self.requests.append(request)
        return found(request) if callable(found) else found


@dataclass
class Served:
    """A running server: a client of it, and what the API was asked."""

    client: Client
    upstream: Upstream

    async def call(self, tool: str, /, **arguments: Any) -> CallToolResult:
        """Call a tool; a name that Python does not allow goes in a mapping: `**{"if-match": …}`."""
        return await self.client.call_tool(tool, arguments)

    async def tool(self, name: str) -> Tool:
        """A tool as it is listed."""
        listed = await self.client.list_tools()
        return next(tool for tool in listed.tools if tool.name == name)

    @property
    def requests(self) -> list[Sent]:
        """The requests that the API got."""
        return [Sent(request) for request in self.upstream.requests]

    @property
    def sent(self) -> Sent:
        """The latest of them."""
        return self.requests[-1]


def text_of(result: CallToolResult) -> str:
    """All text of a result."""
    return "\n".join(block.text for block in result.content if block.type == "text")


def generate(spec: str, folder: Path, *, stdin: bytes | None = None) -> str:
    """Write the server of a description below `folder`; returns the importable name of its package."""
    diagnostics = Diagnostics()
    inputs = read_spec(spec, folder, policy=Policy(), diagnostics=diagnostics, stdin=stdin)
    assert inputs is not None, list(diagnostics)
    made = make(inputs, diagnostics)
    package = f"served_{next(_numbers)}"
    for file in made.files:
        _, _, below = file.path.partition(f"src/{made.plan.names.package}/")
        if below and not below.startswith("_runtime/"):
            path = folder / package / below
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="utf-8")
    sys.modules[f"{package}._runtime"] = import_module("served_runtime")
    return package


@asynccontextmanager
async def serve(
    description: str | Mapping[str, Any],
    *answers: Answer,
    version: str = "3.1.0",
    env: Mapping[str, str] | None = None,
    mode: str = "auto",
    choices: str = "",
    claims: Mapping[str, Any] | None = None,
    transport: httpx2.AsyncBaseTransport | None = None,
) -> AsyncGenerator[Served]:
    """The server of a description (its head is written for it where it is YAML), and a client that is connected to it.

    Variables are given without their `SHOP_`. `answers` come one after another, the last one for ever. `choices` are the
    owner's, in mcpgen.yaml; `claims` stand in for those of a caller's token, `transport` for the answers.
    """
    text = (
        HEAD.format(version=version) + dedent(description)
        if isinstance(description, str)
        else json.dumps(description)
    )
    with TemporaryDirectory() as folder, importable(folder):
        (Path(folder) / "shop.yaml").write_text(text)
        spec = Path(folder) / "choices.yaml"
        spec.write_text(f"openapi: shop.yaml\n{dedent(choices)}")
        package = generate(str(spec), Path(folder))
        api = load_api(package)
        settings = Settings.read(api, {f"SHOP_{name}": text for name, text in (env or {}).items()})
        settings = replace(settings, claims=claims or {})
        upstream = Upstream(list(answers) or [httpx2.Response(204)])
        stand_in = transport or httpx2.MockTransport(upstream)
        server = create_server(package, settings, transport=stand_in)
        async with Client(server, mode=mode, raise_exceptions=True) as client:
            yield Served(client, upstream)


@contextmanager
def importable(folder: str) -> Generator[None]:
    """Let packages of a folder be imported."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
