"""The rule of every three-way merge: a side that changed nothing gives way."""

from __future__ import annotations

from typing import TypeVar

_T = TypeVar("_T")


class BothChanged(Exception):  # noqa: N818  # a state of the two sides
    """Both sides changed something, each in its own way."""


def pick(old: _T, mine: _T, new: _T) -> _T:
    """The side that changed; BothChanged when that is no answer."""
    if mine == old:
        return new
    if new in (old, mine):
        return mine
    raise BothChanged
