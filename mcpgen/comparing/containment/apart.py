"""Whether two schemas have no value in common, as far as that is plain to see."""

from __future__ import annotations

from mcpgen.comparing.containment.conjunction import Either
from mcpgen.comparing.containment.scalars import types, within
from mcpgen.model import Json, Schema


def apart(one: Either, other: Either, *, closed: bool) -> bool:
    """Types, values, or objects that differ in a property that one of them needs; `closed` is said of `one`."""
    if one is False or other is False:
        return True
    if isinstance(one, bool) or isinstance(other, bool):
        return False
    mine, theirs = types(one), types(other)
    shared = {kind for kind in mine if within(kind, theirs)} | {
        kind for kind in theirs if within(kind, mine)
    }
    if not shared:
        return True
    if not _meet(one, other):
        return True
    return shared == {"object"} and _objects_apart(one, other, closed=closed)


def _meet(one: Schema, other: Schema) -> bool:
    """Whether known values of the two are partly the same."""
    mine, theirs = _known(one), _known(other)
    return mine is None or theirs is None or any(value in theirs for value in mine)


def _known(schema: Schema) -> list[Json] | None:
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _objects_apart(one: Schema, other: Schema, *, closed: bool) -> bool:
    mine, theirs = one.get("properties", {}), other.get("properties", {})
    needed = {*one.get("required", ()), *other.get("required", ())}
    if any(
        apart(mine[name], theirs[name], closed=closed)
        for name in needed
        if name in mine and name in theirs
    ):
        return True
    sealed = closed and "additionalProperties" not in one and "patternProperties" not in one
    lacking = sealed or one.get("additionalProperties") is False
    if lacking and any(name not in mine for name in other.get("required", ())):
        return True
    return other.get("additionalProperties") is False and any(
        name not in theirs for name in one.get("required", ())
    )
