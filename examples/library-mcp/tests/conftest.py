# Written once by mcpgen, yours from here on [conftest]
"""Fixtures: a stand-in for the API, and one connected client, since a client lists all tools before its first call."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from mcp import Client

from library_mcp._runtime.testing import Upstream, connect


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def upstream() -> Upstream:
    return Upstream()


@pytest.fixture(scope="session")
async def client(upstream: Upstream) -> AsyncGenerator[Client]:
    async with connect("library_mcp", upstream) as connected:
        yield connected
