"""What is looked at: each tool beside the operation that it is made of."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.config import Config
from mcpgen.model import Document, JsonObject, Operation, Origin
from mcpgen.planners.plan import Plan, Tool
from mcpgen.renderers.catalog import listed, tokens_of
from mcpgen.renderers.jsontext import compact


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A tool, its operation, and how many tokens each takes in tools/list; `is_named` when its owner gave it its name."""

    tool: Tool
    operation: Operation
    tokens: int
    is_named: bool

    @property
    def origin(self) -> Origin:
        """Where the operation is described."""
        return self.operation.origin

    @property
    def properties(self) -> dict[str, JsonObject]:
        """The arguments, by name, each with its schema."""
        properties: dict[str, JsonObject] = self.tool.input_schema.get("properties", {})
        return properties


def subjects(document: Document, plan: Plan, config: Config) -> tuple[Subject, ...]:
    """The tools that are made of operations, in the order of tools/list."""
    return tuple(_subjects(document, plan, config))


def _subjects(document: Document, plan: Plan, config: Config) -> Iterator[Subject]:
    named = {*config.tools, *(choices.name for choices in config.operations.values())}
    operations = {op.key: op for op in document.operations}
    for tool in plan.offered:
        if (operation := operations.get(tool.key)) is not None:
            tokens = tokens_of(compact(listed(tool)))
            is_named = tool.name in named
            yield Subject(tool=tool, operation=operation, tokens=tokens, is_named=is_named)
