"""What a body's description asks for is what goes over the wire, for the kinds of body that few descriptions have."""

from __future__ import annotations

import base64
import json
from typing import Any

import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio

PNG = base64.b64encode(b"\x89PNG\r\n").decode()


def post(content: str, *, required: bool = True) -> str:
    return f"""
        paths:
          /things:
            post:
              operationId: send
              requestBody:
                required: {str(required).lower()}
                content: {' '.join(content.split())}
              responses: {{"204": {{description: taken}}}}
        """


async def sent(content: str, version: str = "3.1.0", **arguments: Any) -> Any:
    async with serve(post(content), version=version) as shop:
        result = await shop.call("send", **arguments)
        assert not result.is_error, text_of(result)
    return shop.sent


PHOTO = """{multipart/form-data: {
    schema: {type: object, required: [photo], properties: {
        photo: {type: string, format: binary}, about: {type: object}, tag: {type: string}}},
    encoding: {
        photo: {contentType: image/png, headers: {
            Content-Type: {schema: {type: string}},
            X-Rights: {description: Whose it is., required: true, schema: {type: string}},
            X-Sizes: {schema: {type: array, items: {type: integer}}},
            X-Kind: {schema: {const: photo}}}},
        about: {headers: {X-Kind: {schema: {enum: [about]}}}}}}}"""


async def test_the_headers_of_a_part_are_arguments_unless_they_are_always_the_same() -> None:
    async with serve(post(PHOTO)) as shop:
        tool = await shop.tool("send")
        await shop.call(
            "send", photo=PNG, about={"a": 1}, tag="t", **{"X-Rights": "mine", "X-Sizes": [1, 2]}
        )
        await shop.call("send", photo=PNG, **{"X-Rights": "a\r\nX-Evil: 1"})

    assert tool.input_schema["required"] == ["photo", "X-Rights"]
    assert "photo" in tool.input_schema["properties"]["X-Rights"]["description"]
    (request,) = shop.requests
    photo, about, tag = request.parts()
    assert photo[2:] == [
        "image/png",
        "\ufffdPNG\r\n",
        "X-Rights: mine",
        "X-Sizes: 1,2",
        "X-Kind: photo",
    ]
    assert about[2:] == ["application/json", '{"a":1}', "X-Kind: about"]
    assert tag[2:] == [None, "t"]


async def test_the_header_of_a_part_that_is_not_given_is_left_out() -> None:
    request = await sent(PHOTO, photo=PNG, **{"X-Rights": "mine"})

    assert request.parts()[0][4:] == ["X-Rights: mine", "X-Kind: photo"]


MIXED = """{multipart/mixed: {
    schema: {type: array, prefixItems: [{type: object, properties: {a: {type: integer}}}, {}], items: {type: string}},
    prefixEncoding: [{}, {contentType: image/png, headers: {X-Kind: {schema: {const: photo}}}}],
    itemEncoding: {contentType: text/markdown}}}"""


async def test_parts_without_names_are_written_by_their_position() -> None:
    request = await sent(MIXED, "3.2.0", body=[{"a": 1}, PNG, "# x", "y"])

    assert request.media_type == "multipart/mixed"
    assert request.parts() == [
        [None, None, "application/json", '{"a":1}'],
        [None, None, "image/png", "\ufffdPNG\r\n", "X-Kind: photo"],
        [None, None, "text/markdown", "# x"],
        [None, None, "text/markdown", "y"],
    ]


async def test_items_of_a_streamed_multipart_body_are_parts() -> None:
    content = "{multipart/mixed: {itemSchema: {type: object}, itemEncoding: {contentType: application/json}}}"
    request = await sent(content, "3.2.0", body=[{"a": 1}, {"b": 2}])

    assert [part[2:] for part in request.parts()] == [
        ["application/json", '{"a":1}'],
        ["application/json", '{"b":2}'],
    ]


async def test_a_part_may_be_multipart_itself() -> None:
    content = """{multipart/form-data: {
        schema: {type: object, properties: {
            name: {type: string}, files: {type: array, items: {type: string, format: binary}}}},
        encoding: {files: {contentType: multipart/mixed, itemEncoding: {contentType: image/png}}}}}"""
    request = await sent(content, "3.2.0", body={"name": "n", "files": [PNG, PNG]})

    name, files = request.parts()
    assert name[:2] == ["name", None]
    assert files[0] == "files"
    assert files[2].startswith("multipart/mixed; boundary=")
    boundary = files[2].partition("=")[2]
    assert files[3].count("Content-Type: image/png\r\n\r\n\ufffdPNG") == 2
    assert files[3].endswith(f"\r\n--{boundary}--\r\n")
    assert boundary != request.headers["content-type"].partition("boundary=")[2]


