"""Merge JSON values: mappings by key, lists by what their items are called, anything else whole."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from mcpgen.model import Json
from mcpgen.model.json import is_array, is_object
from mcpgen.writers.merge.merged import Clash, ClashKind

# A missing value, which is not null.
ABSENT: Final = object()
# What a text in a list begins with: `mcp>=2.3` and `mcp>=2.4` are the same requirement.
_NAME: Final = re.compile(r"[\w.-]+(?:\[[\w,.-]*\])?")
_NAMING: Final = ("name", "id", "identifier")


def merge_values(old: Json, mine: Json, new: Json, path: str, clashes: list[Clash]) -> Json:
    """Merge three values, any of which may be ABSENT; where they clash mine stays, and `path` is noted."""
    if mine == old:
        return new
    if new in (old, mine):
        return mine
    if is_object(mine) and is_object(new):
        return _mappings(old if is_object(old) else {}, mine, new, path, clashes)
    if is_array(mine) and is_array(new) and is_array(old):
        before, own, now = _named(old), _named(mine), _named(new)
        if before is not None and own is not None and now is not None:
            return list(_mappings(before, own, now, path, clashes).values())
    clashes.append(Clash(path, ClashKind.DROPPED if new is ABSENT else ClashKind.BOTH))
    return mine


def _mappings(
    old: Mapping[str, Json],
    mine: Mapping[str, Json],
    new: Mapping[str, Json],
    path: str,
    clashes: list[Clash],
) -> dict[str, Json]:
    merged: dict[str, Json] = {}
    for key in _order(list(mine), list(new)):
        below = f"{path}.{key}" if path else key
        before, own, now = (each.get(key, ABSENT) for each in (old, mine, new))
        value = merge_values(before, own, now, below, clashes)
        if value is not ABSENT:
            merged[key] = value
    return merged


def _order(mine: Sequence[str], new: Sequence[str]) -> list[str]:
    """Mine, each new key behind the one that it stands behind there."""
    order = list(mine)
    for index, key in enumerate(new):
        if key not in mine:
            order.insert(order.index(new[index - 1]) + 1 if index else 0, key)
    return order


def _named(items: Sequence[Json]) -> dict[str, Json] | None:
    """The items of a list by their names; None where one has none, or two have the same."""
    named = {_name(item): item for item in items}
    return named if len(named) == len(items) and "" not in named else None


def _name(item: Json) -> str:
    if isinstance(item, str):
        match = _NAME.match(item)
        return match[0] if match else item
    if is_object(item):
        return next((str(item[key]) for key in _NAMING if key in item), "")
    return ""
