"""What the value of a simple schema keyword must be, and what a wrong one was meant to be.

Each check gives the value back when it is legal, another when it can be repaired, and `WRONG` when nothing sensible can
be made of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from mcpgen.loaders.json_text import number
from mcpgen.model import Json, is_array, is_object

WRONG: Final = object()


@dataclass(frozen=True, slots=True)
class Check:
    """What to call a legal value, and the function that checks or repairs."""

    expected: str
    repair: Callable[[Json], Json]


def text(value: Json) -> Json:
    """Accept text; write numbers and booleans as text."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else WRONG


def flag(value: Json) -> Json:
    """Accept a boolean, or the word for one."""
    if isinstance(value, bool):
        return value
    word = value.strip().lower() if isinstance(value, str) else ""
    return {"true": True, "false": False}.get(word, WRONG)


def amount(value: Json) -> Json:
    """Accept a number, or a number in quotes."""
    if isinstance(value, str):
        value = number(value.strip())
    return value if isinstance(value, int | float) and not isinstance(value, bool) else WRONG


def count(value: Json) -> Json:
    """Accept a whole number from zero on, also as `3.0` or in quotes."""
    value = amount(value)
    if value is WRONG or value < 0 or value != int(value):
        return WRONG
    return value if isinstance(value, int) else int(value)


def step(value: Json) -> Json:
    """Accept a number above zero."""
    value = amount(value)
    return value if value is not WRONG and value > 0 else WRONG


def names(value: Json) -> Json:
    """Accept a list of different texts; one text is a list of one."""
    if isinstance(value, str):
        return [value]
    if not is_array(value):
        return WRONG
    kept = list(dict.fromkeys(item for item in value if isinstance(item, str)))
    return value if len(kept) == len(value) else kept


def name_lists(value: Json) -> Json:
    """Accept `dependentRequired`: an object of lists of names."""
    if not is_object(value):
        return WRONG
    kept = {key: names(item) for key, item in value.items()}
    kept = {key: item for key, item in kept.items() if item is not WRONG}
    return value if kept == value else kept


def values(value: Json) -> Json:
    """Accept a list of different values, at least one; a single value is a list of one."""
    if is_object(value) or value is None or value == []:
        return WRONG
    if not is_array(value):
        return [value]
    kept = distinct(value)
    return value if len(kept) == len(value) else kept


def mapping(value: Json) -> Json:
    """Accept an object."""
    return value if is_object(value) else WRONG


def anything(value: Json) -> Json:
    """Accept any value."""
    return value


def pattern(value: Json) -> Json:
    """Accept text alone: a number is no pattern."""
    return value if isinstance(value, str) else WRONG


def distinct(items: list[Json]) -> list[Json]:
    """Leave out repeated values; `1` and `true` are different, `1` and `1.0` are not."""
    seen: set[object] = set()
    kept: list[Json] = []
    for item in items:
        key = _identity(item)
        if key not in seen:
            seen.add(key)
            kept.append(item)
    return kept


def _identity(value: Json) -> object:
    if is_array(value):
        return ("list", *(_identity(item) for item in value))
    if is_object(value):
        return ("dict", frozenset((key, _identity(item)) for key, item in value.items()))
    return (isinstance(value, bool), value)


_TEXT: Final = Check("text", text)
_FLAG: Final = Check("true or false", flag)
_AMOUNT: Final = Check("a number", amount)
_COUNT: Final = Check("a whole number from 0 on", count)

CHECKS: Final[Mapping[str, Check]] = {
    "title": _TEXT,
    "description": _TEXT,
    "$comment": _TEXT,
    "format": _TEXT,
    "contentEncoding": _TEXT,
    "contentMediaType": _TEXT,
    "readOnly": _FLAG,
    "writeOnly": _FLAG,
    "deprecated": _FLAG,
    "uniqueItems": _FLAG,
    "minimum": _AMOUNT,
    "maximum": _AMOUNT,
    "exclusiveMinimum": _AMOUNT,
    "exclusiveMaximum": _AMOUNT,
    "multipleOf": Check("a number above 0", step),
    "minLength": _COUNT,
    "maxLength": _COUNT,
    "minItems": _COUNT,
    "maxItems": _COUNT,
    "minProperties": _COUNT,
    "maxProperties": _COUNT,
    "minContains": _COUNT,
    "maxContains": _COUNT,
    "required": Check("a list of property names", names),
    "dependentRequired": Check("an object of lists of property names", name_lists),
    "enum": Check("a list of values", values),
    "const": Check("a value", anything),
    "default": Check("a value", anything),
    "pattern": Check("a regular expression", pattern),
    "xml": Check("an object", mapping),
}
