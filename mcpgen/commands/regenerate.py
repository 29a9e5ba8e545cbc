"""`mcpgen regenerate [PROJECT]`."""

from __future__ import annotations

from pathlib import Path

import click

from mcpgen.commands.options import reading, reporting
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.commands.summary import write
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_project

EXAMPLES = """\b
Examples:
  mcpgen regenerate                               the project here, from where its mcpgen.yaml says
  mcpgen regenerate petstore-mcp --spec petstore-v2.yaml
  mcpgen regenerate --dry-run                     what would change?
  mcpgen regenerate --offline                     with its own copy of the description, after an upgrade of mcpgen"""


@click.command(epilog=EXAMPLES)
@click.argument("project", type=click.Path(file_okay=False, path_type=Path), default=".")
@click.option("--spec", default="", metavar="NEW", help="The new description: a path or a URL.")
@click.option("--offline", is_flag=True, help="Use the project's own copy of its description.")
@click.option("--dry-run", is_flag=True, help="Tell what would be written, and write nothing.")
@click.option("--force", is_flag=True, help="Take back edits of generated files; a backup is kept.")
@reporting
@reading
def command(
    project: Path,
    spec: str,
    form: str,
    *,
    offline: bool,
    dry_run: bool,
    force: bool,
    strict: bool,
    policy: Policy,
) -> None:
    """Bring PROJECT up to date with its description and its mcpgen.yaml, keeping every edit of its owner."""
    diagnostics = Diagnostics()
    with progress() as step:
        step("Reading the description")
        inputs = read_project(
            project, policy=policy, diagnostics=diagnostics, spec=spec, offline=offline
        )
        step("Writing code")
        made = make(inputs, diagnostics) if inputs else None
    summary = write(made, diagnostics, dry=dry_run, force=force, keep=True) if made else None
    finish(diagnostics, form=form, strict=strict, summary=summary)
