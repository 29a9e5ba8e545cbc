"""What every part of a lift needs: the dialect, references, schemas, and a way to report."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders.library import Refusal
from mcpgen.loaders.node import Node
from mcpgen.loaders.references import References, reference_of
from mcpgen.loaders.schema_checks import WRONG
from mcpgen.loaders.schema_checks import flag as to_flag
from mcpgen.loaders.schema_checks import text as to_text
from mcpgen.loaders.schema_names import Place
from mcpgen.loaders.schemas import Schemas
from mcpgen.model import Server, is_array, is_object

T = TypeVar("T")

# What a schema has and neither a body nor a response, and the other way round.
_OF_SCHEMAS: Final = frozenset({"type", "properties", "items", "enum", "allOf", "oneOf", "anyOf"})
_OF_OTHERS: Final = frozenset({"content", "schema", "headers", "links", "examples"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialect:
    """What differs between the versions of OpenAPI 3."""

    name: str
    siblings: bool  # keywords beside `$ref` count in schemas
    methods: tuple[str, ...]
    locations: tuple[str, ...]
    additional_operations: bool = False


@dataclass(slots=True, kw_only=True)
class Context:
    """One lift: from `entry`, the root of the description, retrieved from `address` (empty for a local file).

    `servers` are the document's, once they have been read; `outlined` are the keys of operations that are not read further
    than their names, and `familiar` the places of definitions that they reach.
    """

    entry: Node
    address: str
    dialect: Dialect
    references: References
    schemas: Schemas
    diagnostics: Diagnostics
    servers: tuple[Server, ...] = ()
    outlined: frozenset[str] = frozenset()
    familiar: frozenset[Place] = frozenset()
    _made: dict[tuple[str, str, str], tuple[Any, Any]] = field(
        default_factory=dict[tuple[str, str, str], tuple[Any, Any]]
    )

    def report(self, node: Node, code: str, message: str, key: str | None = None) -> None:
        """Report a finding at a node, or at a member of it."""
        self.diagnostics.report(
            code, message, node.origin if key is None else node.origin.child(key)
        )

    def follow(self, node: Node | None) -> Node | None:
        """Give what a node stands for when it is a reference; None when it leads nowhere, which is reported."""
        return None if node is None else self.references.follow(node)

    def part(self, node: Node | None, meant: str) -> Node | None:
        """Follow like `follow`, but not from the place of a response or a body to a schema, which stands inside of one."""
        found = self.follow(node)
        if node is None or found is None or reference_of(node.value) is None:
            return found
        keys = found.value.keys() if is_object(found.value) else frozenset[str]()
        if keys.isdisjoint(_OF_SCHEMAS) or not keys.isdisjoint(_OF_OTHERS):
            return found
        message = f"`{reference_of(node.value)}` leads to a schema, and {meant} belongs here"
        help_ = "Put the reference under the `schema` of what belongs here; it is left out."
        self.references.report(node, Refusal(code="MG124", message=message, help=help_))
        return None

    def once(self, kind: str, node: Node, make: Callable[[Context, Node], T]) -> T:
        """Lift a component once, however many operations refer to it."""
        place = (kind, node.file.uri, node.pointer)
        known = self._made.get(place)
        if known is not None and known[0] is node.value:
            return known[1]  # type: ignore[no-any-return]  # `make` of that kind made it
        made = make(self, node)
        self._made[place] = (node.value, made)
        return made

    def text(self, node: Node, key: str) -> str:
        """Give the text under a key, `""` when there is none; text may come by reference in real documents."""
        value = node.value.get(key) if is_object(node.value) else None
        if isinstance(value, str):
            return value
        if value is None:
            return ""
        if is_object(value) and "$ref" in value:
            found = self.follow(node.child(key))
            value = found.value if found else ""
        text = to_text(value)
        if text is WRONG:
            self.report(node, "MG206", f"`{key}` must be text; left out", key)
            return ""
        return str(text)

    def flag(self, node: Node, key: str, *, default: bool = False) -> bool:
        """Give the boolean under a key."""
        value = node.value.get(key)
        if value is None:
            return default
        read = to_flag(value)
        if read is WRONG:
            self.report(node, "MG206", f"`{key}` must be true or false; left out", key)
            return default
        if not isinstance(value, bool):
            self.report(node, "MG207", f"`{key}` must be true or false, not text", key)
        return bool(read)

    def member(self, node: Node, key: str) -> Node | None:
        """Give the object under a key, behind its reference if it is one."""
        found = self.follow(node.get(key))
        if found is not None and not is_object(found.value):
            self.report(found, "MG206", f"`{key}` must be an object; left out")
            return None
        return found

    def members(self, node: Node, key: str) -> Iterator[tuple[str, Node]]:
        """Give the objects of a map, each behind its reference."""
        owner = self.member(node, key)
        for name, child in owner.members() if owner else ():
            found = self.follow(child)
            if found is not None and is_object(found.value):
                yield name, found
            elif found is not None:
                self.report(found, "MG206", f"`{name}` must be an object; left out")

    def items(self, node: Node, key: str) -> Iterator[Node]:
        """Give the items of a list, each behind its reference."""
        owner = node.get(key)
        if owner is not None and not is_array(owner.value):
            self.report(owner, "MG206", f"`{key}` must be a list; left out")
            return
        for child in owner.items() if owner else ():
            found = self.follow(child)
            if found is not None:
                yield found


def extensions(node: Node) -> dict[str, Any]:
    """Give the `x-` members of an object."""
    return {key: value for key, value in node.value.items() if key.startswith("x-")}
