"""Parts, sequences and arrays within arrays, as independent decoders read them: email, httpx2's event stream, urllib."""

from __future__ import annotations

import base64
import json
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import HTTP
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import httpx2
from hypothesis import given
from hypothesis import strategies as st

from runtime.request.bodies import make_body
from runtime.request.encode import header_value
from runtime.request.files import Folder
from runtime.request.target import target
from runtime.request.values import csv, file, part, pipes, plain, spaces

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
# A field value (RFC 9110, 5.5) in ASCII, since email does not read others.
VALUE = st.from_regex(r"[!-~]([ -~]{0,20}[!-~])?", fullmatch=True)
HEADERS = st.dictionaries(st.from_regex(r"X-[A-Za-z0-9]{1,8}", fullmatch=True), VALUE, max_size=3)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
NOWHERE = Folder(None, "SHOP_FILES")


def parts_in(content: bytes, media_type: str) -> list[EmailMessage]:
    """The parts as the standard library's reader of mail finds them."""
    message = message_from_bytes(
        f"Content-Type: {media_type}\r\n\r\n".encode() + content, policy=HTTP
    )
    assert not message.defects
    return cast("list[EmailMessage]", message.get_payload())


def payload(message: EmailMessage) -> bytes:
    content = message.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def extra(message: EmailMessage) -> dict[str, str]:
    return {name: str(value) for name, value in message.items() if name.startswith("X-")}


@given(st.binary(), HEADERS, TEXT, HEADERS)
def test_headers_of_parts(content: bytes, of_file: Any, text: str, of_text: Any) -> None:
    fields = {
        "up": file(base64.b64encode(content).decode(), "image/png", headers=of_file),
        "about": part(text, headers=of_text),
    }
    body = make_body("multipart", fields, folder=NOWHERE, xml={}, parts={})
    up, about = parts_in(body.content, body.media_type)
    assert (payload(up), up.get_content_type(), extra(up)) == (content, "image/png", of_file)
    assert (payload(about), extra(about)) == (text.encode(), of_text)


@given(st.lists(JSON, min_size=1, max_size=4), HEADERS)
def test_parts_by_position(items: list[Any], headers: dict[str, str]) -> None:
    hint = {"mediaType": "application/json", "headers": headers}
    body = make_body(
        "multipart",
        items,
        media_type="multipart/mixed",
        folder=NOWHERE,
        xml={},
        parts={"items": hint},
    )
    parts = parts_in(body.content, body.media_type)
    assert [json.loads(payload(each)) for each in parts] == items
    assert all(extra(each) == headers for each in parts)


@given(st.lists(st.binary(), min_size=1, max_size=3), TEXT)
def test_a_part_that_is_multipart(contents: list[bytes], name: str) -> None:
    files = {"mediaType": "multipart/mixed", "parts": {"items": {"style": "file"}}}
    value = {"name": name, "files": [base64.b64encode(each).decode() for each in contents]}
    hints = {"fields": {"files": files}}
    body = make_body("multipart", value, folder=NOWHERE, xml={}, parts=hints)
    plain_part, nested = parts_in(body.content, body.media_type)
    assert payload(plain_part) == name.encode()
    assert [payload(each) for each in cast("Any", nested.get_payload())] == contents


@given(st.lists(JSON, max_size=5))
def test_lines_and_sequences(items: list[Any]) -> None:
    lines = make_body(
        "json", items, media_type="application/jsonl", folder=NOWHERE, xml={}, parts={}
    )
    assert [json.loads(line) for line in lines.content.split(b"\n")[:-1]] == items
    sequence = make_body(
        "json", items, media_type="application/json-seq", folder=NOWHERE, xml={}, parts={}
    )
    assert [json.loads(each) for each in sequence.content.split(b"\x1e")[1:]] == items


LINES = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0\ufeff"))
NAMES = LINES.filter(lambda text: "\n" not in text)


@given(
    st.lists(
        st.fixed_dictionaries({"data": LINES}, optional={"event": NAMES, "id": NAMES}), max_size=4
    )
)
def test_events(events: list[dict[str, str]]) -> None:
    body = make_body(
        "json", events, media_type="text/event-stream", folder=NOWHERE, xml={}, parts={}
    )
    headers = {"Content-Type": "text/event-stream"}
    request = httpx2.Request("GET", "https://api.test")
    answer = httpx2.Response(200, content=body.content, headers=headers, request=request)
    read = list(httpx2.EventSource(answer))
    assert [(each.data, each.event) for each in read] == [
        (each["data"], each.get("event") or "message") for each in events
    ]


WORD = st.text("abc é&=%/", min_size=1)


@given(st.lists(st.lists(WORD, min_size=1, max_size=3), min_size=1, max_size=3))
def test_arrays_within_arrays(rows: list[list[str]]) -> None:
    def read(mark: Any) -> list[str]:
        return parse_qs(urlsplit(target("/", {}, {"a": mark})).query, keep_blank_values=True)["a"]

    assert [row.split("|") for row in read(plain(rows, inside="|"))] == rows
    assert [row.split("|") for row in read(csv(rows, inside="|"))[0].split(",")] == rows
    assert [row.split(",") for row in read(pipes(rows, inside=","))[0].split("|")] == rows
    assert [row.split("\t") for row in read(spaces([rows], inside=",\t"))[0].split(",")] == rows


@given(st.lists(st.lists(st.integers(), min_size=1), min_size=1))
def test_arrays_within_arrays_of_a_header(rows: list[list[int]]) -> None:
    text = header_value(csv(rows, inside="|"))
    assert text is not None
    assert [[int(item) for item in row.split("|")] for row in text.split(",")] == rows
