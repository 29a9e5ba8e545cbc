"""A server put together by hand: the petstore of this folder with the runtime of templates/runtime."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

HERE = Path(__file__).parent
RUNTIME = HERE.parents[1] / "templates" / "runtime"


def assemble() -> Path:
    """A folder for PYTHONPATH with the petstore package, its runtime linked so that tracebacks lead to templates."""
    folder = Path(tempfile.mkdtemp(prefix="petstore-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    package = folder / "petstore_mcp"
    shutil.copytree(HERE / "petstore_mcp", package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "_runtime").symlink_to(RUNTIME)
    return folder


SOURCE = assemble()  # the modules of tests import from it
sys.path.insert(0, str(SOURCE))


@pytest.fixture(scope="session")
def source() -> Path:
    return SOURCE


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
