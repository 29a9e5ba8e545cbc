"""YAML text to values: the core schema of YAML 1.2, which OpenAPI prescribes, over PyYAML's C node graph.

PyYAML types scalars by YAML 1.1, where `no` is false, `2024-05-01` a date, `1:30` ninety and `0777` octal; the resolvers
here are those of YAML 1.2 (10.3.2). Keys are text. An aliased node is built once and shared.
"""

from __future__ import annotations

import re
from typing import Final

import yaml

from mcpgen.loaders.json_text import number
from mcpgen.loaders.pointers import escape
from mcpgen.loaders.syntax import Unreadable
from mcpgen.model import Json, JsonObject, is_array, is_object

_TAG: Final = "tag:yaml.org,2002:"
_STR, _SEQ, _MAP, _MERGE = (_TAG + kind for kind in ("str", "seq", "map", "merge"))
_NUMBER: Final = r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?"
# What a plain scalar is, by its first character (none for an empty one).
_RESOLVERS: Final = (
    ("bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("null", r"~|null|Null|NULL|", ("~", "n", "N", "")),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    ("float", rf"{_NUMBER}|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)", "-+.0123456789"),
    ("merge", r"<<", "<"),
)
# Keywords whose value is text where `type: string` stands beside them, so that `default: 1.10` keeps its zero.
_TEXTUAL: Final = ("default", "example", "const", "enum", "examples")


_BY_FIRST: Final[dict[str, list[tuple[str, re.Pattern[str]]]]] = {}
for _kind, _pattern, _first in _RESOLVERS:
    for _char in _first:
        _BY_FIRST.setdefault(_char, []).append((_TAG + _kind, re.compile(_pattern)))


class _Core(yaml.CSafeLoader):
    """The C parser with the types of YAML 1.2's core schema."""

    def resolve(self, kind: type[yaml.Node], value: str, implicit: tuple[bool, bool]) -> str:
        """Give the tag of a node that has none of its own; only a plain scalar can be other than text."""
        if kind is not yaml.ScalarNode:
            return _MAP if kind is yaml.MappingNode else _SEQ
        if implicit[0]:
            for tag, pattern in _BY_FIRST.get(value[:1], ()):
                if pattern.fullmatch(value):
                    return tag
        return _STR


class YamlReader:
    """Builds the values of one text, and notes what its reader should know."""

    def __init__(self, *, max_depth: int, max_values: int) -> None:
        self.doubled: list[str] = []
        self.more_documents = False
        self._max_depth = max_depth
        self._max_values = max_values
        self._built: dict[int, tuple[Json, int]] = {}
        self._active: set[int] = set()

    def read(self, text: str) -> Json:
        """Give the value of the first document."""
        node = self._compose(text)
        if node is None:
            return None
        value, size = self._build(node, "", 0)
        if size > self._max_values:
            raise Unreadable(
                "MG103", f"aliases expand the YAML to more than {self._max_values:,} values"
            )
        return value

    def _compose(self, text: str) -> yaml.Node | None:
        loader = _Core(text)
        try:
            if not loader.check_node():
                return None
            node = loader.get_node()
            self.more_documents = loader.check_node()
        except yaml.MarkedYAMLError as error:
            raise _unreadable(error) from error
        except (yaml.YAMLError, RecursionError, UnicodeError) as error:
            raise Unreadable("MG102", f"the YAML cannot be parsed: {error}") from error
        finally:
            loader.dispose()
        return node

    def _build(self, node: yaml.Node, pointer: str, depth: int) -> tuple[Json, int]:
        """Give the value of a node and the number of values that it expands to."""
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node), 1
        key = id(node)
        if key in self._built:
            return self._built[key]
        if key in self._active:
            raise _at(node, "MG102", "an alias refers to a node that it is part of")
        if depth >= self._max_depth:
            raise _at(node, "MG103", f"the YAML is nested more than {self._max_depth} levels deep")
        self._active.add(key)
        make = self._mapping if isinstance(node, yaml.MappingNode) else self._sequence
        self._built[key] = built = make(node, pointer, depth + 1)
        self._active.discard(key)
        return built

    def _sequence(self, node: yaml.Node, pointer: str, depth: int) -> tuple[Json, int]:
        built = [
            self._build(item, f"{pointer}/{index}", depth) for index, item in enumerate(node.value)
        ]
        return [value for value, _ in built], 1 + sum(size for _, size in built)

    def _mapping(self, node: yaml.Node, pointer: str, depth: int) -> tuple[JsonObject, int]:
        made: JsonObject = {}
        total = 1
        merged: list[yaml.Node] = []
        for key_node, value_node in node.value:
            if key_node.tag == _MERGE:
                merged += (
                    value_node.value if isinstance(value_node, yaml.SequenceNode) else [value_node]
                )
                continue
            key = _key(key_node)
            place = f"{pointer}/{escape(key)}"
            if key in made:
                self.doubled.append(place)
            made[key], size = self._build(value_node, place, depth)
            total += size
        for source in merged:
            total += self._merge(made, source, pointer, depth)
        _keep_text(made, node)
        return made, total

    def _merge(self, made: JsonObject, source: yaml.Node, pointer: str, depth: int) -> int:
        """Add the keys of a `<<` mapping that are not there yet."""
        value, size = self._build(source, pointer, depth)
        if not is_object(value):
            raise _at(source, "MG102", "`<<` merges mappings only")
        for key, child in value.items():
            made.setdefault(key, child)
        return size


