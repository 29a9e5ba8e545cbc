"""One schema, keyword by keyword."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final, Protocol

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import schema_types
from mcpgen.loaders.node import Node
from mcpgen.loaders.schema_checks import CHECKS, WRONG, names
from mcpgen.model import Json, JsonObject, Schema

_DEEPEST: Final = 64
# What may stand beside `$ref` in 2.0 and 3.0 all the same: it harms nothing, and real documents mean it.
_KEPT_BESIDE_REF: Final = frozenset(
    "$ref title description default deprecated readOnly writeOnly nullable x-nullable example examples".split()
)
# Known words that say nothing about values, or that a definition of its own has replaced.
_QUIET: Final = frozenset(
    "$schema $id $anchor $dynamicAnchor $recursiveAnchor $vocabulary $defs definitions id externalDocs nullable"
    " exclusiveMinimum exclusiveMaximum collectionFormat allowEmptyValue $self".split()
)
_ONE: Final = frozenset("contains not if then else propertyNames contentSchema".split())
_ONE_OR_FLAG: Final = frozenset(
    "additionalProperties unevaluatedProperties unevaluatedItems".split()
)
_MAPS: Final = frozenset("properties patternProperties dependentSchemas".split())
_LISTS: Final = frozenset("allOf anyOf oneOf prefixItems".split())
_REFERENCES: Final = frozenset({"$ref", "$dynamicRef", "$recursiveRef"})


class Refer(Protocol):
    """Writes the name of a reference's target into a holder, once it has one."""

    def __call__(self, node: Node, reference: str, holder: JsonObject, key: str) -> bool:
        """Give False when the reference leads nowhere."""
        ...


