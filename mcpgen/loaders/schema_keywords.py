"""The schema keywords that hold schemas or references, or mean different things in different dialects."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Protocol, TypeAlias

from mcpgen.loaders import schema_checks, schema_types
from mcpgen.loaders.node import Node
from mcpgen.loaders.pointers import join, split, step
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object


class Refer(Protocol):
    """Writes the name of a reference's target into a holder, once it has one."""

    def __call__(self, node: Node, reference: str, holder: JsonObject, key: str) -> bool:
        """Give False when the reference leads nowhere."""
        ...


class Lift(Protocol):
    """What a keyword needs of the lifting of the schema around it."""

    @property
    def refer(self) -> Refer:
        """Refer to a definition."""
        ...

    def schema(self, node: Node) -> Schema:
        """Lift a schema below."""
        ...

    def check(self, made: Schema, node: Node, key: str) -> None:
        """Lift a keyword whose value is no schema."""
        ...

    def value(self, node: Node, key: str) -> Json:
        """Give the value of a keyword, which may come by reference."""
        ...

    def members(self, node: Node, key: str) -> Node | None:
        """Give the object of schemas under a keyword."""
        ...

    def report(self, node: Node, code: str, message: str, key: str | None = None) -> None:
        """Report a finding at a schema, or at a keyword of it."""
        ...


# Puts what the keyword under a key of the node means into the schema being made.
Keyword: TypeAlias = Callable[[Lift, Schema, Node, str], None]


def _type(lift: Lift, made: Schema, node: Node, key: str) -> None:
    value = lift.value(node, key)
    if isinstance(value, str) and value in schema_types.TYPES:
        made[key] = value
        return
    kinds, implied = schema_types.read_type(value)
    if kinds is None:
        lift.report(node, "MG211", f"`type` cannot be {_word(value)}; left out", key)
        return
    if kinds:
        made[key] = kinds[0] if len(kinds) == 1 else kinds
    if implied:
        made.setdefault("format", implied)
    if value not in (kinds, "file"):  # `file` is Swagger 2.0's
        meant = f"read as {_word(made.get(key))}" if kinds else "any value is accepted"
        lift.report(node, "MG210", f"`type` cannot be {_word(value)}; {meant}", key)


def _word(value: Json) -> str:
    if is_array(value):
        return "[" + ", ".join(_word(item) for item in value[:8]) + "]"
    return f"`{value}`" if isinstance(value, str) else ("null" if value is None else "an object")


def _reference(lift: Lift, made: Schema, node: Node, key: str) -> None:
    value = node.value[key]
    if not isinstance(value, str):
        lift.report(node, "MG211", f"`{key}` must be text; left out", key)
        return
    if key != "$ref" and "$ref" in node.value:
        return
    made["$ref"] = ""  # its place among the keywords; the name comes later
    target = _recursive_anchor(node) if key == "$recursiveRef" else value
    if not lift.refer(node, target, made, "$ref"):
        del made["$ref"]


def _recursive_anchor(node: Node) -> str:
    """Find what `$recursiveRef: "#"` of draft 2019-09 means: the nearest schema around that has the anchor."""
    keys = split(node.pointer)
    around: list[tuple[Json, int]] = [(node.file.root, 0)]
    for count, key in enumerate(keys, 1):
        around.append((step(around[-1][0], key), count))
    for value, count in reversed(around):
        if is_object(value) and value.get("$recursiveAnchor") is True:
            return f"#{join(keys[:count])}"
    return "#"


def _one(lift: Lift, made: Schema, node: Node, key: str) -> None:
    if node.value[key] is None:
        lift.report(node, "MG211", f"`{key}` must be a schema, not null; left out", key)
    else:
        made[key] = lift.schema(node.child(key))


def _one_or_flag(lift: Lift, made: Schema, node: Node, key: str) -> None:
    if isinstance(node.value[key], bool):
        made[key] = node.value[key]
    else:
        _one(lift, made, node, key)


def _map(lift: Lift, made: Schema, node: Node, key: str) -> None:
    owner = lift.members(node, key) if is_object(node.value[key]) else None
    if owner is None or not is_object(owner.value):
        lift.report(node, "MG211", f"`{key}` must be an object of schemas; left out", key)
        return
    made[key] = {}
    for name, child in owner.members():
        if is_array(child.value):
            # A keyword of the parent that stands one level too deep, such as `required: [a]`.
            lift.report(child, "MG211", f"`{name}` is a list, not a schema; left out")
        else:
            made[key][name] = lift.schema(child)


def _list(lift: Lift, made: Schema, node: Node, key: str) -> None:
    value = node.value[key]
    if is_object(value):
        lift.report(
            node, "MG210", f"`{key}` must be a list of schemas; one is read as a list of one", key
        )
        made[key] = [lift.schema(node.child(key))]
    elif is_array(value) and value:
        made[key] = [lift.schema(item) for item in node.child(key).items()]
    else:
        lift.report(
            node, "MG211", f"`{key}` must be a list of schemas, at least one; left out", key
        )


def _items(lift: Lift, made: Schema, node: Node, key: str) -> None:
    """Lift `items`; a list of schemas is the `prefixItems` of today, and then `additionalItems` the `items`."""
    value = node.value[key]
    if not is_array(value):
        _one_or_flag(lift, made, node, key)
        return
    if value:
        made["prefixItems"] = [lift.schema(item) for item in node.child(key).items()]
    further = node.get("additionalItems")
    if further is not None:
        made[key] = False if further.value is False else lift.schema(further)


