"""The end of a command: findings shown in the form that was asked for, and the exit code they mean."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from typing import NoReturn, Protocol

import click

from mcpgen.commands import Exit
from mcpgen.diagnostics import Diagnostics, Severity, as_json, render_github, render_text
from mcpgen.model import JsonObject


class Ending(Protocol):
    """What a command has to say when it is done."""

    def facts(self) -> JsonObject:
        """For programs."""
        ...

    def lines(self) -> Iterable[str]:
        """For people."""
        ...


def finish(
    diagnostics: Diagnostics,
    *,
    form: str = "text",
    strict: bool = False,
    found: bool = False,
    summary: Ending | None = None,
) -> NoReturn:
    """Show findings, then the summary, as text or as JSON, and exit with the code of it all."""
    if form == "json":
        facts = summary.facts() if summary else {}
        click.echo(json.dumps({"findings": as_json(diagnostics), **facts}, indent=2))
    else:
        show(diagnostics, form)
    if summary is not None and form != "json" and (found or not diagnostics.failed):
        for line in summary.lines():
            click.echo(line)
    raise click.exceptions.Exit(code_of(diagnostics, strict=strict, found=found))


def show(diagnostics: Diagnostics, form: str) -> None:
    """Show findings to people, or to GitHub Actions."""
    if form == "github":
        click.echo(render_github(diagnostics), nl=False)
    else:
        click.echo(render_text(diagnostics, colour=_coloured()), err=True, nl=False)


def _coloured() -> bool:
    return sys.stderr.isatty() and not os.environ.get("NO_COLOR")


def code_of(diagnostics: Diagnostics, *, strict: bool, found: bool) -> Exit:
    """The exit code of findings."""
    if diagnostics.failed and not found:
        return Exit.NOTHING_WRITTEN
    warned = any(finding.severity is Severity.WARNING for finding in diagnostics)
    return Exit.FOUND if found or (strict and warned) else Exit.DONE
