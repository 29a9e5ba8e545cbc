"""Values that lie where schemas differ: what two schemas name, each a little more and a little less.

They prove a break: a value that was legal and no longer is (of arguments), or that comes now and was not described (of
results). Of arguments, only those count that a caller could know of: properties that the old schema describes.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, FormatChecker

TEXTS = (
    "",
    "a",
    "ab",
    "abc",
    "abcdef",
    "x-1",
    "2024-02-03",
    "2024-02-03T12:00:00Z",
    "ann@example.com",
    "https://example.com/a",
    "00000000-0000-4000-8000-000000000001",
    "192.0.2.1",
)
FORMATS = FormatChecker(["date", "email", "ipv4", "uuid"])


@FORMATS.checks("int32")
def _is_int32(value: object) -> bool:
    return not isinstance(value, int) or -(2**31) <= value < 2**31


@FORMATS.checks("int64")
def _is_int64(value: object) -> bool:
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def validator(schema: Any) -> Draft202012Validator:
    return Draft202012Validator(schema, format_checker=FORMATS)


def accepts(schema: Any, value: Any) -> bool:
    return validator(schema).is_valid(value)


def proof_of_break(old: Any, new: Any, *, result: bool) -> Any:
    """A value that proves it, in a list; an empty list where none was found."""
    allowed, limit = (new, old) if result else (sealed(old), new)
    before, after = validator(allowed), validator(limit)
    found = (x for x in values(old, new) if before.is_valid(x) and not after.is_valid(x))
    return list(itertools.islice(found, 1))


def sealed(schema: Any) -> Any:
    """The schema without properties that it does not describe: `unevaluatedProperties` sees through `allOf` and `$ref`."""
    return _closed(_sealed(schema))


def _sealed(schema: Any) -> Any:
    if isinstance(schema, list):
        return [_sealed(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {key: _sealed_below(key, value) for key, value in schema.items()}


def _sealed_below(key: str, value: Any) -> Any:
    match key:
        case "properties" | "patternProperties":
            return {name: _closed(_sealed(child)) for name, child in value.items()}
        case "items" | "additionalProperties":
            return _closed(_sealed(value))
        case "prefixItems":
            return [_closed(_sealed(child)) for child in value]
        case "$defs":
            return {name: _sealed(child) for name, child in value.items()}
        case "allOf" | "anyOf" | "oneOf":
            return _sealed(value)
        case _:
            return value


def _closed(schema: Any) -> Any:
    if isinstance(schema, dict) and "additionalProperties" not in schema:
        return {**schema, "unevaluatedProperties": False}
    return schema


def values(*schemas: Any) -> list[Any]:
    """Candidates, each once."""
    definitions: dict[str, list[Any]] = {}
    for schema in schemas:
        for name, child in (schema.get("$defs", {})).items():
            definitions.setdefault(name, []).append(child)
    return _candidates(list(schemas), definitions, 0)


def _candidates(schemas: list[Any], definitions: dict[str, list[Any]], depth: int) -> list[Any]:
    """Values for a place of which several schemas speak."""
    spoken = [part for each in schemas for part in _parts(each, definitions, 0)]
    found: list[Any] = [value for each in spoken for value in _named(each)]
    found += [None, True, False, 0, 1, -1, 1.5, 2**40, 2**70, *TEXTS]
    if depth < 3:
        found += _arrays(spoken, definitions, depth)
        found += _objects(spoken, definitions, depth)
    return list({repr(value): value for value in found}.values())


def _parts(schema: Any, definitions: dict[str, list[Any]], depth: int) -> Iterator[Any]:
    if not isinstance(schema, dict) or depth > 3:
        return
    yield schema
    inner = [each for key in ("allOf", "anyOf", "oneOf") for each in schema.get(key, ())]
    inner += [schema[key] for key in ("not", "contains") if key in schema]
    inner += definitions.get(schema.get("$ref", "").removeprefix("#/$defs/"), ())
    for each in inner:
        yield from _parts(each, definitions, depth + 1)


def _named(schema: Any) -> Iterator[Any]:
    yield from schema.get("enum", ())
    if "const" in schema:
        yield schema["const"]
    for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
        if key in schema:
            yield from (schema[key] + step for step in (-1, -0.5, 0, 0.5, 1))
    for key in ("minLength", "maxLength"):
        if key in schema:
            yield from ("z" * length for length in range(max(0, schema[key] - 1), schema[key] + 2))


def _arrays(spoken: list[Any], definitions: dict[str, list[Any]], depth: int) -> Iterator[Any]:
    items = [each["items"] for each in spoken if "items" in each]
    items += [item for each in spoken for item in each.get("prefixItems", ())]
    inner = _candidates(items, definitions, depth + 1) if items else ["a", 1]
    yield []
    for value in inner:
        yield from ([value] * length for length in (1, 2, 3, 4))
    yield from ([inner[0], value] for value in inner)


def _objects(spoken: list[Any], definitions: dict[str, list[Any]], depth: int) -> Iterator[Any]:
    children: dict[str, list[Any]] = {"zz": [{}]}
    for each in spoken:
        for name, child in each.get("properties", {}).items():
            children.setdefault(name, []).append(child)
        for pattern, child in each.get("patternProperties", {}).items():
            children.setdefault(pattern.strip("^$"), []).append(child)
        children["zz"].append(each.get("additionalProperties", {}))
    inner = {name: _candidates(each, definitions, depth + 1) for name, each in children.items()}
    usual = {name: _usual(children[name], inner[name], definitions) for name in inner}
    del usual["zz"]
    yield {}
    for name, choices in inner.items():
        rest = {key: value for key, value in usual.items() if key != name}
        yield rest
        yield from ({name: value} for value in choices)
        yield from ({**rest, name: value} for value in choices)


def _usual(schemas: list[Any], choices: list[Any], definitions: dict[str, list[Any]]) -> Any:
    """The first value that all schemas allow, else that most do."""
    first = {name: each[0] for name, each in definitions.items()}
    rooted = [{**each, "$defs": first} for each in schemas if isinstance(each, dict)]
    return max(choices, key=lambda value: sum(accepts(each, value) for each in rooted))
