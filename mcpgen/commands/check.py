"""`mcpgen check [PROJECT]`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import click

from mcpgen.commands import Exit
from mcpgen.commands.listing import as_data, listing, standing
from mcpgen.commands.options import reporting
from mcpgen.commands.progress import Step, progress
from mcpgen.commands.report import code_of, finish, show
from mcpgen.diagnostics import Diagnostics, as_json
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject
from mcpgen.pipeline import Made, compare, make
from mcpgen.sources import read_project
from mcpgen.writers import Changes

EXAMPLES = """\b
Examples:
  mcpgen check                                    the project here
  mcpgen check servers/*                          many, each by itself
  mcpgen check petstore-mcp --format github       in CI, from a clone alone"""


@click.command(epilog=EXAMPLES)
@click.argument("projects", nargs=-1, type=click.Path(file_okay=False, path_type=Path))
@reporting
def command(projects: tuple[Path, ...], form: str, *, strict: bool) -> None:
    """Tell whether each PROJECT is as it would be written now: exit with 1, and name the files, when one is not.

    Nothing but the projects is read: each holds a copy of its description.
    """
    if len(projects) > 1:
        _check_all(projects, form, strict=strict)
    diagnostics = Diagnostics()
    with progress() as step:
        checked = _check(projects[0] if projects else Path(), diagnostics, step)
    found = checked is not None and checked.differs
    finish(diagnostics, form=form, strict=strict, found=found, summary=checked)


def _check(root: Path, diagnostics: Diagnostics, step: Step) -> Checked | None:
    step(f"Checking {root}")
    inputs = read_project(root, policy=Policy(), diagnostics=diagnostics, offline=True)
    made = make(inputs, diagnostics) if inputs else None
    if made is None:
        return None
    changes = compare(made, diagnostics)
    broken = any(each.code == "MG424" for each in diagnostics)
    return Checked(
        made=made, changes=changes, differs=broken or diagnostics.failed or bool(changes.pending)
    )


def _check_all(roots: tuple[Path, ...], form: str, *, strict: bool) -> NoReturn:
    """Check many projects, each by itself; exits with the gravest code."""
    codes: list[Exit] = []
    facts: list[JsonObject] = []
    for root in roots:
        diagnostics = Diagnostics()
        checked = _check(root, diagnostics, lambda _: None)
        facts.append({"findings": as_json(diagnostics), "output": str(root)})
        if form != "json":
            show(diagnostics, form)
        if checked is not None:
            facts[-1] |= checked.facts()
            for line in checked.lines() if form != "json" else ():
                click.echo(line)
        differs = checked is not None and checked.differs
        codes.append(code_of(diagnostics, strict=strict, found=differs))
    if form == "json":
        click.echo(json.dumps({"projects": facts}, indent=2))
    raise click.exceptions.Exit(max(codes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """A project beside what it would be; it `differs` also where an edit stands in the way."""

    made: Made
    changes: Changes
    differs: bool

    def facts(self) -> JsonObject:
        """For programs."""
        return {"output": str(self.made.inputs.root), "changes": as_data(self.changes)}

    def lines(self) -> Iterator[str]:
        """For people."""
        name = self.made.plan.names.distribution
        if not self.differs:
            yield f"{name} is as it would be written now"
            return
        then = "; `mcpgen regenerate` would" if self.changes.pending else ""
        yield f"{name} is not as it would be written now{then}"
        yield from listing(self.changes)
        yield from standing(self.changes)
