"""Merge JSON by key, in the layout that its owner gave it."""

from __future__ import annotations

import json
import re

from mcpgen.model import Json
from mcpgen.writers.merge.lines import merge_lines
from mcpgen.writers.merge.merged import Clash, Merged, Sides, Unmergeable
from mcpgen.writers.merge.values import ABSENT, merge_values

_INDENT = re.compile(r"\n([ \t]+)\S")


def merge_json(sides: Sides) -> Merged:
    """Merge three JSON texts; Unmergeable when the owner's is none now."""
    try:
        mine = json.loads(sides.ours)
    except ValueError as error:
        raise Unmergeable(f"it is not JSON ({error})") from error
    old, new = _value(sides.base), _value(sides.theirs)
    clashes: list[Clash] = []
    value = merge_values(old, mine, new, "", clashes)
    text = sides.ours if value == mine else _text(value, sides)
    return Merged(text, tuple(clashes))


def _value(text: str) -> Json:
    return json.loads(text) if text else ABSENT


def _text(value: Json, sides: Sides) -> str:
    """By lines where that gives the value, else laid out anew with the owner's indent."""
    text = merge_lines(sides).text
    try:
        if json.loads(text) == value:
            return text
    except ValueError:
        pass
    indent = _INDENT.search(sides.ours)
    return json.dumps(value, indent=indent[1] if indent else None, ensure_ascii=False) + "\n"
