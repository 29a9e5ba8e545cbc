"""What `apply` would do to a project, and why: data that `check`, `diff` and `--dry-run` print."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class ChangeKind(StrEnum):
    """What happens to one file."""

    CREATE = "create"
    UPDATE = "update"
    MERGE = "merge"  # the owner's edits and ours, both
    CONFLICT = (
        "conflict"  # merged as far as it goes: where both changed one part, the owner's stays
    )
    KEEP = "keep"  # the owner's, and nothing of ours to add
    DELETE = "delete"
    REFUSE = "refuse"  # writing it would lose something
    UNCHANGED = "unchanged"


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One file: its bytes before and after, None where there is none. `reason` is a clause, without a full stop."""

    path: str
    kind: ChangeKind
    reason: str = ""
    before: bytes | None = None
    after: bytes | None = None

    @property
    def writes(self) -> bool:
        """Whether anything on disk would differ."""
        return self.before != self.after


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """Everything that happens to a project: its files, and `memory`, our own notes in `.mcpgen/`, written last."""

    files: tuple[Change, ...]
    memory: tuple[Change, ...] = ()

    def __iter__(self) -> Iterator[Change]:
        return iter(self.files)

    @property
    def refused(self) -> tuple[Change, ...]:
        """What stands in the way."""
        return tuple(each for each in self.files if each.kind is ChangeKind.REFUSE)

    @property
    def pending(self) -> tuple[Change, ...]:
        """What would be written, in the order of writing."""
        return tuple(each for each in (*self.files, *self.memory) if each.writes)
