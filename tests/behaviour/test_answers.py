"""Whatever an API answers, the client of a generated server gets it in a form it can use."""

from __future__ import annotations

import base64
import json
from typing import Any

import httpx2
import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio


def get(content: str = "{application/json: {schema: {}}}", more: str = "") -> str:
    return f"""
        paths:
          /things:
            get:
              operationId: things
              parameters:
                - {{name: q, in: query, schema: {{type: string}}}}
                - {{name: limit, in: query, schema: {{type: integer}}}}
                - {{name: offset, in: query, schema: {{type: integer}}}}
              responses:
                "200": {{description: things, content: {content}}}
                {more}
        """


async def answered(answer: httpx2.Response, content: str = "{}", **more: Any) -> Any:
    async with serve(get(content), answer, **more) as shop:
        return await shop.call("things")


@pytest.mark.parametrize("value", [{"a": 1}, [1, "b", None], "text", 7, 1.5, True, None, [], {}])
async def test_json(value: Any) -> None:
    result = await answered(httpx2.Response(200, json=value))

    expected = value if isinstance(value, dict) else {"result": value}
    if isinstance(value, str | None):  # text is text, and null is nothing
        assert result.structured_content in (None, expected)
        assert text_of(result) == value if value else "200" in text_of(result)
    else:
        assert result.structured_content == expected
        assert json.loads(text_of(result)) == value


@pytest.mark.parametrize(
    ("media_type", "text", "expected"),
    [
        ("application/x-ndjson", '{"n":1}\n{"n":2}\n', [{"n": 1}, {"n": 2}]),
        ("application/json-seq", '\x1e{"n":1}\n\x1e{"n":2}\n', [{"n": 1}, {"n": 2}]),
        ("application/jsonl; charset=utf-8", '1\n"zwei"\n', [1, "zwei"]),
        (
            "text/event-stream",
            'event: add\nid: 7\ndata: {"n":\ndata: 1}\n\n: nothing\n\ndata: plain\n\n',
            [{"event": "add", "id": "7", "data": {"n": 1}}, {"data": "plain"}],
        ),
        ("application/problem+json", '{"title":"t"}', {"title": "t"}),
        ("application/vnd.x.v1+json", '{"a":1}', {"a": 1}),
        ("text/html", '{"a":1}', {"a": 1}),  # a wrong type, where JSON was asked for
        ("", '[{"a":1}]', [{"a": 1}]),
    ],
)
async def test_what_holds_values_is_values(media_type: str, text: str, expected: Any) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    result = await answered(httpx2.Response(200, content=text.encode(), headers=headers))

    wanted = expected if isinstance(expected, dict) else {"result": expected}
    assert result.structured_content == wanted


@pytest.mark.parametrize(
    ("content_type", "body", "text"),
    [
        ("text/csv; charset=latin-1", "näme,n\nA,1\n".encode("latin-1"), "näme,n\nA,1\n"),
        ("text/plain", "grüß".encode("cp1252"), "grüß"),
        ("text/plain; charset=utf-16", "grüß".encode("utf-16"), "grüß"),
        ("application/xml", b"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe4</a>", "<a>ä</a>"),
        ("application/json", b"no json at all", "no json at all"),
        ("application/yaml", b"a: 1\n", "a: 1\n"),
    ],
)
async def test_text_is_text_in_its_charset(content_type: str, body: bytes, text: str) -> None:
    answer = httpx2.Response(200, content=body, headers={"Content-Type": content_type})
    result = await answered(answer, "{text/csv: {}, application/xml: {}, text/plain: {}}")

    assert text_of(result).endswith(text)
    assert not result.is_error


@pytest.mark.parametrize(
    ("media_type", "kind"),
    [
        ("image/png", "image"),
        ("audio/mpeg", "audio"),
        ("application/pdf", "resource"),
        ("application/octet-stream", "resource"),
        ("", "resource"),
    ],
)
async def test_bytes_are_what_they_are(media_type: str, kind: str) -> None:
    headers = {"Content-Type": media_type} if media_type else {}
    content = b"\x89\x00\xff" * 5
    result = await answered(
        httpx2.Response(200, content=content, headers=headers), "{image/png: {}}"
    )

    block = result.content[0]
    assert block.type == kind
    data = block.resource.blob if kind == "resource" else block.data
    assert base64.b64decode(data) == content


async def test_what_is_too_large_to_pass_on_is_told() -> None:
    content = b"\x00" * (1 << 21)
    headers = {
        "Content-Type": "application/zip",
        "Content-Disposition": 'attachment; filename="a.zip"',
    }
    result = await answered(httpx2.Response(200, content=content, headers=headers))

    assert [block.type for block in result.content] == ["text"]
    assert "a.zip" in text_of(result)
    assert "2,097,152 bytes" in text_of(result)


@pytest.mark.parametrize("status", [200, 204, 205])
async def test_nothing_is_done(status: int) -> None:
    result = await answered(httpx2.Response(status), "{application/json: {schema: {type: object}}}")

    assert not result.is_error
    assert f"Done: {status}" in text_of(result)


SHAPED = """{application/json: {schema: {
    type: object, required: [id], additionalProperties: false,
    properties: {id: {type: integer}, at: {type: string, format: date-time, pattern: '(?P<x>a)'}}}}}"""


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(200, json={"id": "seven", "more": 1}),
        httpx2.Response(200, json=[1]),
        httpx2.Response(200, json=None),
        httpx2.Response(200),
        httpx2.Response(204),
        httpx2.Response(200, text="oops"),
        httpx2.Response(200, content=b"\x00\xff", headers={"Content-Type": "image/png"}),
    ],
)
async def test_no_answer_fails_its_schema(answer: httpx2.Response) -> None:
    async with serve(get(" ".join(SHAPED.split())), answer) as shop:
        schema = (await shop.tool("things")).output_schema
        result = await shop.call(
            "things"
        )  # the client raises where structured content does not fit

    assert schema is not None
    assert schema["anyOf"][1] == {}
    assert "pattern" not in str(schema)
    assert "format" not in str(schema)
    assert not result.is_error
    assert isinstance(result.structured_content, dict)


