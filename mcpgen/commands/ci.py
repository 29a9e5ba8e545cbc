"""`mcpgen ci [PROJECT]`."""

from __future__ import annotations

import os
from pathlib import Path

import click

from mcpgen import __version__
from mcpgen.commands.parts import open_project
from mcpgen.commands.report import finish
from mcpgen.diagnostics import Diagnostics
from mcpgen.resources import templates_dir

EXAMPLES = """\b
Examples:
  mcpgen ci > .github/workflows/mcpgen.yml        for the project here
  mcpgen ci servers/shop-mcp > .github/workflows/shop-mcp.yml"""


@click.command(epilog=EXAMPLES)
@click.argument("project", type=click.Path(file_okay=False, path_type=Path), default=".")
def command(project: Path) -> None:
    """Print a workflow for GitHub Actions that keeps PROJECT up to date.

    Every week it reads the description again, regenerates, and proposes what changed as a pull request with the report
    for callers; on every push it checks that the project is as it would be written. Run it at the root of the repository.
    """
    diagnostics = Diagnostics()
    if open_project(project, diagnostics) is None:
        finish(diagnostics)
    text = (templates_dir() / "ci" / "github.yml").read_text(encoding="utf-8")
    folder = Path(os.path.relpath(project)).as_posix()
    click.echo(
        text.replace("{{version}}", __version__).replace("{{project}}", _quoted(folder)), nl=False
    )


def _quoted(folder: str) -> str:
    """A path as a YAML scalar in single quotes."""
    return "'" + folder.replace("'", "''") + "'"
