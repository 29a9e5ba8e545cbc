"""YAML text to values: the core schema of YAML 1.2, which OpenAPI prescribes, over PyYAML's C node graph.

PyYAML types scalars by YAML 1.1, where `no` is false, `2024-05-01` a date, `1:30` ninety and `0777` octal; the resolvers
here are those of YAML 1.2 (10.3.2). Keys are text. An aliased node is built once and shared.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

import yaml

from mcpgen.loaders.json_text import number
from mcpgen.loaders.pointers import escape
from mcpgen.loaders.spelling import keep_text
from mcpgen.loaders.syntax import Unreadable
from mcpgen.model import Json, JsonObject, is_object

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
# Digits of an integer in base 16 that Python would still write in base 10.
_LONGEST_INTEGER: Final = 3000

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


class _Built(NamedTuple):
    """A value, the number of values that it expands to, and how deep it goes."""

    value: Json
    size: int = 1
    height: int = 0


class YamlReader:
    """Builds the values of one text, and notes what its reader should know."""

    def __init__(self, *, max_depth: int, max_values: int) -> None:
        self.doubled: list[str] = []
        self.more_documents = False
        self._max_depth = max_depth
        self._max_values = max_values
        self._built: dict[int, _Built] = {}
        self._active: set[int] = set()

    def read(self, text: str) -> Json:
        """Give the value of the first document."""
        node = self._compose(text)
        if node is None:
            return None
        built = self._build(node, "", 0)
        if built.size > self._max_values:
            message = f"aliases expand the YAML to more than {self._max_values:,} values"
            raise Unreadable("MG103", message)
        return built.value

    def _compose(self, text: str) -> yaml.Node | None:
        loader = _Core(text)
        try:
            if not loader.check_node():
                return None
            node = loader.get_node()
            self.more_documents = loader.check_node()
        except yaml.MarkedYAMLError as error:
            raise _unreadable(error, text) from error
        except (yaml.YAMLError, RecursionError, UnicodeError) as error:
            raise Unreadable("MG102", f"the YAML cannot be parsed: {error}") from error
        finally:
            loader.dispose()
        return node

    def _build(self, node: yaml.Node, pointer: str, depth: int) -> _Built:
        if isinstance(node, yaml.ScalarNode):
            return _Built(_scalar(node))
        key = id(node)
        if key in self._active:
            raise _at(node, "MG102", "an alias refers to a node that it is part of")
        known = self._built.get(key)
        if depth + (known.height if known else 0) >= self._max_depth:
            raise _at(node, "MG103", f"the YAML is nested more than {self._max_depth} levels deep")
        if known is not None:
            return known
        self._active.add(key)
        make = self._mapping if isinstance(node, yaml.MappingNode) else self._sequence
        self._built[key] = built = make(node, pointer, depth + 1)
        self._active.discard(key)
        return built

    def _sequence(self, node: yaml.Node, pointer: str, depth: int) -> _Built:
        parts = [
            self._build(item, f"{pointer}/{index}", depth) for index, item in enumerate(node.value)
        ]
        return _whole([part.value for part in parts], parts)

    def _mapping(self, node: yaml.Node, pointer: str, depth: int) -> _Built:
        made: JsonObject = {}
        parts: list[_Built] = []
        merged: list[yaml.Node] = []
        for key_node, value_node in node.value:
            if key_node.tag == _MERGE:
                many = isinstance(value_node, yaml.SequenceNode)
                merged += value_node.value if many else [value_node]
                continue
            key = _key(key_node)
            place = f"{pointer}/{escape(key)}"
            if key in made:
                self.doubled.append(place)
            parts.append(self._build(value_node, place, depth))
            made[key] = parts[-1].value
        for source in merged:
            parts.append(self._build(source, pointer, depth))
            _merge(made, parts[-1].value, source)
        keep_text(made, node)
        return _whole(made, parts)


def _whole(value: Json, parts: list[_Built]) -> _Built:
    size = 1 + sum(part.size for part in parts)
    return _Built(value, size, 1 + max((part.height for part in parts), default=0))


def _merge(made: JsonObject, value: Json, source: yaml.Node) -> None:
    """Add the keys of a `<<` mapping that are not there yet."""
    if not is_object(value):
        raise _at(source, "MG102", "`<<` merges mappings only")
    for key, child in value.items():
        made.setdefault(key, child)


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
    """Read an integer; one that is none, or that could not be written again, stays text."""
    base = {"0o": 8, "0x": 16}.get(text[:2])
    if base is None:
        return number(text)
    try:
        return int(text[2:], base) if len(text) < _LONGEST_INTEGER else text
    except ValueError:
        return text


def _at(node: yaml.Node, code: str, message: str) -> Unreadable:
    mark = node.start_mark
    return Unreadable(code, message, line=mark.line + 1, column=mark.column + 1)


def _unreadable(error: yaml.MarkedYAMLError, text: str) -> Unreadable:
    mark = error.problem_mark or error.context_mark
    message = " ".join(part for part in (error.context, error.problem) if part)
    line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
    if _is_tabbed(text, line):
        message += "; YAML is indented by spaces, never by tabs"
    return Unreadable("MG102", message or "the YAML cannot be parsed", line=line, column=column)


def _is_tabbed(text: str, line: int) -> bool:
    lines = text.splitlines()
    written = lines[line - 1] if 0 < line <= len(lines) else ""
    return "\t" in written[: len(written) - len(written.lstrip())]
