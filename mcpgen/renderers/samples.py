"""The test of a tool: it is called through MCP, and the raw request and the result are compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.model import Json, is_array, is_object
from mcpgen.planners.plan import Tool
from mcpgen.planners.scripts import ExpectedRequest, Sample
from mcpgen.renderers.code import INDENT, Code, literal
from mcpgen.renderers.emitted_tests import called, emitted_test, equal, named, succeeded
from mcpgen.renderers.layout import (
    Check,
    Node,
    Statement,
    Text,
    call,
    fits,
    keyed,
    mapping,
    value,
)

_JSON = "application/json"
_DEEPEST = 40


def is_testable(tool: Tool) -> bool:
    """Whether a tool has a sample call that can be written as code."""
    sample = tool.sample
    return sample is not None and all(
        _is_shallow(value) for value in (sample.arguments, sample.answer, sample.expected.json)
    )


def _is_shallow(value: Json, room: int = _DEEPEST) -> bool:
    """Whether a value is nested no deeper than people write and Python parses."""
    if is_object(value):
        return room > 0 and all(_is_shallow(member, room - 1) for member in value.values())
    if is_array(value):
        return room > 0 and all(_is_shallow(item, room - 1) for item in value)
    return True


def sample_test(tool: Tool) -> Code:
    """The text of the test function of a tool that `is_testable`."""
    sample = tool.sample
    assert sample is not None
    answer = _Answer.of(tool, sample)
    asked = called(tool.name, sample.arguments)
    return emitted_test(
        tool.function.name,
        [
            [*answer.given(sample.answer_media_type), asked, succeeded()],
            list(_request(sample.expected)),
            list(answer.checks()),
        ],
    )


@dataclass(frozen=True, slots=True)
class _Answer:
    """What the API answers: written where it is used, or named before when it is too long for that."""

    node: Node
    structured: Check | None
    named: bool

    @staticmethod
    def of(tool: Tool, sample: Sample) -> _Answer:
        node = value(sample.answer)
        if sample.selects:
            return _Answer(node, _selected(sample.result), named=False)
        passed_on = _passes_on(tool) and sample.answer is not None
        if not passed_on or sample.answer_media_type != _JSON:
            return _Answer(node, None, named=False)
        wrapped = not isinstance(sample.answer, dict)
        check = _structured(node, wrapped=wrapped)
        if fits(check.flat, INDENT):
            return _Answer(node, check, named=False)
        return _Answer(node, _structured(Text("answer"), wrapped=wrapped), named=True)

    def given(self, media_type: str) -> Iterator[Statement]:
        if self.named:
            yield named("answer", self.node)
        node = Text("answer") if self.named else self.node
        options = [] if media_type == _JSON else [keyed("media_type=", Text(literal(media_type)))]
        yield Statement("", call("upstream.answer", [node, *options]))

    def checks(self) -> Iterator[Check]:
        if self.structured:
            yield self.structured


def _passes_on(tool: Tool) -> bool:
    """Whether the result is what the API answers: HEAD has no body, and some functions return nothing."""
    request = tool.function.request
    return tool.function.returns != "None" and request is not None and request.method != "HEAD"


def _structured(answer: Node, *, wrapped: bool) -> Check:
    """An answer that is no object is wrapped in one, since older clients know no other."""
    right = mapping([(literal("result"), answer)]) if wrapped else answer
    return Check("result.structured_content", right)


def _selected(result: Json) -> Check | None:
    """What becomes of the answer, where that can be said on one line."""
    if result is None:
        return None
    check = _structured(value(result), wrapped=not isinstance(result, dict))
    return check if fits(check.flat, INDENT) else None


def _request(expected: ExpectedRequest) -> Iterator[Statement | Check]:
    yield Statement("sent = ", Text("upstream.last"))
    yield from equal("sent.method", "method", expected.method)
    yield from equal("sent.target", "target", expected.target)
    for name, text in expected.headers.items():
        yield from equal(f"sent.headers[{literal(name)}]", "header", text)
    for name, text in expected.cookies.items():
        yield from equal(f"sent.cookies[{literal(name)}]", "cookie", text)
    if expected.media_type:
        yield from equal("sent.media_type", "media_type", expected.media_type)
    yield from _body(expected)


def _body(expected: ExpectedRequest) -> Iterator[Statement | Check]:
    if expected.has_json:
        yield from equal("sent.json()", "body", expected.json)
    if expected.form is not None:
        yield from equal("sent.form()", "form", [list(pair) for pair in expected.form])
    if expected.parts is not None:
        yield from equal("sent.parts()", "parts", [list(part) for part in expected.parts])
    if expected.text is not None:
        yield from equal("sent.text()", "text", expected.text)
