"""A value of a description together with the place it was written at."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.loaders.library import File
from mcpgen.loaders.pointers import escape
from mcpgen.model import Json, Origin, is_array, is_object


@dataclass(frozen=True, slots=True)
class Node:
    """A value, its file, and the JSON pointer to it. Children are nodes too; nothing is copied."""

    value: Json
    file: File
    pointer: str = ""

    @property
    def origin(self) -> Origin:
        """Where this was written."""
        return Origin(self.file.label, self.pointer)

    def get(self, key: str) -> Node | None:
        """Give the member of an object; None when it is absent or null, or when this is no object."""
        value = self.value.get(key) if is_object(self.value) else None
        return None if value is None else Node(value, self.file, f"{self.pointer}/{escape(key)}")

    def child(self, key: str | int) -> Node:
        """Give a member that is known to exist."""
        return Node(self.value[key], self.file, f"{self.pointer}/{escape(str(key))}")

    def members(self) -> Iterator[tuple[str, Node]]:
        """Give the members of an object; none when this is no object."""
        if is_object(self.value):
            for key in self.value:
                yield key, self.child(key)

    def items(self) -> Iterator[Node]:
        """Give the items of an array; none when this is no array."""
        if is_array(self.value):
            for index in range(len(self.value)):
                yield self.child(index)
