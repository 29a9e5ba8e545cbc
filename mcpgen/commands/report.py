"""The end of a command: findings shown in the form that was asked for, and the exit code they mean."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import NoReturn, Protocol

import click

from mcpgen.commands import Exit
from mcpgen.diagnostics import Diagnostics, Severity
from mcpgen.model import JsonObject


class Ending(Protocol):
    """What a command has to say when it is done."""

    def facts(self) -> JsonObject:
        """For programs."""
        ...

    def lines(self, diagnostics: Diagnostics) -> Iterable[str]:
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
        click.echo(json.dumps({"findings": findings(diagnostics), **facts}, indent=2))
    else:
        for finding in diagnostics:
            click.echo(f"{finding.severity} {finding.code}: {finding.message}", err=True)
        for line in (
            summary.lines(diagnostics) if summary and (found or not diagnostics.failed) else ()
        ):
            click.echo(line)
    raise click.exceptions.Exit(_code(diagnostics, strict=strict, found=found))


def _code(diagnostics: Diagnostics, *, strict: bool, found: bool) -> Exit:
    if diagnostics.failed and not found:
        return Exit.NOTHING_WRITTEN
    warned = any(finding.severity is Severity.WARNING for finding in diagnostics)
    return Exit.FOUND if found or (strict and warned) else Exit.DONE


def findings(diagnostics: Diagnostics) -> list[JsonObject]:
    return [
        {
            "code": f.code,
            "severity": str(f.severity),
            "message": f.message,
            "pointer": f.origin.pointer if f.origin else None,
        }
        for f in diagnostics
    ]
