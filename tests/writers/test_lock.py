"""Two runs at once on one project."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.writers import alone

from .project import PETS, Project, server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders cannot be locked there")
HOLD = """
import sys, time
from pathlib import Path
from mcpgen.diagnostics import Diagnostics
from mcpgen.writers import alone
with alone(Path(sys.argv[1]), Diagnostics()) as free:
    print(free, flush=True)
    time.sleep(600)
"""


@contextmanager
def another_run(root: Path) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", HOLD, str(root)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        try:
            yield other
        finally:
            other.kill()


def codes(project: Project) -> list[str]:
    diagnostics = Diagnostics()
    with alone(project.root, diagnostics):
        return [each.code for each in diagnostics]


def test_the_second_run_is_told(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / ".mcpgen/stage").mkdir()  # the other is about to write

    with another_run(project.root):
        assert codes(project) == ["MG435"]
        run = project.generate(server(PETS))

    assert "MG435" in run.codes
    assert (project.root / ".mcpgen/stage").exists()


def test_a_run_that_was_killed_keeps_nobody_away(project: Project) -> None:
    project.generate(server(PETS))

    with another_run(project.root) as other:
        other.send_signal(signal.SIGKILL)
        other.wait()
        assert codes(project) == []


def test_a_run_does_not_lock_itself_out(project: Project) -> None:
    project.generate(server(PETS))

    with alone(project.root, Diagnostics()):
        assert codes(project) == []


def test_a_project_that_is_not_there_yet_is_free(project: Project) -> None:
    assert codes(project) == []
    assert not project.root.exists()
