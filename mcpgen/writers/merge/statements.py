"""The body of a function by itself: its statements as the units of a merge."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence
from typing import Final, NamedTuple

from mcpgen.writers.merge.code import canonical, parse, squeezed, start_of
from mcpgen.writers.merge.units import Unit, merge_units

# A body, indented as it is, becomes a module that can be parsed.
WRAP: Final = "async def _():\n"


class Statement(NamedTuple):
    """A statement with what stands above it, or several that share a line; `line` is the number of its first line to `nodes`."""

    text: str
    nodes: Sequence[ast.stmt] = ()
    line: int = 1


def body_of(text: str) -> list[ast.stmt]:
    """The nodes of an indented text; none where it holds only comments. Their lines are one more than in the text."""
    try:
        (function,) = parse(WRAP + text).body
    except SyntaxError:
        return []
    assert isinstance(function, ast.AsyncFunctionDef)
    return function.body


def statements(nodes: Sequence[ast.stmt], lines: Sequence[str], start: int) -> Iterator[Statement]:
    """The statements of a body, which begins behind the first `start` lines and ends with the last; at least one."""
    if not nodes:
        yield Statement("".join(lines[start:]))
    together: list[ast.stmt] = []
    for index, node in enumerate(nodes):
        together.append(node)
        last = index + 1 == len(nodes)
        end = len(lines) if last else node.end_lineno or start
        if last or start_of(nodes[index + 1]) > end:
            yield Statement("".join(lines[start:end]), together, start + 1)
            start, together = end, []


def merge_statements(
    base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]
) -> list[str] | None:
    """Merge three bodies by statements; None where both sides changed one."""
    keys = _keys({*base, *ours, *theirs})
    old, mine, new = ([Unit(keys[text], text) for text in side] for side in (base, ours, theirs))
    stretches = list(merge_units(old, mine, new))
    if any(stretch.theirs is not None for stretch in stretches):
        return None
    return [unit.text for stretch in stretches for unit in stretch.units]


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
