"""Type hints: an annotation for each argument and answer, and the definitions that `schemas.py` is made from.

Types are hints only; what a call may hold is in the catalogue. So a hint may be wider than its schema, never narrower.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
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
    "Blocks",
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What an annotation did to the book, so that it can be done again without looking at schemas.

    With a `schema` it wrote the definition `name`. With a `definition` it asked for the name of that, seen from `side`: one
    that is `fresh` was named then, and `inside` is what became of it. Else it took `name` for the object `wish`.
    """

    name: str
    wish: str = ""
    definition: str = ""
    side: Side = "input"
    fresh: bool = False
    inside: tuple[Step, ...] = ()
    schema: Schema | None = None


class TypeBook:
    """Hands out annotations and keeps the definitions that they name."""

    def __init__(self, views: Views) -> None:
        self._views = views
        self._names = Namespace([*_TAKEN, *views.definitions], joint="")
        self._given: dict[tuple[str, Side], str] = {}
        self._definitions: dict[str, Schema] = {}
        self._steps: list[Step] = []

    def annotation(self, schema: Schema, side: Side, name: str) -> str:
        """The Python type of a schema (a view of `side`); an object without a name is called `name`."""
        legal = f"Type{name}" if name[:1].isdigit() else name
        return spell(self._hint(schema, _Context(side, legal)))

    def types(self) -> Types:
        """Everything that annotations named so far."""
        return Types(definitions=dict(sorted(self._definitions.items())))

    def take_steps(self) -> tuple[Step, ...]:
        """What was done since this was asked last."""
        steps, self._steps = tuple(self._steps), []
        return steps

    def repeat(self, steps: Iterable[Step]) -> bool:
        """Do what was done before; False, and the book is of no more use, where that comes out differently now."""
        return all(map(self._repeat, steps))

    def _repeat(self, step: Step) -> bool:
        if step.schema is not None:
            self._definitions[step.name] = step.schema
            return True
        if not step.definition:
            return self._names.claim(step.wish) == step.name
        key = (step.definition, step.side)
        if key in self._given:
            return self._given[key] == step.name
        self._given[key] = self._name_of(key) if step.fresh else ""
        return self._given[key] == step.name and self.repeat(step.inside)

    def _name_of(self, key: tuple[str, Side]) -> str:
        """A name for a definition that has none yet."""
        name, side = key
        return name if side == "output" else self._names.claim(f"{name}Input")

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
        self._steps.append(Step(name=name, wish=context.name))
        self._define(name, schema, _Context(context.side, name, context.open))
        return {"$ref": REF + name}

    def _hint_of_definition(self, name: str, context: _Context) -> Schema:
        shared = self._views.same_on_both_sides(name)
        key: tuple[str, Side] = (name, "output" if shared else context.side)
        if key in self._given:
            self._steps.append(Step(name=self._given[key], definition=name, side=key[1]))
            return {"$ref": REF + self._given[key]}
        if name in context.open:
            return {}
        schema = self._views.definition(name, context.side)
        if not self._is_class(schema, context.side):
            return self._hint(schema, context.inside(name))
        return {"$ref": REF + self._give(key, schema, context.side)}

    def _give(self, key: tuple[str, Side], schema: Schema, side: Side) -> str:
        """Name a definition and write it."""
        name = self._given[key] = self._name_of(key)
        outer, self._steps = self._steps, []
        self._define(name, schema, _Context(side, name))
        inside = tuple(self._steps)
        step = Step(name=name, definition=key[0], side=key[1], fresh=True, inside=inside)
        self._steps = [*outer, step]
        return name

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
        self._steps.append(Step(name=name, schema=self._definitions[name]))


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
