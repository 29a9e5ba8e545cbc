"""Legal values for schemas: what the emitted tests call tools with, each recognisable in the request it becomes."""

from __future__ import annotations

import base64
import json
import math
import re
from collections.abc import Mapping
from itertools import count
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.model import Json, JsonObject, Schema, is_array, is_object
from mcpgen.planners.names import snake
from mcpgen.planners.patterns import text_matching
from mcpgen.planners.views import merge_siblings, ref_name

_DEEP = 4
_DEEPEST = 12
_FORMATS: Mapping[str, str] = {
    "date": "2024-02-{0:02d}",
    "date-time": "2024-02-{0:02d}T12:00:00Z",
    "time": "12:00:{0:02d}Z",
    "duration": "P{0}D",
    "email": "user{0}@example.com",
    "idn-email": "user{0}@example.com",
    "hostname": "host{0}.example.com",
    "ipv4": "192.0.2.{0}",
    "ipv6": "2001:db8::{0}",
    "uri": "https://example.com/{0}",
    "url": "https://example.com/{0}",
    "iri": "https://example.com/{0}",
    "uri-reference": "/things/{0}",
    "uuid": "00000000-0000-4000-8000-{0:012d}",
}


def sample_arguments(schema: Schema) -> JsonObject | None:
    """A legal call of a tool that gives every argument it can; None when no legal value was found for a needed one."""
    properties: Mapping[str, Schema] = schema.get("properties", {})
    full, lean = (Sampler(schema.get("$defs", {}), deep=deep) for deep in (_DEEP, 1))
    arguments = {name: full.value(child, name) for name, child in properties.items()}
    validator: Any = Draft202012Validator(schema)  # its types are of an older draft
    for name in _wrong(validator, arguments):
        arguments[name] = lean.value(properties[name], name, 1)
    for name in _wrong(validator, arguments):
        del arguments[name]
    return arguments if validator.is_valid(arguments) else None


def _wrong(validator: Any, arguments: JsonObject) -> list[str]:
    """The arguments that break the schema, in order."""
    paths = (error.absolute_path for error in validator.iter_errors(arguments))
    found = {path[0] for path in paths if path}
    return [name for name in arguments if name in found]


class Sampler:
    """Makes one value after another, no two numbers or texts the same; the same schemas give the same values.

    From `deep` levels down, objects hold only what is required and arrays only what they must.
    """

    def __init__(self, definitions: Mapping[str, Schema], *, deep: int = _DEEP) -> None:
        self._definitions = definitions
        self._deep = deep
        self._numbers = count(1)

    def value(self, schema: Schema, name: str = "value", depth: int = 0) -> Json:
        """A value for a schema, after the name of the thing it stands for; legal wherever that is not too hard."""
        if target := ref_name(schema):
            whole = merge_siblings(self._definitions.get(target, {}), schema)
            return self.value(whole, name, depth + 1) if depth < _DEEPEST else None
        if "const" in schema:
            return schema["const"]
        if schema.get("enum"):
            return next((value for value in schema["enum"] if value is not None), None)
        for key in ("anyOf", "oneOf"):
            if schema.get(key):
                return self._branch(schema, key, name, depth)
        if schema.get("allOf"):
            return (
                self.value(_together(schema, self._definitions), name, depth + 1)
                if depth < _DEEPEST
                else None
            )
        return self._typed(schema, name, depth)

    def _branch(self, schema: Schema, key: str, name: str, depth: int) -> Json:
        rest = {word: value for word, value in schema.items() if word != key}
        branches = [branch for branch in schema[key] if is_object(branch)] or [{}]
        real = [branch for branch in branches if branch.get("type") != "null"] or branches
        chosen = real[0]
        joined = (
            _together({"allOf": [rest, chosen]}, self._definitions)
            if rest.keys() - {"description"}
            else chosen
        )
        return self.value(joined, name, depth + 1) if depth < _DEEPEST else None

    def _typed(self, schema: Schema, name: str, depth: int) -> Json:
        match _kind(schema):
            case "object":
                return self._object(schema, depth)
            case "array":
                return self._array(schema, name, depth)
            case "string":
                return self._text(schema, name)
            case "integer" | "number" as kind:
                return self._number(schema, whole=kind == "integer")
            case "boolean":
                return True
            case _:
                return None

    def _object(self, schema: Schema, depth: int) -> Json:
        properties: Mapping[str, Schema] = schema.get("properties", {})
        required = [name for name in schema.get("required", ()) if isinstance(name, str)]
        wanted = required if depth >= self._deep else dict.fromkeys([*required, *properties])
        made = {name: self.value(properties.get(name, {}), name, depth + 1) for name in wanted}
        extra = schema.get("additionalProperties")
        if not properties and is_object(extra) and depth < self._deep and extra != {"not": {}}:
            made["key"] = self.value(extra, "key", depth + 1)
        for number in range(len(made), int(schema.get("minProperties", 0))):
            made[f"key{number}"] = self.value(extra if is_object(extra) else {}, "key", depth + 1)
        return made

    def _array(self, schema: Schema, name: str, depth: int) -> Json:
        fixed = [
            self.value(item, name, depth + 1)
            for item in schema.get("prefixItems", ())
            if is_object(item)
        ]
        least = int(schema.get("minItems", 0))
        wanted = max(least, 0 if depth >= self._deep else min(2, int(schema.get("maxItems", 2))))
        items = schema.get("items", {})
        if not is_object(items):
            return fixed
        if schema.get("uniqueItems") and items.get("enum"):
            return items["enum"][:wanted]
        return fixed + [self.value(items, name, depth + 1) for _ in range(wanted - len(fixed))]

    def _text(self, schema: Schema, name: str) -> str:
        number = next(self._numbers)
        if schema.get("contentEncoding") == "base64":
            return base64.b64encode(f"file {number}".encode()).decode()
        if pattern := schema.get("pattern"):
            return self._matching(schema, str(pattern))
        if known := _FORMATS.get(str(schema.get("format"))):
            return known.format(number % 28 + 1)
        return _fitted(f"{snake(name)[:20] or 'text'} {number}", schema)

    def _matching(self, schema: Schema, pattern: str) -> str:
        given = [
            e for e in (schema.get("default"), *schema.get("examples", ())) if isinstance(e, str)
        ]
        least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", 10_000))
        legal = (e for e in given if least <= len(e) <= most and re.search(pattern, e))
        return next(legal, None) or text_matching(pattern, least, most)

    def _number(self, schema: Schema, *, whole: bool) -> float:
        gap = 1 if whole else 0.5
        low = max(_least(schema, "minimum"), _least(schema, "exclusiveMinimum") + gap)
        high = min(_most(schema, "maximum"), _most(schema, "exclusiveMaximum") - gap)
        number = max(low, min(next(self._numbers) + (0 if whole else 0.5), high))
        step = schema.get("multipleOf")
        if isinstance(step, int | float) and step > 0:
            number = math.ceil(number / step) * step
            number = number if number <= high else math.floor(high / step) * step
        return int(number) if whole else number


