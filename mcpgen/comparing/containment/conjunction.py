"""Schemas that apply together: taken apart, and joined into one where that is possible.

A joined schema allows at least what its parts allow together: what cannot be joined is left out, never tightened.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import TypeAlias

from mcpgen.model import Json, Schema, is_array

_REF = "#/$defs/"
Either: TypeAlias = Schema | bool
_LARGEST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_SMALLEST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


def conjuncts(
    schema: Either, definitions: Mapping[str, Schema], seen: frozenset[str] = frozenset()
) -> Iterator[Either]:
    """The schemas that apply to the same value, without `$ref` and `allOf`."""
    if isinstance(schema, bool):
        yield schema
        return
    rest = {key: value for key, value in schema.items() if key not in {"$ref", "allOf", "$defs"}}
    if rest.get("not") == {}:
        yield False
    elif rest:
        yield rest
    ref = schema.get("$ref", "")
    if ref and ref not in seen:
        target = definitions.get(ref.removeprefix(_REF), {})
        yield from conjuncts(target, definitions, seen | {ref})
    for each in schema.get("allOf", ()):
        yield from conjuncts(each, definitions, seen)


def joined(schema: Either, definitions: Mapping[str, Schema]) -> Either:
    """A schema with all that applies to the same value in one place."""
    start: Either = {}
    return reduce(_join, conjuncts(schema, definitions), start)


def both(one: Either, other: Either) -> Either:
    """A schema of the values that two schemas allow."""
    if one == other or other is True:
        return one
    if one is True or one == {}:
        return other
    parts = [each for side in (one, other) for each in _listed(side)]
    return {"allOf": [each for at, each in enumerate(parts) if each not in parts[:at]]}


def _listed(schema: Either) -> list[Either]:
    if isinstance(schema, dict) and set(schema) == {"allOf"}:
        return list(schema["allOf"])
    return [schema]


def _join(one: Either, other: Either) -> Either:
    if isinstance(one, bool) or isinstance(other, bool):
        return False if one is False or other is False else other if one is True else one
    result = {**other, **one}
    for key in set(one) & set(other):
        result[key] = _value(key, one[key], other[key])
    if "properties" in one or "properties" in other:
        result["properties"] = _properties(one, other)
    if "type" in result and not result["type"]:
        return False
    return result


def _value(key: str, one: Json, other: Json) -> Json:
    if key in _LARGEST:
        return max(one, other)
    if key in _SMALLEST:
        return min(one, other)
    match key:
        case "type":
            return _types(one, other)
        case "enum":
            return [value for value in one if value in other]
        case "required":
            return [*one, *(name for name in other if name not in one)]
        case "uniqueItems":
            return one or other
        case "items" | "additionalProperties":
            return both(one, other)
        case "not":
            return {"anyOf": [*_excluded(one), *_excluded(other)]}
        case _:
            return one


def _excluded(schema: Schema) -> list[Schema]:
    return list(schema["anyOf"]) if set(schema) == {"anyOf"} else [schema]


def _types(one: Json, other: Json) -> list[str]:
    """The types in both; an integer is a number too."""
    first, second = ({*each} if is_array(each) else {each} for each in (one, other))
    common = first & second
    if "integer" in first | second and "number" in first | second:
        common |= {"integer"} if "number" not in common else set()
    return sorted(common)


def _properties(one: Schema, other: Schema) -> dict[str, Either]:
    """The properties of both; what the other side says of undescribed ones holds for them too."""
    mine, theirs = one.get("properties", {}), other.get("properties", {})
    return {
        name: both(_described(name, mine, one), _described(name, theirs, other))
        for name in [*mine, *(name for name in theirs if name not in mine)]
    }


def _described(name: str, properties: Mapping[str, Either], schema: Schema) -> Either:
    if name in properties:
        return properties[name]
    return True if "patternProperties" in schema else schema.get("additionalProperties", True)
