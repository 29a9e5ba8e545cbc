"""What `tests/test_acceptance.py` prints: the calls that it makes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mcpgen.planners.plan import Plan, Tool
from mcpgen.renderers import jsontext
from mcpgen.renderers.code import Code, literal
from mcpgen.renderers.context import Context
from mcpgen.renderers.layout import Statement, Text, Unusual, by_black, group, value
from mcpgen.renderers.samples import is_testable


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptanceView:
    """The module: its header, the package, and the statement that names the calls."""

    header: Code
    package: Code
    package_literal: Code
    calls: Code


def acceptance_view(context: Context) -> AcceptanceView:
    """`tests/test_acceptance.py`."""
    names = context.plan.names
    return AcceptanceView(
        header=context.header,
        package=Code(names.package),
        package_literal=literal(names.package),
        calls=_calls(_chosen(context.plan)),
    )


def _chosen(plan: Plan) -> list[Tool]:
    """A tool that reads and one that writes, where there are any: of each, one that can be called in few words."""
    asking = [tool for tool in plan.offered if _can_be_called(tool)]
    reading = [tool for tool in asking if tool.annotations.read_only]
    writing = [tool for tool in asking if not tool.annotations.read_only]
    return [*_smallest(reading), *_smallest(writing)]


def _can_be_called(tool: Tool) -> bool:
    """Whether a call asks the API at once, and as the server's own settings have it."""
    special = {"confirm", "limits"} & tool.private.keys()
    return tool.function.request is not None and is_testable(tool) and not special


def _smallest(tools: Iterable[Tool]) -> list[Tool]:
    """At most one; of writes rather one that must not be repeated."""
    found = min(tools, key=lambda tool: (tool.annotations.idempotent, _size(tool)), default=None)
    return [found] if found else []


def _size(tool: Tool) -> int:
    return len(jsontext.compact(tool.sample.arguments)) if tool.sample else 0


def _calls(tools: Iterable[Tool]) -> Code:
    calls = [
        group("(", [Text(literal(tool.name)), value(tool.sample.arguments)], ")", display=True)
        for tool in tools
        if tool.sample
    ]
    statement = Statement("CALLS: list[Call] = ", group("[", calls, "]", display=True))
    try:
        return Code("\n".join(statement.lines(0)))
    except Unusual:
        return by_black(statement.flat)
