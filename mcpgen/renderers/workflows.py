"""The function of a workflow, one statement for each step, and its tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.model import Json, is_array, is_object
from mcpgen.planners.plan import Tool
from mcpgen.planners.scripts import Composed, Reference, Rehearsal, Script, WorkflowStep
from mcpgen.renderers.code import Code, identifier, literal
from mcpgen.renderers.emitted_tests import (
    Part,
    asserted,
    called,
    emitted_test,
    equal,
    succeeded,
    unwritten_test,
)
from mcpgen.renderers.layout import (
    Node,
    Statement,
    Text,
    call,
    group,
    keyed,
    mapping,
    value,
)

_REFUSAL = 409  # a status that nobody answers with another attempt


def script_statements(script: Script) -> Iterator[Statement]:
    """The statements of a workflow's function."""
    used = {reference.identifier for each in script.steps for reference in _read(each.arguments)}
    used |= {reference.identifier for reference in _read(script.outputs)}
    for step in script.steps:
        start = f"{identifier(step.identifier)} = " if step.identifier in used else ""
        yield Statement(start, call("await flow.step", _step(step)))
    yield Statement("return ", call("flow.result", [_node(script.outputs)]))


def is_rehearsed(tool: Tool) -> bool:
    """Whether there is a run of the workflow to test."""
    return tool.rehearsal is not None and bool(tool.rehearsal.answers)


def is_unwritten(tool: Tool) -> bool:
    """Whether the function is its owner's to write."""
    function = tool.function
    fixed = function.has_content or function.blocks
    return not (function.request or function.script or fixed)


def function_test(tool: Tool) -> Code:
    """The test of a function that is its owner's to write."""
    assert tool.rehearsal is not None
    asked = called(tool.name, tool.rehearsal.arguments)
    return unwritten_test(tool.function.name, asked, succeeded())


def workflow_tests(tool: Tool) -> Iterator[Code]:
    """A test of the whole run, and one of a run that ends half-way."""
    run = tool.rehearsal
    assert run is not None
    name = tool.function.name
    yield emitted_test(name, _whole(tool, run))
    if run.refused >= 0:
        yield emitted_test(f"{name}_when_a_step_fails", _partial(tool, run))


def _step(step: WorkflowStep) -> Iterator[Node]:
    yield Text(literal(step.name))
    yield Text(literal(step.tool))
    yield _node(step.arguments)
    if step.condition:
        yield Text(f"when={literal(step.condition)}")
    if step.criteria:
        yield keyed("success=", value(list(step.criteria)))
    if step.outputs:
        yield keyed("outputs=", value(dict(step.outputs)))
    if step.goes_on:
        yield Text("go_on=True")


def _node(data: Json) -> Node:
    """A value with references in it."""
    if isinstance(data, Reference):
        name = identifier(data.identifier)
        return Text(f"{name}[{literal(data.output)}]" if data.output else name)
    if isinstance(data, Composed):
        return call("flow.text", map(_node, data.parts))
    if is_object(data):
        return mapping((literal(key), _node(child)) for key, child in data.items())
    if is_array(data):
        return group("[", [_node(child) for child in data], "]", display=True)
    return value(data)


def _read(data: Json) -> Iterator[Reference]:
    """The references to steps in a value."""
    if isinstance(data, Reference):
        yield data
    for child in _parts(data):
        yield from _read(child)


def _parts(data: Json) -> Iterable[Json]:
    if isinstance(data, Composed):
        return data.parts
    if is_object(data):
        return data.values()
    return data if is_array(data) else ()


def _whole(tool: Tool, run: Rehearsal) -> list[Part]:
    answers = [value(each) for each in run.answers]
    return [
        [
            Statement("", call("upstream.answers", answers)),
            called(tool.name, run.arguments),
            succeeded(),
        ],
        [*equal("upstream.asked", "asked", list(run.asked))],
        [*equal("result.structured_content", "outcome", run.result)],
    ]


def _partial(tool: Tool, run: Rehearsal) -> list[Part]:
    answers = [value(each) for each in run.answers[: run.refused]]
    checks = [asserted(f"{literal(line)} in told") for line in run.told]
    return [
        [
            Statement("", call("upstream.answers", [*answers, Text(f"refusal={_REFUSAL}")])),
            called(tool.name, run.arguments),
            Statement("told = ", Text("text_of(result)")),
        ],
        [
            asserted("result.is_error, told"),
            *equal("upstream.asked", "asked", list(run.asked[: run.refused + 1])),
            *checks,
        ],
    ]
