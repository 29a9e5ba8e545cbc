"""Patterns: those written as literals of JavaScript, and those that the schema's own values do not meet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final, cast

from mcpgen.model import Json, Schema

# Says what was found, under a code.
Report = Callable[[str, str], None]

_PARSER: Any = import_module("re._parser")  # has no annotations
_LITERAL: Final = re.compile(r"/(.+)/[dgimsuvy]*", re.DOTALL)
_END: Final = re.compile(r"(?<!\\)\$\Z")
# What is compared with a pattern: longer values, or patterns that go back too often, could take for ever.
_LONGEST: Final = 100
_LONGEST_SHOWN: Final = 60
_MOST_TIMES: Final = 20


def settle(made: Schema, report: Report) -> None:
    """Take away the slashes of a JavaScript literal, which would be matched literally, and name a value that is refused."""
    written = made.get("pattern")
    if not isinstance(written, str):
        return
    values = _values(made)
    literal = _LITERAL.fullmatch(written)
    if literal and _is_meant(literal[1], written, values):
        made["pattern"] = literal[1]
        read = f"{_brief(written)} is read as {_brief(literal[1])}"
        report("MG210", f"`pattern` must be a regular expression; {read}")
    refused = _refused(made["pattern"], values)
    if refused:
        own = f"the schema's own value {_brief(refused[0])}"
        report("MG216", f"the pattern {_brief(made['pattern'])} refuses {own}")


def _brief(text: str) -> str:
    return f"`{text}`" if len(text) <= _LONGEST_SHOWN else f"`{text[: _LONGEST_SHOWN - 1]}…`"


def _values(made: Schema) -> list[str]:
    """The texts that the schema itself gives."""
    listed: list[Json] = [*made.get("enum", ()), *made.get("examples", ())]
    listed += [made[key] for key in ("const", "default") if key in made]
    return [each for each in listed if isinstance(each, str) and len(each) <= _LONGEST]


def _is_meant(inside: str, written: str, values: list[str]) -> bool:
    """Whether slashes are no part of what is matched: with them there is nothing, or none of the schema's own values."""
    tree = _parsed(inside)
    if tree is None:
        return False
    only_looks = tree.getwidth()[1] == 0
    if inside.startswith("^") or _END.search(inside) or only_looks:
        return True
    return bool(values) and not _refused(inside, values) and _refused(written, values) == values


def _refused(pattern: str, values: list[str]) -> list[str]:
    tree = _parsed(pattern)
    if tree is None or _goes_back(tree):
        return []
    return [each for each in values if not re.search(pattern, each)]


def _parsed(pattern: str) -> Any:
    try:
        return _PARSER.parse(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


def _goes_back(tree: Any, *, repeated: bool = False) -> bool:
    """Whether what is repeated often holds a repetition or a choice, so that there are many ways to fail."""
    for op, argument in tree:
        name = str(op)
        repeats = name in ("MAX_REPEAT", "MIN_REPEAT")
        if repeated and (repeats or name == "BRANCH"):
            return True
        often = repeated or (repeats and int(argument[1]) > _MOST_TIMES)
        if any(_goes_back(inner, repeated=often) for inner in _inner(argument)):
            return True
    return False


def _inner(argument: Any) -> list[Any]:
    """The patterns inside of a piece of a pattern."""
    if isinstance(argument, _PARSER.SubPattern):
        return [argument]
    if isinstance(argument, tuple | list):
        return [inner for each in cast("Iterable[Any]", argument) for inner in _inner(each)]
    return []
