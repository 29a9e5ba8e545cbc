"""A server that asks, in memory and as a package for processes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.started import assembled

SOURCE = assembled(Path(__file__).parent / "cautious_mcp")  # the modules of tests import from it
sys.path.insert(0, str(SOURCE))


@pytest.fixture(scope="session")
def source() -> Path:
    return SOURCE


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def api() -> Iterator[Any]:
    """An API that keeps what it is asked."""
    from .running import recording_api  # the package must be on the path first

    with recording_api() as started:
        yield started
