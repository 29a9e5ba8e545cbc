"""Keywords of numbers and strings, and the types themselves."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from mcpgen.comparing.containment.gap import Gap
from mcpgen.model import Json, Schema, is_array

TYPES = frozenset({"null", "boolean", "number", "string", "array", "object"})
_NUMBERS = frozenset({"number", "integer"})
_WHOLE = frozenset({"integer"})
# Formats are annotations to JSON Schema, but APIs enforce these; any other one is a hint. Behind each, what contains it.
_FORMATS: dict[str, frozenset[str]] = {
    "int32": frozenset({"int64"}),
    "int64": frozenset(),
    "date": frozenset(),
    "date-time": frozenset(),
    "time": frozenset(),
    "duration": frozenset(),
    "email": frozenset({"idn-email"}),
    "idn-email": frozenset(),
    "hostname": frozenset({"idn-hostname"}),
    "idn-hostname": frozenset(),
    "ipv4": frozenset(),
    "ipv6": frozenset(),
    "uri": frozenset({"uri-reference", "iri", "iri-reference"}),
    "uri-reference": frozenset({"iri-reference"}),
    "iri": frozenset({"iri-reference"}),
    "iri-reference": frozenset(),
    "uuid": frozenset(),
    "json-pointer": frozenset(),
    "regex": frozenset(),
    "byte": frozenset(),
}


def types(schema: Schema) -> frozenset[str]:
    """The types that a schema allows; all of them where it says nothing."""
    given = schema.get("type")
    if given is None:
        return TYPES
    found = frozenset(given if is_array(given) else [given])
    return found - {"integer"} if "number" in found else found


def within(kind: str, allowed: frozenset[str]) -> bool:
    """Whether a type is among others; an integer is a number too."""
    return kind in allowed or (kind == "integer" and "number" in allowed)


def number_gaps(part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
    """Where numbers of `part` may be none of `whole`."""
    if not types(part) & _NUMBERS:
        return
    for keyword, sign in (("minimum", 1), ("maximum", -1)):
        mine, limit = _bound(part, keyword, sign), _bound(whole, keyword, sign)
        if _ordered(mine, sign) < _ordered(limit, sign):
            yield Gap(path, keyword, _stated(part, keyword), _stated(whole, keyword))
    if "multipleOf" in whole and not _is_multiple(part, whole["multipleOf"]):
        yield Gap(path, "multipleOf", part.get("multipleOf"), whole["multipleOf"])


def _stated(schema: Schema, keyword: str) -> Json:
    exclusive = f"exclusive{keyword.capitalize()}"
    return f"{schema[exclusive]} (exclusive)" if exclusive in schema else schema.get(keyword)


def _bound(schema: Schema, keyword: str, sign: int) -> tuple[float, bool]:
    """A limit and whether it is left out itself; whole numbers begin at the next one."""
    whole = types(schema) & _NUMBERS == _WHOLE
    found = [(-sign * math.inf, False)]
    if keyword in schema:
        value = schema[keyword]
        found.append((_next(value, sign) if whole else value, False))
    exclusive = f"exclusive{keyword.capitalize()}"
    if exclusive in schema:
        value = schema[exclusive]
        found.append((_after(value, sign), False) if whole else (value, True))
    return max(found, key=lambda bound: _ordered(bound, sign))


def _ordered(bound: tuple[float, bool], sign: int) -> tuple[float, bool]:
    return (sign * bound[0], bound[1])


def _next(value: float, sign: int) -> int:
    return math.ceil(value) if sign > 0 else math.floor(value)


def _after(value: float, sign: int) -> int:
    return math.floor(value) + 1 if sign > 0 else math.ceil(value) - 1


def _is_multiple(part: Schema, step: float) -> bool:
    steps = [part["multipleOf"]] if "multipleOf" in part else []
    if types(part) & _NUMBERS == _WHOLE:
        steps.append(1)
    return any((Fraction(str(each)) / Fraction(str(step))).denominator == 1 for each in steps)


def string_gaps(part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
    """Where strings of `part` may be none of `whole`."""
    if "string" not in types(part):
        return
    yield from size_gaps(part, whole, path, "minLength", "maxLength")
    if "pattern" in whole and part.get("pattern") != whole["pattern"]:
        yield Gap(path, "pattern", part.get("pattern"), whole["pattern"])


def size_gaps(part: Schema, whole: Schema, path: str, least: str, most: str) -> Iterator[Gap]:
    """Where what is counted may be too few or too many."""
    if part.get(least, 0) < whole.get(least, 0):
        yield Gap(path, least, part.get(least), whole[least])
    if part.get(most, math.inf) > whole.get(most, math.inf):
        yield Gap(path, most, part.get(most), whole[most])


def format_gaps(part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
    """Where a format of `whole` is not that of `part`."""
    wanted, given = whole.get("format"), part.get("format")
    if wanted == given or not types(part) & {"string", *_NUMBERS}:
        return
    if wanted is None:
        return
    loose = wanted not in _FORMATS or wanted in _FORMATS.get(given or "", ())
    yield Gap(path, "format", given, wanted, soft=loose)
