"""Records what servers send in every test, in its process and in those that it starts, and fails a test whose messages are wrong."""

from __future__ import annotations

import functools
import importlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.wire.records import Records

_HOOK = Path(__file__).parent / "hook"
_FOLDER = "MCPGEN_TEST_WIRE"
_SHOWN = 10
RECORDS = pytest.StashKey[Records]()


def _begin() -> Path:
    """Begin to record: before any other conftest imports what is to be watched."""
    folder = tempfile.mkdtemp(prefix="wire-")
    os.environ[_FOLDER] = folder
    sys.path.append(str(_HOOK))
    importlib.import_module("recorder").install()
    return Path(folder)


_WRITTEN = _begin()


def pytest_configure(config: pytest.Config) -> None:
    """Have processes that tests start record, too."""
    config.add_cleanup(lambda: shutil.rmtree(_WRITTEN, ignore_errors=True))
    config.stash[RECORDS] = Records(_WRITTEN)
    subprocess.Popen.__init__ = _recording(subprocess.Popen.__init__)  # type: ignore[method-assign]


def _recording(start: Any) -> Any:
    """Processes of Python, whatever environment a test gives them, record as well."""

    @functools.wraps(start)
    def started(self: Any, args: Any, *more: Any, **named: Any) -> None:
        if isinstance(args, list) and args and str(args[0]) == sys.executable:
            env = dict(named.get("env") or os.environ)
            path = [str(_HOOK), *filter(None, [env.get("PYTHONPATH")])]
            named["env"] = {
                **env,
                "PYTHONPATH": os.pathsep.join(path),
                _FOLDER: os.environ[_FOLDER],
            }
        start(self, args, *more, **named)

    return started


@pytest.fixture(autouse=True)
def _messages_are_legal(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if found := request.config.stash[RECORDS].problems():
        pytest.fail("\n".join(dict.fromkeys(found[:_SHOWN])), pytrace=False)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Say how much was looked at."""
    if count := config.stash[RECORDS].messages:
        terminalreporter.write_line(
            f"{count:,} messages of servers are as the official schemas of MCP want them"
        )
