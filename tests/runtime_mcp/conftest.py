"""A server put together by hand: the petstore of this folder with the runtime of templates/runtime."""

from __future__ import annotations

import sys
from pathlib import Path

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
