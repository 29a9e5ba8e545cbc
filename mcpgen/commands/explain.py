"""`mcpgen explain CODE`, or a key of mcpgen.yaml."""

from __future__ import annotations

import click

from mcpgen.config.problems import nearest
from mcpgen.config.reference import explain_key, known_keys
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
        near = nearest(code, [*known_keys(), *RULES])
        what = f"{code!r} is no key of mcpgen.yaml and not one of the codes; `mcpgen explain` lists them."
        raise click.BadParameter(f"{what} {near}".strip(), param_hint="CODE")
    click.echo(told, nl=False)
