"""Whether a module of the plan is the same, to the order of members and to `1` and `true`, which are equal to Python."""

from __future__ import annotations

import json
from typing import Final

from mcpgen.planners.plan import Module, Tool
from mcpgen.reuse import codec

_dump: Final = json.JSONEncoder(separators=(",", ":")).encode


def is_same(one: Module, other: Module) -> bool:
    """Whether two modules become the same files."""
    head, told = ((each.name, each.tag, each.description) for each in (one, other))
    return (
        head == told
        and len(one.tools) == len(other.tools)
        and all(map(_is_same_tool, one.tools, other.tools))
    )


def _is_same_tool(one: Tool, other: Tool) -> bool:
    return one is other or _dump(codec.write(one)) == _dump(codec.write(other))
