"""What the manifest remembers of each tool."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields
from typing import TYPE_CHECKING, Final

from mcpgen.writers.manifest import ToolRecord

if TYPE_CHECKING:
    from mcpgen.planners.plan import Plan, Tool

_dump: Final = json.JSONEncoder(sort_keys=True).encode


def tool_records(plan: Plan) -> dict[str, ToolRecord]:
    """The tools of a plan by the keys of their operations."""
    return {
        tool.key: ToolRecord(
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
