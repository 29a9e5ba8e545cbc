"""The search for gaps: it may report one that no value proves, but where it reports none, there is none.

Every value of `part` is looked for in `whole`. Definitions that refer to themselves are taken to fit while they are being
looked at, as is right for types that are defined by recursion.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.comparing.containment.apart import apart
from mcpgen.comparing.containment.arrays import array_gaps
from mcpgen.comparing.containment.conjunction import Either, both, conjuncts, joined
from mcpgen.comparing.containment.definitions import Definitions, text_of
from mcpgen.comparing.containment.gap import Gap, below, hard
from mcpgen.comparing.containment.objects import object_gaps
from mcpgen.comparing.containment.scalars import (
    format_gaps,
    number_gaps,
    string_gaps,
    types,
    within,
)
from mcpgen.model import Json, Schema, is_object

_DEEPEST = 40
_STEPS = 5_000  # pairs of schemas that are looked at
_UNIONS = ("oneOf", "anyOf")
_FINITE: Mapping[str, tuple[Json, ...]] = {"null": (None,), "boolean": (True, False)}
# What is not taken apart: two sides agree on these, or there may be a gap.
_WHOLES = (
    "if",
    "then",
    "else",
    "contains",
    "minContains",
    "maxContains",
    "propertyNames",
    "dependentRequired",
    "dependentSchemas",
    "unevaluatedItems",
)
_SOFT = ("default", "deprecated")


def gaps(part: Schema, whole: Schema, *, closed: bool) -> list[Gap]:
    """Where a value of `part` may be none of `whole`.

    `closed` is for what callers send: an object that says nothing of further properties stands for one without any, since
    nobody can know them.
    """
    return _Search(part, whole, closed=closed).between(part, whole, "")


class _Search:
    def __init__(self, part: Schema, whole: Schema, *, closed: bool) -> None:
        self._closed = closed
        self._defs = Definitions(part.get("$defs", {}), whole.get("$defs", {}))
        self._assumed: dict[tuple[str, str], None] = {}
        self._left = _STEPS
        self._depth = 0

    def between(self, part: Either, whole: Either, path: str) -> list[Gap]:
        """The gaps between two schemas at a place."""
        if whole is True or whole == {} or (part == whole and self._defs.alike(part)):
            return []
        pair = (text_of(part), text_of(whole))
        if pair in self._assumed:
            return []
        if self._depth > _DEEPEST or not self._left:
            return [Gap(path, "size")]
        self._left -= 1
        self._depth += 1
        known = len(self._assumed)
        self._assumed[pair] = None
        found = self._found(part, whole, path)
        self._depth -= 1
        while hard(found) and len(self._assumed) > known:
            self._assumed.popitem()  # and all that was found by assuming this
        return list({repr(gap): gap for gap in found}.values())

    def _found(self, part: Either, whole: Either, path: str) -> list[Gap]:
        mine, theirs = joined(part, self._defs.part), joined(whole, self._defs.whole)
        parts = list(conjuncts(whole, self._defs.whole))
        found = [gap for each in parts for gap in self._against(mine, each, path)]
        if not isinstance(mine, dict) or not isinstance(theirs, dict):
            return found
        if len(parts) > 1:  # what one of them does not describe, another may
            described = {below(path, name) for name in theirs.get("properties", ())}
            found = [
                gap
                for gap in found
                if not (gap.soft and gap.keyword == "property" and gap.path in described)
            ]
        return [*found, *_notes(mine, theirs, path)]

    def _against(self, part: Either, whole: Either, path: str) -> Iterable[Gap]:
        if part is False or whole is True:
            return ()
        if whole is False:
            return (Gap(path, "schema", whole=False),)
        mine: Schema = {} if part is True else part
        values = _values(mine)
        if values is not None:
            return self._among(values, mine, whole, path)
        for keyword in _UNIONS:
            if keyword in mine:
                cases = self._branches(mine, keyword)
                return [gap for case in cases for gap in self._against(case, whole, path)]
        if len(types(mine)) > 1 and any(each in whole for each in _UNIONS):
            return self._by_type(mine, whole, path)
        return self._plain(mine, whole, path)

    def _by_type(self, part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
        """Each type of `part` for itself, since another alternative may be for it."""
        allowed = self._kinds(whole)
        fitting = sorted(kind for kind in types(part) if within(kind, allowed))
        if len(fitting) < len(types(part)):
            yield Gap(path, "type", part.get("type"), sorted(allowed))
        for kind in fitting:
            yield from self._against({**part, "type": kind}, whole, path)

    def _kinds(self, schema: Schema) -> frozenset[str]:
        """The types that a schema and its alternatives allow."""
        kinds = types(schema)
        for keyword in _UNIONS:
            branches = [joined(each, self._defs.whole) for each in schema.get(keyword, ())]
            if branches:
                allowed = frozenset[str]().union(
                    *(types(each) for each in branches if isinstance(each, dict))
                )
                kinds = frozenset(kind for kind in allowed if within(kind, kinds)) or kinds
        return kinds

    def _among(self, values: list[Json], part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
        """Few enough values are tried, one by one."""
        mine, theirs = _validator(part, self._defs.part), _validator(whole, self._defs.whole)
        missing = [
            each
            for each in values
            if _allows(mine, each, unread=True) and not _allows(theirs, each, unread=False)
        ]
        if missing and _is_listed(part):
            yield Gap(path, "enum", missing)
        elif missing:
            yield Gap(path, "type", part.get("type"), whole.get("type"))

    def _branches(self, part: Schema, keyword: str) -> Iterator[Either]:
        rest = {key: value for key, value in part.items() if key != keyword}
        for at, branch in enumerate(part[keyword]):
            case = both(rest, branch)
            others = [*part[keyword][:at], *part[keyword][at + 1 :]]
            if keyword == "oneOf" and others:
                case = both(case, {"not": {"anyOf": others}})
            yield joined(case, self._defs.part)

    def _plain(self, part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
        common = sorted(kind for kind in types(part) if within(kind, types(whole)))
        if len(common) < len(types(part)):
            yield Gap(path, "type", part.get("type"), whole.get("type"))
        if _is_listed(whole):
            yield Gap(path, "enum", None, _values(whole))
        rest = {**part, "type": common}
        yield from chain(
            number_gaps(rest, whole, path),
            string_gaps(rest, whole, path),
            format_gaps(rest, whole, path),
            array_gaps(rest, whole, path, self.between),
            object_gaps(rest, whole, path, self.between, closed=self._closed),
            self._union_gaps(rest, whole, path),
            self._other_gaps(rest, whole, path),
        )

    def _union_gaps(self, part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
        for keyword in _UNIONS:
            branches: list[Schema] = whole.get(keyword, [])
            found = [self.between(part, branch, path) for branch in branches]
            if not found or not types(part):
                continue
            nearest = self._nearest(part, branches, found)
            others = [*branches[:nearest], *branches[nearest + 1 :]]
            lost = hard(found[nearest])
            if lost and not _resembles(part, branches[nearest]):
                yield Gap(path, keyword)
                continue
            yield from found[nearest]
            if keyword == "oneOf" and not lost and not all(self._apart(part, x) for x in others):
                yield Gap(path, keyword)

    def _nearest(self, part: Schema, branches: list[Schema], found: list[list[Gap]]) -> int:
        """The alternative that fits, else the one that has most in common."""

        def rank(at: int) -> tuple[bool, int, int]:
            branch = joined(branches[at], self._defs.whole)
            named: Json = branch.get("properties", {}) if is_object(branch) else {}
            shared = len(named.keys() & part.get("properties", {}).keys())
            return bool(hard(found[at])), -shared, len(hard(found[at]))

        return min(range(len(branches)), key=rank)

    def _other_gaps(self, part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
        if not types(part):
            return
        if "not" in whole and not self._excludes(part, whole["not"]):
            yield Gap(path, "not", part.get("not"), whole["not"])
        for keyword in _WHOLES:
            if keyword in whole and not (
                part.get(keyword) == whole[keyword] and self._defs.alike(whole[keyword])
            ):
                yield Gap(path, keyword, part.get(keyword), whole[keyword])

    def _excludes(self, part: Schema, other: Schema) -> bool:
        if part.get("not") == other and self._defs.alike(other):
            return True
        each = other["anyOf"] if set(other) == {"anyOf"} else [other]
        return all(self._apart(part, branch) for branch in each)

    def _apart(self, part: Schema, other: Schema) -> bool:
        """Whether no value is in both."""
        if "not" in part:
            excluded = part["not"]
            if other in (excluded, *excluded.get("anyOf", ())) and self._defs.alike(other):
                return True
        return apart(part, joined(other, self._defs.whole), closed=self._closed)


def _resembles(part: Schema, branch: Schema) -> bool:
    """Whether gaps to a branch say more than that none fits."""
    return "type" not in branch or any(within(kind, types(branch)) for kind in types(part))


def _values(schema: Schema) -> list[Json] | None:
    """All values of a schema, where they are few and known."""
    if _is_listed(schema):
        return [schema["const"]] if "const" in schema else list(schema["enum"])
    kinds = types(schema)
    if not kinds <= set(_FINITE):
        return None
    return [value for kind in sorted(kinds) for value in _FINITE[kind]]


def _is_listed(schema: Schema) -> bool:
    return "const" in schema or "enum" in schema


def _validator(schema: Schema, definitions: Mapping[str, Schema]) -> Any:
    return Draft202012Validator({**schema, "$defs": dict(definitions)})


def _allows(validator: Any, value: Json, *, unread: bool) -> bool:
    """Whether a value is valid; `unread` where a pattern is none that Python reads."""
    try:
        valid: bool = validator.is_valid(value)
    except re.error:
        return unread
    return valid


def _notes(part: Schema, whole: Schema, path: str) -> Iterator[Gap]:
    for keyword in _SOFT:
        if part.get(keyword) != whole.get(keyword):
            yield Gap(path, keyword, part.get(keyword), whole.get(keyword), soft=True)
