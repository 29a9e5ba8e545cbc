"""One corner shop for all tests of the protocol: its API, and a server process over HTTP."""

from __future__ import annotations

from collections.abc import Iterator

import httpx2
import pytest

from .corner import Api, serving
from .talk import http_server


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def api() -> Iterator[Api]:
    with serving() as found:
        yield found


@pytest.fixture(scope="session")
def http(api: Api) -> Iterator[httpx2.Client]:
    with http_server(api.url) as client:
        yield client
