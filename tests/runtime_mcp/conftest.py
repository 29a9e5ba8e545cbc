"""A server put together by hand: the petstore of this folder with the runtime of templates/runtime."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.started import assembled

SOURCE = assembled(Path(__file__).parent / "petstore_mcp")  # the modules of tests import from it
sys.path.insert(0, str(SOURCE))


@pytest.fixture(scope="session")
def source() -> Path:
    return SOURCE


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def auth() -> Iterator[Any]:
    """A real authorization server."""
    from .authorization_server import AuthorizationServer  # slow to import, and for few modules

    with AuthorizationServer() as started:
        yield started


@pytest.fixture(scope="module")
def api() -> Iterator[Any]:
    """An API that keeps what it is asked."""
    from .scoped import recording_api

    with recording_api() as started:
        yield started


@pytest.fixture(scope="module")
def scoped(source: Path) -> Path:
    """The petstore whose tools need scopes."""
    from .scoped import scoped_petstore

    return scoped_petstore(source)
