"""A server that asks, in memory and as a package for processes."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

HERE = Path(__file__).parent
RUNTIME = HERE.parents[1] / "templates" / "runtime"


def assemble() -> Path:
    """A folder for PYTHONPATH with the package, its runtime linked so that tracebacks lead to templates."""
    folder = Path(tempfile.mkdtemp(prefix="cautious-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = folder / "cautious_mcp"
    shutil.copytree(HERE / "cautious_mcp", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "_runtime").symlink_to(RUNTIME)
    return folder


SOURCE = assemble()
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
