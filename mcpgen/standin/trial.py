"""One trial: the stand-in, a server in a process of its own, and a client that calls it once."""

from __future__ import annotations

import os
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path

from mcpgen.model import Document, JsonObject
from mcpgen.planners.plan import Plan, Tool
from mcpgen.standin.environment import base_paths, environment_of
from mcpgen.standin.example_call import example_arguments
from mcpgen.standin.routes import routes_of
from mcpgen.standin.session import Call, converse
from mcpgen.standin.transcript import transcript
from mcpgen.standin.upstream import Upstream, serving


def choose(plan: Plan, document: Document, tool: str | None, arguments: JsonObject | None) -> Call:
    """The call to make: the first tool that only reads, with the description's examples, unless told otherwise.

    Raises LookupError with a sentence for the user when there is no such tool.
    """
    if not plan.offered:
        raise LookupError("this server has no tool that could be called")
    chosen = _first(plan) if tool is None else _named(plan, tool)
    if arguments is None:
        operation = next((each for each in document.operations if each.key == chosen.key), None)
        arguments = example_arguments(chosen, operation)
    return Call(tool=chosen.name, arguments=arguments)


async def against_standin(
    project: Path, plan: Plan, document: Document, call: Call
) -> Iterator[str]:
    """Make the call with the stand-in as the API; the lines of a transcript."""
    upstream = Upstream(routes_of(plan, document), base_paths(plan))
    async with serving(upstream) as origin:
        environment = environment_of(plan, origin)
        claims = any("claim" in pin for tool in plan.tools for pin in tool.pins)
        package, variables = plan.names.package, environment.variables
        outcome = await converse(project, package, variables, call, claims=claims)
    return transcript(outcome, upstream.seen, environment.secrets)


async def against_the_api(project: Path, plan: Plan, call: Call) -> Iterator[str]:
    """Make the call with the real API and the caller's environment; its requests are not watched."""
    outcome = await converse(project, plan.names.package, os.environ, call)
    return transcript(outcome, (), ())


def _first(plan: Plan) -> Tool:
    reading = (tool for tool in plan.offered if tool.annotations.read_only and tool.sample)
    return next(reading, plan.offered[0])


def _named(plan: Plan, name: str) -> Tool:
    known = {tool.name: tool for tool in plan.offered}
    if name in known:
        return known[name]
    near = get_close_matches(name, known, n=3) or list(known)[:10]
    raise LookupError(f"there is no tool {name!r}; did you mean {', '.join(near)}?")
