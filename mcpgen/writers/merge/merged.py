"""What a merge gives: a text, and the parts where two sides met."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """The three texts of a merge, with plain newlines: as generated last, as it is, as generated now."""

    base: str
    ours: str
    theirs: str


class ClashKind(StrEnum):
    """Why a part stays as its owner has it."""

    BOTH = "both"  # both sides changed it
    DROPPED = "dropped"  # it is no longer generated, but edited or used
    DELETED = "deleted"  # its owner removed it, and there is a new version


@dataclass(frozen=True, slots=True)
class Clash:
    """A part that stays as its owner has it: `list_pets, body`, `project.version`, `line 12`."""

    part: str
    kind: ClashKind = ClashKind.BOTH


@dataclass(frozen=True, slots=True)
class Merged:
    """The text of a merge, which always parses, with the owner's version wherever the sides clash."""

    text: str
    clashes: tuple[Clash, ...] = ()


class Unmergeable(Exception):  # noqa: N818  # a state of the file, not a fault of ours
    """A side cannot be read as what its name says; the text says why, as a clause."""
