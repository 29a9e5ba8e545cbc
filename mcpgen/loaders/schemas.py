"""Schemas of every dialect to JSON Schema 2020-12.

Each schema that something refers to is lifted once and becomes a definition; only schemas that are reached are lifted.
Names are given at the end, when all definitions are known, so that they do not depend on the order of operations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders.node import Node
from mcpgen.loaders.pointers import split
from mcpgen.loaders.references import References, circular, reference_of
from mcpgen.loaders.schema_lift import SchemaLift
from mcpgen.loaders.schema_names import Place, name_all
from mcpgen.model import Json, JsonObject, Schema

_LONGEST_CHAIN: Final = 100


@dataclass(slots=True, eq=False)
class _Target:
    """A schema that is referred to, and the spots where its name is to be written."""

    node: Node
    spots: list[tuple[JsonObject, str]] = field(default_factory=list[tuple[JsonObject, str]])
    schema: Schema = field(default_factory=dict[str, Json])


class Schemas:
    """Lifts schemas, and keeps the definitions that they need."""

    def __init__(
        self, references: References, diagnostics: Diagnostics, entry: Node, *, siblings: bool
    ) -> None:
        self._references = references
        self._entry = entry
        self._lift = SchemaLift(diagnostics, references, self.refer, siblings=siblings)
        self._targets: dict[Place, _Target] = {}
        self._waiting: list[_Target] = []
        self.names: dict[Place, str] = {}

    def lift(self, node: Node) -> Schema:
        """Give the schema of a node in JSON Schema 2020-12; its references are named by `definitions`."""
        return self._lift.schema(node)

    def refer(self, node: Node, reference: str, holder: JsonObject, key: str) -> bool:
        """Have `holder[key]` name the target of a reference; False when it leads nowhere, which is reported."""
        found = self._target(node, reference, key)
        if found is None:
            return False
        place = (found.file.name, tuple(split(found.pointer)))
        target = self._targets.get(place)
        if target is None:
            target = self._targets[place] = _Target(found)
            self._waiting.append(target)
        target.spots.append((holder, key))
        return True

    def _target(self, node: Node, reference: str, key: str) -> Node | None:
        """Go through schemas that are nothing but a reference to another."""
        found = self._references.find(node, reference, key)
        for _ in range(_LONGEST_CHAIN):
            if found is None or not self._lift.is_alias(found.value):
                break
            found = self._references.find(found, str(reference_of(found.value)))
        else:
            self._references.report(node, circular(reference), key)
            return None
        return found

    def definitions(self, others: Iterable[Place] = ()) -> dict[str, Schema]:
        """Lift what is still waiting, name all definitions, and write the names into every reference.

        `others` are definitions to which nothing refers that was lifted: they have names, and accept anything.
        """
        while self._waiting:
            target = self._waiting.pop()
            target.schema = self._lift.schema(target.node)
        places = {*self._targets, *others}
        names = self.names = name_all(places, self._entry.file.name, self._aliases())
        for place, target in self._targets.items():
            for holder, key in target.spots:
                holder[key] = f"#/$defs/{names[place]}"
        return {
            names[place]: self._targets[place].schema if place in self._targets else {}
            for place in sorted(places, key=names.__getitem__)
        }

    def _aliases(self) -> dict[Place, str]:
        """Find components of the entry file that only refer to something else: it is called as they are."""
        aliases: dict[Place, str] = {}
        for name, node in self._components():
            reference = reference_of(node.value)
            if reference is None or not self._lift.is_alias(node.value):
                continue
            place = self._references.place(node, reference)
            aliases.setdefault(place, name)
        return aliases

    def _components(self) -> list[tuple[str, Node]]:
        root = self._entry
        components = root.get("components")
        sections = (components.get("schemas") if components else None, root.get("definitions"))
        return [member for section in sections if section for member in section.members()]
