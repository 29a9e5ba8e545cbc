"""Where a thing was written: a file and a JSON pointer; lines are looked up only to be shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """A place in a description. `pointer` is a JSON pointer (RFC 6901), `""` the whole file.

    `line` and `column` count from 1 and are set only where a file could not be parsed, so that no pointer leads there.
    """

    file: str
    pointer: str = ""
    line: int = 0
    column: int = 0

    def child(self, *keys: str | int) -> Origin:
        """The place below this one, each key escaped as RFC 6901 asks."""
        tail = "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in keys)
        return Origin(self.file, self.pointer + tail)
