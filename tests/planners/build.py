"""From a few lines of YAML to a plan."""

from __future__ import annotations

from textwrap import dedent, indent

from mcpgen.config import Config, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import Plan, curate, make_plan
from mcpgen.planners.plan import Tool

_HEAD = """
openapi: {version}
info: {{title: Shop, version: "1"}}
servers: [{{url: https://shop.example.com/v1}}]
"""


def plan_of(
    text: str,
    *,
    version: str = "3.1.0",
    config: Config | None = None,
    diagnostics: Diagnostics | None = None,
) -> Plan:
    """The plan of a document, whose head is written for it."""
    found = Diagnostics() if diagnostics is None else diagnostics
    document = _HEAD.format(version=version) + dedent(text)
    loaded = load("-", policy=Policy(), diagnostics=found, stdin=document.encode())
    assert loaded is not None, list(found)
    decided = config or Config(types=TypeHints.ALL)
    curated = curate(loaded.document, decided, found)
    return make_plan(
        curated.document,
        decided,
        found,
        names={},
        source="shop.yaml",
        choices=curated.choices,
    )


def tool_of(
    operation: str, *, at: str = "post /things", rest: str = "", version: str = "3.1.0"
) -> Tool:
    """The tool of one operation, given as the YAML below its method; `rest` is more of the document."""
    method, _, path = at.partition(" ")
    lines = indent(dedent(operation), "      ")
    text = f"paths:\n  {path}:\n    {method}:\n      operationId: doIt\n{lines}\n{dedent(rest)}"
    return plan_of(text, version=version).tools[0]
