"""Keywords of objects."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.comparing.containment.conjunction import Either, both
from mcpgen.comparing.containment.gap import Gap, below, hard
from mcpgen.comparing.containment.scalars import size_gaps, types
from mcpgen.model import Schema

Compare: TypeAlias = Callable[[Either, Either, str], list[Gap]]


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a schema says of properties. `described` is whether anything is said of those that it does not name."""

    named: Mapping[str, Either]
    patterns: Mapping[str, Either]
    others: Either
    described: bool

    def of(self, name: str) -> Either:
        """The schema of a property."""
        found = self.named.get(name, True)
        fitting = [each for pattern, each in self.patterns.items() if _fits(pattern, name)]
        for each in fitting:
            found = both(found, each)
        return self.others if name not in self.named and not fitting else found

    def knows(self, name: str) -> bool:
        """Whether a property is described, by name or by pattern."""
        return name in self.named or any(_fits(pattern, name) for pattern in self.patterns)


def _fits(pattern: str, name: str) -> bool:
    try:
        return re.search(pattern, name) is not None
    except re.error:  # an ECMA-262 pattern that Python does not read
        return False


# Beside these, what `unevaluatedProperties` leaves is not plain to see.
_APPLICATORS = frozenset({"anyOf", "oneOf", "if", "dependentSchemas"})


def _shape(schema: Schema, *, closed: bool, exact: bool) -> _Shape:
    """`exact` when too few properties are worse than too many."""
    others = schema.get("additionalProperties")
    if others is None and not (exact and _APPLICATORS & schema.keys()):
        others = schema.get("unevaluatedProperties")
    return _Shape(
        named=schema.get("properties", {}),
        patterns=schema.get("patternProperties", {}),
        others=(not closed) if others is None else others,
        described=others is not None,
    )


def object_gaps(
    part: Schema, whole: Schema, path: str, compare: Compare, *, closed: bool
) -> Iterator[Gap]:
    """Where objects of `part` may be none of `whole`; `closed` when they have no properties but those described."""
    if "object" not in types(part):
        return
    mine = _shape(part, closed=closed, exact=True)
    theirs = _shape(whole, closed=False, exact=False)
    needed = part.get("required", ())
    for name in whole.get("required", ()):
        if name not in needed:
            yield Gap(below(path, name), "required", part=False, whole=True)
    for name in [*mine.named, *(name for name in theirs.named if name not in mine.named)]:
        yield from _property_gaps(name, mine, theirs, below(path, name), compare)
    yield from _other_gaps(mine, theirs, path, compare)
    yield from size_gaps(_counted(part, mine), whole, path, "minProperties", "maxProperties")


def _property_gaps(
    name: str, mine: _Shape, theirs: _Shape, path: str, compare: Compare
) -> Iterator[Gap]:
    has, gets = mine.of(name), theirs.of(name)
    told = Gap(path, "property", mine.knows(name) or None, theirs.knows(name) or None)
    if has is False:
        if not mine.knows(name):
            yield Gap(path, "property", told.part, told.whole, soft=True)
    elif gets is False:
        yield told
    elif mine.knows(name) and theirs.knows(name):
        yield from compare(has, gets, path)
    else:
        proven = bool(hard(compare(has, gets, path)))
        yield Gap(path, "property", told.part, told.whole, soft=not proven)


def _other_gaps(mine: _Shape, theirs: _Shape, path: str, compare: Compare) -> Iterator[Gap]:
    """Properties that are described by pattern, or only as "all others"."""
    inner = below(path, "*")
    for pattern, schema in mine.patterns.items():
        yield from compare(schema, theirs.patterns.get(pattern, theirs.others), inner)
    if mine.others is False:
        return
    for pattern, schema in theirs.patterns.items():
        if pattern not in mine.patterns:
            yield from compare(mine.others, schema, inner)
    if theirs.others is False:
        yield Gap(
            path, "additionalProperties", mine.others if mine.described else None, whole=False
        )
    else:
        yield from compare(mine.others, theirs.others, inner)


def _counted(part: Schema, shape: _Shape) -> Schema:
    """The schema with the bounds on the number of properties that follow from the others."""
    counted = {
        **part,
        "minProperties": max(part.get("minProperties", 0), len(part.get("required", ()))),
    }
    if shape.others is False and not shape.patterns:
        named = sum(each is not False for each in shape.named.values())
        counted["maxProperties"] = min(part.get("maxProperties", named), named)
    return counted
