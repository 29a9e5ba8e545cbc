"""The function of a workflow, one statement for each step, and its tests."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.model import Json, is_array, is_object
from mcpgen.planners.plan import Tool
from mcpgen.planners.scripts import Composed, Reference, Rehearsal, Script, WorkflowStep
from mcpgen.renderers.code import INDENT, Code, identifier, literal
from mcpgen.renderers.layout import (
    Check,
    Node,
    Signature,
    Statement,
    Text,
    Unusual,
    by_black,
    call,
    fits,
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


def unwritten_test(tool: Tool) -> Code:
    """A test that is expected to fail until the function is written, and then says so."""
    run = tool.rehearsal
    assert run is not None
    name = tool.function.name
    signature = Signature(identifier(f"test_{name}"), ("client: Client",), "None")
    checked = Statement("assert not ", Text("result.is_error, result.content"))
    parts: list[list[Statement | Check]] = [[_called(tool, run)], [checked]]
    return Code(f"{unwritten_mark(name)}\n{_laid_out(signature, parts)}")


def unwritten_mark(name: str) -> Code:
    """The mark of a test that is expected to fail until a function is written, and then says so."""
    reason = keyed(
        "reason=", Text(literal(f"{name} is not written yet; remove this mark when it is"))
    )
    mark = call("@pytest.mark.xfail", [reason, Text("strict=True")])
    return Code("\n".join(Statement("", mark).lines(0)))


def workflow_tests(tool: Tool) -> Iterator[Code]:
    """A test of the whole run, and one of a run that ends half-way."""
    run = tool.rehearsal
    assert run is not None
    name = tool.function.name
    yield _test(f"test_{name}", _whole(tool, run))
    if run.refused >= 0:
        yield _test(f"test_{name}_when_a_step_fails", _partial(tool, run))


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


def _test(name: str, parts: list[list[Statement | Check]]) -> Code:
    signature = Signature(identifier(name), ("client: Client", "upstream: Upstream"), "None")
    return _laid_out(signature, parts)


def _laid_out(signature: Signature, parts: list[list[Statement | Check]]) -> Code:
    try:
        blocks = ["\n".join(line for each in part for line in each.lines(INDENT)) for part in parts]
        return Code("\n".join([*signature.lines(0), "\n\n".join(filter(None, blocks))]))
    except Unusual:
        body = "\n".join(f"{' ' * INDENT}{each.flat}" for part in parts for each in part)
        return by_black(f"{signature.flat}\n{body}")


def _whole(tool: Tool, run: Rehearsal) -> list[list[Statement | Check]]:
    answers = [value(each) for each in run.answers]
    return [
        [
            Statement("", call("upstream.answers", answers)),
            _called(tool, run),
            Statement("assert not ", Text("result.is_error, result.content")),
        ],
        [*_equal("upstream.asked", "asked", list(run.asked))],
        [*_equal("result.structured_content", "outcome", run.result)],
    ]


def _partial(tool: Tool, run: Rehearsal) -> list[list[Statement | Check]]:
    answers = [value(each) for each in run.answers[: run.refused]]
    checks = [Statement("assert ", Text(f"{literal(line)} in told")) for line in run.told]
    return [
        [
            Statement("", call("upstream.answers", [*answers, Text(f"refusal={_REFUSAL}")])),
            _called(tool, run),
            Statement("told = ", Text("text_of(result)")),
        ],
        [
            Statement("assert ", Text("result.is_error, told")),
            *_equal("upstream.asked", "asked", list(run.asked[: run.refused + 1])),
            *checks,
        ],
    ]


def _called(tool: Tool, run: Rehearsal) -> Statement:
    arguments = [Text(literal(tool.name)), value(run.arguments)]
    return Statement("result = ", call("await client.call_tool", arguments))


def _equal(left: str, name: str, expected: Json) -> Iterator[Statement | Check]:
    node = value(expected)
    check = Check(left, node)
    if fits(check.flat, INDENT):
        yield check
    else:
        typed = f"{name}: Json = " if "[]" in node.flat or "{}" in node.flat else f"{name} = "
        yield Statement(typed, node)
        yield Check(left, Text(name))
