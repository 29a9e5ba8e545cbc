"""What every emitted test is made of: a call, comparisons, and the mark of one whose function is not written yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from mcpgen.model import Json
from mcpgen.renderers.code import INDENT, Code, identifier, literal
from mcpgen.renderers.layout import (
    Check,
    Node,
    Signature,
    Statement,
    Text,
    call,
    fits,
    function_text,
    keyed,
    statement_text,
    value,
)

Part = Sequence[Statement | Check]


def emitted_test(name: str, parts: Iterable[Part], *, asks: bool = True) -> Code:
    """The text of a test; one that `asks` the API gets the stand-in for it."""
    parameters = ("client: Client", "upstream: Upstream") if asks else ("client: Client",)
    return function_text(Signature(identifier(f"test_{name}"), parameters, "None"), parts)


def unwritten_test(name: str, statement: Statement, check: Statement) -> Code:
    """A test that is expected to fail until a function is written, and then says so."""
    told = f"{name} is not written yet; remove this mark when it is"
    reason = keyed("reason=", Text(literal(told)))
    mark = statement_text("", call("@pytest.mark.xfail", [reason, Text("strict=True")]))
    return Code(f"{mark}\n{emitted_test(name, [[statement], [check]], asks=False)}")


def called(tool: str, arguments: Json) -> Statement:
    """`result = await client.call_tool("getPet", {"petId": 1})`."""
    given = [Text(literal(tool)), value(arguments)]
    return Statement("result = ", call("await client.call_tool", given))


def succeeded() -> Statement:
    """With what the model was told, should it fail."""
    return asserted("not result.is_error, result.content")


def asserted(condition: str) -> Statement:
    """`assert` and a condition that is code."""
    return Statement("assert ", Text(condition))


def equal(left: str, name: str, expected: Json) -> Iterator[Statement | Check]:
    """`assert left == expected`; what is too long for the line gets a name before it."""
    node = value(expected)
    check = Check(left, node)
    if fits(check.flat, INDENT):
        yield check
    else:
        yield named(name, node)
        yield Check(left, Text(name))


def named(name: str, node: Node) -> Statement:
    """An assignment; type checkers are told what an empty list or dict is one of."""
    has_empty = "[]" in node.flat or "{}" in node.flat
    return Statement(f"{name}: Json = " if has_empty else f"{name} = ", node)
