"""`mcpgen try [SPEC] [TOOL] [JSON]`."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from typing import Any

import anyio
import click

from mcpgen.commands import Exit
from mcpgen.commands.options import reading
from mcpgen.commands.progress import progress
from mcpgen.commands.report import finish
from mcpgen.commands.summary import write
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject, is_object
from mcpgen.pipeline import Made, make
from mcpgen.resources import specs_dir
from mcpgen.sources import read_spec
from mcpgen.standin.session import SessionError
from mcpgen.standin.trial import against_standin, against_the_api, choose

EXAMPLES = """\b
Examples:
  mcpgen try                                               a made-up bookshop
  mcpgen try petstore.yaml                                 the first tool that only reads
  mcpgen try petstore.yaml getPetById '{"petId": 7}'
  PETSTORE_API_KEY_API_KEY=… mcpgen try petstore.yaml getPetById '{"petId": 7}' --live"""


class Arguments(click.ParamType[JsonObject]):
    """A JSON object on the command line."""

    name = "JSON"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> JsonObject:
        """Parse the text; the position of a mistake is told."""
        try:
            parsed = json.loads(value)
        except ValueError as mistake:
            self.fail(f"these arguments are not JSON: {mistake}", param, ctx)
        if not is_object(parsed):
            self.fail("arguments are a JSON object, such as '{\"limit\": 5}'", param, ctx)
        return parsed


class Failure(click.ClickException):
    """The server that was generated failed: nothing could be shown."""

    exit_code = Exit.NOTHING_WRITTEN


@click.command(epilog=EXAMPLES)
@click.argument("spec", required=False)
@click.argument("tool", required=False)
@click.argument("arguments", required=False, type=Arguments(), metavar="[JSON]")
@click.option(
    "--live", is_flag=True, help="Call the real API, with the credentials in your environment."
)
@reading
def command(
    spec: str | None,
    tool: str | None,
    arguments: JsonObject | None,
    *,
    live: bool,
    policy: Policy,
) -> None:
    """Generate a server in a scratch folder, start it, list its tools and call one.

    The API is a stand-in that answers from the examples and schemas of SPEC, so no credentials are needed. TOOL is the
    first one that only reads, JSON its arguments made up, unless you give them.
    """
    diagnostics = Diagnostics()
    with tempfile.TemporaryDirectory(prefix="mcpgen-try-") as scratch, progress() as step:
        step("Generating a server")
        source = spec or str(specs_dir() / "bookshop.yaml")
        project = Path(scratch)
        inputs = read_spec(source, project / "server", policy=policy, diagnostics=diagnostics)
        made = make(inputs, diagnostics) if inputs else None
        if made is not None:
            write(made, diagnostics, dry=False)
        if made is None or diagnostics.failed:
            finish(diagnostics)
        step("Calling it")
        lines = _call(made, tool, arguments, live=live)
    for line in lines:
        click.echo(line)


def _call(made: Made, tool: str | None, arguments: JsonObject | None, *, live: bool) -> list[str]:
    root, plan, document = made.inputs.root, made.plan, made.inputs.document
    try:
        call = choose(plan, document, tool, arguments)
    except LookupError as mistake:
        raise click.BadParameter(str(mistake.args[0]), param_hint="TOOL") from mistake
    try:
        if live:
            return list(anyio.run(against_the_api, root, plan, call))
        return list(anyio.run(against_standin, root, plan, document, call))
    except SessionError as trouble:
        raise Failure(f"the server did not do its part: {trouble}") from trouble
