"""A new entry in an `mcpgen.yaml` that a person wrote: comments, order and formatting stay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import yaml

from mcpgen.config.read import own_config
from mcpgen.config.write import quoted


def tool_entry(description: str, request: str, arguments: Mapping[str, tuple[str, bool]]) -> str:
    """The lines of a tool's entry, from the left margin; `arguments` are types and whether each is required."""
    lines = [f"description: {quoted(description)}"]
    if request:
        lines.append(f"request: {quoted(request)}")
    if arguments:
        lines.append("input:")
    for name, (kind, required) in arguments.items():
        needed = ", required: true" if required else ""
        lines.append(f"  {name}: {{type: {kind}{needed}}}")
    return "\n".join(lines)


def with_tool(text: str, name: str, entry: str) -> str | None:
    """The text with an entry under `tools`; None where it cannot be added by line (`tools` in braces, for instance)."""
    before = own_config(text)
    if before is None:
        return None
    for longer in _candidates(text, name, entry):
        after = own_config(longer)
        if after and after.tools == {**before.tools, name: after.tools.get(name)}:
            return longer
    return None


def _candidates(text: str, name: str, entry: str) -> list[str]:
    lines = text.splitlines(keepends=True)
    if lines and not lines[-1].endswith("\n"):
        lines[-1] += "\n"
    tools = _tools(text)
    if tools is None:
        return ["".join([*lines, "\ntools:\n", *_indented(name, entry, 2)])]
    if tools.flow_style or not tools.value:
        return []
    added = _indented(name, entry, tools.value[0][0].start_mark.column)
    end = min(tools.end_mark.line, len(lines))
    last = end
    while last and (not lines[last - 1].strip() or lines[last - 1].lstrip().startswith("#")):
        last -= 1
    return ["".join([*lines[:at], *added, *lines[at:]]) for at in (last, end)]


def _tools(text: str) -> yaml.MappingNode | None:
    root = yaml.compose(text, Loader=yaml.CSafeLoader)
    entries: list[Any] = root.value if isinstance(root, yaml.MappingNode) else []
    found = (value for key, value in entries if key.value == "tools")
    return next((each for each in found if isinstance(each, yaml.MappingNode)), None)


def _indented(name: str, entry: str, column: int) -> list[str]:
    pad = " " * column
    inner = [f"{pad}  {line}\n" for line in entry.splitlines()]
    return [f"{pad}{name}:\n", *inner]
