"""`mcpgen inspect SPEC`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from mcpgen.commands.options import reading, reporting
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.diagnostics import Diagnostics
from mcpgen.diagnostics.text import counted
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject
from mcpgen.pipeline import plan_server
from mcpgen.sources import read_spec
from mcpgen.viewing import ServerView, page, view
from mcpgen.viewing.table import table
from mcpgen.viewing.view import facts

EXAMPLES = """\b
Examples:
  mcpgen inspect petstore.yaml                          tools, operations, auth and sizes as a table
  mcpgen inspect petstore.yaml --html petstore.html     one page to browse
  mcpgen inspect petstore.yaml --format json"""


@click.command(epilog=EXAMPLES)
@click.argument("spec")
@click.option(
    "--html",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write one self-contained page to browse, instead of the table.",
)
@reporting
@reading
def command(spec: str, html: Path | None, form: str, *, strict: bool, policy: Policy) -> None:
    """Show the server that SPEC would become: its tools, the requests they make, who may call, and sizes in tokens."""
    diagnostics = Diagnostics()
    with progress() as step:
        step(f"Reading {spec}")
        inputs = read_spec(spec, None, policy=policy, diagnostics=diagnostics)
        step("Planning the tools")
        planned = plan_server(inputs, diagnostics) if inputs else None
    if planned is None:
        finish(diagnostics, form=form, strict=strict)
    server = view(planned.plan, planned.tokens)
    if html:
        html.write_text(page(server, diagnostics), encoding="utf-8")
    finish(diagnostics, form=form, strict=strict, summary=Shown(server=server, html=html))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A server as it is shown: as a table, or where its page is."""

    server: ServerView
    html: Path | None

    def facts(self) -> JsonObject:
        """For programs."""
        return facts(self.server)

    def lines(self) -> Iterator[str]:
        """For people."""
        if self.html:
            yield f"{self.html} shows {counted(self.server.count, 'tool')}"
        else:
            yield from table(self.server)
