"""Merge YAML by key where the layout allows it: by lines, if that says what merging by key would say."""

from __future__ import annotations

import yaml

from mcpgen.model import Json
from mcpgen.writers.merge.lines import merge_lines
from mcpgen.writers.merge.merged import Clash, Merged, Sides, Unmergeable
from mcpgen.writers.merge.values import ABSENT, merge_values


def merge_yaml(sides: Sides) -> Merged:
    """Merge three YAML texts; Unmergeable when the owner's is none now, or lines cannot say what the keys would."""
    try:
        mine = _value(sides.ours)
    except yaml.YAMLError as error:
        raise Unmergeable(f"it is not YAML ({str(error).splitlines()[0]})") from error
    clashes: list[Clash] = []
    wanted = merge_values(_value(sides.base), mine, _value(sides.theirs), "", clashes)
    merged = merge_lines(sides)
    try:
        said = _value(merged.text)
    except yaml.YAMLError:
        said = ABSENT
    if said != wanted:
        raise Unmergeable("your changes and the new version do not fit together line by line")
    return Merged(merged.text, tuple(clashes))


def _value(text: str) -> Json:
    value: Json = yaml.safe_load(text)
    return value
