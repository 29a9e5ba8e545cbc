"""`mcpgen regenerate [PROJECT]…`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click

from mcpgen.commands.bringing import Bringing, bring, bring_all
from mcpgen.commands.callers import FAILURES, WARNINGS, failing
from mcpgen.commands.options import FORMATS, reading, replacing, showing
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy

EXAMPLES = """\b
Examples:
  mcpgen regenerate                               the project here, from where its mcpgen.yaml says
  mcpgen regenerate petstore-mcp --spec petstore-v2.yaml
  mcpgen regenerate --dry-run                     what would change?
  mcpgen regenerate --offline                     with its own copy of the description, after an upgrade of mcpgen
  mcpgen regenerate servers/* --runtime-only      only the runtime, in many projects
  mcpgen regenerate --format markdown > report.md what changed for callers, for a pull request"""

# With the first, nothing looks at the others.
_APART = {"runtime_only": ("spec", "replace", "accept_security"), "offline": ("spec",)}


@click.command(epilog=EXAMPLES)
@click.argument("projects", nargs=-1, type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--spec",
    default="",
    metavar="NEW",
    help="The new description: a path or a URL. It stands in mcpgen.yaml from then on.",
)
@replacing
@click.option("--offline", is_flag=True, help="Use the project's own copy of its description.")
@click.option("--dry-run", is_flag=True, help="Tell what would be written, and write nothing.")
@click.option("--runtime-only", is_flag=True, help="Bring only the runtime up to date.")
@click.option(
    "--accept-security",
    is_flag=True,
    help="Let credentials go to hosts that are new in the description: adds them to mcpgen.yaml.",
)
@partial(failing, what=(WARNINGS, *FAILURES))
@partial(showing, forms=(*FORMATS, "markdown"))
@reading
def command(
    projects: tuple[Path, ...],
    form: str,
    *,
    fail_on: tuple[str, ...],
    policy: Policy,
    **choices: Any,
) -> None:
    """Bring each PROJECT up to date with its description and its mcpgen.yaml, keeping every edit of its owner.

    Tells what changed for callers. Of several projects, one that fails does not stop the others.
    """
    _refuse_what_says_nothing(choices)
    if len(projects) > 1 and choices["spec"]:
        raise click.UsageError("--spec is the description of one project: name only that one.")
    how = Bringing(policy=policy, form=form, **choices)
    if len(projects) > 1:
        bring_all(projects, how, fail_on)
    diagnostics = Diagnostics()
    with progress() as step:
        done = bring(projects[0] if projects else Path(), how, diagnostics, step)
    found = done is not None and done.fails(fail_on)
    finish(diagnostics, form=form, strict=WARNINGS in fail_on, found=found, summary=done)


def _refuse_what_says_nothing(choices: Mapping[str, Any]) -> None:
    for way, others in _APART.items():
        for other in others:
            if choices[way] and choices[other]:
                first, second = (f"--{name.replace('_', '-')}" for name in (other, way))
                raise click.UsageError(f"{first} has no effect with {second}: give only one.")