def _least(schema: Schema, key: str) -> float:
    value = schema.get(key)
    return value if isinstance(value, int | float) else -math.inf


def _most(schema: Schema, key: str) -> float:
    value = schema.get(key)
    return value if isinstance(value, int | float) else math.inf


def _kind(schema: Schema) -> str:
    kind = schema.get("type")
    if is_array(kind):
        return next((one for one in kind if one != "null"), "null")
    if isinstance(kind, str):
        return kind
    if {"properties", "additionalProperties", "required", "minProperties"} & schema.keys():
        return "object"
    if {"items", "prefixItems", "minItems"} & schema.keys():
        return "array"
    numeric = {"minimum", "maximum", "multipleOf", "exclusiveMinimum", "exclusiveMaximum"}
    return "number" if numeric & schema.keys() else "string"


def _together(schema: Schema, definitions: Mapping[str, Schema]) -> Schema:
    """One schema for an `allOf`: properties and required add up, of other keywords the first one counts."""
    whole: Schema = {}
    todo = [
        {key: value for key, value in schema.items() if key != "allOf"},
        *schema.get("allOf", ()),
    ]
    for _ in range(100):
        if not todo:
            break
        part = todo.pop(0)
        if name := ref_name(part):
            part = merge_siblings(definitions.get(name, {}), part)
        if "$ref" in part:
            continue
        todo[:0] = part.get("allOf", ())
        whole = _added(whole, {key: value for key, value in part.items() if key != "allOf"})
    return whole


def _added(whole: Schema, part: Schema) -> Schema:
    joined = {**part, **whole}
    if "properties" in whole and "properties" in part:
        joined["properties"] = {**whole["properties"]}
        for name, child in part["properties"].items():
            known = joined["properties"].get(name)
            joined["properties"][name] = child if known is None else {"allOf": [known, child]}
    if "required" in whole or "required" in part:
        joined["required"] = list(
            dict.fromkeys([*whole.get("required", ()), *part.get("required", ())])
        )
    if "enum" in whole and "enum" in part:
        joined["enum"] = [value for value in whole["enum"] if value in part["enum"]]
    return joined


def _fitted(text: str, schema: Schema) -> str:
    """`text` within minLength and maxLength, its end kept: the number there tells one value from another."""
    least, most = int(schema.get("minLength", 0)), int(schema.get("maxLength", 10_000))
    return text[-most:].strip().rjust(least, "x") if most else ""


def compact(value: Json) -> str:
    """`value` as JSON text."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
