from __future__ import annotations

import json
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.request.media import charset, essence, parameter
from runtime.request.values import Binary
from runtime.sending.decode import file_name, parse_json, text_of, value_of

PNG = b"\x89PNG\r\n\x1a\n\xff\x00"


def answer(
    content: bytes = b"",
    content_type: str = "",
    *,
    status: int = 200,
    method: str = "GET",
    **headers: str,
) -> httpx2.Response:
    named = {"content-type": content_type} if content_type else {}
    request = httpx2.Request(method, "https://api.test/pets")
    return httpx2.Response(status, content=content, headers={**named, **headers}, request=request)


def value(content: bytes, content_type: str = "", *, json_expected: bool = True) -> Any:
    return value_of(answer(content, content_type), json_expected=json_expected)


@pytest.mark.parametrize(
    "content_type", ["application/json", "application/vnd.api+json; charset=utf-8", "text/json", ""]
)
@pytest.mark.parametrize("found", [{"a": [1, None, True, "é"]}, [], {}])
def test_json(content_type: str, found: Any) -> None:
    assert value(json.dumps(found).encode(), content_type) == found


@pytest.mark.parametrize("text", ["0", '"x"', "null", "true", "1.5"])
def test_json_scalars(text: str) -> None:
    assert value(text.encode(), "application/json") == json.loads(text)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32-be"])
def test_json_in_unicode(encoding: str) -> None:
    assert value('{"a": "é"}'.encode(encoding), "application/json") == {"a": "é"}


def test_json_in_a_charset_that_json_does_not_know() -> None:
    assert value('{"a": "é"}'.encode("latin-1"), "application/json; charset=iso-8859-1") == {
        "a": "é"
    }


def test_numbers_stay_what_they_are() -> None:
    assert parse_json("[12345678901234567890123, 1e400, NaN, -Infinity, 1.5]") == [
        12345678901234567890123,
        "1e400",
        "NaN",
        "-Infinity",
        1.5,
    ]


def test_the_guard_that_some_apis_put_before_json_is_taken_off() -> None:
    assert value(b')]}\',\n{"a": 1}', "application/json") == {"a": 1}


@pytest.mark.parametrize("content", [b"<html>oops", b"not json", b"{", b'{"a":', b"[" * 100_000])
def test_json_that_is_none_is_text(content: bytes) -> None:
    assert value(content, "application/json") == content.decode()


@pytest.mark.parametrize(
    ("content", "content_type", "text"),
    [
        ("Grüße".encode("latin-1"), "text/plain; charset=iso-8859-1", "Grüße"),
        ("Grüße".encode("latin-1"), 'text/plain; charset="ISO-8859-1"', "Grüße"),
        ("Grüße".encode(), "text/plain", "Grüße"),
        ("“x”".encode("cp1252"), "text/plain", "“x”"),
        ("Grüße".encode("latin-1"), "text/plain; charset=utf-8", "Grüße"),
        ("Grüße".encode(), "text/plain; charset=no-such", "Grüße"),
        (b"abc", "text/plain; charset=base64", "abc"),
        ("日本".encode("utf-16"), "text/plain", "日本"),
        (b"\xef\xbb\xbfa,b", "text/csv", "a,b"),
        ('<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'.encode("latin-1"), "application/xml",
         '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>'),
        (b"<svg/>", "image/svg+xml", "<svg/>"),
        (b"a: 1", "application/yaml", "a: 1"),
        (b"plain", "application/vnd.github.raw", "plain"),
        (b"plain", "", "plain"),
        (b"a=1", "application/x-www-form-urlencoded", "a=1"),
    ],
)  # fmt: skip
def test_text(content: bytes, content_type: str, text: str) -> None:
    assert value(content, content_type) == text


def test_text_that_is_json_counts_as_json_where_that_was_asked_for() -> None:
    assert value(b' {"a": 1}', "text/html") == {"a": 1}
    assert value(b' {"a": 1}', "text/plain", json_expected=False) == ' {"a": 1}'
    assert value(b"12", "text/plain") == "12"


@pytest.mark.parametrize(
    ("content", "content_type", "kind"),
    [
        (PNG, "image/png", "image/png"),
        (b"plain", "application/octet-stream", "application/octet-stream"),
        (b"%PDF", "application/pdf; x=y", "application/pdf"),
        (b"\x00\x01", "", "application/octet-stream"),
        (b"\xff\xfe\x00\x01\xff", "application/vnd.odd", "application/vnd.odd"),
        (b"ID3", "audio/mpeg", "audio/mpeg"),
    ],
)
def test_bytes(content: bytes, content_type: str, kind: str) -> None:
    assert value(content, content_type) == Binary(content=content, media_type=kind)


@pytest.mark.parametrize(
    ("disposition", "name"),
    [
        ('attachment; filename="a b.pdf"', "a b.pdf"),
        ("attachment; filename=a.pdf", "a.pdf"),
        ("attachment; filename=\"x\"; filename*=UTF-8''%e2%82%ac.pdf", "€.pdf"),
        ("attachment; filename*=iso-8859-1'en'%A3.pdf", "£.pdf"),
        ('attachment; filename="../../etc/passwd"', "passwd"),
        ('attachment; filename="C:\\\\a\\\\b.pdf"', "b.pdf"),
        ('attachment; filename="a\\"b"', 'a"b'),
        ("attachment; filename*=no-such''%A3.pdf", ""),
        ("inline", ""),
        ("", ""),
    ],
)
def test_file_names(disposition: str, name: str) -> None:
    assert file_name(disposition) == name


@pytest.mark.parametrize("status", [204, 205, 304, 200])
def test_nothing(status: int) -> None:
    assert value_of(answer(status=status, content_type="application/json")) is None


def test_a_head_request_is_about_headers() -> None:
    found = value_of(answer(method="HEAD", content_type="text/plain", etag="x"))
    assert found == {"content-type": "text/plain", "etag": "x"} | {
        k: v for k, v in found.items() if k == "content-length"
    }


def test_json_lines() -> None:
    assert value(b'{"a":1}\n\n[2]\r\n"x"\nno json\n', "application/x-ndjson") == [
        {"a": 1},
        [2],
        "x",
        "no json",
    ]
    assert value(b'\x1e{"a":1}\n\x1e2\n', "application/json-seq") == [{"a": 1}, 2]


def test_events() -> None:
    stream = b': hello\n\nevent: add\nid: 7\ndata: {"a": 1}\n\ndata: one\r\ndata:two\r\n\r\nretry: 10\n\ndata\n\ndata: [DONE]'
    assert value(stream, "text/event-stream") == [
        {"event": "add", "id": "7", "data": {"a": 1}},
        {"data": "one\ntwo"},
        {"retry": "10"},
        {"data": ""},
        {"data": "[DONE]"},
    ]


@given(
    st.binary(),
    st.sampled_from(
        ["", "application/json", "text/plain", "text/event-stream", "application/jsonl", "x/y"]
    ),
)
def test_any_bytes_are_some_value(content: bytes, content_type: str) -> None:
    found = value(content, content_type)
    assert found is None or isinstance(found, dict | list | str | int | float | bool | Binary)


@given(st.binary(), st.text("abc;=\"'\\ charset*", max_size=30))
def test_any_content_type_can_be_read(content: bytes, content_type: str) -> None:
    assert isinstance(text_of(content, content_type), str)
    assert isinstance(
        charset(content_type) + essence(content_type) + parameter(content_type, "a"), str
    )
    assert "/" not in file_name(content_type)
