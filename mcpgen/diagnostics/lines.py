"""From JSON pointers to lines, only when something is shown: reading a description keeps no positions.

Both languages are searched for all pointers of a file at once. JSON is skipped over at C speed; YAML is composed again.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from json import JSONDecoder
from typing import Final, TypeAlias

import yaml

# Line and column, from 1.
Position: TypeAlias = tuple[int, int]

_SPACE: Final = re.compile(r"[ \t\n\r]*")
_skip: Final = JSONDecoder(strict=False).raw_decode


@dataclass(slots=True)
class _Wanted:
    """A tree of the pointers that are looked for; `pointers` end here."""

    pointers: list[str] = field(default_factory=list[str])
    below: dict[str, _Wanted] = field(default_factory=dict[str, "_Wanted"])


def positions(text: str, pointers: Iterable[str]) -> dict[str, Position]:
    """Find where pointers lead in a JSON or YAML text: the position of the key, or of the item of a list.

    What isn't there is given the position of the nearest thing around it; a pointer to the whole text has none.
    """
    wanted = _tree(pointer for pointer in pointers if pointer)
    if not wanted.below:
        return {}
    if text.lstrip()[:1] in {"{", "["}:
        try:
            found = dict(_in_json(text, wanted))
        except (ValueError, IndexError, RecursionError):
            found = {}
        if found:
            return found
    return dict(_in_yaml(text, wanted))


def _tree(pointers: Iterable[str]) -> _Wanted:
    root = _Wanted()
    for pointer in pointers:
        place = root
        for token in pointer.split("/")[1:]:
            key = token.replace("~1", "/").replace("~0", "~")
            place = place.below.setdefault(key, _Wanted())
        place.pointers.append(pointer)
    return root


def _all(wanted: _Wanted) -> Iterator[str]:
    yield from wanted.pointers
    for inner in wanted.below.values():
        yield from _all(inner)


def _in_json(text: str, wanted: _Wanted) -> Iterator[tuple[str, Position]]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    for pointer, offset in _offsets(text, wanted):
        line = bisect_right(starts, offset)
        yield pointer, (line, offset - starts[line - 1] + 1)


def _offsets(text: str, root: _Wanted) -> Iterator[tuple[str, int]]:
    found: dict[str, int] = {}

    def note(wanted: _Wanted, at: int) -> None:
        found.update(dict.fromkeys(_all(wanted), at))

    def value(at: int, wanted: _Wanted) -> int:
        """Give the offset behind the value at an offset, having looked for what is wanted in it."""
        if not wanted.below or text[at] not in "{[":
            return _skip(text, at)[1]
        return members(at, wanted) if text[at] == "{" else items(at, wanted)

    def members(at: int, wanted: _Wanted) -> int:
        at = _blank(text, at + 1)
        while text[at] != "}":
            start = at
            key, at = _skip(text, at)
            at = _blank(text, _blank(text, at) + 1)
            inner = wanted.below.get(key)
            if inner is not None:
                note(inner, start)
            at = _blank(text, value(at, inner or _Wanted()))
            at = _blank(text, at + 1) if text[at] == "," else at
        return at + 1

    def items(at: int, wanted: _Wanted) -> int:
        at, index = _blank(text, at + 1), 0
        while text[at] != "]":
            inner = wanted.below.get(str(index))
            if inner is not None:
                note(inner, at)
            at, index = _blank(text, value(at, inner or _Wanted())), index + 1
            at = _blank(text, at + 1) if text[at] == "," else at
        return at + 1

    value(_blank(text, 0), root)
    yield from found.items()


def _blank(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at


def _in_yaml(text: str, wanted: _Wanted) -> Iterator[tuple[str, Position]]:
    loader = yaml.CSafeLoader(text)
    try:
        root = loader.get_node() if loader.check_node() else None
    except (yaml.YAMLError, RecursionError, UnicodeError):
        return
    finally:
        loader.dispose()
    if root is not None:
        yield from _below(root, wanted)


def _below(node: yaml.Node, wanted: _Wanted) -> Iterator[tuple[str, Position]]:
    for key, inner in wanted.below.items():
        for place, value in _children(node, key):
            at = (place.start_mark.line + 1, place.start_mark.column + 1)
            yield from ((pointer, at) for pointer in _all(inner))
            yield from _below(value, inner)


def _children(node: yaml.Node, key: str) -> Iterator[tuple[yaml.Node, yaml.Node]]:
    """Give where a member is written, and its value; the last of several of one name is the one that counts."""
    if isinstance(node, yaml.MappingNode):
        yield from [pair for pair in node.value if pair[0].value == key][-1:]
    elif isinstance(node, yaml.SequenceNode) and key.isdecimal() and int(key) < len(node.value):
        yield node.value[int(key)], node.value[int(key)]
