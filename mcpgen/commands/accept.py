"""`mcpgen accept TOOL|PATH`."""

from __future__ import annotations

from pathlib import Path

import click

from mcpgen.commands.parts import is_owners, open_project, own_parts
from mcpgen.commands.report import finish
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import compare, make
from mcpgen.sources import read_project
from mcpgen.writers import Change, Changes, Manifest, alone, apply, taken
from mcpgen.writers.own import IN_USE, REMOVED

EXAMPLES = """\b
Examples:
  mcpgen accept getPet                            take the generated version of a tool and of its test
  mcpgen accept README.md                         take that of a file; also to have a deleted one again"""


@click.command(epilog=EXAMPLES)
@click.argument("name", metavar="TOOL|PATH")
@click.option(
    "--project",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="The project; the one here by default.",
)
def command(name: str, project: Path) -> None:
    """Give up your version of TOOL or PATH for the generated one; a backup stays in .mcpgen/backup/."""
    diagnostics = Diagnostics()
    manifest = open_project(project, diagnostics)
    if manifest is None:
        finish(diagnostics)
    if is_owners(name, project, manifest):
        raise click.UsageError(f"{name} is yours: there is no generated version of it to take.")
    with alone(project, diagnostics) as free:
        changes = _changes(name, project, manifest) if free else []
        if changes is None:
            diagnostics.report("MG009", f"{project} has no tool and no generated file {name!r}")
            finish(diagnostics)
        if diagnostics.failed or not apply(Changes(files=tuple(changes)), project, diagnostics):
            finish(diagnostics)
    for change in changes:
        click.echo(f"{change.path}: {_told(name, change)}")
    if not changes:
        click.echo(f"{name} is as it was generated")
    finish(diagnostics)


def _told(name: str, change: Change) -> str:
    if change.reason in {REMOVED, IN_USE}:
        return f"{name} is no longer generated, and {change.reason}"
    return f"the generated version of {name} is in its place"


def _changes(name: str, root: Path, manifest: Manifest) -> list[Change] | None:
    parts = own_parts(name, root, manifest)
    if parts is None:
        return None
    changes = [change for part in parts if (change := taken(part.own, part.function))]
    return changes or _generated(name, root)


def _generated(name: str, root: Path) -> list[Change]:
    """A file that is only generated is not remembered, so it is made again."""
    found = Diagnostics()
    inputs = read_project(root, policy=Policy(), diagnostics=found, offline=True)
    if inputs is None:
        return []
    changes = compare(make(inputs, found), found, force=True)
    wanted = {name, Path(name).as_posix()}
    return [each for each in changes if each.path in wanted and each.writes]
