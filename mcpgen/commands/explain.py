"""`mcpgen explain CODE`."""

from __future__ import annotations

import click

from mcpgen.diagnostics import RULES


@click.command(epilog="\b\nExample:\n  mcpgen explain MG101")
@click.argument("code", required=False)
def command(code: str | None) -> None:
    """Tell what CODE means and what to do; without one, list all codes."""
    if code is None:
        for name, known in sorted(RULES.items()):
            click.echo(f"{name}  {known.severity:<7}  {known.title}")
        return
    rule = RULES.get(code.upper())
    if rule is None:
        raise click.BadParameter(
            f"{code!r} is not one of the codes; `mcpgen explain` lists them.", param_hint="CODE"
        )
    click.secho(f"{code.upper()} ({rule.severity}): {rule.title}", bold=True)
    for paragraph in filter(None, (rule.explanation, rule.help)):
        click.echo(f"\n{paragraph}")
