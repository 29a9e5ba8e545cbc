# Written once by mcpgen, yours from here on [conftest]
"""Fixtures: one connected client, which has a person, a model and a folder to ask for."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
from mcp import Client
from mcp.client import ClientRequestContext
from mcp.types import (
    CreateMessageRequestParams,
    CreateMessageResult,
    ElicitRequestParams,
    ElicitResult,
    ListRootsResult,
    Root,
    TextContent,
)
from pydantic import FileUrl

from everything_mcp._runtime.testing import Upstream, stand_in_server

ANSWERS = {"name": "Ann", "color": "blue", "ok": True, "response": "yes", "context": "a garden"}


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def upstream() -> Upstream:
    return Upstream()


async def person(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
    """Fills in each field, with what it holds already or with an answer of ours."""
    del context
    fields = getattr(params, "requested_schema", {}).get("properties", {})
    content: dict[str, Any] = {name: ANSWERS[name] for name in fields if name in ANSWERS}
    content |= {name: each["default"] for name, each in fields.items() if "default" in each}
    return ElicitResult(action="accept", content=content)


async def model(
    context: ClientRequestContext, params: CreateMessageRequestParams
) -> CreateMessageResult:
    """Says that it was asked."""
    del context, params
    said = TextContent(type="text", text="I was asked.")
    return CreateMessageResult(role="assistant", content=said, model="none")


async def folders(context: ClientRequestContext) -> ListRootsResult:
    """One folder."""
    del context
    return ListRootsResult(roots=[Root(uri=FileUrl("file:///garden"))])


@pytest.fixture(scope="session")
async def client(upstream: Upstream) -> AsyncGenerator[Client]:
    server = stand_in_server("everything_mcp", upstream)
    async with Client(
        server,
        raise_exceptions=True,
        elicitation_callback=person,
        sampling_callback=model,
        list_roots_callback=folders,
    ) as connected:
        yield connected
