"""Changes to files, as lines and as data."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import click

from mcpgen.model import JsonObject
from mcpgen.writers import Change, ChangeKind, Changes, unified
from mcpgen.writers.disk import MEMORY

_SIDES = {"+": "green", "-": "red", "@": "cyan"}
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


def standing(changes: Changes) -> Iterator[str]:
    """One line for each file that stands in the way, and why."""
    for change in changes.refused:
        kind = click.style(f"{change.kind:<8}", fg=_COLOURS[change.kind])
        yield f"  {kind} {change.path}  ({change.reason})"


def diffs(changes: Changes) -> Iterator[str]:
    """Unified diffs of the files that would be other ones; not of those in `.mcpgen/`, which are for programs."""
    for change in changes.files:
        if change.writes and not change.path.startswith(f"{MEMORY}/"):
            old, new = (_text(raw) for raw in (change.before, change.after))
            if old is not None and new is not None:
                yield from coloured(unified(change.path, old, new))


def coloured(lines: Iterable[str]) -> Iterator[str]:
    """Lines of a diff in its usual colours."""
    for line in lines:
        yield click.style(line, fg=_SIDES.get(line[:1]))


def _text(raw: bytes | None) -> str | None:
    try:
        return (raw or b"").decode()
    except UnicodeDecodeError:
        return None


def as_data(changes: Changes) -> list[JsonObject]:
    """The same for programs."""
    return [_datum(change) for change in changes.pending]


def _datum(change: Change) -> JsonObject:
    reason = {"reason": change.reason} if change.reason else {}
    return {"path": change.path, "kind": str(change.kind), **reason}
