"""What the manifest remembers of each tool."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from mcpgen.writers.manifest import ToolRecord

if TYPE_CHECKING:
    from mcpgen.planners.plan import Plan, Tool

_NONE: Final = MappingProxyType[str, ToolRecord]({})
_dump: Final = json.JSONEncoder(sort_keys=True).encode


def tool_records(plan: Plan, known: Mapping[str, ToolRecord] = _NONE) -> dict[str, ToolRecord]:
    """The tools of a plan by the keys of their operations; those of tools that are as they were may be `known`."""
    return {
        tool.key: known.get(tool.key)
        or ToolRecord(
            name=tool.name,
            function=f"{module.name}.{tool.function.name}",
            contract=_contract(tool),
            named=tool.named,
        )
        for module in plan.modules
        for tool in module.tools
    }


def _contract(tool: Tool) -> str:
    """The hash of all that clients see of a tool: enough digits to tell one version from another."""
    hints = tool.annotations
    seen = {
        "title": tool.title,
        "description": tool.description,
        "input": tool.input_schema,
        "output": tool.output_schema,
        "annotations": {each.name: getattr(hints, each.name) for each in fields(hints)},
        "meta": tool.meta,
    }
    return hashlib.sha256(_dump(seen).encode()).hexdigest()[:16]