async def test_a_multipart_body_of_alternatives_has_files_too() -> None:
    content = """{multipart/form-data: {
        schema: {
            type: object, properties: {picture: {type: string, format: binary}, about: {type: array, items: {type: object}}},
            oneOf: [
                {properties: {kind: {const: a}, extra: {type: string, format: binary}}, required: [kind]},
                {properties: {kind: {const: b}}, required: [kind]}]},
        encoding: {picture: {contentType: image/png}, tags: {style: form, explode: false}}}}"""
    given = {
        "picture": PNG,
        "kind": "a",
        "extra": {"base64": PNG, "filename": "x.bin"},
        "about": [{}],
    }
    request = await sent(content, body=given)

    assert request.parts() == [
        ["picture", "picture.png", "image/png", "\ufffdPNG\r\n"],
        ["kind", None, None, "a"],
        ["extra", "x.bin", "application/octet-stream", "\ufffdPNG\r\n"],
        ["about", None, "application/json", "[{}]"],
    ]


LINES = "{MEDIA: {itemSchema: {type: object, properties: {n: {type: integer}}}}}"


@pytest.mark.parametrize(
    ("media_type", "text"),
    [
        ("application/jsonl", '{"n":1}\n{"n":2}\n'),
        ("application/x-ndjson", '{"n":1}\n{"n":2}\n'),
        ("application/json-seq", '\x1e{"n":1}\n\x1e{"n":2}\n'),
        ("text/event-stream", 'data: {"n":1}\n\ndata: {"n":2}\n\n'),
    ],
)
async def test_a_sequence_is_an_array_of_its_items(media_type: str, text: str) -> None:
    content = LINES.replace("MEDIA", media_type)
    request = await sent(content, "3.2.0", body=[{"n": 1}, {"n": 2.0}])

    assert request.media_type == media_type
    assert request.text() == text


async def test_the_items_of_a_sequence_are_checked() -> None:
    async with serve(post(LINES.replace("MEDIA", "application/jsonl")), version="3.2.0") as shop:
        result = await shop.call("send", body=[{"n": "one"}])

    assert result.is_error
    assert not shop.requests


async def test_events_have_their_fields() -> None:
    content = "{text/event-stream: {itemSchema: {type: object, properties: {data: {type: string}, id: {type: string}}}}}"
    request = await sent(content, "3.2.0", body=[{"id": "7", "data": "a\nb"}])

    assert request.text() == "data: a\ndata: b\nid: 7\n\n"


@pytest.mark.parametrize(
    "schema", ["{type: object, properties: {n: {type: integer}}}", "{type: integer}"]
)
async def test_the_schema_of_one_line_stands_for_all(schema: str) -> None:
    item = {"n": 1} if "object" in schema else 1
    request = await sent(f"{{application/x-ndjson: {{schema: {schema}}}}}", body=[item, item])

    assert request.text() == f"{json.dumps(item, separators=(',', ':'))}\n" * 2


@pytest.mark.parametrize("schema", ["{type: string}", "{}"])
async def test_lines_may_be_text_already(schema: str) -> None:
    request = await sent(f"{{application/x-ndjson: {{schema: {schema}}}}}", body='{"n":1}\n')

    assert (request.media_type, request.text()) == ("application/x-ndjson", '{"n":1}\n')


FIELDS = """{MEDIA: {schema: {type: object, required: [tags, name, parts], properties: {
    tags: {type: array, items: {type: string}},
    name: {type: [string, "null"]},
    parts: {type: [array, "null"], items: {type: object}},
    note: {type: [string, "null"]}}}}}"""


@pytest.mark.parametrize("media_type", ["application/x-www-form-urlencoded", "multipart/form-data"])
@pytest.mark.parametrize("wrong", [{"tags": []}, {"tags": None}, {"name": None}])
async def test_a_required_field_cannot_be_what_a_form_cannot_say(
    media_type: str, wrong: dict[str, Any]
) -> None:
    async with serve(post(FIELDS.replace("MEDIA", media_type))) as shop:
        result = await shop.call("send", **({"tags": ["a"], "name": "n", "parts": []} | wrong))

    assert result.is_error
    assert next(iter(wrong)) in text_of(result)
    assert not shop.requests


async def test_what_is_json_in_a_form_may_be_null_and_an_optional_field_is_left_out() -> None:
    content = FIELDS.replace("MEDIA", "application/x-www-form-urlencoded")
    form = await sent(content, tags=["a"], name="", parts=None, note=None)
    parts = await sent(
        FIELDS.replace("MEDIA", "multipart/form-data"), tags=["a"], name="", parts=None, note=None
    )

    assert form.form() == [["tags", "a"], ["name", ""], ["parts", "null"]]
    assert [[part[0], part[3]] for part in parts.parts()] == form.form()


