"""One copy of the runtime for the servers of all tests: `served_runtime`, linked to templates/runtime."""

from __future__ import annotations

import atexit
import shutil
import sys
import tempfile
from pathlib import Path

import pytest

_FOLDER = Path(tempfile.mkdtemp(prefix="served-"))
atexit.register(shutil.rmtree, _FOLDER, ignore_errors=True)
(_FOLDER / "served_runtime").symlink_to(Path(__file__).parents[2] / "templates" / "runtime")
sys.path.insert(0, str(_FOLDER))


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
