"""The owner's parts of a project beside their generated versions, as lines."""

from __future__ import annotations

from pathlib import Path

import click

from mcpgen.commands.listing import coloured
from mcpgen.commands.parts import is_owners, open_project, own_parts
from mcpgen.diagnostics import Diagnostics


def show_own(name: str, root: Path, diagnostics: Diagnostics) -> None:
    """Print a diff from the generated version to the owner's, of a tool, of a path, or of everything."""
    manifest = open_project(root, diagnostics)
    if manifest is None:
        return
    if name and is_owners(name, root, manifest):
        click.echo(f"{name} is yours: there is no generated version of it to compare with")
        return
    parts = own_parts(name, root, manifest)
    if parts is None:
        diagnostics.report("MG009", f"{root} has no tool and no generated file {name!r}")
        return
    if not parts:
        click.echo(f"{name or 'everything'} is as it was generated")
    for part in parts:
        for line in coloured(part.shown.diff()):
            click.echo(line)
        if part.dropped:
            click.echo(f"{part.function} is no longer generated; `mcpgen accept {name}` removes it")
