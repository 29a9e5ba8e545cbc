"""Schemas as one side of a call sees them: what a caller sends has no readOnly, what it gets has no writeOnly parts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Literal, TypeAlias

from mcpgen.model import Json, JsonObject, Schema, is_array, is_object
from mcpgen.planners.text import NESTED_DESCRIPTION, clean

Side: TypeAlias = Literal["input", "output"]

REF = "#/$defs/"
_HIDDEN: Mapping[Side, str] = {"input": "readOnly", "output": "writeOnly"}
_MAPS = ("properties", "patternProperties", "dependentSchemas")
_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SINGLES = (
    "items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames",
    "unevaluatedItems", "unevaluatedProperties", "contentSchema",
)  # fmt: skip
# Of no use to a model: what only documentation, generators or validators of another kind read.
_NOISE = {
    "xml",
    "discriminator",
    "externalDocs",
    "readOnly",
    "writeOnly",
    "$comment",
    "title",
    "deprecated",
}
_NOISE_FORMATS = {"int32", "int64", "float", "double", "string", "password"}
_INT32: Mapping[str, int] = {"minimum": -(2**31), "maximum": 2**31 - 1}
_EXAMPLE_LENGTH = 60  # characters of JSON text


def ref_name(schema: Schema) -> str | None:
    """The definition that a schema refers to, if it does."""
    ref = schema.get("$ref")
    return ref.removeprefix(REF) if isinstance(ref, str) and ref.startswith(REF) else None


def children(schema: Schema) -> Iterator[Schema]:
    """The direct subschemas of a schema."""
    for key in _MAPS:
        yield from (child for child in schema.get(key, {}).values() if is_object(child))
    for key in _LISTS:
        yield from (child for child in schema.get(key, ()) if is_object(child))
    yield from (schema[key] for key in _SINGLES if is_object(schema.get(key)))


def map_children(schema: Schema, change: Callable[[Schema], Schema]) -> Schema:
    """A copy of `schema` with each direct subschema changed."""
    result = dict(schema)
    for key in _MAPS:
        if key in schema:
            result[key] = {name: _changed(child, change) for name, child in schema[key].items()}
    for key in _LISTS:
        if key in schema:
            result[key] = [_changed(child, change) for child in schema[key]]
    for key in _SINGLES:
        if key in schema:
            result[key] = _changed(schema[key], change)
    return result


def _changed(child: Json, change: Callable[[Schema], Schema]) -> Json:
    return change(child) if is_object(child) else child


class Views:
    """The definitions of a document, seen from either side; each is worked out once."""

    def __init__(self, definitions: Mapping[str, Schema]) -> None:
        self.definitions = definitions
        self._views: dict[tuple[str, Side], Schema] = {}
        self._hidden: dict[tuple[str, Side], frozenset[str]] = {}
        self._shared: dict[str, bool] = {}

    def definition(self, name: str, side: Side) -> Schema:
        """A definition as `side` sees it; an unknown name accepts anything."""
        key = (name, side)
        if key not in self._views:
            self._views[key] = {}  # a definition that is nothing but a reference to itself
            self._views[key] = self.view(self.definitions.get(name, {}), side)
        return self._views[key]

    def view(self, schema: Schema, side: Side) -> Schema:
        """`schema` as `side` sees it, in words a model needs; references stay."""
        own = {key: value for key, value in schema.items() if key not in _NOISE}
        own = map_children(_alternatives(schema, own), lambda child: self.view(child, side))
        if side == "input" and schema.get("format") == "int32":
            own = {**_INT32, **own}
        if not schema.keys().isdisjoint(("properties", "required", "allOf")):
            own = _without(own, self.hidden(schema, side))
        return _tidy(own)

    def hidden(self, schema: Schema, side: Side) -> frozenset[str]:
        """The properties that `side` does not see, those of a reference and of `allOf` among them."""
        flag, properties = _HIDDEN[side], schema.get("properties", {})
        found = frozenset(name for name, child in properties.items() if self._is(child, flag))
        if name := ref_name(schema):
            found |= self._hidden_in(name, side)
        parts = (part for part in schema.get("allOf", ()) if is_object(part))
        return found.union(*(self.hidden(part, side) for part in parts))

    def _hidden_in(self, name: str, side: Side) -> frozenset[str]:
        key = (name, side)
        if key not in self._hidden:
            self._hidden[key] = frozenset()  # a definition that is part of itself
            self._hidden[key] = self.hidden(self.definitions.get(name, {}), side)
        return self._hidden[key]

    def _is(self, schema: Json, flag: str) -> bool:
        if not is_object(schema):
            return False
        target = self.definitions.get(ref_name(schema) or "", {})
        return bool(schema.get(flag) or target.get(flag))

    def same_on_both_sides(self, name: str) -> bool:
        """Whether nothing that the definition reaches is readOnly or writeOnly."""
        if name not in self._shared:
            reached = {name, *self.reached({"$ref": REF + name})}
            whole = not any(_one_sided(self.definitions.get(one, {})) for one in reached)
            self._shared |= dict.fromkeys(reached, True) if whole else {name: False}
        return self._shared[name]

    def reached(self, schema: Schema) -> set[str]:
        """The names of all definitions that a schema reaches."""
        todo = list(direct_refs(schema))
        reached = set(todo)
        while todo:
            found = set(direct_refs(self.definitions.get(todo.pop(), {}))) - reached
            reached |= found
            todo += found
        return reached

    def resolve(self, schema: Schema, side: Side) -> Schema:
        """The schema behind a chain of references, what stands beside each merged in; a cycle accepts anything."""
        seen: set[str] = set()
        while name := ref_name(schema):
            if name in seen:
                return {}
            seen.add(name)
            schema = merge_siblings(self.definition(name, side), schema)
        return schema


def _without(schema: Schema, hidden: frozenset[str]) -> Schema:
    """The schema without these properties; what stands beside them in an `allOf` does not require them either."""
    if not hidden:
        return schema
    kept = dict(schema)
    if "properties" in schema:
        kept["properties"] = {n: s for n, s in schema["properties"].items() if n not in hidden}
    if "required" in schema:
        kept["required"] = [name for name in schema["required"] if name not in hidden]
        if not kept["required"]:
            del kept["required"]
    if "allOf" in schema:
        kept["allOf"] = [
            _without(part, hidden) if is_object(part) else part for part in schema["allOf"]
        ]
    return kept


def direct_refs(schema: Schema) -> Counter[str]:
    """How often each definition is referred to inside a schema, not following the references."""
    found = Counter[str]()
    for node in _nodes(schema):
        if name := ref_name(node):
            found[name] += 1
    return found


def _nodes(schema: Schema) -> Iterator[Schema]:
    todo = [schema]
    while todo:
        node = todo.pop()
        yield node
        todo += children(node)


def _one_sided(schema: Schema) -> bool:
    return any(node.get("readOnly") or node.get("writeOnly") for node in _nodes(schema))


def merge_siblings(target: Schema, schema: Schema) -> Schema:
    """What a reference to `target` means together with the keywords beside `$ref` (JSON Schema 2020-12, 8.2.3)."""
    beside = {key: value for key, value in schema.items() if key != "$ref"}
    clash = {key for key in beside if key in target and beside[key] != target[key]}
    clash -= {"description", "default", "examples"}
    if not clash:
        return {**target, **beside}
    if clash <= {"properties", "required"} and "$ref" not in target:
        return {**target, **beside, **_both_objects(target, beside)}
    return {"allOf": [target, beside]}


def _both_objects(one: Schema, two: Schema) -> Schema:
    properties = dict(one.get("properties", {}))
    for name, schema in two.get("properties", {}).items():
        properties[name] = {**properties.get(name, {}), **schema}
    required = dict.fromkeys([*one.get("required", ()), *two.get("required", ())])
    return {"properties": properties, "required": list(required)}


def _alternatives(schema: Schema, own: Schema) -> Schema:
    """`oneOf` with a discriminator as `anyOf`, each branch bound to its value.

    A strict `oneOf` refuses a value that fits two loose branches although its discriminator is plain (OpenAPI 3.1, 4.8.25).
    """
    discriminator = schema.get("discriminator")
    branches = schema.get("oneOf") or schema.get("anyOf")
    if not (is_object(discriminator) and is_array(branches)):
        return own
    own.pop("oneOf", None)
    own["anyOf"] = [_bound(branch, discriminator) for branch in branches]
    return own


def _bound(branch: Json, discriminator: JsonObject) -> Json:
    """A branch and the values of the discriminator that mean it; the default one is also meant by none, and by others."""
    mapping: JsonObject = discriminator.get("mapping", {})
    if is_object(branch) and branch.get("$ref") == discriminator.get("defaultMapping", ""):
        return branch
    values = [
        value for value, ref in mapping.items() if is_object(branch) and ref == branch.get("$ref")
    ]
    if not values:
        return branch
    field: str = discriminator["propertyName"]
    if set(values) <= set(discriminator.get("implied", ())):  # only told: many an API means others
        return {**branch, "properties": {field: {"examples": values[:1]}}}
    value: Schema = {"const": values[0]} if len(values) == 1 else {"enum": values}
    return {**branch, "properties": {field: value}, "required": [field]}


def _tidy(schema: Schema) -> Schema:
    if "description" in schema:
        schema["description"] = clean(str(schema["description"]), NESTED_DESCRIPTION)
        if not schema["description"]:
            del schema["description"]
    if schema.get("format") in _NOISE_FORMATS:
        del schema["format"]
    if schema.get("format") == "byte":
        schema = {**schema, "contentEncoding": "base64"}
        del schema["format"]
    if "pattern" in schema and not _portable(schema["pattern"]):
        del schema["pattern"]
    if "examples" in schema:
        _keep_one_example(schema)
    if schema.get("required") == []:
        del schema["required"]
    return schema


def _keep_one_example(schema: Schema) -> None:
    """One short example helps a model; an enum or a default already shows what a value looks like."""
    shown = "enum" in schema or "default" in schema or "const" in schema
    short = [
        e
        for e in schema["examples"][:1]
        if not isinstance(e, dict | list) and len(str(e)) <= _EXAMPLE_LENGTH
    ]
    if shown or not short:
        del schema["examples"]
    else:
        schema["examples"] = short


@cache
def _portable(pattern: str) -> bool:
    """Whether Python reads the pattern too; the rest of ECMA 262 would stop one client or the other."""
    try:
        re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return not re.search(r"\(\?P|\\[AZpP]|\(\?[aiLmsux]", pattern)
