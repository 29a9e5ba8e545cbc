"""Objects whose parts are spread over `allOf`, put together again."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.model import Json, Schema
from mcpgen.planners.views import Side, Views

_PLAIN = {
    "type", "properties", "required", "description", "title", "examples", "default", "allOf", "$ref",
    "additionalProperties", "unevaluatedProperties", "minProperties",
}  # fmt: skip
_UNDESCRIBED: Schema = {"description": "Required by the API, which does not describe it."}
_CLOSED: tuple[Json, ...] = (False, {"not": {}})
_DEPTH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainObject:
    """The properties of an object, those of its `allOf` parts merged in."""

    properties: dict[str, Schema]
    required: frozenset[str]


def plain_object(schema: Schema, views: Views) -> PlainObject | None:
    """A caller's view of a schema as a plain object, whose properties can be arguments of their own.

    None when the schema is anything else, open to properties that it does not name, or wants some of its optional ones,
    which a list of arguments cannot say.
    """
    parts: list[Schema] = []
    if not _collect(schema, views, "input", parts) or not all(map(_is_plain, parts)):
        return None
    if (found := _merged(parts)) is None:
        return None
    known = found.properties.keys() | views.hidden(schema, "input")
    undescribed = dict.fromkeys(sorted(_required(parts) - known), _UNDESCRIBED)
    required = found.required | undescribed.keys()
    if any(part.get("minProperties", 0) > len(required) for part in parts):
        return None
    return PlainObject(properties=found.properties | undescribed, required=required)


def known_properties(schema: Schema, views: Views, side: Side) -> PlainObject | None:
    """What is known of an object's properties, whatever else its schema says; None when nothing is."""
    parts: list[Schema] = []
    _collect(schema, views, side, parts)
    return _merged(parts) if all(part.get("type", "object") == "object" for part in parts) else None


def _collect(schema: Schema, views: Views, side: Side, parts: list[Schema], depth: int = 0) -> bool:
    """Gather the schema and its `allOf` parts; False where they go too deep, or in a circle."""
    if depth > _DEPTH:
        return False
    whole = views.resolve(schema, side)
    parts.append(whole)
    shallow = True
    for part in whole.get("allOf", ()):
        shallow &= _collect(part, views, side, parts, depth + 1)
    return shallow


def _is_plain(schema: Schema) -> bool:
    open_to_others = schema.get("additionalProperties", False) not in _CLOSED
    return (
        schema.get("type", "object") == "object" and schema.keys() <= _PLAIN and not open_to_others
    )


def _merged(parts: list[Schema]) -> PlainObject | None:
    properties: dict[str, Schema] = {}
    for part in parts:
        for name, child in part.get("properties", {}).items():
            properties[name] = _both(properties.get(name), child)
    required = _required(parts) & properties.keys()
    return PlainObject(properties=properties, required=required) if properties else None


def _required(parts: list[Schema]) -> frozenset[str]:
    named = (name for part in parts for name in part.get("required", ()))
    return frozenset(name for name in named if isinstance(name, str))


def _both(one: Schema | None, two: Schema) -> Schema:
    if one is None or one == two or not one:
        return two
    return {"allOf": [one, two]} if two else one
