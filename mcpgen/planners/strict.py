"""Input schemas for the strict mode of OpenAI: every property is required, every object closed, everything has a type.

What is optional takes null instead, which the server reads as left out. What has no shape (an object of any properties)
cannot be said at all: an optional one is left out, and a tool that requires one keeps its schema and is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from mcpgen.model import Json, Schema, is_array, is_object
from mcpgen.planners.parts_of_schemas import joined, without
from mcpgen.planners.views import REF, ref_name

_WORDS = (
    "$defs $ref type properties required additionalProperties items anyOf enum const description title format pattern "
    "minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems"
)
_FORMATS = "date-time time date duration email hostname ipv4 ipv6 uuid"
WORDS: Final = frozenset(_WORDS.split())
FORMATS: Final = frozenset(_FORMATS.split())
_SCALARS: Final = ["string", "number", "boolean"]
# What says nothing of a value that is no object, no array and no choice among schemas.
_OF_OTHERS: Final = frozenset({"items", "properties", "required", "additionalProperties", "anyOf"})
_LOOKAROUND: Final = re.compile(r"\(\?[=!<]")


# It is no error: the property is left out, or the tool kept as it is.
class _Shapeless(Exception):  # noqa: N818
    """A schema that strict mode has no words for."""


def for_strict(schema: Schema) -> Schema | None:
    """The schema of a tool's arguments as strict mode takes it; None where that cannot be said."""
    definitions: Mapping[str, Schema] = schema.get("$defs", {})
    shaper = _Shaper(definitions)
    try:
        root = shaper.closed(without(schema, "$defs"))
    except _Shapeless:
        return None
    used = _reached(root, shaper.shaped)
    return {**root, "$defs": used} if used else root


class _Shaper:
    """Shapes the definitions first: those that cannot be shaped make all that refers to them shapeless."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self._definitions = definitions
        self.shaped: dict[str, Schema] = {name: {} for name in definitions}
        before = -1
        while before != len(self.shaped):
            before = len(self.shaped)
            self.shaped = {name: made for name in self.shaped if (made := self._definition(name))}

    def _definition(self, name: str) -> Schema | None:
        try:
            return self.plain(self._definitions[name])
        except _Shapeless:
            return None

    def plain(self, node: Schema) -> Schema:
        """A schema without what is optional about it."""
        node = joined(node, self._definitions)
        if name := ref_name(node):
            if name not in self.shaped:
                raise _Shapeless
            reference, told = {"$ref": f"{REF}{name}"}, _told(node)
            return {"anyOf": [reference], **told} if told else reference
        if "anyOf" in node and "properties" not in node and node.get("type", "object") == "object":
            return {**_told(node), "anyOf": self._branches(node["anyOf"])}
        kinds = _kinds(node)
        if "object" in kinds:
            if len([kind for kind in kinds if kind != "null"]) > 1:
                raise _Shapeless
            return self.closed(node)
        items = {"items": self._items(node)} if "array" in kinds else {}
        rest = {key: value for key, value in node.items() if key not in _OF_OTHERS}
        return _worded({**rest, **items, "type": kinds[0] if len(kinds) == 1 else kinds})

    def closed(self, node: Schema) -> Schema:
        """An object that has all its properties and no others."""
        given: Mapping[str, Schema] = node.get("properties", {})
        if not given and node.get("additionalProperties") is not False:
            raise _Shapeless
        required = node.get("required", ())
        properties: dict[str, Schema] = {}
        for name, child in given.items():
            try:
                made = self.plain(child)
            except _Shapeless:
                if name in required:
                    raise
                continue
            properties[name] = made if name in required else _nullable(made)
        kept = _worded({key: node[key] for key in ("type", "title", "description") if key in node})
        return {
            **kept,
            "type": node.get("type", "object"),
            "properties": properties,
            "required": list(properties),
            "additionalProperties": False,
        }

    def _branches(self, branches: list[Json]) -> list[Schema]:
        """Those of the alternatives that have a shape."""
        made: list[Schema] = []
        for each in branches:
            with suppress(_Shapeless):
                made += [self.plain(each)] if is_object(each) else []
        if not made:
            raise _Shapeless
        return made

    def _items(self, node: Schema) -> Schema:
        items = node.get("items")
        return self.plain(items) if is_object(items) else {"type": _SCALARS}


def _told(node: Schema) -> Schema:
    return {key: node[key] for key in ("title", "description") if key in node}


def _kinds(node: Schema) -> list[str]:
    """The types of a schema, found by its other words where it names none."""
    kind = node.get("type")
    if is_array(kind):
        return list(dict.fromkeys(map(str, kind)))
    if isinstance(kind, str):
        return [kind]
    if "properties" in node:
        return ["object"]
    if "items" in node:
        return ["array"]
    values = node.get("enum", [node["const"]] if "const" in node else [])
    return list(dict.fromkeys(map(_kind_of, values))) or _SCALARS


def _kind_of(value: Json) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int | float):
        return "number"
    if isinstance(value, str):
        return "string"
    raise _Shapeless


def _worded(node: Schema) -> Schema:
    """What strict mode has words for."""
    kept = {key: value for key, value in node.items() if key in WORDS}
    if kept.get("format") not in FORMATS:
        kept = without(kept, "format")
    if _LOOKAROUND.search(str(kept.get("pattern", ""))):
        kept = without(kept, "pattern")
    return kept


def _nullable(node: Schema) -> Schema:
    """The same or null."""
    if "anyOf" in node:
        branches = node["anyOf"]
        return node if _NULL in branches else {**node, "anyOf": [*branches, _NULL]}
    if node.keys() & {"$ref", "enum", "const", "properties"}:
        told = _told(node)
        rest = {key: value for key, value in node.items() if key not in told}
        return {**told, "anyOf": [rest, _NULL]}
    kind = node["type"]
    kinds = kind if is_array(kind) else [kind]
    return {**node, "type": [*kinds, *([] if "null" in kinds else ["null"])]}


_NULL: Final[Schema] = {"type": "null"}


def _reached(root: Schema, definitions: Mapping[str, Schema]) -> dict[str, Schema]:
    """The definitions that a schema needs."""
    found: dict[str, Schema] = {}
    todo: list[Json] = [root]
    while todo:
        node = todo.pop()
        if is_array(node):
            todo += node
        elif is_object(node):
            name = ref_name(node)
            if name and name not in found:
                found[name] = definitions[name]
                todo.append(definitions[name])
            todo += node.values()
    return {name: found[name] for name in definitions if name in found}
