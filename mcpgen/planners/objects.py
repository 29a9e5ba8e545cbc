"""Whether a body is a plain object of properties, whose properties can be arguments of their own."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.model import Schema
from mcpgen.planners.views import Views

_PLAIN = {
    "type", "properties", "required", "description", "title", "examples", "default", "allOf", "$ref",
    "additionalProperties", "unevaluatedProperties", "minProperties", "$schema", "$id", "$anchor", "$defs",
}  # fmt: skip
_DEPTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainObject:
    """The properties of an object, those of its `allOf` parts merged in."""

    properties: dict[str, Schema]
    required: frozenset[str]


def plain_object(schema: Schema, views: Views) -> PlainObject | None:
    """A caller's view of a schema as a plain object; None when it is anything else, or open to other keys."""
    parts: list[Schema] = []
    if not _collect(schema, views, parts, depth=0):
        return None
    properties: dict[str, Schema] = {}
    required: set[str] = set()
    for part in parts:
        required |= {name for name in part.get("required", ()) if isinstance(name, str)}
        for name, child in part.get("properties", {}).items():
            properties[name] = _both(properties.get(name), child)
    return PlainObject(properties=properties, required=frozenset(required & properties.keys())) if properties else None


def _collect(schema: Schema, views: Views, parts: list[Schema], depth: int) -> bool:
    """Gather the schema and its `allOf` parts; False as soon as one of them is not plain."""
    whole = views.resolve(schema, "input")
    if depth > _DEPTH or not _is_plain(whole):
        return False
    parts.append(whole)
    return all(_collect(part, views, parts, depth + 1) for part in whole.get("allOf", ()))


def _is_plain(schema: Schema) -> bool:
    kind = schema.get("type", "object")
    open_to_others = schema.get("additionalProperties", False) not in (False, {"not": {}})
    return kind == "object" and schema.keys() <= _PLAIN and not open_to_others


def _both(one: Schema | None, two: Schema) -> Schema:
    if one is None or one == two:
        return two
    return {"allOf": [one, two]}
