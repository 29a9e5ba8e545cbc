"""What changed for callers, as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Aspect(StrEnum):
    """What of a tool, or of the whole server, is different."""

    ARGUMENTS = "arguments"
    RESULT = "result"
    AUTH = "auth"
    ADDRESS = "base URL"
    ANNOTATIONS = "annotations"
    CONFIRMATION = "confirmation"
    DESCRIPTION = "description"
    OPERATION = "operation"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing that changed. `tool` is empty for the whole server, `place` names what of it: `filter.status`.

    `breaking` when what worked may work no longer; `security` when a person should look at it before it is trusted.
    """

    tool: str = ""
    aspect: Aspect
    place: str = ""
    text: str
    breaking: bool = False
    security: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """A tool under another name; the old one may go on working."""

    old: str
    new: str
    kept: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Everything that changed for callers from one server to another."""

    added: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    renamed: tuple[Renamed, ...] = ()
    differences: tuple[Difference, ...] = ()

    @property
    def changed(self) -> tuple[str, ...]:
        """The tools in both that are not the same."""
        return tuple(dict.fromkeys(each.tool for each in self.differences if each.tool))

    @property
    def breaking(self) -> bool:
        """Whether something that worked may work no longer."""
        lost = self.removed or any(not each.kept for each in self.renamed)
        return bool(lost) or any(each.breaking for each in self.differences)

    @property
    def security(self) -> bool:
        """Whether something changed that a person should look at."""
        return any(each.security for each in self.differences)

    @property
    def empty(self) -> bool:
        """Whether nothing changed for callers."""
        return not (self.added or self.removed or self.renamed or self.differences)

    def __iter__(self) -> Iterator[Difference]:
        return iter(self.differences)