async def test_an_error_has_its_status_the_apis_words_and_what_to_do() -> None:
    problem = {
        "type": "about:blank",
        "title": "Out of stock",
        "detail": "No more tea.",
        "sku": "t-1",
    }
    answer = httpx2.Response(
        503,
        json=problem,
        headers={"Content-Type": "application/problem+json", "Retry-After": "120"},
    )
    async with serve(get(), answer) as shop:
        result = await shop.call("things")

    assert result.is_error
    for told in (
        "503",
        "Out of stock: No more tea.",
        "t-1",
        "Retry after 120 s",
        "try again later",
    ):
        assert told in text_of(result)
    assert len(shop.requests) == 1  # longer than two seconds is told and not waited for


async def test_an_error_is_bounded_and_clean() -> None:
    answer = httpx2.Response(400, text="<p>bad\x1b[31m s3cr3t-token \u202e" + "x" * 10_000)
    result = await answered(answer, env={"TOKEN": "s3cr3t-token"})

    text = text_of(result)
    assert result.is_error
    assert len(text) <= 2_000
    assert not set("\x1b\u202e") & set(text)
    assert "s3cr3t" not in text
    assert "Correct the arguments" in text


async def test_a_good_answer_is_clean_in_both_forms() -> None:
    value = {"a": "x\x1b[31m\u202ey", "echo": ["Bearer s3cr3t-token", {"s3cr3t-token": 1}]}
    result = await answered(httpx2.Response(200, json=value), env={"TOKEN": "s3cr3t-token"})

    for text in (text_of(result), json.dumps(result.structured_content, ensure_ascii=False)):
        assert not set("\x1b\u202e") & set(text)
        assert "s3cr3t" not in text
        assert "[hidden]" in text


def length(result: Any) -> int:
    """Characters of the whole result, text and structured content together."""
    return len(text_of(result)) + len(
        json.dumps(result.structured_content or {}, ensure_ascii=False)
    )


MANY = [{"n": n, "text": "word " * 30} for n in range(2_000)]


@pytest.mark.parametrize(
    ("env", "choices", "tokens"),
    [
        ({}, "", 20_000),
        ({"RESULT_TOKENS": "3000"}, "", 3_000),
        ({}, "limits: {result_tokens: 4000}\n", 4_000),
        ({}, "operations: {things: {limits: {result_tokens: 5000}}}\n", 5_000),
    ],
)
async def test_a_result_is_bounded_as_a_whole_and_made_of_whole_items(
    env: dict[str, str], choices: str, tokens: int
) -> None:
    result = await answered(httpx2.Response(200, json=MANY), env=env, choices=choices)

    kept = result.structured_content["result"]
    assert kept == MANY[: len(kept)]
    assert len(kept) > 5
    assert tokens * 4 * 0.6 < length(result) <= tokens * 4
    assert f"{len(kept)} of 2,000" in text_of(result)
    assert f'call things again with the same arguments and {{"offset":{len(kept)}}}' in text_of(
        result
    )
    assert result.meta["mcpgen/next"] == {"offset": len(kept)}


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(200, text="line of text\n" * 20_000),
        httpx2.Response(
            200,
            text='{"line": "of json"}\n' * 20_000,
            headers={"Content-Type": "application/x-ndjson"},
        ),
        httpx2.Response(
            200, text="data: event\n\n" * 20_000, headers={"Content-Type": "text/event-stream"}
        ),
        httpx2.Response(200, text="a,b\n" * 50_000, headers={"Content-Type": "text/csv"}),
    ],
)
async def test_text_lines_and_events_are_bounded_too(answer: httpx2.Response) -> None:
    result = await answered(answer, "{text/csv: {}}", env={"RESULT_TOKENS": "2000"})

    assert length(result) <= 8_000
    assert "Shortened to fit 2,000 tokens" in text_of(result)
    first = text_of(result).partition("\nShortened")[0].rstrip("…\n")
    lines = first.splitlines()
    assert lines[-1].rstrip("…") == lines[0] or lines[0].startswith("[")  # ends with a whole line


async def test_a_selection_is_bounded_after_it_was_made() -> None:
    choices = "operations: {things: {select: '[].n'}}\n"
    result = await answered(httpx2.Response(200, json=MANY), choices=choices)

    assert result.structured_content == {"result": list(range(2_000))}


PAGES = [
    (
        {"Link": '<https://api.test/v1/things?offset=2&limit=2>; rel="next"'},
        [1, 2],
        {"offset": 2, "limit": 2},
    ),
    ({"Link": '<https://api.test/v1/things?offset=0>; rel="prev"'}, [1, 2], None),
]


@pytest.mark.parametrize(("headers", "value", "changes"), PAGES)
async def test_a_link_header_is_the_next_call(headers: Any, value: Any, changes: Any) -> None:
    choices = "operations: {things: {pagination: {kind: none}}}\n"
    pages = httpx2.Response(200, json=value, headers=headers), httpx2.Response(200, json=[3])
    async with serve(get(), *pages, choices=choices) as shop:
        result = await shop.call("things", q="tea")
        if changes:
            await shop.call("things", **result.meta["mcpgen/next"])

    if changes:
        assert result.meta["mcpgen/next"] == {"q": "tea", **changes}
        assert shop.sent.target == "/v1/things?q=tea&limit=2&offset=2"
    else:
        assert "mcpgen/next" not in (result.meta or {})
