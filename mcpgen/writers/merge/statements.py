"""The body of a function by itself: its statements as the units of a merge."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from typing import Final

from mcpgen.writers.merge.code import canonical, lines_of, parse, start_of
from mcpgen.writers.merge.units import Unit, merge_units

# A body, indented as it is, becomes a module that can be parsed.
WRAP: Final = "async def _():\n"


def body_of(text: str) -> list[ast.stmt]:
    """The statements of an indented body; none where it holds only comments. Lines are one more than in the body."""
    try:
        (function,) = parse(WRAP + text).body
    except SyntaxError:
        return []
    assert isinstance(function, ast.AsyncFunctionDef)
    return function.body


def merge_statements(base: str, ours: str, theirs: str) -> tuple[Unit, ...] | None:
    """Merge three bodies by statements; None where both sides changed one."""
    stretches = list(merge_units(statements(base), statements(ours), statements(theirs)))
    if any(stretch.theirs is not None for stretch in stretches):
        return None
    return tuple(unit for stretch in stretches for unit in stretch.units)


def statements(text: str) -> list[Unit]:
    """Statements with what stands above each; those that share a line are one."""
    body = body_of(text)
    return list(_units(body, lines_of(WRAP + text))) if body else [Unit(text.strip(), text)]


def _units(body: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[Unit]:
    start = 1
    for index, node in enumerate(body):
        last = index + 1 == len(body)
        end = len(lines) if last else node.end_lineno or start
        if not last and start_of(body[index + 1]) <= end:
            continue
        text = "".join(lines[start:end])
        yield Unit(canonical(text), text)
        start = end