def _key(node: yaml.Node) -> str:
    if isinstance(node, yaml.ScalarNode):
        return str(node.value)
    raise _at(node, "MG102", "a key must be text, not a mapping or sequence")


def _scalar(node: yaml.ScalarNode) -> Json:
    text: str = node.value
    match node.tag.removeprefix(_TAG):
        case "int":
            return _integer(text)
        case "float":
            return number(text) if text[-1:].isdigit() or text.endswith(".") else text
        case "bool":
            return text[:1] in "tT"
        case "null":
            return None
        case _:
            return text


def _integer(text: str) -> Json:
    base = {"0o": 8, "0x": 16}.get(text[:2])
    if base is None:
        return number(text)
    return int(text[2:], base)


def _keep_text(made: JsonObject, node: yaml.Node) -> None:
    """Where text is meant, keep a number as its author wrote it: `1.10` is not `1.1`, nor `007` seven."""
    if "version" in made and "title" in made:
        _restore(made, node, ("version",))
    if made.get("type") == "string":
        _restore(made, node, _TEXTUAL)
    variables = made.get("variables")
    if is_object(variables):
        for key_node, value_node in node.value:
            if key_node.value == "variables" and isinstance(value_node, yaml.MappingNode):
                for name_node, variable_node in value_node.value:
                    variable = variables.get(name_node.value)
                    if is_object(variable):
                        _restore(variable, variable_node, ("default", "enum"))


def _restore(made: JsonObject, node: yaml.Node, keys: tuple[str, ...]) -> None:
    for key_node, value_node in node.value:
        if key_node.value in keys and key_node.value in made:
            made[key_node.value] = _as_text(made[key_node.value], value_node)


def _as_text(value: Json, node: yaml.Node) -> Json:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return node.value
    if is_array(value) and isinstance(node, yaml.SequenceNode):
        return [_as_text(item, child) for item, child in zip(value, node.value, strict=True)]
    return value


def _at(node: yaml.Node, code: str, message: str) -> Unreadable:
    mark = node.start_mark
    return Unreadable(code, message, line=mark.line + 1, column=mark.column + 1)


def _unreadable(error: yaml.MarkedYAMLError) -> Unreadable:
    mark = error.problem_mark or error.context_mark
    message = " ".join(part for part in (error.context, error.problem) if part)
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    return Unreadable("MG102", message or "the YAML cannot be parsed", line=line, column=column)
