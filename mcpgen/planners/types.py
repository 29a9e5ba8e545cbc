"""Type hints: an annotation for each argument and answer, and the definitions that `schemas.py` is made from.

Types are hints only; what a call may hold is in the catalogue. So a hint may be wider than its schema, never narrower.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcpgen.model import Json, Schema, is_array, is_object
from mcpgen.planners.names import Namespace, ascii_text
from mcpgen.planners.objects import known_properties
from mcpgen.planners.plan import Types
from mcpgen.planners.views import REF, Side, Views, ref_name

_SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool", "null": "None"}
_SAFE_LITERAL = re.compile(r"[A-Za-z0-9_ .:/+-]{1,40}")
_WIDTH = 60  # characters: a longer annotation is replaced by a wider one
_MEMBERS = 4
# Names that schemas.py, or the module that imports from it, needs for itself.
_TAKEN = (
    "Any",
    "Literal",
    "NotRequired",
    "TypedDict",
    "Api",
    "Omit",
    "OMIT",
    "FileInput",
    "Binary",
    "None",
    "Required",
)


@dataclass(frozen=True, slots=True)
class _Context:
    """Where a schema was met: from which side, what to call an object without a name, which definitions are open."""

    side: Side
    name: str
    open: tuple[str, ...] = ()

    def below(self, name: str) -> _Context:
        return _Context(self.side, self.name + pascal(name), self.open)

    def inside(self, definition: str) -> _Context:
        return _Context(self.side, self.name, (*self.open, definition))


class TypeBook:
    """Hands out annotations and keeps the definitions that they name."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._names = Namespace([*_TAKEN, *views.definitions], joint="")
        self._given: dict[tuple[str, Side], str] = {}
        self._definitions: dict[str, Schema] = {}

    def annotation(self, schema: Schema, side: Side, name: str) -> str:
        """The Python type of a schema (a view of `side`); an object without a name is called `name`."""
        legal = f"Type{name}" if name[:1].isdigit() else name
        return spell(self._hint(schema, _Context(side, legal)))

    def types(self) -> Types:
        """Everything that annotations named so far."""
        return Types(definitions=dict(sorted(self._definitions.items())))

    def _hint(self, schema: Schema, context: _Context) -> Schema:
        """The schema in the few words that a type needs, its objects replaced by references."""
        if name := ref_name(schema):
            return self._hint_of_definition(name, context)
        if "const" in schema or "enum" in schema:
            return {"enum": schema.get("enum", [schema.get("const")])}
        for key in ("anyOf", "oneOf"):
            if key in schema:
                return {"anyOf": [self._hint(branch, context) for branch in schema[key]]}
        if "properties" in schema or "allOf" in schema:
            return self._object(schema, context)
        return self._plain(schema, context)

    def _plain(self, schema: Schema, context: _Context) -> Schema:
        kind = schema.get("type")
        if kind == "array":
            return {
                "type": "array",
                "items": self._inner(schema.get("items"), context.below("item")),
            }
        if kind == "object":
            values = schema.get("additionalProperties")
            return {
                "type": "object",
                "additionalProperties": self._inner(values, context.below("value")),
            }
        if is_array(kind):
            return {"anyOf": [self._hint({**schema, "type": one}, context) for one in kind]}
        return {"type": kind} if kind in _SCALARS else {}

    def _inner(self, schema: Json, context: _Context) -> Schema:
        return self._hint(schema, context) if is_object(schema) else {}

    def _object(self, schema: Schema, context: _Context) -> Schema:
        if is_array(schema.get("type")):
            return {
                "anyOf": [self._hint({**schema, "type": one}, context) for one in schema["type"]]
            }
        if schema.get("type", "object") != "object":
            return {"type": schema["type"]} if schema["type"] in _SCALARS else {}
        if len(schema.get("allOf", ())) == 1 and "properties" not in schema:
            return self._hint(schema["allOf"][0], context)
        if len(context.name) > _WIDTH:
            return {"type": "object", "additionalProperties": {}}
        return self._hoist(schema, context)

    def _hoist(self, schema: Schema, context: _Context) -> Schema:
        """Give an object without a name one."""
        if known_properties(schema, self._views, context.side) is None:
            return {}
        name = self._names.claim(context.name)
        self._define(name, schema, _Context(context.side, name, context.open))
        return {"$ref": REF + name}

    def _hint_of_definition(self, name: str, context: _Context) -> Schema:
        shared = self._views.same_on_both_sides(name)
        key: tuple[str, Side] = (name, "output" if shared else context.side)
        if key in self._given:
            return {"$ref": REF + self._given[key]}
        if name in context.open:
            return {}
        schema = self._views.definition(name, context.side)
        if not self._is_class(schema, context.side):
            return self._hint(schema, context.inside(name))
        self._given[key] = name if key[1] == "output" else self._names.claim(f"{name}Input")
        self._define(self._given[key], schema, _Context(context.side, self._given[key]))
        return {"$ref": REF + self._given[key]}

    def _is_class(self, schema: Schema, side: Side) -> bool:
        other = {"enum", "const", "anyOf", "oneOf"} & schema.keys() or isinstance(
            schema.get("type"), list
        )
        return not other and known_properties(schema, self._views, side) is not None

    def _define(self, name: str, schema: Schema, context: _Context) -> None:
        known = known_properties(schema, self._views, context.side)
        assert known is not None
        self._definitions[name] = {}  # its place is taken: a property may lead back here
        self._definitions[name] = {
            "type": "object",
            "properties": {
                key: self._hint(child, context.below(key))
                for key, child in known.properties.items()
            },
            "required": sorted(known.required),
        }


def spell(hint: Schema) -> str:
    """The Python type of a hint; what would be too long to read becomes wider."""
    if name := ref_name(hint):
        return name
    if "enum" in hint:
        return _literal(hint["enum"])
    if "anyOf" in hint:
        return _union([spell(branch) for branch in hint["anyOf"]])
    match hint.get("type"):
        case "array":
            return _fitting(f"list[{spell(hint['items'])}]", "list[Any]")
        case "object":
            return _fitting(f"dict[str, {spell(hint['additionalProperties'])}]", "dict[str, Any]")
        case kind:
            return _SCALARS.get(str(kind), "Any")


def _literal(values: list[Json]) -> str:
    """`Literal[…]` where every value is short and plain, else the types of the values."""
    if all(isinstance(value, str) and _SAFE_LITERAL.fullmatch(value) for value in values):
        spelt = f"Literal[{', '.join(f'{chr(34)}{value}{chr(34)}' for value in values)}]"
        if len(spelt) <= _WIDTH:
            return spelt
    return _union([_python_type(value) for value in values])


def _python_type(value: object) -> str:
    if value is None:
        return "None"
    return next(
        (kind.__name__ for kind in (bool, str, int, float) if isinstance(value, kind)), "Any"
    )


def _union(members: list[str]) -> str:
    unique = list(dict.fromkeys(members))
    if "Any" in unique or not unique or len(unique) > _MEMBERS:
        return "Any"
    ordered = [member for member in unique if member != "None"] + ["None"] * ("None" in unique)
    return _fitting(" | ".join(ordered), "Any")


def _fitting(annotation: str, wider: str) -> str:
    return annotation if len(annotation) <= _WIDTH else wider


def pascal(text: str) -> str:
    """`text` as a part of a class name."""
    words = re.findall(r"[A-Za-z0-9]+", ascii_text(text))
    return "".join(word[0].upper() + word[1:] for word in words) or "Item"
