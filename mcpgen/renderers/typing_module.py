"""A module of TypedDicts and aliases, read from unformatted Python and laid out as black would.

Fields whose names cannot stand in a class body, or would hide a type there, make their TypedDict a functional one; its
references are strings, since they are evaluated while the module is being imported.
"""

from __future__ import annotations

import ast
import keyword
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.renderers.code import INDENT, Code, identifier, literal
from mcpgen.renderers.imports import import_line
from mcpgen.renderers.layout import (
    Node,
    Statement,
    Text,
    Union,
    Unusual,
    by_black,
    call,
    group,
    keyed,
    mapping,
    spread,
    union,
)

_TYPING = frozenset({"Any", "Literal", "NotRequired", "Required", "TypeAlias", "TypedDict"})
_BUILTINS = frozenset({"str", "int", "float", "bool", "list", "dict", "bytes", "object"})


@dataclass(frozen=True, slots=True)
class Record:
    """A TypedDict: field → annotation; `is_class` when its fields can stand in a class body."""

    name: str
    fields: Mapping[str, ast.expr]
    is_class: bool

    @staticmethod
    def of(name: str, fields: Mapping[str, ast.expr]) -> Record:
        """The record of these fields."""
        types = {mentioned for hint in fields.values() for mentioned in _mentioned(hint)}
        return Record(name, fields, all(_can_stand(field, types) for field in fields))


@dataclass(frozen=True, slots=True)
class Alias:
    """A name for a type."""

    name: str
    target: ast.expr


Definition: TypeAlias = Record | Alias


def lay_out(tree: ast.Module, fields: Mapping[str, Sequence[str]], opaque: Collection[str]) -> Code:
    """The module's imports and definitions.

    The fields of a class are numbered, and `fields` has their names; the types in `opaque` become `Any`.
    """
    known = [Alias(name, ast.Name("Any")) for name in sorted(opaque)]
    found = (read for node in tree.body if (read := _definition(node, fields)))
    definitions: list[Definition] = [*known, *(each for each in found if each.name not in opaque)]
    used = {name for definition in definitions for name in _names(definition)}
    text = import_line("typing", used & _TYPING)
    before: Definition | None = None
    for definition in definitions:
        text += _gap(before, definition) + _written(definition)
        before = definition
    return Code(text)


def _gap(before: Definition | None, after: Definition) -> str:
    """Two blank lines around a class, one around assignments."""
    beside_class = any(isinstance(each, Record) and each.is_class for each in (before, after))
    return "\n\n\n" if beside_class else "\n\n"


def _definition(node: ast.stmt, fields: Mapping[str, Sequence[str]]) -> Definition | None:
    match node:
        case ast.ClassDef(name=name, body=body):
            names = {f"p{number}": field for number, field in enumerate(fields.get(name, ()))}
            return Record.of(name, {names.get(p, p): hint for p, hint in _annotated(body)})
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as target):
            return Alias(name, target)
        case _:
            return None


def _annotated(body: list[ast.stmt]) -> Iterator[tuple[str, ast.expr]]:
    for node in body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node.annotation


def _names(definition: Definition) -> Iterator[str]:
    if isinstance(definition, Alias):
        yield "TypeAlias"
        yield from _mentioned(definition.target)
        return
    yield "TypedDict"
    for annotation in definition.fields.values():
        yield from _mentioned(annotation)


def _mentioned(annotation: ast.expr) -> Iterator[str]:
    """The names in an annotation, those in quoted ones as well."""
    match annotation:
        case ast.Name(id=name):
            yield name
        case ast.Constant(value=str() as text):
            yield from _mentioned(_parsed(text))
        case ast.Subscript(value=ast.Name(id="Literal")):
            yield "Literal"
        case _:
            for child in ast.iter_child_nodes(annotation):
                if isinstance(child, ast.expr):
                    yield from _mentioned(child)


def _parsed(text: str) -> ast.expr:
    return ast.parse(text, mode="eval").body


def _written(definition: Definition) -> str:
    if isinstance(definition, Alias):
        return _alias(definition)
    if not definition.is_class:
        return _functional(definition)
    head = f"class {identifier(definition.name)}(TypedDict):"
    fields = [line for name, hint in definition.fields.items() for line in _field(name, hint)]
    return "\n".join([head, *(fields or [" " * INDENT + "pass"])])


def _can_stand(field: str, types: Collection[str]) -> bool:
    """Whether a field can stand in a class body: it is a name, isn't mangled there, and hides no type."""
    is_name = field.isidentifier() and field.isascii() and not keyword.iskeyword(field)
    mangled = field.startswith("__") and not field.endswith("__")
    return is_name and not mangled and field not in types


def _field(name: str, annotation: ast.expr) -> list[str]:
    return spread(keyed(f"{name}: ", _node(annotation)), INDENT)


def _functional(record: Record) -> str:
    fields = [(literal(name), _deferred(hint)) for name, hint in record.fields.items()]
    node = call("TypedDict", [Text(literal(record.name)), mapping(fields)])
    return _statement(f"{identifier(record.name)} = ", node)


def _deferred(annotation: ast.expr) -> Node:
    """The annotation, in quotes where it refers to a type of this module."""
    match annotation:
        case ast.Subscript(value=ast.Name(id="NotRequired"), slice=inner):
            return group("NotRequired[", [_deferred(inner)], "]")
        case _ if set(_mentioned(annotation)) <= _TYPING | _BUILTINS:
            return _node(annotation)
        case _:
            return Text(literal(_node(annotation).flat))


def _alias(alias: Alias) -> str:
    return _statement(f"{identifier(alias.name)}: TypeAlias = ", _node(alias.target))


def _statement(start: str, node: Node) -> str:
    statement = Statement(start, node)
    try:
        return "\n".join(statement.lines(0))
    except Unusual:
        return by_black(statement.flat)


def _node(annotation: ast.expr) -> Node:
    match annotation:
        case ast.Name(id=name):
            return Text(name)
        case ast.Constant(value=str() as text):
            return Text(literal(text))
        case ast.Subscript(value=ast.Name(id=name), slice=inner):
            items = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return group(f"{name}[", [_node(item) for item in items], "]")
        case ast.BinOp(left=left, right=right):
            return union([*_operands(left), *_operands(right)])
        case ast.Constant() | ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return Text(ast.unparse(annotation))
        case _:  # nothing else belongs in a type, least of all what would run
            return Text("object")


def _operands(annotation: ast.expr) -> list[Node]:
    node = _node(annotation)
    return list(node.parts) if isinstance(node, Union) else [node]