def _example(lift: Lift, made: Schema, node: Node, key: str) -> None:
    made["examples"] = [lift.value(node, key), *made.get("examples", [])]


def _examples(lift: Lift, made: Schema, node: Node, key: str) -> None:
    """Lift `examples`: a list, but some authors write OpenAPI's Example Objects."""
    value = lift.value(node, key)
    if is_object(value):
        value = [
            item["value"] if is_object(item) and "value" in item else item
            for item in (lift.value(node.child(key), name) for name in node.value[key])
        ]
    given = value if is_array(value) else [value]
    made[key] = [*made.get(key, []), *given]


def _required(lift: Lift, made: Schema, node: Node, key: str) -> None:
    """Lift `required`; a boolean is the old way to say it of a property, and the object around it has read it."""
    if isinstance(node.value[key], bool):
        lift.report(
            node,
            "MG210",
            "`required` is a list on the object, not a flag on the property; read so",
            key,
        )
    else:
        lift.check(made, node, key)


def _pattern(lift: Lift, made: Schema, node: Node, key: str) -> None:
    """Lift a pattern, if Python understands it; servers check arguments with Python's regular expressions."""
    lift.check(made, node, key)
    try:
        re.compile(made.get(key, ""))
    except (re.error, RecursionError, OverflowError):
        del made[key]
        lift.report(node, "MG215", "the pattern is not one that Python understands; left out", key)


def _dependencies(lift: Lift, made: Schema, node: Node, key: str) -> None:
    """Split the `dependencies` of old drafts into those on names and those on schemas."""
    for name, child in node.child(key).members():
        if is_array(child.value):
            made.setdefault("dependentRequired", {})[name] = schema_checks.names(child.value)
        else:
            made.setdefault("dependentSchemas", {})[name] = lift.schema(child)


def _discriminator(lift: Lift, made: Schema, node: Node, key: str) -> None:
    value = node.value[key]
    if isinstance(value, str):
        made[key] = {"propertyName": value}  # Swagger 2.0
    elif is_object(value) and isinstance(value.get("propertyName"), str):
        made[key] = {"propertyName": value["propertyName"]}
        _mapping(lift, made[key], node.child(key))
        _implied_names(lift, made[key], node)
    else:
        lift.report(node, "MG211", "`discriminator` must name a property; left out", key)


def _mapping(lift: Lift, made: JsonObject, node: Node) -> None:
    """Have the names or references of a discriminator's mapping point to definitions."""
    owner = node.get("mapping")
    if owner is not None:
        found: JsonObject = {}
        for name, target in owner.members():
            found[name] = ""
            if not isinstance(target.value, str) or not lift.refer(
                owner, target.value, found, name
            ):
                del found[name]
        if found:
            made["mapping"] = found
    default = node.value.get("defaultMapping")
    if isinstance(default, str):
        lift.refer(node, default, made, "defaultMapping")


def _implied_names(lift: Lift, made: JsonObject, node: Node) -> None:
    """Name the branches that a discriminator does not map after the schemas they refer to (OpenAPI 3.1, 4.8.25).

    Where nothing at all is mapped, `implied` lists these names: such APIs often mean others, as the same in lower case.
    """
    given = node.value["discriminator"].get("mapping")
    mapped = {str(target) for target in given.values()} if is_object(given) else set[str]()
    found: JsonObject = made.get("mapping", {})
    implied: list[Json] = []
    lists = (node.get("oneOf"), node.get("anyOf"))
    for branch in (branch for owner in lists if owner for branch in owner.items()):
        ref = branch.value.get("$ref") if is_object(branch.value) else None
        name = str(ref).rsplit("/", 1)[-1]
        if isinstance(ref, str) and not {ref, name} & mapped and name not in found:
            found[name] = ""
            if lift.refer(branch, ref, found, name):
                implied.append(name)
            else:
                del found[name]
    if implied:
        made["mapping"] = found
    if implied and not mapped:
        made["implied"] = implied


_ONE: Final = ("contains", "not", "if", "then", "else", "propertyNames", "contentSchema")

# What is dealt with elsewhere, or says nothing about values.
QUIET: Final = frozenset(
    {
        "$schema",
        "$id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$vocabulary",
        "$defs",
        "$self",
        "definitions",
        "id",
        "externalDocs",
        "nullable",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "additionalItems",
        "collectionFormat",
        "allowEmptyValue",
    }
)

KEYWORDS: Final[Mapping[str, Keyword]] = {
    "type": _type,
    "items": _items,
    "example": _example,
    "examples": _examples,
    "discriminator": _discriminator,
    "dependencies": _dependencies,
    "required": _required,
    "pattern": _pattern,
    **dict.fromkeys(("$ref", "$dynamicRef", "$recursiveRef"), _reference),
    **dict.fromkeys(_ONE, _one),
    **dict.fromkeys(
        ("additionalProperties", "unevaluatedProperties", "unevaluatedItems"), _one_or_flag
    ),
    **dict.fromkeys(("properties", "patternProperties", "dependentSchemas"), _map),
    **dict.fromkeys(("allOf", "anyOf", "oneOf", "prefixItems"), _list),
}