async def test_a_form_that_is_one_argument_has_all_that_it_requires() -> None:
    content = """{application/x-www-form-urlencoded: {schema: {
        type: object, required: [kind, other], minProperties: 3,
        properties: {kind: {type: string, nullable: true}, note: {type: string, nullable: true}}}}}"""
    async with serve(post(content), version="3.0.3") as shop:
        for wrong in ({"kind": None}, {"other": None}, {"other": []}):
            result = await shop.call("send", body={"kind": "k", "other": 1, "note": "n"} | wrong)
            assert result.is_error
        await shop.call("send", body={"kind": "", "other": {"a": 1}, "note": None})

    (request,) = shop.requests
    assert request.form() == [["kind", ""], ["other", '{"a":1}']]


@pytest.mark.parametrize("media_type", ["application/x-www-form-urlencoded", "multipart/form-data"])
@pytest.mark.parametrize(
    ("encoding", "expected"),
    [
        ("{style: form}", [["a", "1"], ["b", "x y"]]),
        ("{explode: true}", [["a", "1"], ["b", "x y"]]),
        ("{style: form, explode: false}", [["o", "a,1,b,x y"]]),
        ("{style: deepObject, explode: true}", [["o[a]", "1"], ["o[b]", "x y"]]),
        ("{}", [["o", '{"a":1,"b":"x y"}']]),
    ],
)
async def test_an_object_in_a_form_has_the_style_that_is_said(
    media_type: str, encoding: str, expected: list[list[str]]
) -> None:
    schema = "{type: object, properties: {o: {type: object}}}"
    content = f"{{{media_type}: {{schema: {schema}, encoding: {{o: {encoding}}}}}}}"
    request = await sent(content, o={"a": 1, "b": "x y"})

    parts = request.parts() if "multipart" in media_type else []
    assert [[part[0], part[3]] for part in parts] == (expected if parts else [])
    assert parts or request.form() == expected


NESTED = {
    "swagger": "2.0",
    "info": {"title": "Shop", "version": "1"},
    "host": "api.test",
    "schemes": ["https"],
    "paths": {
        "/{p}": {
            "get": {
                "operationId": "send",
                "parameters": [
                    {"name": "p", "in": "path", "required": True, "FORMAT": ["csv", "pipes"]},
                    {"name": "q", "in": "query", "FORMAT": ["multi", "pipes"]},
                    {"name": "r", "in": "query", "FORMAT": ["ssv", "tsv", "csv"]},
                    {"name": "h", "in": "header", "FORMAT": ["csv", "ssv"]},
                ],
                "responses": {"204": {"description": "none"}},
            },
            "post": {
                "operationId": "fill",
                "consumes": ["application/x-www-form-urlencoded"],
                "parameters": [
                    {"name": "p", "in": "path", "required": True, "type": "string"},
                    {"name": "f", "in": "formData", "FORMAT": ["multi", "csv"]},
                ],
                "responses": {"204": {"description": "none"}},
            },
        }
    },
}


def with_formats(node: Any) -> Any:
    """The description, its FORMAT lists written as nested arrays."""
    if isinstance(node, list):
        return [with_formats(item) for item in node]
    if not isinstance(node, dict):
        return node
    told = {key: with_formats(value) for key, value in node.items() if key != "FORMAT"}
    if "FORMAT" in node:
        array: dict[str, Any] = {"type": "string"}
        for name in reversed(node["FORMAT"]):
            array = {"type": "array", "items": array, "collectionFormat": name}
        told |= array
    return told


async def test_arrays_within_arrays_have_separators_of_their_own() -> None:
    async with serve(with_formats(NESTED)) as shop:
        await shop.call(
            "send",
            p=[["a", "b"], ["c"]],
            q=[["a", "b"], ["c"]],
            r=[[["a", "b"], ["c"]], [["d"]]],
            h=[["a", "b"], ["c"]],
        )
        await shop.call("fill", p="x", f=[["a", "b"], ["c"]])

    first, second = shop.requests
    assert first.target == "/a%7Cb,c?q=a%7Cb&q=c&r=a%2Cb%09c%20d"
    assert first.headers["h"] == "a b,c"
    assert second.form() == [["f", "a,b"], ["f", "c"]]


async def test_the_same_parts_are_the_same_body() -> None:
    first, second = [
        await sent(PHOTO, photo=PNG, tag="t", **{"X-Rights": "mine"}) for _ in range(2)
    ]

    assert first.text() == second.text()
    assert first.headers["content-type"] == second.headers["content-type"]
