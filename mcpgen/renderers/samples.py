"""The test of a tool: it is called through MCP, and the raw request and the result are compared."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.model import Json
from mcpgen.planners.plan import ExpectedRequest, Sample, Tool
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
    keyed,
    value,
)

_JSON = "application/json"


def sample_test(tool: Tool, sample: Sample) -> Code:
    """The text of a test function."""
    name = identifier(f"test_{tool.function.name}")
    signature = Signature(name, ("client: Client", "upstream: Upstream"), "None")
    parts = [_given(tool, sample), list(_request(sample.expected)), list(_result(sample))]
    try:
        blocks = ["\n".join(line for each in part for line in each.lines(INDENT)) for part in parts]
        return Code("\n".join(signature.lines(0)) + "\n" + "\n\n".join(filter(None, blocks)))
    except Unusual:
        body = "\n".join(f"{' ' * INDENT}{each.flat}" for part in parts for each in part)
        return by_black(f"{signature.flat}\n{body}")


def _given(tool: Tool, sample: Sample) -> list[Statement]:
    """What the API will answer, and the call."""
    arguments = [Text(literal(tool.name)), value(sample.arguments)]
    made = Statement("result = ", call("await client.call_tool", arguments))
    return [Statement("", call("upstream.answer", _answer(sample))), made]


def _answer(sample: Sample) -> Iterator[Node]:
    yield value(sample.answer)
    if sample.answer_media_type != _JSON:
        yield keyed("media_type=", Text(literal(sample.answer_media_type)))


def _request(expected: ExpectedRequest) -> Iterator[Statement | Check]:
    yield Statement("sent = ", Text("upstream.last"))
    yield from _equal("sent.method", "method", expected.method)
    yield from _equal("sent.target", "target", expected.target)
    for name, text in expected.headers.items():
        yield from _equal(f"sent.headers[{literal(name)}]", "header", text)
    if expected.cookies:
        yield from _equal("sent.cookies", "cookies", dict(expected.cookies))
    if expected.media_type:
        yield from _equal("sent.media_type", "media_type", expected.media_type)
    yield from _body(expected)


def _body(expected: ExpectedRequest) -> Iterator[Statement | Check]:
    if expected.has_json:
        yield from _equal("sent.json()", "body", expected.json)
    if expected.form is not None:
        yield from _equal("sent.form()", "form", [list(pair) for pair in expected.form])
    if expected.parts is not None:
        yield from _equal("sent.parts()", "parts", [list(part) for part in expected.parts])
    if expected.text is not None:
        yield from _equal("sent.text()", "text", expected.text)


def _result(sample: Sample) -> Iterator[Statement | Check]:
    yield Statement("assert not ", Text("result.is_error"))
    if sample.answer_media_type == _JSON and sample.answer is not None:
        structured = sample.answer if isinstance(sample.answer, dict) else {"result": sample.answer}
        yield from _equal("result.structured_content", "answer", structured)


def _equal(left: str, name: str, expected: Json) -> Iterator[Statement | Check]:
    """`assert left == expected`; what is too long for the line gets a name before it."""
    check = Check(left, value(expected))
    if fits(check.flat, INDENT):
        yield check
    else:
        yield Statement(f"{name} = ", value(expected))
        yield Check(left, Text(name))
