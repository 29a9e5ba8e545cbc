"""`mcpgen add tool NAME`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import click

from mcpgen.commands.options import reporting
from mcpgen.commands.report import finish
from mcpgen.commands.summary import Summary, write
from mcpgen.config import read_config
from mcpgen.config.entries import tool_entry, with_tool
from mcpgen.diagnostics import Diagnostics
from mcpgen.diagnostics.rule import Severity
from mcpgen.loaders import Policy
from mcpgen.model import JsonObject, Origin
from mcpgen.pipeline import CONFIG, make
from mcpgen.sources import read_project

EXAMPLES = """\b
Examples:
  mcpgen add tool greet --argument name:string!
  mcpgen add tool get_stock --request "GET /books/{isbn}/stock" --argument isbn:string
  mcpgen add tool greet --project shop-mcp --description "Greets a customer by name."

\b
A tool with a request calls the API. One without is a function of your own: its stub is written into tools/,
and its test is marked as expected to fail until you have written the function."""


_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "QUERY")


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """A tool that is written: where its function and its test are."""

    summary: Summary
    name: str

    def facts(self) -> JsonObject:
        """For programs."""
        return self.summary.facts()

    def lines(self) -> Iterator[str]:
        """For people."""
        plan = self.summary.made.plan
        yield click.style(
            f"{self.name}: added to {self.summary.made.inputs.root / CONFIG}", bold=True
        )
        for module in plan.modules:
            for each in module.tools:
                if each.name == self.name:
                    yield f"  src/{plan.names.package}/tools/{module.name}.py has its function, `{each.function.name}`"
                    yield f"  tests/test_{module.name}.py has its test"
                    if each.function.request is None:
                        yield "Now write the function; then take the mark off its test, which is expected to fail until then."


_REQUEST = re.compile(rf"({'|'.join(_METHODS)}) (https?://[^/\s?#]+)?/\S*")
_TEMPLATE = re.compile(r"\{([^{}]+)\}")
_ARGUMENT = re.compile(r"([A-Za-z0-9_.-]{1,64}):(string|integer|number|boolean|array|object)(!?)")


@click.group(epilog="\b\nExample:\n  mcpgen add tool greet --argument name:string!")
def command() -> None:
    """Add to a project."""


@command.command("tool", epilog=EXAMPLES)
@click.argument("name")
@click.option(
    "--project",
    type=click.Path(file_okay=False, path_type=Path),
    default=".",
    help="Folder of the project; here by default.",
)
@click.option("--description", default="", help="What the tool does and when to use it.")
@click.option("--request", default="", metavar="METHOD PATH", help="The request that it makes.")
@click.option(
    "--argument",
    "arguments",
    multiple=True,
    metavar="NAME:TYPE[!]",
    help="An argument; with `!` a call must give it. May be given several times.",
)
@reporting
def tool(
    name: str,
    project: Path,
    description: str,
    request: str,
    arguments: tuple[str, ...],
    form: str,
    *,
    strict: bool,
) -> None:
    """Write the tool NAME into mcpgen.yaml, its function and its test. Comments and formatting stay."""
    taken = _taken(arguments)
    _check_request(request, taken)
    entry = tool_entry(description or f"{name}: say here what it does.", request, taken)
    diagnostics = Diagnostics()
    summary = _added(project, name, entry, diagnostics)
    added = Added(summary=summary, name=name) if summary else None
    finish(_about(name, diagnostics), form=form, strict=strict, summary=added)


def _about(name: str, diagnostics: Diagnostics) -> Diagnostics:
    """What is new: errors, and what is said of the tool. The rest `generate` and `regenerate` have told."""
    found = Diagnostics()
    found.sources = diagnostics.sources
    found.extend(
        each
        for each in diagnostics
        if each.severity is Severity.ERROR or f"`{name}`" in each.message
    )
    return found


def _taken(arguments: tuple[str, ...]) -> dict[str, tuple[str, bool]]:
    found: dict[str, tuple[str, bool]] = {}
    for argument in arguments:
        match = _ARGUMENT.fullmatch(argument)
        if match is None:
            raise click.BadParameter(
                f"{argument!r} is not NAME:TYPE; for instance `count:integer` or `name:string!`.",
                param_hint="--argument",
            )
        found[match[1]] = (match[2], bool(match[3]))
    return found


def _check_request(request: str, arguments: Mapping[str, object]) -> None:
    """Refuse a request that is none, or whose path needs an argument that is not given."""
    if request and not _REQUEST.fullmatch(request):
        message = f"{request!r} is not METHOD PATH, with one of {', '.join(_METHODS)}; for instance `GET /pets/{{id}}`."
        raise click.BadParameter(message, param_hint="--request")
    for name in _TEMPLATE.findall(request):
        if name not in arguments:
            message = f"the path has `{{{name}}}`: give it as an argument too, with `--argument {name}:string`."
            raise click.BadParameter(message, param_hint="--request")


def _added(project: Path, name: str, entry: str, diagnostics: Diagnostics) -> Summary | None:
    """Write the entry, then what follows from it; where that fails, the file is as it was."""
    path = project / CONFIG
    try:
        before = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        diagnostics.report("MG001", f"{path} cannot be read")
        return None
    after = _with_entry(path, before, name, entry, diagnostics)
    if after is None:
        return None
    summary = None
    path.write_text(after, encoding="utf-8")
    try:
        inputs = read_project(project, policy=Policy(), diagnostics=diagnostics, offline=True)
        made = make(inputs, diagnostics) if inputs else None
        summary = write(made, diagnostics, dry=False, keep=True) if made else None
    finally:
        if summary is None or diagnostics.failed:
            path.write_text(before, encoding="utf-8")
    return summary


def _with_entry(
    path: Path, text: str, name: str, entry: str, diagnostics: Diagnostics
) -> str | None:
    """The text with the entry; None after an error was reported."""
    config = read_config(text, str(path), diagnostics)
    if config is None:
        return None
    if name in config.tools:
        origin = config.origin("tools", name)
        diagnostics.report("MG321", f"there is a tool `{name}` already", origin)
        return None
    longer = with_tool(text, name, entry)
    if longer is not None:
        return longer
    alone = Diagnostics()
    wrong = f"name: x\ntools:\n  {name}:\n" + "".join(f"    {e}\n" for e in entry.splitlines())
    if read_config(wrong, "the new entry", alone) is None:
        for each in alone:
            diagnostics.report(each.code, each.message, help=each.help)
        return None
    help_ = f"Write it there by hand: `{name}: {{description: …}}`."
    message = "the entry cannot be added by line: `tools` is written in braces, or the file is edited by hand in another way"
    diagnostics.report("MG407", message, Origin(str(path)), help=help_)
    return None
