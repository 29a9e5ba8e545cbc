"""`mcpgen check [PROJECT]`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from mcpgen.commands.listing import as_data, listing
from mcpgen.commands.options import reporting
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject
from mcpgen.pipeline import Made, compare, make
from mcpgen.sources import read_project
from mcpgen.writers import Changes

EXAMPLES = """\b
Examples:
  mcpgen check                                    the project here
  mcpgen check petstore-mcp --format github       in CI, from a clone alone"""


@click.command(epilog=EXAMPLES)
@click.argument("project", type=click.Path(file_okay=False, path_type=Path), default=".")
@reporting
def command(project: Path, form: str, *, strict: bool) -> None:
    """Tell whether PROJECT is as it would be written now: exit with 1, and name the files, when it is not.

    Nothing but the project is read: it holds a copy of its description.
    """
    diagnostics = Diagnostics()
    with progress() as step:
        step(f"Checking {project}")
        inputs = read_project(project, policy=Policy(), diagnostics=diagnostics, offline=True)
        made = make(inputs, diagnostics) if inputs else None
    checked = Checked(made=made, changes=compare(made, diagnostics)) if made else None
    found = checked is not None and (diagnostics.failed or bool(checked.changes.pending))
    finish(diagnostics, form=form, strict=strict, found=found, summary=checked)


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A project beside what it would be."""

    made: Made
    changes: Changes

    def facts(self) -> JsonObject:
        """For programs."""
        return {"output": str(self.made.inputs.root), "changes": as_data(self.changes)}

    def lines(self) -> Iterator[str]:
        """For people."""
        name = self.made.plan.names.distribution
        if not self.changes.pending:
            yield f"{name} is as it would be written now"
            return
        yield f"{name} is not as it would be written now; `mcpgen regenerate` would"
        yield from listing(self.changes)
