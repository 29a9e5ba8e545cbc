"""The command line: `mcpgen COMMAND …`.

A command's module is imported when it is asked for, so `mcpgen --help` and a mistyped name cost next to nothing.
"""

from __future__ import annotations

import gc
import os
import sys
import traceback
from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, NamedTuple

import click

from mcpgen import __version__
from mcpgen.commands import Exit

EXAMPLES = """\b
Examples:
  mcpgen try                                      see the whole thing work, on a made-up API
  mcpgen generate petstore.yaml                   write ./petstore-mcp
  mcpgen generate https://api.example.com/openapi.json --output shop-mcp
  mcpgen check shop-mcp                           is the project as it would be written now?
  mcpgen regenerate shop-mcp --spec new.yaml      follow a changed description, keep what was edited

\b
Exit codes:
  0  done; what a description offers and a tool cannot is left out and named
  1  `check` or `--strict` found something
  2  nothing was written"""


class Entry(NamedTuple):
    """A command: its module, which holds it as `command`, and its line in the list."""

    module: str
    help: str


COMMANDS: Mapping[str, Entry] = {
    "new": Entry("new", "Begin a project, from a description or with a sample API."),
    "generate": Entry("generate", "Write a server from a description."),
    "inspect": Entry("inspect_", "Show the tools that a description would become."),
    "lint": Entry("lint", "Say how fit a description is for agents."),
    "check": Entry("check", "Tell whether a project is as it would be written now."),
    "regenerate": Entry("regenerate", "Follow a changed description, keeping every edit."),
    "diff": Entry("diff", "Tell what a change means to callers, or what you changed."),
    "accept": Entry("accept", "Take the generated version of what you changed."),
    "add": Entry("add", "Add a tool of your own to a project."),
    "ci": Entry("ci", "Print a workflow that keeps a project up to date."),
    "try": Entry("try_", "See a server made, started and called, without credentials."),
    "explain": Entry("explain", "Tell what a code such as MG101, or a key of mcpgen.yaml, means."),
}


class Program(click.Group):
    """Imports commands late, and turns a crash into a line that says what to do."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All commands, in the order of their use."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import the command of that name."""
        entry = COMMANDS.get(cmd_name)
        if entry is None:
            return None
        command: click.Command = import_module(f"mcpgen.commands.{entry.module}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; one that is mistyped is told with the nearest."""
        near = get_close_matches(args[0], COMMANDS, n=1)
        if near and near[0] != args[0] and not args[0].startswith("-"):
            ctx.fail(f"No such command {args[0]!r}. Did you mean `{near[0]}`?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.help) for name, entry in COMMANDS.items()])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; what it didn't expect is a bug of ours and said as one."""
        if os.environ.get("NO_COLOR"):
            ctx.color = False
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            click.echo("Stopped.", err=True)
            ctx.exit(Exit.INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as problem:  # noqa: BLE001  # the last line of defence: never a traceback
            _report_bug(problem)
            ctx.exit(Exit.NOTHING_WRITTEN)


def _report_bug(problem: Exception) -> None:
    """Say that the program is at fault, and how to help; the traceback only with MCPGEN_DEBUG=1."""
    if os.environ.get("MCPGEN_DEBUG"):
        traceback.print_exception(problem)
    lines = str(problem).strip().splitlines() or [""]
    click.echo(
        f"mcpgen {__version__} has a bug: {type(problem).__name__}: {lines[0]}. Please report it with the "
        "description and the command; MCPGEN_DEBUG=1 shows where it happened.",
        err=True,
    )


@click.group(
    name="mcpgen",
    cls=Program,
    epilog=EXAMPLES,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(__version__, "--version", "-V", message="%(prog)s %(version)s")
def program() -> None:
    """Turn the description of an HTTP API into a complete MCP server that you own."""


def main() -> None:
    """The `mcpgen` command."""
    # Values are made by the million, and next to no rings among them: the usual search for such costs a tenth of the time.
    gc.set_threshold(1_000_000, 50, 100)
    program.main(prog_name="mcpgen", args=sys.argv[1:])
