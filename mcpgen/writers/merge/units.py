"""Three-way merge of two sequences against their common base (Khanna, Kunal and Pierce, "A formal investigation of diff3").

Two changes meet only where they replace the same unit or insert at the same point: a unit put next to one that the
other side replaced is no clash, because the units here (statements, lines) mean something by themselves.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple


class Unit(NamedTuple):
    """Something compared by `key` and written as `text`."""

    key: str
    text: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a merge. Where the sides clash, `units` are ours and `theirs` the other side's, else None."""

    units: tuple[Unit, ...]
    theirs: tuple[Unit, ...] | None = None
    inserted: bool = False  # a clash over nothing in the base: both put something in the same place


class _Hunk(NamedTuple):
    """`base[low:high]` became `side[start:end]`."""

    low: int
    high: int
    start: int
    end: int
    ours: bool


def merge_units(
    base: Sequence[Unit], ours: Sequence[Unit], theirs: Sequence[Unit]
) -> Iterator[Stretch]:
    """Merge, in stretches that lie one behind the other."""
    done, shift = 0, 0  # how far we are in base, and how much further ours is
    hunks = sorted([*_hunks(base, ours, ours=True), *_hunks(base, theirs, ours=False)])
    for cluster in _clusters(hunks):
        low, high = cluster[0].low, max(hunk.high for hunk in cluster)
        yield Stretch(tuple(ours[done + shift : low + shift]))
        mine = _changed([hunk for hunk in cluster if hunk.ours], low, high, ours)
        other = _changed([hunk for hunk in cluster if not hunk.ours], low, high, theirs)
        yield _resolve(mine, other, inserted=low == high)
        done = high
        shift += 0 if mine is None else len(mine) - (high - low)
    yield Stretch(tuple(ours[done + shift :]))


def _hunks(base: Sequence[Unit], side: Sequence[Unit], *, ours: bool) -> Iterator[_Hunk]:
    matcher = SequenceMatcher(
        None, [unit.key for unit in base], [unit.key for unit in side], autojunk=False
    )
    for tag, low, high, start, end in matcher.get_opcodes():
        if tag != "equal":
            yield _Hunk(low, high, start, end, ours)


def _clusters(hunks: Sequence[_Hunk]) -> Iterator[list[_Hunk]]:
    """Group changes that meet; they come sorted."""
    cluster: list[_Hunk] = []
    for hunk in hunks:
        if cluster and not any(_meet(hunk, other) for other in cluster):
            yield cluster
            cluster = []
        cluster.append(hunk)
    if cluster:
        yield cluster


def _meet(one: _Hunk, other: _Hunk) -> bool:
    if one[:2] == other[:2]:
        return True
    low, high = max(one.low, other.low), min(one.high, other.high)
    if one.low == one.high or other.low == other.high:
        return min(one.low, other.low) < low <= high < max(one.high, other.high)
    return low < high


def _changed(
    hunks: Sequence[_Hunk], low: int, high: int, side: Sequence[Unit]
) -> tuple[Unit, ...] | None:
    """What a side has in place of `base[low:high]`; None where that is what base has."""
    if not hunks:
        return None
    first, last = hunks[0], hunks[-1]
    return tuple(side[first.start - (first.low - low) : last.end + (high - last.high)])


def _resolve(
    mine: tuple[Unit, ...] | None, other: tuple[Unit, ...] | None, *, inserted: bool
) -> Stretch:
    if mine is None:
        return Stretch(other or ())
    if other is None or [unit.key for unit in mine] == [unit.key for unit in other]:
        return Stretch(mine)
    return Stretch(mine, other, inserted)
