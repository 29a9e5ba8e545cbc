"""What a function returns becomes a result that clients of both eras take and a model can go on with."""

from __future__ import annotations

import base64

import httpx2
import pytest
from mcp.types import methods
from petstore_mcp._runtime.request.values import Binary
from petstore_mcp._runtime.sending.hooks import Call
from petstore_mcp._runtime.serving.answers import MOST_BYTES, Answered, failure, result_of
from petstore_mcp._runtime.serving.catalog import Entry
from petstore_mcp._runtime.serving.clean import dump

ERAS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
OBJECT = {"type": "object", "anyOf": [{"required": ["id"]}, {}]}


def answered(
    *, output=None, data=None, properties=None, status=0, headers=None, **known
) -> Answered:
    tool = {"name": "getPet", "inputSchema": {"type": "object", "properties": properties or {}}}
    if output:
        tool["outputSchema"] = output
    entry = Entry(tool=tool, module="m", data=data or {})
    if status or headers:
        request = httpx2.Request("GET", "http://api.test/")
        response = httpx2.Response(status or 200, headers=headers, request=request)
        known["call"] = Call(tool="getPet", operation="GET /", request=request, response=response)
    return Answered(
        **{"entry": entry, "arguments": {}, "tokens": 20_000, "server": "pet_store", **known}
    )


def texts(result) -> list[str]:
    return [block["text"] for block in result["content"] if block["type"] == "text"]


VALUES = [
    {"id": 1},
    {},
    [],
    [{"id": None}],
    "text",
    "",
    0,
    False,
    None,
    1.5,
    Binary(content=b"\x89PNG", media_type="image/png"),
    Binary(content=b"x", media_type="audio/wav"),
    Binary(content=b"%PDF", media_type="application/pdf", name="r.pdf"),
    Binary(content=b"x" * (MOST_BYTES + 1)),
]


@pytest.mark.parametrize("era", ERAS)
@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:30])
def test_every_value_is_legal_in_every_era(value, era):
    for output in (None, OBJECT):
        result = result_of(value, answered(output=output))

        assert methods.serialize_server_result("tools/call", era, result)["content"]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: repr(value)[:30])
def test_where_an_output_is_declared_structured_content_is_an_object(value):
    assert isinstance(result_of(value, answered(output=OBJECT))["structuredContent"], dict)


def test_an_object_is_text_and_structured_content():
    result = result_of({"name": "Mög", "tags": []}, answered())

    assert texts(result) == ['{"name":"Mög","tags":[]}']
    assert result["structuredContent"] == {"name": "Mög", "tags": []}


@pytest.mark.parametrize("value", [[1, 2], 0, False, 1.5])
def test_any_other_json_is_wrapped(value):
    result = result_of(value, answered())

    assert texts(result) == [dump(value)]
    assert result["structuredContent"] == {"result": value}


def test_text_is_text_as_it_is():
    result = result_of("a,b\n1,2\n", answered())

    assert texts(result) == ["a,b\n1,2\n"]
    assert "structuredContent" not in result


def test_text_is_structured_too_where_an_output_is_declared():
    assert result_of("hi", answered(output=OBJECT))["structuredContent"] == {"result": "hi"}


def test_nothing_is_said_in_words():
    assert texts(result_of(None, answered(status=204))) == ["Done: 204 No Content."]
    assert texts(result_of(None, answered())) == ["Done."]


def test_accepted_is_not_done():
    known = answered(status=202, headers={"location": "/jobs/7"})

    (text,) = texts(result_of(None, known))

    assert text.startswith("Accepted (202), not completed")
    assert "/jobs/7" in text


def test_an_image_is_an_image():
    result = result_of(Binary(content=b"png", media_type="image/png; q=1"), answered())

    assert result["content"][0] == {"type": "image", "data": "cG5n", "mimeType": "image/png"}


def test_a_sound_is_audio():
    result = result_of(Binary(content=b"wav", media_type="audio/wav"), answered())

    assert result["content"][0] == {"type": "audio", "data": "d2F2", "mimeType": "audio/wav"}


@pytest.mark.parametrize(
    "media_type", ["application/pdf", "image/tiff", "application/octet-stream"]
)
def test_any_other_file_is_an_embedded_resource(media_type):
    file = Binary(content=b"%PDF", media_type=media_type, name="my report.pdf")

    block = result_of(file, answered())["content"][0]

    assert block["type"] == "resource"
    assert block["resource"]["mimeType"] == media_type
    assert base64.b64decode(block["resource"]["blob"]) == b"%PDF"
    assert block["resource"]["uri"].startswith("pet-store://answers/")
    assert block["resource"]["uri"].endswith("/my%20report.pdf")


