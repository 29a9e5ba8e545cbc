"""The test that is emitted for a tool: the call, the raw request, the result."""

from __future__ import annotations

import ast
import textwrap
from typing import Any

from mcpgen.planners.plan import Request, Tool
from mcpgen.planners.scripts import ExpectedRequest, Sample
from mcpgen.renderers.samples import is_testable, sample_test

from . import plans
from .conftest import by_black


def emitted(tool: Tool) -> str:
    assert is_testable(tool)
    return sample_test(tool)


def with_sample(
    arguments: dict[str, Any] | None = None, answer: Any = None, **expected: Any
) -> str:
    request = ExpectedRequest(**{"method": "GET", "target": "/x", **expected})
    sample = Sample(arguments=arguments or {}, expected=request, answer=answer)
    return emitted(plans.tool("x", Request(method="GET", path="/x"), sample=sample))


def test_a_whole_test() -> None:
    assert emitted(plans.list_pets()) == textwrap.dedent("""\
        async def test_list_pets(client: Client, upstream: Upstream) -> None:
            upstream.answer([{"id": 1, "name": "Rex"}])
            result = await client.call_tool(
                "listPets", {"limit": 2, "tags": ["a", "b, c"], "X-Trace": "t1", "session": "s1"}
            )
            assert not result.is_error, result.content

            sent = upstream.last
            assert sent.method == "GET"
            assert sent.target == "/pets?limit=2&tags=a,b%2C%20c"
            assert sent.headers["X-Trace"] == "t1"
            assert sent.cookies["session"] == "s1"

            assert result.structured_content == {"result": [{"id": 1, "name": "Rex"}]}""")


def test_a_json_body() -> None:
    assert 'assert sent.json() == {"name": "Rex", "petType": "dog"}' in emitted(plans.create_pet())
    assert 'assert sent.media_type == "application/json"' in emitted(plans.create_pet())


def test_a_null_body_is_a_body() -> None:
    assert "assert sent.json() == None" not in with_sample(has_json=True, json=None)
    assert "assert sent.json() is None" in with_sample(has_json=True, json=None)
    assert "assert sent.json() is True" in with_sample(has_json=True, json=True)


def test_a_form_is_compared_pair_by_pair() -> None:
    written = emitted(plans.adopt_pet())
    assert (
        'sent.form() == [["name", "Rex & Co"], ["tags", "a,b"], ["owner", \'{"id":1}\']]' in written
    )


def test_the_body_of_an_answer_to_head_is_not_expected() -> None:
    sample = Sample(
        arguments={}, expected=ExpectedRequest(method="HEAD", target="/x"), answer={"a": 1}
    )
    written = emitted(plans.tool("x", Request(method="HEAD", path="/x"), sample=sample))
    assert "structured_content" not in written


def test_parts_and_text() -> None:
    parts = (("photo", "a.png", "image/png", "bytes"), ("note", None, None, "hi"))
    assert '[["photo", "a.png", "image/png", "bytes"], ["note", None, None, "hi"]]' in with_sample(
        parts=parts
    )
    assert 'assert sent.text() == "hello"' in with_sample(text="hello", media_type="text/plain")


def test_no_body_is_asserted_where_there_is_none() -> None:
    assert emitted(plans.get_pet()).count("sent.") == 2


def test_a_long_answer_is_written_once() -> None:
    answer = [{"id": number, "name": f"pet number {number}"} for number in range(5)]
    written = with_sample(answer=answer)
    assert written.count("pet number 3") == 1
    assert 'assert result.structured_content == {"result": answer}' in written


def test_a_long_target_gets_a_name() -> None:
    written = with_sample(target="/x?" + "q" * 90)
    assert "assert sent.target == target" in written


def test_hostile_values_stay_values_and_black_agrees() -> None:
    hostile = [
        '"""',
        "'",
        "\\",
        "\n",
        "\r\n",
        "\u202e",
        "{{ x }}",
        '"); import os; ("',
        "\x00",
        "\ud800",
        "漢字",
    ]
    arguments = {text: [text, {text: text}] for text in hostile}
    source = with_sample(
        arguments, dict.fromkeys(hostile, "x"), headers={'X"': '"'}, json=hostile, has_json=True
    )
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.AsyncFunctionDef)
    given = [ast.literal_eval(node.args[1]) for node in ast.walk(function) if _is_call_tool(node)]
    assert given == [arguments]
    assert by_black(source + "\n") == source + "\n"


def _is_call_tool(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "call_tool"
    )


def test_a_call_nested_too_deeply_to_write_is_not_tested() -> None:
    deep: Any = "x"
    for _ in range(300):
        deep = [deep]
    sample = Sample(arguments={"x": deep}, expected=ExpectedRequest(method="GET", target="/x"))
    assert not is_testable(plans.tool("x", Request(method="GET", path="/x"), sample=sample))
