"""What happened, for a person to read."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

import click
from mcp.types import (
    AudioContent,
    CallToolResult,
    ContentBlock,
    ImageContent,
    TextContent,
    Tool,
    ToolAnnotations,
)

from mcpgen.diagnostics.text import counted
from mcpgen.renderers.jsontext import pretty
from mcpgen.standin.session import Outcome
from mcpgen.standin.upstream import Seen

_TOOLS = 12  # listed at most
_LINES = 40  # of a body or a result
_WIDTH = 100
# Headers that every HTTP client sends and that say nothing about the operation.
_USUAL = frozenset({"host", "connection", "accept-encoding", "user-agent", "content-length"})


def transcript(outcome: Outcome, seen: Sequence[Seen], secrets: Sequence[str]) -> Iterator[str]:
    """The lines of the transcript; requests are left out where none could be watched."""
    yield from _listing(outcome.tools)
    yield ""
    yield click.style(f"tools/call {outcome.call.tool}", fg="cyan", bold=True)
    yield from _indent(pretty(outcome.call.arguments))
    for request in seen:
        yield ""
        yield from _request(request, secrets)
    yield ""
    yield from _result(outcome.result)
    if outcome.result.is_error and outcome.log:
        yield ""
        yield click.style("the server's log", fg="red", bold=True)
        yield from _indent(_mask(outcome.log, secrets))


def _listing(tools: Sequence[Tool]) -> Iterator[str]:
    yield click.style(f"tools/list: {counted(len(tools), 'tool')}", fg="cyan", bold=True)
    width = max((len(tool.name) for tool in tools[:_TOOLS]), default=0)
    for tool in tools[:_TOOLS]:
        yield _clip(f"  {tool.name:<{width}}  {_kind(tool):<11}  {tool.title or ''}")
    if len(tools) > _TOOLS:
        yield f"  and {len(tools) - _TOOLS} more"


def _kind(tool: Tool) -> str:
    hints = tool.annotations or ToolAnnotations()
    if hints.read_only_hint:
        return "reads"
    return "destructive" if hints.destructive_hint else "writes"


def _request(request: Seen, secrets: Sequence[str]) -> Iterator[str]:
    yield click.style(f"{request.method} {_mask(request.target, secrets)}", fg="yellow", bold=True)
    for name, value in request.headers:
        if name not in _USUAL:
            yield f"  {name}: {_mask(value, secrets)}"
    if request.body:
        text = request.body.decode("utf-8", "backslashreplace")
        yield from _indent(_mask(_pretty_text(text), secrets))


def _result(result: CallToolResult) -> Iterator[str]:
    word, colour = ("error", "red") if result.is_error else ("result", "green")
    yield click.style(word, fg=colour, bold=True)
    for block in result.content:
        yield from _indent(_block(block))


def _block(block: ContentBlock) -> str:
    if isinstance(block, TextContent):
        return _pretty_text(block.text)
    if isinstance(block, ImageContent | AudioContent):
        return f"[{block.mime_type}, {len(block.data) * 3 // 4:,} bytes]"
    return pretty(block.model_dump(mode="json", by_alias=True, exclude_none=True))


def _pretty_text(text: str) -> str:
    try:
        return pretty(json.loads(text))
    except ValueError:
        return text


def _indent(text: str) -> Iterator[str]:
    lines = text.splitlines()
    yield from (_clip(f"  {line}") for line in lines[:_LINES])
    if len(lines) > _LINES:
        yield f"  … and {counted(len(lines) - _LINES, 'line')} more"


def _mask(text: str, secrets: Sequence[str]) -> str:
    for secret in secrets:
        text = text.replace(secret, "•••")
    return text


def _clip(line: str) -> str:
    """One line as a terminal may show it: no control or invisible characters, and not too long."""
    line = "".join(char if char.isprintable() else "�" for char in line)
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