def test_a_file_that_is_too_big_is_told_and_not_sent():
    result = result_of(Binary(content=b"x" * (MOST_BYTES + 1), media_type="image/png"), answered())

    assert [block["type"] for block in result["content"]] == ["text"]
    assert "too big" in texts(result)[0]


PETS = [{"id": number, "name": 'x"' * 50} for number in range(20_000)]


@pytest.mark.parametrize(
    "value",
    [PETS, {"pets": PETS}, {"a": {"b": PETS}}, "line\n" * 500_000],
    ids=["array", "member", "deep", "text"],
)
@pytest.mark.parametrize("output", [None, OBJECT])
@pytest.mark.parametrize("tokens", [400, 2_000, 20_000])
def test_a_result_keeps_to_its_limit_as_a_whole(value, output, tokens):
    result = result_of(value, answered(output=output, tokens=tokens))

    assert len(dump(result)) <= tokens * 4


def test_a_shortened_result_says_so_and_how_to_go_on():
    offset = {"pagination": {"kind": "offset", "argument": "offset", "limit": "limit"}}
    result = result_of(PETS, answered(data=offset, arguments={"offset": 100}))
    shown = len(result["structuredContent"]["result"])

    text, note = texts(result)

    assert text == dump(PETS[:shown])
    assert f"the first {shown:,} of 20,000 items" in note
    assert f'call getPet again with the same arguments and {{"offset":{100 + shown}}}' in note
    assert result["structuredContent"]["_note"] == note
    assert result["_meta"] == {"mcpgen/next": {"offset": 100 + shown}}


def test_a_shortened_result_names_what_narrows_it():
    known = answered(properties={"id": {}, "fields": {}, "status": {}})
    known.entry.tool["inputSchema"]["required"] = ["id"]

    assert "ask for less at a time; there is fields, status" in texts(result_of(PETS, known))[1]


def test_the_next_page_is_offered_as_arguments():
    link = '<https://a.test/pets?page=2&limit=5>; rel="next"'
    known = answered(
        properties={"page": {"type": "integer"}, "limit": {"type": "integer"}},
        arguments={"limit": 5},
        headers={"link": link},
    )

    result = result_of([1], known)

    assert (
        texts(result)[1]
        == 'There is more: call getPet again with the same arguments and {"page":2}.'
    )
    assert result["_meta"] == {"mcpgen/next": {"limit": 5, "page": 2}}


def test_a_deprecated_operation_says_so():
    known = answered(
        headers={"deprecation": "@1688169599", "sunset": "Sun, 11 Nov 2029 23:59:59 GMT"}
    )

    assert "deprecated and will be gone by Sun, 11 Nov 2029" in texts(result_of({}, known))[1]


def test_an_idempotency_key_is_echoed():
    assert "Idempotency key: k-1." in texts(result_of({}, answered(idempotency_key="k-1")))


def test_what_the_api_says_is_cleaned():
    known = answered(status=202, headers={"location": "/jobs/\u202e7".encode()})

    result = result_of({"a": "b\x00\u200b"}, known)

    assert result["structuredContent"] == {"a": "b"}
    assert "/jobs/7" in texts(result)[1]


def test_an_answer_nested_beyond_the_wire_still_arrives():
    value: dict = {}
    for _ in range(300):
        value = {"a": value}

    result = result_of(value, answered())

    assert methods.serialize_server_result("tools/call", "2025-11-25", result)["structuredContent"]


def test_a_failure_is_complete_and_an_error():
    assert failure("no")["resultType"] == "complete"
    assert failure("no")["isError"] is True


def test_a_value_that_cannot_be_made_smaller_arrives_all_the_same():
    assert result_of(10**4000, answered(tokens=100))["structuredContent"] == {"result": 10**4000}


def test_a_cursor_is_gone_on_with_in_smaller_pages_when_a_page_was_shortened():
    cursor = {"kind": "cursor", "argument": "cursor", "next": "/next", "limit": "limit"}
    result = result_of({"pets": PETS, "next": "abc"}, answered(data={"pagination": cursor}))
    shown = len(result["structuredContent"]["pets"])

    assert (
        f'in smaller pages: call getPet again with the same arguments and {{"limit":{shown}}}'
        in texts(result)[1]
    )


def test_an_enormous_cursor_is_not_repeated():
    cursor = {"kind": "cursor", "argument": "cursor", "next": "/next"}
    known = answered(data={"pagination": cursor}, properties={"cursor": {"type": "string"}})

    assert len(texts(result_of({"next": "x" * 5000}, known))) == 1
