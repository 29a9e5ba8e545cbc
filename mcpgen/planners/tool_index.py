"""The tools that mcpgen.yaml calls by some name: for resources, completion and workflows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mcpgen.config import Config
from mcpgen.config.choices import Keys
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document
from mcpgen.planners.plan import Tool
from mcpgen.planners.rules import names_of, nearest


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolIndex:
    """Tools by all their names; mistakes are reported at their place in mcpgen.yaml."""

    tools: Mapping[str, Tool]
    config: Config
    diagnostics: Diagnostics

    def find(self, name: str, keys: Keys) -> Tool | None:
        """The tool of that name; None after an error was reported."""
        tool = self.tools.get(name)
        if tool is None:
            self.report("MG320", f"there is no tool `{name}`", keys, nearest(name, self.tools))
        return tool

    def reading(self, name: str, keys: Keys) -> Tool | None:
        """The tool of that name, if it changes nothing; None after an error was reported."""
        tool = self.find(name, keys)
        if tool and not tool.annotations.read_only:
            message = f"`{name}` changes something, and reading must not"
            self.report("MG321", message, keys, "Name an operation that only reads, such as a GET.")
            return None
        return tool

    def report(self, code: str, message: str, keys: Keys, help_: str = "") -> None:
        """Report at a place of mcpgen.yaml."""
        self.diagnostics.report(code, message, self.config.origin(*keys), help=help_)


def index_of(
    tools: Sequence[Tool], document: Document, config: Config, diagnostics: Diagnostics
) -> ToolIndex:
    """An index by name of the tool, by operationId and by `METHOD /path`; what names several tools names none."""
    by_key = {tool.key: tool for tool in tools}
    found: dict[str, Tool] = {}
    doubled: set[str] = set()
    for op in document.operations:
        for name in dict.fromkeys(names_of(op)):
            if name in found:
                doubled.add(name)
            elif op.key in by_key:
                found[name] = by_key[op.key]
    kept = {name: tool for name, tool in found.items() if name not in doubled}
    named = {tool.name: tool for tool in tools}
    return ToolIndex(tools={**kept, **named}, config=config, diagnostics=diagnostics)
