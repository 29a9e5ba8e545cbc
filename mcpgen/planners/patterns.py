"""A text that a regular expression accepts: the shortest way through the pattern, first choice everywhere."""

from __future__ import annotations

import re
import string
from functools import cache
from re import _parser as parser  # type: ignore[attr-defined]  # typeshed knows it only as sre_parse
from typing import Any, cast

_CATEGORIES = {
    "CATEGORY_DIGIT": string.digits,
    "CATEGORY_SPACE": " ",
    "CATEGORY_WORD": string.ascii_lowercase + string.digits,
    "CATEGORY_NOT_DIGIT": string.ascii_lowercase,
    "CATEGORY_NOT_SPACE": string.ascii_lowercase,
    "CATEGORY_NOT_WORD": "-",
}
_PRINTABLE = (
    string.ascii_lowercase + string.digits + string.ascii_uppercase + "-_. /:@" + string.punctuation
)
_MOST = 200


@cache
def text_matching(pattern: str, least: int, most: int) -> str:
    """A text between `least` and `most` characters that `pattern` is found in; the best guess where there is none."""
    parse = cast("Any", parser.parse)  # pyright: ignore[reportUnknownMemberType]
    tree = parse(pattern)
    guess = ""
    for extra in range(min(max(least, 1), _MOST) + 1):
        guess = _spell(tree, extra)
        if least <= len(guess) <= most and re.search(pattern, guess):
            return guess
    padded = guess + "a" * (least - len(guess))
    return padded if re.search(pattern, padded) else guess


def _spell(tree: Any, extra: int) -> str:
    return "".join(_piece(str(op), argument, extra) for op, argument in tree)


def _piece(op: str, argument: Any, extra: int) -> str:
    match op:
        case "LITERAL":
            return chr(argument)
        case "NOT_LITERAL":
            return next(char for char in _PRINTABLE if ord(char) != argument)
        case "ANY":
            return "a"
        case "IN":
            return _one_of(argument)
        case "MAX_REPEAT" | "MIN_REPEAT" | "POSSESSIVE_REPEAT":
            low, high, inner = argument
            times = min(int(low) + extra, int(high), _MOST)
            return _spell(inner, extra) * times
        case "SUBPATTERN":
            return _spell(argument[-1], extra)
        case "ATOMIC_GROUP":
            return _spell(argument, extra)
        case "BRANCH":
            return _spell(argument[1][0], extra)
        case _:
            return ""  # anchors and assertions take no room


def _one_of(members: Any) -> str:
    negated = str(members[0][0]) == "NEGATE"
    accepted = set[str]()
    for op, argument in members:
        accepted |= _member(str(op), argument)
    wanted = [char for char in _PRINTABLE if (char in accepted) is not negated]
    return wanted[0] if wanted else next(iter(sorted(accepted)), "a")


def _member(op: str, argument: Any) -> set[str]:
    match op:
        case "LITERAL":
            return {chr(argument)}
        case "RANGE":
            return {
                chr(code) for code in range(argument[0], min(argument[1], argument[0] + 300) + 1)
            }
        case "CATEGORY":
            return set(_CATEGORIES.get(str(argument), ""))
        case _:
            return set()
