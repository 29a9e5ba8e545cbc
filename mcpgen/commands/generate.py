"""`mcpgen generate SPEC`."""

from __future__ import annotations

import shlex
from dataclasses import replace
from pathlib import Path

import click

from mcpgen.commands.bringing import bring_about
from mcpgen.commands.options import reading, replacing, reporting
from mcpgen.commands.progress import progress
from mcpgen.commands.report import Ending, finish
from mcpgen.commands.summary import write
from mcpgen.config import Mode
from mcpgen.descriptions import STDIN
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.model import Origin
from mcpgen.pipeline import CONFIG, Inputs, Made, make, with_new_hosts
from mcpgen.planners import plan_json
from mcpgen.planners.names import server_names
from mcpgen.sources import capability_spec, read_spec
from mcpgen.succession import succeeds

EXAMPLES = """\b
Examples:
  mcpgen generate petstore.yaml
  mcpgen generate https://api.example.com/openapi.json --output shop-mcp --name shop
  curl -s https://api.example.com/openapi.json | mcpgen generate - --output shop-mcp
  mcpgen generate petstore.yaml --dry-run --format json
  mcpgen generate weather.yaml                    a capability spec: tools described by hand"""


@click.command(epilog=EXAMPLES)
@click.argument("spec")
@click.option(
    "--output",
    "-o",
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder of the project; ./NAME-mcp by default.",
)
@click.option("--name", help="Name of the server; made from the title by default.")
@click.option(
    "--mode",
    type=click.Choice([str(each) for each in Mode]),
    help="How to offer tools: list them, or three that find and call them; by default `search` above 128 tools.",
)
@click.option("--dry-run", is_flag=True, help="Tell what would be written, and write nothing.")
@click.option(
    "--plan", "show_plan", is_flag=True, help="Print the plan as JSON, and write nothing."
)
@replacing
@reporting
@reading
def command(
    spec: str,
    output: Path | None,
    name: str | None,
    mode: str | None,
    form: str,
    *,
    dry_run: bool,
    show_plan: bool,
    replace: bool,
    strict: bool,
    policy: Policy,
) -> None:
    """Write a server from SPEC: an OpenAPI or Swagger document, or a capability spec.

    SPEC is a path, a URL or - for standard input, in JSON or YAML. What cannot become a tool is left out and named.
    """
    diagnostics = Diagnostics()
    with progress() as step:
        step(f"Reading {spec}")
        inputs = read_spec(
            spec,
            output,
            name=name or "",
            policy=policy,
            diagnostics=diagnostics,
        )
        if inputs and output is None and _is_of_another(spec, inputs, diagnostics):
            inputs = None
        step("Writing code")
        chosen = _chosen(inputs, name, mode, diagnostics) if inputs else None
        if chosen and chosen.manifest:
            chosen = _succeeding(spec, chosen, diagnostics, willing=replace)
        made = make(chosen, diagnostics) if chosen else None
    if show_plan and made:
        click.echo(plan_json(made.plan))
        finish(diagnostics, strict=strict)
    summary = _write(made, diagnostics, dry=dry_run, form=form) if made else None
    finish(diagnostics, form=form, strict=strict, summary=summary)


def _is_of_another(spec: str, inputs: Inputs, diagnostics: Diagnostics) -> bool:
    """Whether the folder, which nobody named, is a project that follows something else; reported then."""
    if inputs.former is None:
        return False
    root = inputs.root
    before = inputs.former or "its mcpgen.yaml alone"
    told = f"this project is generated from {before}, not from {spec}"
    again = ("generate", spec, "--output", str(root))
    if spec != STDIN:
        again = ("regenerate", str(root), "--spec", spec)
    how = (
        f"Choose another folder with `--output` or `--name`. If this project shall follow {spec} from now on, run "
        f"`{shlex.join(('mcpgen', *again))}`."
    )
    diagnostics.report("MG007", told, Origin(str(root / CONFIG)), help=how)
    return True


def _chosen(
    inputs: Inputs,
    name: str | None,
    mode: str | None,
    diagnostics: Diagnostics,
) -> Inputs | None:
    """The inputs with what the command line chose; a project that is there already has its choices made."""
    config = inputs.config
    if name:
        config = replace(config, name=server_names("", name).name)
    if mode:
        config = replace(config, mode=Mode(mode))
    if inputs.manifest and config != inputs.config:
        diagnostics.report("MG003", f"{inputs.root / CONFIG} says otherwise")
        return None
    return replace(inputs, config=config)


def _succeeding(
    spec: str, inputs: Inputs, diagnostics: Diagnostics, *, willing: bool
) -> Inputs | None:
    """The inputs of a project that is there already, where the description may take the place of the one before."""
    path = capability_spec(spec)
    own = path is not None and path.samefile(inputs.root / CONFIG)
    if not succeeds(inputs, diagnostics, given=not own, willing=willing, whole=path is not None):
        return None
    return with_new_hosts(inputs, diagnostics)


def _write(made: Made, diagnostics: Diagnostics, *, dry: bool, form: str) -> Ending:
    """Write a new project, or bring the one that is there up to date."""
    if made.inputs.manifest:
        return bring_about(made, diagnostics, dry=dry, form=form)
    return write(made, diagnostics, dry=dry)
