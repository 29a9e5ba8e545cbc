"""Changes to files, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterator

import click

from mcpgen.model import JsonObject
from mcpgen.writers import Change, ChangeKind, Changes

_COLOURS = {
    ChangeKind.CREATE: "green",
    ChangeKind.DELETE: "red",
    ChangeKind.CONFLICT: "red",
    ChangeKind.REFUSE: "red",
}


def listing(changes: Changes) -> Iterator[str]:
    """One line for each file that would be written, and why where that is not plain."""
    for change in changes.pending:
        kind = click.style(f"{change.kind:<8}", fg=_COLOURS.get(change.kind, "yellow"))
        yield f"  {kind} {change.path}" + (f"  ({change.reason})" if change.reason else "")


def as_data(changes: Changes) -> list[JsonObject]:
    """The same for programs."""
    return [_datum(change) for change in changes.pending]


def _datum(change: Change) -> JsonObject:
    reason = {"reason": change.reason} if change.reason else {}
    return {"path": change.path, "kind": str(change.kind), **reason}