class SchemaLift:
    """Lifts the keywords of schemas; references go to `refer`."""

    def __init__(self, diagnostics: Diagnostics, refer: Refer, *, siblings: bool) -> None:
        self._diagnostics = diagnostics
        self._refer = refer
        self._siblings = siblings
        self._special: Mapping[str, Callable[[Schema, Node, str, int], None]] = {
            "type": self._type,
            "items": self._items,
            "additionalItems": self._quiet,
            "example": self._example,
            "examples": self._examples,
            "discriminator": self._discriminator,
            "dependencies": self._dependencies,
            "required": self._required,
            "pattern": self._pattern,
            **dict.fromkeys(_QUIET, self._quiet),
            **dict.fromkeys(_REFERENCES, self._reference),
            **dict.fromkeys(_ONE, self._one),
            **dict.fromkeys(_ONE_OR_FLAG, self._one_or_flag),
            **dict.fromkeys(_MAPS, self._map),
            **dict.fromkeys(_LISTS, self._list),
        }

    def is_alias(self, value: Json) -> bool:
        """Whether a schema is a reference and nothing else."""
        return (
            isinstance(value, dict)
            and isinstance(value.get("$ref"), str)
            and all(key == "$ref" or key.startswith("x-") for key in self._counted(value))
        )

    def schema(self, node: Node, depth: int) -> Schema:
        """Give a node's schema in JSON Schema 2020-12; what is no schema accepts anything."""
        value = node.value
        if not isinstance(value, dict):
            return self._not_an_object(node)
        if depth > _DEEPEST:
            self._report(
                node,
                "MG213",
                f"the schema is nested more than {_DEEPEST} levels deep; the rest accepts anything",
            )
            return {}
        made: Schema = {}
        for key in self._counted(value):
            self._keyword(made, node, key, depth)
        return self._finish(made, node)

    def _counted(self, value: JsonObject) -> list[str]:
        """Give the keywords that count: in old dialects few do beside `$ref`."""
        if self._siblings or not isinstance(value.get("$ref"), str):
            return list(value)
        return [key for key in value if key in _KEPT_BESIDE_REF]

    def _keyword(self, made: Schema, node: Node, key: str, depth: int) -> None:
        special = self._special.get(key)
        if special is not None:
            special(made, node, key, depth)
        elif key in CHECKS:
            self._checked(made, node, key)
        elif not key.startswith("x-"):
            self._report(node, "MG212", f"`{key}` is not a keyword of schemas", key)

    def _not_an_object(self, node: Node) -> Schema:
        value = node.value
        if value is True:
            return {}
        if value is False:
            return {"not": {}}
        if isinstance(value, str) and value in schema_types.TYPES:
            self._report(
                node, "MG210", f"`{value}` stands where a schema should; read as `type: {value}`"
            )
            return {"type": value}
        self._report(node, "MG211", f"{_shown(value)} is not a schema; anything is accepted here")
        return {}

    def _checked(self, made: Schema, node: Node, key: str) -> None:
        check = CHECKS[key]
        value = node.value[key]
        repaired = check.repair(value)
        if repaired is WRONG:
            self._report(
                node,
                "MG211",
                f"`{key}` must be {check.expected}, not {_shown(value)}; left out",
                key,
            )
            return
        made[key] = repaired
        if repaired is not value:
            self._report(
                node,
                "MG210",
                f"`{key}` must be {check.expected}; {_shown(value)} is read as {_shown(repaired)}",
                key,
            )

    def _quiet(self, made: Schema, node: Node, key: str, depth: int) -> None:
        """Leave out a keyword that is dealt with elsewhere, or that says nothing about values."""

    def _type(self, made: Schema, node: Node, key: str, depth: int) -> None:
        value = node.value[key]
        if isinstance(value, str) and value in schema_types.TYPES:
            made[key] = value
            return
        kinds, format_ = schema_types.read_type(value)
        if kinds is None:
            self._report(node, "MG211", f"`type` cannot be {_shown(value)}; left out", key)
            return
        if kinds:
            made[key] = kinds[0] if len(kinds) == 1 else kinds
        if format_:
            made.setdefault("format", format_)
        if value not in (kinds, "file"):  # `file` is Swagger 2.0's
            said = f"read as {_shown(made.get(key))}" if kinds else "any value is accepted"
            self._report(node, "MG210", f"`type` cannot be {_shown(value)}; {said}", key)

    def _reference(self, made: Schema, node: Node, key: str, depth: int) -> None:
        value = node.value[key]
        if not isinstance(value, str):
            self._report(node, "MG211", f"`{key}` must be text, not {_shown(value)}; left out", key)
        elif key == "$ref" or "$ref" not in node.value:
            if self._refer(node, value, made, "$ref"):
                made.setdefault("$ref", "")

    def _one(self, made: Schema, node: Node, key: str, depth: int) -> None:
        if node.value[key] is None:
            self._report(node, "MG211", f"`{key}` must be a schema, not null; left out", key)
        else:
            made[key] = self.schema(node.child(key), depth + 1)

    def _one_or_flag(self, made: Schema, node: Node, key: str, depth: int) -> None:
        if isinstance(node.value[key], bool):
            made[key] = node.value[key]
        else:
            self._one(made, node, key, depth)

    def _map(self, made: Schema, node: Node, key: str, depth: int) -> None:
        if not isinstance(node.value[key], dict):
            self._report(
                node,
                "MG211",
                f"`{key}` must be an object of schemas, not {_shown(node.value[key])}; left out",
                key,
            )
            return
        owner = node.child(key)
        made[key] = {
            name: self.schema(child, depth + 1)
            for name, child in owner.members()
            if not isinstance(child.value, list) or self._misplaced(child, name)
        }

    def _misplaced(self, child: Node, name: str) -> bool:
        """Report a keyword of the parent that stands among its properties, such as `required: [a]`."""
        self._report(
            child, "MG211", f"`{name}` is not a schema but {_shown(child.value)}; left out"
        )
        return False

    def _list(self, made: Schema, node: Node, key: str, depth: int) -> None:
        value = node.value[key]
        if isinstance(value, dict):
            self._report(
                node,
                "MG210",
                f"`{key}` must be a list of schemas; the one here is read as a list of one",
                key,
            )
            made[key] = [self.schema(node.child(key), depth + 1)]
        elif isinstance(value, list) and value:
            made[key] = [self.schema(item, depth + 1) for item in node.child(key).items()]
        else:
            self._report(
                node,
                "MG211",
                f"`{key}` must be a list of schemas, not {_shown(value)}; left out",
                key,
            )

    def _items(self, made: Schema, node: Node, key: str, depth: int) -> None:
        """Lift `items`; a list of schemas is the `prefixItems` of today, and then `additionalItems` the `items`."""
        value = node.value[key]
        if not isinstance(value, list):
            if value is False:
                made[key] = False
            else:
                self._one(made, node, key, depth)
            return
        if value:
            made["prefixItems"] = [self.schema(item, depth + 1) for item in node.child(key).items()]
        further = node.get("additionalItems")
        if further is not None:
            made[key] = False if further.value is False else self.schema(further, depth + 1)

    def _example(self, made: Schema, node: Node, key: str, depth: int) -> None:
        made["examples"] = [node.value[key], *made.get("examples", [])]

    def _examples(self, made: Schema, node: Node, key: str, depth: int) -> None:
        value = node.value[key]
        if isinstance(value, dict):
            value = [
                item["value"] if isinstance(item, dict) and "value" in item else item
                for item in value.values()
            ]
        given = value if isinstance(value, list) else [value]
        made[key] = [*made.get(key, []), *given]

    def _required(self, made: Schema, node: Node, key: str, depth: int) -> None:
        """Lift `required`; a boolean is the old way to say it of a property, and its parent has read it."""
        if isinstance(node.value[key], bool):
            self._report(
                node,
                "MG210",
                "`required` is a list on the object, not a flag on the property; read so",
                key,
            )
            return
        self._checked(made, node, key)

    def _pattern(self, made: Schema, node: Node, key: str, depth: int) -> None:
        self._checked(made, node, key)
        try:
            re.compile(made.get(key, ""))
        except (re.error, RecursionError, OverflowError):
            del made[key]
            self._report(
                node,
                "MG215",
                "the pattern is not a regular expression that Python understands; left out",
                key,
            )

    def _dependencies(self, made: Schema, node: Node, key: str, depth: int) -> None:
        """Split the `dependencies` of old drafts into those on names and those on schemas."""
        for name, child in node.child(key).members():
            if isinstance(child.value, list):
                made.setdefault("dependentRequired", {})[name] = names(child.value)
            else:
                made.setdefault("dependentSchemas", {})[name] = self.schema(child, depth + 1)

    def _discriminator(self, made: Schema, node: Node, key: str, depth: int) -> None:
        value = node.value[key]
        if isinstance(value, str):
            made[key] = {"propertyName": value}  # Swagger 2.0
            return
        if not isinstance(value, dict) or not isinstance(value.get("propertyName"), str):
            self._report(node, "MG211", "`discriminator` must name a property; left out", key)
            return
        made[key] = kept = {"propertyName": value["propertyName"]}
        mapping: JsonObject = {}
        owner = node.get(key)
        for name, target in (
            (owner and owner.get("mapping") or node).members() if "mapping" in value else ()
        ):
            if isinstance(target.value, str) and self._refer(node, target.value, mapping, name):
                mapping.setdefault(name, "")
        if mapping:
            kept["mapping"] = mapping

    def _finish(self, made: Schema, node: Node) -> Schema:
        """Do what takes several keywords together."""
        value = node.value
        self._bound(made, node, "minimum", "exclusiveMinimum")
        self._bound(made, node, "maximum", "exclusiveMaximum")
        flagged = [
            name for name in made.get("properties", ()) if _is_flagged(value["properties"][name])
        ]
        if flagged:
            made["required"] = list(dict.fromkeys([*made.get("required", []), *flagged]))
        for key in schema_types.fit_values(made):
            if key != "examples":
                self._report(
                    node,
                    "MG210",
                    f"the value of `{key}` is not of the schema's type; read as if it were",
                    key,
                )
        if value.get("nullable") is True or value.get("x-nullable") is True:
            return schema_types.make_nullable(made)
        return made

    def _bound(self, made: Schema, node: Node, bound: str, exclusive: str) -> None:
        """Lift an exclusive bound: a number of its own, or in older dialects a flag on the other bound."""
        value = node.value.get(exclusive)
        if isinstance(value, bool):
            if value and bound in made:
                made[exclusive] = made.pop(bound)
        elif exclusive in node.value:
            self._checked(made, node, exclusive)

    def _report(self, node: Node, code: str, message: str, key: str | None = None) -> None:
        self._diagnostics.report(
            code, message, node.origin.child(key) if key is not None else node.origin
        )


def _is_flagged(value: Json) -> bool:
    return isinstance(value, dict) and value.get("required") is True


def _shown(value: Json) -> str:
    """Name a value in a message, briefly."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "null"
    text = str(value).lower() if isinstance(value, bool) else repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
