"""Gaps between schemas in words, as a change from old to new."""

from __future__ import annotations

import json
from typing import Final

from mcpgen.comparing.containment import Gap
from mcpgen.model import Json, is_array

_LONGEST: Final = 60
_CONTEXT: Final = 20  # characters before the first one that is different
_LIMITS: Final = {
    "type": "type",
    "minimum": "minimum",
    "maximum": "maximum",
    "multipleOf": "a multiple of",
    "minLength": "shortest length",
    "maxLength": "longest length",
    "minItems": "fewest items",
    "maxItems": "most items",
    "minProperties": "fewest properties",
    "maxProperties": "most properties",
    "pattern": "pattern",
    "format": "format",
    "default": "default",
}
# What forward and what backward means: the old schema is the gap's part, or the new one is.
_FIXED: Final = {
    "required": ("now required", "no longer required"),
    "additionalProperties": ("takes no other properties now", "takes other properties now"),
    "uniqueItems": ("items must differ now", "items may be the same now"),
    "schema": ("not allowed any more", "allowed now"),
    "deprecated": ("its deprecation changed", "its deprecation changed"),
    "size": ("changed, too much to compare", "changed, too much to compare"),
    "anyOf": ("fits none of the alternatives for certain", "has another alternative"),
    "oneOf": ("fits one alternative no longer for certain", "has another alternative"),
}


def told(gap: Gap, *, forward: bool) -> str:
    """A clause: `maximum: 100 → 50`. `forward` when the gap's part is the old schema."""
    old, new = (gap.part, gap.whole) if forward else (gap.whole, gap.part)
    if gap.keyword == "property":
        return "added" if old is None else "removed" if new is None else "not allowed any more"
    if gap.keyword == "enum":
        return _values(gap, forward=forward)
    if gap.keyword in _FIXED:
        return _FIXED[gap.keyword][0 if forward else 1]
    if gap.keyword in _LIMITS:
        return f"{_LIMITS[gap.keyword]}: {shown(old)} → {shown(new)}"
    return f"`{gap.keyword}` changed"


def _values(gap: Gap, *, forward: bool) -> str:
    if gap.part is None:
        listed = _list(gap.whole)
        return f"only {listed} now" if forward else f"no longer only {listed}"
    return f"{_list(gap.part)} {'no longer allowed' if forward else 'now allowed'}"


def _list(values: list[Json]) -> str:
    return _clip(", ".join(json.dumps(value, ensure_ascii=False) for value in values))


def shown(value: Json) -> str:
    """A value of a schema, short."""
    if value is None:
        return "none"
    if is_array(value):
        return _clip(" or ".join(map(str, value)))
    return _clip(
        value if value and isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    )


def _clip(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def reworded(old: Json, new: Json) -> str:
    """A text that changed, from where it does: `text: …hidden pet → …sold pet`."""
    if not (isinstance(old, str) and isinstance(new, str) and old):
        return f"text: {shown(old or None)} → {shown(new)}"
    same = next(
        (at for at, (one, other) in enumerate(zip(old, new, strict=False)) if one != other),
        min(len(old), len(new)),
    )
    start = max(0, same - _CONTEXT)
    lead = "…" if start else ""
    return f"text: {lead}{_clip(old[start:])} → {lead}{_clip(new[start:])}"
