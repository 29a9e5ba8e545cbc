"""The tools that mcpgen.yaml calls by some name: for resources, completion and workflows."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.config import Config
from mcpgen.config.choices import Keys
from mcpgen.config.workflows import REFERENCE
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, Json, JsonObject, Schema, is_array, is_object
from mcpgen.planners.plan import Tool
from mcpgen.planners.rules import names_of, nearest
from mcpgen.planners.samples import compact

_TELLING = ("type", "enum", "const", "pattern", "minimum", "maximum", "minLength", "maxLength", "items", "anyOf")  # fmt: skip
_SHOWN = 160


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

    def check_constants(self, tool: Tool, values: JsonObject, keys: Keys) -> None:
        """Report values that the tool does not take; of what holds `$inputs` or `$steps` no more than the type is known."""
        schema = tool.input_schema
        for name, value in values.items():
            if name in schema["properties"] and not _is_reference(value):
                wanted: Schema = {**schema["properties"][name], "$defs": schema.get("$defs", {})}
                known = {"type": wanted["type"]} if "type" in wanted else {}
                if not _is_valid(value, known if _holds_references(value) else wanted):
                    message = f"`{tool.name}` does not take this value for `{name}`"
                    told = compact({key: each for key, each in wanted.items() if key in _TELLING})
                    self.report("MG321", message, (*keys, name), f"It wants {told[:_SHOWN]}.")

    def report(self, code: str, message: str, keys: Keys, help_: str = "") -> None:
        """Report at a place of mcpgen.yaml."""
        self.diagnostics.report(code, message, self.config.origin(*keys), help=help_)


def _is_reference(value: Json) -> bool:
    return isinstance(value, str) and REFERENCE.fullmatch(value) is not None


def _holds_references(value: Json) -> bool:
    if is_object(value) or is_array(value):
        return any(map(_holds_references, value.values() if is_object(value) else value))
    return isinstance(value, str) and REFERENCE.search(value) is not None


def _is_valid(value: Json, schema: Schema) -> bool:
    validator: Any = Draft202012Validator(schema)  # its types are of an older draft
    try:
        return bool(validator.is_valid(value))
    except (re.error, RecursionError):  # a pattern in another dialect, a schema without an end
        return True


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
