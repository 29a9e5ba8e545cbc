"""The body of a function by itself: its statements as the units of a merge."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from mcpgen.writers.merge.code import canonical, lines_of, parse, squeezed, start_of
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
    sides = [statements(each) for each in (base, ours, theirs)]
    keys = _keys({text for side in sides for text in side})
    old, mine, new = ([Unit(keys[text], text) for text in side] for side in sides)
    stretches = list(merge_units(old, mine, new))
    if any(stretch.theirs is not None for stretch in stretches):
        return None
    return tuple(unit for stretch in stretches for unit in stretch.units)


def _keys(texts: Collection[str]) -> dict[str, str]:
    """The same key for statements that differ in layout only; what no other could be like is its own."""
    alike: dict[str, list[str]] = {}
    for text in texts:
        alike.setdefault(squeezed(text), []).append(text)
    return {
        text: canonical(text) if len(group) > 1 else text
        for group in alike.values()
        for text in group
    }


def statements(text: str) -> list[str]:
    """Statements with what stands above each; those that share a line are one."""
    body = body_of(text)
    return list(_texts(body, lines_of(WRAP + text))) if body else [text]


def _texts(body: Sequence[ast.stmt], lines: Sequence[str]) -> Iterator[str]:
    start = 1
    for index, node in enumerate(body):
        last = index + 1 == len(body)
        end = len(lines) if last else node.end_lineno or start
        if not last and start_of(body[index + 1]) <= end:
            continue
        yield "".join(lines[start:end])
        start = end
