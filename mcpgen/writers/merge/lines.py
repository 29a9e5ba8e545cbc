"""Merge text by lines: where both sides inserted in one place, both stay; where both changed a line, the owner's does."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.writers.merge.code import lines_of
from mcpgen.writers.merge.merged import Clash, Merged, Sides
from mcpgen.writers.merge.units import Stretch, Unit, merge_units


def merge_lines(sides: Sides) -> Merged:
    """Merge three texts by lines."""
    base, ours, theirs = (_units(text) for text in (sides.base, sides.ours, sides.theirs))
    lines: list[str] = []
    clashes: list[Clash] = []
    for stretch in merge_units(base, ours, theirs):
        if stretch.theirs is not None and not stretch.inserted:
            clashes.append(Clash(f"line {len(lines) + 1}"))
        lines += _lines(stretch)
    ended = (line if line.endswith("\n") else f"{line}\n" for line in lines[:-1])
    return Merged("".join([*ended, *lines[-1:]]), tuple(clashes))


def _units(text: str) -> list[Unit]:
    return [Unit(line.rstrip("\n"), line) for line in lines_of(text)]


def _lines(stretch: Stretch) -> Iterator[str]:
    if stretch.inserted:
        own = {unit.key for unit in stretch.units}
        yield from (unit.text for unit in stretch.theirs or () if unit.key not in own)
    yield from (unit.text for unit in stretch.units)
