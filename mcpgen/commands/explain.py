"""`mcpgen explain CODE`, or a key of mcpgen.yaml."""

from __future__ import annotations

import click

from mcpgen.config.reference import explain_key
from mcpgen.diagnostics import RULES, explain

EXAMPLES = """\b
Examples:
  mcpgen explain MG101                            a finding: what it means, and what to do
  mcpgen explain pin                              a key of mcpgen.yaml: what it means, and what it takes"""


@click.command(epilog=EXAMPLES)
@click.argument("code", required=False, metavar="[CODE|KEY]")
def command(code: str | None) -> None:
    """Tell what the CODE of a finding or a KEY of mcpgen.yaml means; without one, list all codes."""
    if code is None:
        for name, known in sorted(RULES.items()):
            click.echo(f"{name}  {known.severity:<7}  {known.title}")
        return
    told = explain(code) or explain_key(code)
    if told is None:
        raise click.BadParameter(
            f"{code!r} is no key of mcpgen.yaml and not one of the codes; `mcpgen explain` lists them.",
            param_hint="CODE",
        )
    click.echo(told, nl=False)
