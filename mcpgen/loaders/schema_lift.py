"""One schema of any dialect to JSON Schema 2020-12, keyword by keyword."""

from __future__ import annotations

from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import schema_patterns, schema_types
from mcpgen.loaders.node import Node
from mcpgen.loaders.pointers import step
from mcpgen.loaders.references import References, reference_of
from mcpgen.loaders.schema_checks import CHECKS, WRONG, flag
from mcpgen.loaders.schema_keywords import KEYWORDS, QUIET, Refer
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object

_DEEPEST: Final = 64
_LONGEST_SHOWN: Final = 40
# What may stand beside `$ref` in 2.0 and 3.0 all the same: it harms nothing, and real documents mean it.
_KEPT_BESIDE_REF: Final = frozenset(
    {
        "$ref",
        "title",
        "description",
        "default",
        "deprecated",
        "readOnly",
        "writeOnly",
        "nullable",
        "x-nullable",
        "example",
        "examples",
    }
)


class SchemaLift:
    """Lifts schemas; `refer` keeps the definitions that they refer to."""

    def __init__(
        self, diagnostics: Diagnostics, references: References, refer: Refer, *, siblings: bool
    ) -> None:
        self.refer = refer
        self._diagnostics = diagnostics
        self._references = references
        self._siblings = siblings
        self._depth = 0

    def schema(self, node: Node) -> Schema:
        """Give a node's schema in JSON Schema 2020-12; what is no schema accepts anything."""
        value = node.value
        if not is_object(value):
            return self._not_an_object(node)
        if self._depth > _DEEPEST:
            message = f"the schema is nested more than {_DEEPEST} levels deep; the rest is open"
            self.report(node, "MG213", message)
            return {}
        self._depth += 1
        made: Schema = {}
        for key in self._counted(node, value):
            self._keyword(made, node, key)
        self._depth -= 1
        return self._finish(made, node)

    def _keyword(self, made: Schema, node: Node, key: str) -> None:
        special = KEYWORDS.get(key)
        if special is not None:
            special(self, made, node, key)
        elif key in QUIET:
            return
        elif key in CHECKS:
            self.check(made, node, key)
        elif not key.startswith("x-"):
            self.report(node, "MG212", f"`{key}` is not a keyword of schemas", key)

    def is_alias(self, value: Json) -> bool:
        """Whether a schema is a reference and nothing else."""
        if reference_of(value) is None:
            return False
        counted = value if self._siblings else value.keys() & _KEPT_BESIDE_REF
        return all(key == "$ref" or key.startswith("x-") for key in counted)

    def check(self, made: Schema, node: Node, key: str) -> None:
        """Lift a keyword whose value is no schema."""
        check = CHECKS[key]
        value = self.value(node, key)
        repaired = check.repair(value)
        if repaired is WRONG:
            message = f"`{key}` must be {check.expected}, not {shown(value)}; left out"
            self.report(node, "MG211", message, key)
            return
        made[key] = repaired
        if repaired is not value:
            message = f"`{key}` must be {check.expected}; {_repair(value, repaired)}"
            self.report(node, "MG210", message, key)

    def value(self, node: Node, key: str) -> Json:
        """Give the value of a keyword; in real documents it may come by reference, as a description or an example."""
        value = node.value[key]
        if not is_object(value) or value.keys() != {"$ref"} or not reference_of(value):
            return value
        found = self._references.follow(node.child(key))
        return found.value if found is not None else None

    def report(self, node: Node, code: str, message: str, key: str | None = None) -> None:
        """Report a finding at a schema, or at a keyword of it."""
        origin = node.origin if key is None else node.origin.child(key)
        self._diagnostics.report(code, message, origin)

    def members(self, node: Node, key: str) -> Node | None:
        """Give the object of schemas under a keyword, which some documents keep in another file."""
        return self._references.follow(node.child(key))

    def _counted(self, node: Node, value: JsonObject) -> list[str]:
        """Give the keywords that count: in old dialects few do beside `$ref`."""
        if self._siblings or reference_of(value) is None:
            return list(value)
        counted = [key for key in value if key in _KEPT_BESIDE_REF]
        ignored = [key for key in value if key not in counted and not key.startswith("x-")]
        if ignored:
            self.report(node, "MG214", "keywords beside `$ref` do not count", ignored[0])
        return counted

    def _not_an_object(self, node: Node) -> Schema:
        value = node.value
        if isinstance(value, bool):
            return {} if value else {"not": {}}
        if isinstance(value, str) and value in schema_types.TYPES:
            message = f"`{value}` stands where a schema should; read as `type: {value}`"
            self.report(node, "MG210", message)
            return {"type": value}
        message = f"a schema must be an object, not {shown(value)}; anything is accepted here"
        self.report(node, "MG211", message)
        return {}

    def _finish(self, made: Schema, node: Node) -> Schema:
        """Do what takes several keywords together."""
        value = node.value
        for bound, exclusive in (("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")):
            if exclusive in value and (self._siblings or "$ref" not in value):
                self._exclusive(made, node, bound, exclusive)
        self._flagged(made, node)
        for key in schema_types.fit_values(made):
            if key != "examples":
                message = f"the value of `{key}` is not of the schema's type; read as if it were"
                self.report(node, "MG210", message, key)
        schema_patterns.settle(made, lambda code, text: self.report(node, code, text, "pattern"))
        nullable = any(flag(value.get(key)) is True for key in ("nullable", "x-nullable"))
        return schema_types.make_nullable(made) if nullable else made

    def _exclusive(self, made: Schema, node: Node, bound: str, exclusive: str) -> None:
        """Lift an exclusive bound: a number of its own, or in older dialects a flag on the other bound."""
        value = node.value[exclusive]
        if not isinstance(value, bool):
            self.check(made, node, exclusive)
        elif value and bound in made:
            made[exclusive] = made.pop(bound)

    def _flagged(self, made: Schema, node: Node) -> None:
        """Read `required: true` on a property, the way of old drafts, as a member of the object's `required`."""
        written = node.value.get("properties")
        flagged = [
            name
            for name in made.get("properties", ())
            if is_object(child := step(written, name)) and child.get("required") is True
        ]
        if flagged:
            made["required"] = list(dict.fromkeys([*made.get("required", []), *flagged]))


def _repair(value: Json, repaired: Json) -> str:
    if isinstance(value, list | dict) and isinstance(repaired, list | dict):
        return "what is not, or is there twice, is left out"
    return f"{shown(value)} is read as {shown(repaired)}"


def shown(value: Json) -> str:
    """Name a value in a message, briefly."""
    if is_object(value):
        return "an object"
    if is_array(value):
        return "a list"
    if value is None:
        return "null"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    text = f"'{text}'" if isinstance(value, str) else text
    return text if len(text) <= _LONGEST_SHOWN else f"{text[: _LONGEST_SHOWN - 1]}…"
