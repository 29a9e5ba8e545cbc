"""One MCP session with a generated server: start it over stdio, list its tools, call one."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast

from mcp import Client, MCPError, StdioServerParameters
from mcp.client.session import ClientRequestContext
from mcp.client.stdio import stdio_client
from mcp.types import CallToolResult, ElicitRequestParams, ElicitResult, Tool

from mcpgen.model import JsonObject

# Runs a server as `python -m` does, with claims for the caller that no token over stdio could say.
_WITH_CLAIMS = """\
import runpy, sys
from dataclasses import replace
from importlib import import_module

package = sys.argv.pop(1)
catalog = import_module(f"{package}._runtime.serving.catalog")
pins = import_module(f"{package}._runtime.serving.pins")
settings = import_module(f"{package}._runtime.settings.settings").Settings
entries = catalog.load_entries(package, catalog.load_api(package))
claims, read = pins.fake_claims(each.pins for each in entries), settings.read
settings.read = lambda *given, **named: replace(read(*given, **named), claims=claims)
runpy.run_module(package, run_name="__main__")
"""
_CALLER = "call_operation"
# Seconds for the server to start, list and answer: well above its own limit of a call.
_TIMEOUT = 60.0


class SessionError(Exception):
    """The server did not do its part; the text has what it said on stderr."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Call:
    """A tool and its arguments."""

    tool: str
    arguments: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """The call as it was made, what a client saw, and what the server said on stderr."""

    call: Call
    tools: tuple[Tool, ...]
    result: CallToolResult
    log: str


async def converse(
    project: Path, package: str, env: Mapping[str, str], call: Call, *, claims: bool = False
) -> Outcome:
    """Run `package` from `project` with `env` on top of a bare environment, and make one call.

    With `claims` its caller has whatever its tools look for in an access token, all of it made up. Raises SessionError when
    the server does not start or breaks the protocol.
    """
    parameters = StdioServerParameters(
        command=sys.executable,
        args=["-c", _WITH_CLAIMS, package] if claims else ["-m", package],
        env={"PYTHONDONTWRITEBYTECODE": "1", **env, "PYTHONPATH": str(project / "src")},
        cwd=project,
    )
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as log:
        try:
            transport = stdio_client(parameters, errlog=log)
            async with Client(
                transport, read_timeout_seconds=_TIMEOUT, elicitation_callback=_consent
            ) as client:
                tools = await _all_tools(client)
                made = _as_listed(call, tools)
                result = await client.call_tool(made.tool, made.arguments)
        except (MCPError, OSError, RuntimeError, ExceptionGroup) as problem:
            raise SessionError(_account(problem, log)) from problem
        return Outcome(call=made, tools=tools, result=result, log=_written(log))


async def _consent(context: ClientRequestContext, params: ElicitRequestParams) -> ElicitResult:
    """Whoever names a tool to try wants it done."""
    del context, params
    return ElicitResult(action="accept", content={"confirm": True})


async def _all_tools(client: Client) -> tuple[Tool, ...]:
    page = await client.list_tools()
    tools = list(page.tools)
    while page.next_cursor:
        page = await client.list_tools(cursor=page.next_cursor)
        tools += page.tools
    return tuple(tools)


def _as_listed(call: Call, tools: Sequence[Tool]) -> Call:
    """The call as a client makes it: a server in search mode lists one tool that calls all others."""
    names = [tool.name for tool in tools]
    caller = next((name for name in names if name.endswith(_CALLER)), None)
    if call.tool in names or caller is None:
        return call
    return Call(tool=caller, arguments={"name": call.tool, "arguments": call.arguments})


def _account(problem: Exception, log: IO[str]) -> str:
    return "\n".join(filter(None, (_cause(problem), _written(log))))


def _written(log: IO[str]) -> str:
    log.seek(0)
    return log.read().strip()


def _cause(problem: BaseException) -> str:
    """What a task group, or several of them, wrapped."""
    if isinstance(problem, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", problem)
        return _cause(group.exceptions[0])
    return str(problem)
