"""A server whose own files are gone says in one sentence which, and what brings them back."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp import Client, MCPError, StdioServerParameters

from mcpgen.cli import program
from tests.served import LIBRARY, environment

REMEDY = "in the project's folder, `mcpgen regenerate .` brings back what mcpgen wrote.\n"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def project(tmp_path) -> Path:
    for folder in ("specs", "examples/library-mcp"):
        shutil.copytree(LIBRARY.parents[1] / folder, tmp_path / folder)
    return tmp_path / "examples" / "library-mcp"


def said(project: Path, *arguments: str, python: tuple[str, ...] = ()) -> str:
    """What the command says on its way to ending as for wrong settings."""
    command = [sys.executable, *python, "-m", "library_mcp", *arguments]
    done = subprocess.run(
        command, env=environment(project), input="", capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    return done.stderr


@pytest.mark.parametrize(
    ("gone", "named"),
    [
        (".", "library_mcp._runtime"),
        ("settings/settings.py", "library_mcp._runtime.settings.settings"),
    ],
)
def test_a_server_without_its_runtime_names_the_command_that_writes_it(project, gone, named):
    missing = project / "src" / "library_mcp" / "_runtime" / gone
    (shutil.rmtree if missing.is_dir() else Path.unlink)(missing)

    assert said(project) == f"library-mcp: No module named '{named}': {REMEDY}"

    assert CliRunner().invoke(program, ["regenerate", str(project)]).exit_code == 0
    assert missing.exists()


def test_a_server_whose_requirements_are_not_installed_names_the_command_that_installs_them(
    project,
):
    told = said(project, python=("-S",))  # without site-packages

    assert told.startswith("library-mcp: No module named '")
    assert told.endswith(": in the project's folder, `pip install .` installs what it needs.\n")
    assert told.count("\n") == 1


@pytest.mark.anyio
@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
async def test_a_resource_and_a_prompt_without_their_functions_name_the_files(project, era):
    for name in ("resources", "prompts"):
        (project / "src" / "library_mcp" / f"{name}.py").unlink()
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "library_mcp"], env=environment(project)
    )

    async with Client(command, mode=era, read_timeout_seconds=30) as client:
        with pytest.raises(MCPError, match=r"lacks resources\.py: `mcpgen check`"):
            await client.read_resource("library://books/1")
        with pytest.raises(MCPError, match=r"lacks prompts\.py: `mcpgen check`"):
            await client.get_prompt("recommend", {"genre": "travel"})
