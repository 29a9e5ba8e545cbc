"""The committed examples are what would be written now, and their own tests pass."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mcpgen.cli import program

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/mcpgen.yaml"))
# The same in every server, and compared by the tests of the runtime itself; what remembers its hashes goes with it.
OF_THE_RUNTIME = ("/_runtime/", ".mcpgen/")
OF_ONE_MACHINE = ("_cache/", "__pycache__/")


@pytest.fixture(params=EXAMPLES, ids=lambda path: path.name)
def example(request, tmp_path) -> Path:
    """A copy of an example beside copies of what it is made from, brought up to date."""
    for folder in ("specs", "examples/apis"):
        shutil.copytree(ROOT / folder, tmp_path / folder)
    copy = tmp_path / "examples" / request.param.name
    shutil.copytree(request.param, copy, ignore=shutil.ignore_patterns("__pycache__", ".*_cache"))
    result = CliRunner().invoke(program, ["regenerate", str(copy)])
    assert result.exit_code == 0, result.output
    return copy


def contents(folder: Path) -> dict[str, bytes]:
    paths = [path for path in sorted(folder.rglob("*")) if path.is_file()]
    names = {path: path.relative_to(folder).as_posix() for path in paths}
    return {
        name: path.read_bytes()
        for path, name in names.items()
        if not any(part in f"/{name}" for part in (*OF_THE_RUNTIME, *OF_ONE_MACHINE))
    }


def test_an_example_is_as_it_would_be_written_now(example: Path) -> None:
    assert contents(example) == contents(ROOT / "examples" / example.name)


def test_an_example_passes_its_own_tests(example: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "--deselect", "tests/test_protocol.py"],
        cwd=example,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert run.returncode == 0, run.stdout + run.stderr
