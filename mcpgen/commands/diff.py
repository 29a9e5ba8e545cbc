"""`mcpgen diff`: for callers, two servers; for the owner, the project beside what was generated."""

from __future__ import annotations

import json
from pathlib import Path

import click

from mcpgen.commands import Exit
from mcpgen.commands.callers import ForCallers, failing
from mcpgen.commands.options import reading
from mcpgen.commands.own_diff import show_own
from mcpgen.commands.report import finish
from mcpgen.comparing import compare
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.offers import find_offer
from mcpgen.published import version_of

EXAMPLES = """\b
Examples:
  mcpgen diff                                     what did I change of what was generated?
  mcpgen diff getPet                              my version of a tool beside the generated one
  mcpgen diff v1.yaml v2.yaml --fail-on breaking  does the new description break callers?
  mcpgen diff main . --format markdown            the project here beside a git revision of it"""


@click.command(epilog=EXAMPLES)
@click.argument("names", nargs=-1)
@click.option(
    "--project",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="The project of a tool, a path or a git revision; the one here by default.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    help="How to show what changed for callers.",
)
@failing
@reading
def command(
    names: tuple[str, ...],
    project: Path,
    form: str,
    *,
    fail_on: tuple[str, ...],
    policy: Policy,
) -> None:
    """Compare OLD with NEW for their callers, or TOOL or PATH of a project with its generated version.

    OLD and NEW are each a project, a description (a path or a URL), or a git revision. What callers send may widen and
    what they get may narrow; anything else breaks them.
    """
    diagnostics = Diagnostics()
    match names:
        case (old, new):
            sides = [
                find_offer(each, project, policy=policy, diagnostics=diagnostics)
                for each in (old, new)
            ]
        case () | (_,):
            if fail_on or form != "text":
                raise click.UsageError("--fail-on and --format are for two: give OLD and NEW.")
            show_own(names[0] if names else "", project, diagnostics)
            finish(diagnostics)
        case _:
            raise click.UsageError("Give no name, one, or two.")
    before, after = sides
    if before is None or after is None:
        finish(diagnostics)
    _show(ForCallers(comparison=compare(before, after), version=version_of(project)), form, fail_on)


def _show(found: ForCallers, form: str, fail_on: tuple[str, ...]) -> None:
    if form == "json":
        click.echo(json.dumps(found.facts(), indent=2))
    elif form == "markdown":
        click.echo(found.markdown, nl=False)
    else:
        for line in found.lines():
            click.echo(line)
    raise click.exceptions.Exit(Exit.FOUND if found.fails(fail_on) else Exit.DONE)
