"""`mcpgen explain CODE`."""

from __future__ import annotations

import click

from mcpgen.diagnostics import RULES, explain


@click.command(epilog="\b\nExample:\n  mcpgen explain MG101")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Tell what CODE means and what to do; without one, list all codes."""
    if code is None:
        for name, known in sorted(RULES.items()):
            click.echo(f"{name}  {known.severity:<7}  {known.title}")
        return
    told = explain(code)
    if told is None:
        raise click.BadParameter(
            f"{code!r} is not one of the codes; `mcpgen explain` lists them.", param_hint="CODE"
        )
    click.echo(told, nl=False)
