"""The table of a server's tools, for a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.diagnostics.text import counted, visible
from mcpgen.viewing.view import GroupView, ServerView

_WIDEST = 60  # characters of one column


def table(server: ServerView) -> Iterator[str]:
    """The lines of the table, each group with its size."""
    yield visible(f"{server.title} {server.version}".strip())
    yield f"  {counted(server.count, 'tool')}, about {server.tokens:,} tokens to list"
    if server.search:
        yield "  too many to list: three find, describe and call them (`mode: search`)"
    yield from (f"  server {visible(url or 'to be set')}" for url in server.servers)
    yield from (f"  auth {visible(line)}" for line in server.auth)
    for group in server.groups:
        yield ""
        yield visible(f"{group.name} ({len(group.tools)}, {group.tokens:,} tokens)")
        yield from _rows(group)


def _rows(group: GroupView) -> Iterator[str]:
    rows = [(t.name, t.operation, t.does, t.auth, f"{t.tokens:,}") for t in group.tools]
    shown = [tuple(_cut(visible(cell)) for cell in row) for row in rows]
    widths = [max(map(len, column)) for column in zip(*shown, strict=True)]
    for name, operation, does, auth, tokens in shown:
        left = (name, operation, does, auth)
        cells = [cell.ljust(width) for cell, width in zip(left, widths, strict=False)]
        yield f"  {'  '.join(cells)}  {tokens.rjust(widths[-1])}"


def _cut(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
