"""What the `select` of a tool names, beside what the description says that answers have."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce
from typing import Any, Final, cast

import jmespath

from mcpgen.config import Choices
from mcpgen.model import Content, JsonObject, Operation, Schema
from mcpgen.planners.rules import nearest
from mcpgen.planners.shape import Shaper
from mcpgen.planners.views import Views

_DEEPEST: Final = 8
# An object that says one of these may have more than its properties.
_OPEN: Final = ("patternProperties", "dependentSchemas", "unevaluatedProperties", "if")


def tell_unselected(
    op: Operation, choices: Choices, answer: Content | None, shaper: Shaper
) -> None:
    """Report what a `select` takes and no answer has; where a schema may hold more than it says, nothing is known."""
    if not choices.select or answer is None:
        return
    look = _Look(shaper.views)
    look.at(cast("Any", jmespath.compile(choices.select)).parsed, answer.schema)
    for name, known in look.missing.items():
        message = f"`select` takes `{name}`, which answers of {op.key} do not have"
        shaper.report("MG324", message, (*choices.keys, "select"), nearest(name, known))


class _Look:
    """Follows an expression through a schema: what a part of it gives, None where that is not known."""

    def __init__(self, views: Views) -> None:
        self.missing: dict[str, Mapping[str, Schema]] = {}
        self._views = views

    def at(self, node: JsonObject, schema: Schema | None) -> Schema | None:
        """What a piece of the expression gives of a value of this schema."""
        parts: list[Any] = node["children"]
        match node["type"]:
            case "identity" | "current" | "slice":
                return schema
            case "field":
                return self._field(node["value"], schema)
            case "index":
                return self._item(schema)
            case "subexpression" | "pipe" | "index_expression":
                return reduce(lambda found, part: self.at(part, found), parts, schema)
            case "flatten":
                return self._flat(self.at(parts[0], schema))
            case "projection" | "filter_projection":
                return self._projected(schema, *parts)
            case "multi_select_dict":
                return self._joined(schema, parts)
            case "multi_select_list" | "comparator" | "not_expression" | "function_expression":
                for part in parts:
                    self.at(part, schema)
            case _:
                pass
        return None

    def _projected(
        self, schema: Schema | None, of: JsonObject, what: JsonObject, *conditions: JsonObject
    ) -> Schema | None:
        item = self._item(self.at(of, schema))
        for condition in conditions:
            self.at(condition, item)
        return _list_of(self.at(what, item))

    def _joined(self, schema: Schema | None, parts: list[JsonObject]) -> Schema:
        made = {each["value"]: self.at(each["children"][0], schema) for each in parts}
        return {"properties": {name: each or {} for name, each in made.items()}}

    def _field(self, name: str, schema: Schema | None) -> Schema | None:
        known = None if schema is None else self._properties(schema, _DEEPEST)
        if not known:
            return None
        if name not in known:
            self.missing[name] = known
        return known.get(name)

    def _properties(self, schema: Schema, depth: int) -> dict[str, Schema] | None:
        """All properties that values of a schema can have; None where they can have others."""
        whole = self._views.resolve(schema, "output")
        closed = whole.get("additionalProperties", False) is False
        if not depth or not closed or not whole.keys().isdisjoint(_OPEN):
            return None
        found: dict[str, Schema] = dict(whole.get("properties", {}))
        for part in whole.get("allOf", ()):
            more = self._properties(part, depth - 1)
            if more is None:
                return None
            found = {**more, **found}
        for branch in self._objects(whole):
            more = self._properties(branch, depth - 1)
            if not more:
                return None
            shared = found.keys() & more.keys()
            found = {**more, **found, **{each: {} for each in shared}}
        return found

    def _objects(self, whole: Schema) -> Iterator[Schema]:
        """The alternatives of a schema that can be objects."""
        for branch in (*whole.get("anyOf", ()), *whole.get("oneOf", ())):
            kinds = self._views.resolve(branch, "output").get("type", "object")
            if "object" in kinds:
                yield branch

    def _item(self, schema: Schema | None) -> Schema | None:
        """What stands in a list, where the schema is plainly one."""
        whole = self._views.resolve(schema, "output") if schema else {}
        return None if "prefixItems" in whole else whole.get("items")

    def _flat(self, schema: Schema | None) -> Schema | None:
        """A list of lists as one list."""
        item = self._item(schema)
        inner = self._item(item)
        return _list_of(item if inner is None else inner)


def _list_of(item: Schema | None) -> Schema | None:
    return None if item is None else {"type": "array", "items": item}
