"""What `tests/test_acceptance.py` prints: the calls that it makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from heapq import nsmallest

from mcpgen.planners.plan import Plan, Tool
from mcpgen.renderers import jsontext
from mcpgen.renderers.code import Code, identifier, literal
from mcpgen.renderers.context import Context
from mcpgen.renderers.layout import Node, Text, group, keyed, statement_text, value
from mcpgen.renderers.samples import is_testable

_SPARE = 3  # tools of a kind


@dataclass(frozen=True, slots=True, kw_only=True)
class AcceptanceView:
    """The module: its header, the package, and the statements that name the calls.

    `confirmed` is empty where no call needs consent; `rounds` imports what checks those that do.
    """

    header: Code
    package: Code
    package_literal: Code
    calls: Code
    rounds: Code
    confirmed: Code


def acceptance_view(context: Context) -> AcceptanceView:
    """`tests/test_acceptance.py`."""
    names = context.plan.names
    calls = [keyed(f'"{kind}": ', _calls(tools)) for kind, tools in _chosen(context.plan)]
    confirmed = _smallest(filter(_is_asked_for, context.plan.offered))
    return AcceptanceView(
        header=context.header,
        package=identifier(names.package),
        package_literal=literal(names.package),
        calls=statement_text(
            "CALLS: dict[str, list[Call]] = ", group("{", calls, "}", display=True)
        ),
        rounds=Code(", rounds" if confirmed else ""),
        confirmed=(
            statement_text("CONFIRMED: list[Call] = ", _calls(confirmed)) if confirmed else Code("")
        ),
    )


def _chosen(plan: Plan) -> Iterator[tuple[str, list[Tool]]]:
    """Tools that read and tools that write, where there are any: of each, those that can be called in few words."""
    asking = [tool for tool in plan.offered if _can_be_called(tool)]
    reading = [tool for tool in asking if tool.annotations.read_only]
    writing = [tool for tool in asking if not tool.annotations.read_only]
    for kind, tools in (("reads", reading), ("writes", writing)):
        if tools:
            yield kind, _smallest(tools)


def _can_be_called(tool: Tool) -> bool:
    """Whether a call asks the API at once, as the server's own settings have it and without a caller's token."""
    special = "limits" in tool.private or tool.private.get("confirm") == "always"
    special |= any("claim" in pin for pin in tool.pins)
    return tool.function.request is not None and not special and is_testable(tool)


def _is_asked_for(tool: Tool) -> bool:
    """Whether a person may be asked before a call."""
    asks = tool.private.get("confirm") in {"auto", "always"}
    return tool.function.request is not None and asks and is_testable(tool)


def _smallest(tools: Iterable[Tool]) -> list[Tool]:
    """Some, since an owner may make a function refuse; of writes rather those that must not be repeated."""
    return nsmallest(_SPARE, tools, key=lambda tool: (tool.annotations.idempotent, _size(tool)))


def _size(tool: Tool) -> int:
    return len(jsontext.compact(tool.sample.arguments)) if tool.sample else 0


def _calls(tools: Iterable[Tool]) -> Node:
    return group("[", map(_call, tools), "]", display=True)


def _call(tool: Tool) -> Node:
    assert tool.sample
    return group("(", [Text(literal(tool.name)), value(tool.sample.arguments)], ")", display=True)
