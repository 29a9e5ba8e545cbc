"""Where a thing was written: a file and a JSON pointer; lines are looked up only to be shown."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Origin:
    """A place in a description. `pointer` is a JSON pointer (RFC 6901), `""` the whole file."""

    file: str
    pointer: str = ""

    def child(self, *keys: str | int) -> Origin:
        """The place below this one, each key escaped as RFC 6901 asks."""
        tail = "".join(f"/{str(key).replace('~', '~0').replace('/', '~1')}" for key in keys)
        return Origin(self.file, self.pointer + tail)
