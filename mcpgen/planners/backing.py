"""Operations that are no tools, and still called: by a step of a workflow, for a resource or for completion."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from mcpgen.config import Choices, Config
from mcpgen.config.primitives import Completion
from mcpgen.model import Operation
from mcpgen.planners.rules import names_of


def backing(
    operations: Collection[Operation],
    offered: Collection[Operation],
    config: Config,
    choices: Mapping[str, Choices],
) -> Iterator[Operation]:
    """Those of `operations` that are not `offered` and that mcpgen.yaml names where something is called.

    A name that a tool has, too, is the tool's.
    """
    wanted = set(_called(config)) - set(config.tools)
    keys = {op.key for op in offered}
    for op in offered:
        wanted -= _names(op, choices)
    for op in operations:
        if op.key not in keys and wanted & _names(op, choices):
            yield op


def _names(op: Operation, choices: Mapping[str, Choices]) -> set[str]:
    chosen = choices.get(op.key)
    return {*names_of(op), chosen.name} if chosen and chosen.name else set(names_of(op))


def _called(config: Config) -> Iterator[str]:
    """The names by which mcpgen.yaml calls operations."""
    for workflow in config.workflows.values():
        yield from (step.operation for step in workflow.steps)
    for resource in config.resources.values():
        yield resource.operation
        yield from _asked(resource.complete.values())
    for prompt in config.prompts.values():
        specs = [each.complete for each in prompt.arguments.values()]
        yield from _asked([each for each in specs if each])


def _asked(specs: Collection[Completion]) -> Iterator[str]:
    yield from (spec.operation for spec in specs)
