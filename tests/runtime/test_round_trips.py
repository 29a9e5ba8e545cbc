"""What the encoder writes, independent decoders read back: urllib, http.cookies, starlette with python-multipart."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncIterator
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit
from xml.etree import ElementTree as ET

import anyio
import httpx2
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from starlette.datastructures import Headers, QueryParams
from starlette.formparsers import FormParser, MultiPartParser

from runtime.request.bodies import make_body
from runtime.request.encode import cookie_header, cookie_pairs, form_body, header_value, to_text
from runtime.request.files import Folder
from runtime.request.target import target
from runtime.request.values import (
    csv,
    deep,
    file,
    json_text,
    label_exploded,
    matrix_exploded,
    pipes,
    plain,
    spaces,
    tabs,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
NAME = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
KEY = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="[]"), min_size=1)
SCALAR = TEXT | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
JSON = st.recursive(
    st.none() | SCALAR,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=8,
)
NOWHERE = Folder(None, "SHOP_FILES")


def query_of(raw: str) -> str:
    return urlsplit(f"http://api.test{raw}").query


def as_read(raw: str) -> list[tuple[str, str]]:
    """The pairs as two readers find them, who must agree."""
    pairs = parse_qsl(query_of(raw), keep_blank_values=True)
    assert QueryParams(query_of(raw)).multi_items() == pairs
    return pairs


@given(st.dictionaries(NAME, SCALAR, max_size=5))
def test_scalars_in_a_query(query: dict[str, Any]) -> None:
    assert as_read(target("/", {}, query)) == [(k, to_text(v)) for k, v in query.items()]


@given(st.lists(SCALAR, min_size=1))
def test_an_exploded_array_in_a_query(items: list[Any]) -> None:
    assert as_read(target("/", {}, {"a": items})) == [("a", to_text(item)) for item in items]


@given(st.lists(TEXT, min_size=1))
def test_delimited_arrays_keep_their_items_apart(items: list[str]) -> None:
    raw = query_of(target("/", {}, {"a": csv(items)})).removeprefix("a=")
    assert [unquote(item) for item in raw.split(",")] == items


@given(st.lists(st.text("abc é&=+#%/", min_size=1), min_size=1))
def test_delimiters_are_read_as_what_they_are(items: list[str]) -> None:
    marks = {" ": spaces, "|": pipes, "\t": tabs, ",": csv}
    for delimiter, mark in marks.items():
        assume(not any(delimiter in item for item in items))
        assert as_read(target("/", {}, {"a": mark(items)})) == [("a", delimiter.join(items))]


@given(
    st.dictionaries(KEY, st.none() | SCALAR | st.dictionaries(KEY, SCALAR, min_size=1), min_size=1)
)
def test_deep_objects(value: dict[str, Any]) -> None:
    expected: list[tuple[str, str]] = []
    for key, inner in value.items():
        if isinstance(inner, dict):
            expected += [(f"f[{key}][{name}]", to_text(item)) for name, item in inner.items()]
        elif inner is not None:
            expected.append((f"f[{key}]", to_text(inner)))
    assert as_read(target("/", {}, {"f": deep(value)})) == expected


@given(JSON)
def test_json_in_a_query(value: Any) -> None:
    ((name, text),) = as_read(target("/", {}, {"filter": json_text(value)}))
    assert name == "filter"
    assert json.loads(text) == value


@given(TEXT)
def test_reserved_text_is_still_one_value(text: str) -> None:
    pairs = as_read(target("/", {}, {"a": plain(text, reserved=True), "b": 1}))
    assert [name for name, _ in pairs] == ["a", "b"]
    assert pairs[0][1] == unquote(text) or "%" in text


@given(st.lists(TEXT, min_size=1, max_size=4))
def test_path_values_never_change_the_path(values: list[str]) -> None:
    assume(not any(value in {"", ".", ".."} for value in values))
    template = "/base" + "".join(f"/{{v{index}}}" for index in range(len(values))) + "/end"
    raw = target(template, {f"v{index}": value for index, value in enumerate(values)})
    assert [unquote(part) for part in raw.split("/")] == ["", "base", *values, "end"]
    assert httpx2.URL(f"http://api.test{raw}").raw_path.decode() == raw


@given(st.lists(TEXT.filter(bool), min_size=1))
def test_array_styles_of_a_path(items: list[str]) -> None:
    assume(
        items[0].partition(";")[0] not in {"", ".", ".."}
    )  # some servers drop what follows a `;`
    simple = target("/{a}/x", {"a": items}).removesuffix("/x")[1:]
    label = target("/{a}/x", {"a": label_exploded(items)}).removesuffix("/x")[1:]
    matrix = target("/{a}/x", {"a": matrix_exploded(items)}).removesuffix("/x")[1:]
    assert [unquote(item) for item in simple.split(",")] == items
    assert [unquote(item) for item in matrix.split(";a=")[1:]] == items
    if not any("." in item for item in items):  # a label has no way to quote a full stop
        assert [unquote(item) for item in label.split(".")[1:]] == items


@given(st.dictionaries(NAME, SCALAR, max_size=4), st.lists(TEXT, max_size=3))
def test_a_target_goes_over_the_wire_as_it_was_written(
    query: dict[str, Any], items: list[str]
) -> None:
    raw = target("/a/{b}", {"b": "x y"}, {**query, "items": csv(items)})
    assert httpx2.URL(f"http://api.test{raw}").raw_path.decode() == raw


@given(st.text(st.characters(min_codepoint=32, max_codepoint=126)))
def test_cookies(text: str) -> None:
    """http.cookies does not percent-decode; quotes are the one thing that it takes for its own."""
    header = cookie_header(cookie_pairs({"first": text, "last": "x"}))
    jar = SimpleCookie(header)
    assert {name: unquote(morsel.value) for name, morsel in jar.items()} == {
        "first": text,
        "last": "x",
    }


@given(
    st.lists(
        st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=",")).filter(
            bool
        ),
        min_size=1,
    )
)
def test_header_lists(items: list[str]) -> None:
    text = header_value(items)
    assert text is not None
    assert text.split(",") == items


async def _stream(content: bytes) -> AsyncIterator[bytes]:
    yield content
    yield b""


async def _read_form(
    parser: type[FormParser | MultiPartParser], content: bytes, kind: str
) -> list[tuple[str, Any]]:
    form = await parser(Headers({"content-type": kind}), _stream(content)).parse()
    pairs = form.multi_items()
    read = [
        (k, v if isinstance(v, str) else (v.filename, v.content_type, await v.read()))
        for k, v in pairs
    ]
    await form.close()
    return read


@given(
    st.dictionaries(NAME, st.lists(SCALAR, min_size=1, max_size=3) | TEXT, min_size=1, max_size=4)
)
def test_forms(fields: dict[str, Any]) -> None:
    expected = [
        (name, to_text(item))
        for name, value in fields.items()
        for item in (value if isinstance(value, list) else [value])
    ]
    body = form_body(fields).encode()
    assert parse_qsl(body.decode(), keep_blank_values=True) == expected
    assert anyio.run(_read_form, FormParser, body, "application/x-www-form-urlencoded") == expected


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(
    st.dictionaries(
        st.text("abc [].é", min_size=1), st.lists(SCALAR, min_size=1, max_size=2) | TEXT, max_size=3
    ),
    st.binary(),
    st.text(st.characters(exclude_categories=["Cs", "Cc"], exclude_characters='"\\/'), min_size=1),
)
def test_multipart_bodies(fields: dict[str, Any], content: bytes, filename: str) -> None:
    upload = {
        "base64": base64.b64encode(content).decode(),
        "filename": filename,
        "mediaType": "image/png",
    }
    body = make_body("multipart", {**fields, "up": file(upload)}, folder=NOWHERE, xml={}, parts={})
    expected: list[tuple[str, Any]] = [
        (name, to_text(item))
        for name, value in fields.items()
        for item in (value if isinstance(value, list) else [value])
    ]
    read = anyio.run(_read_form, MultiPartParser, body.content, body.media_type)
    assert read == [*expected, ("up", (filename, "image/png", content))]


XML_TEXT = st.text(
    st.characters(exclude_categories=["Cs", "Cc"], exclude_characters="\ufffe\uffff")
)
XML_NAME = st.from_regex(r"[A-Za-z_][A-Za-z0-9_.-]{0,8}", fullmatch=True).filter(
    lambda name: not name.lower().startswith("xml")
)


@given(st.dictionaries(XML_NAME, XML_TEXT | st.integers() | st.booleans(), min_size=1), st.data())
def test_xml(value: dict[str, Any], data: st.DataObject) -> None:
    attributes = data.draw(st.sets(st.sampled_from(sorted(value))))
    hints = {"name": "pet", "properties": {name: {"attribute": True} for name in attributes}}
    body = make_body("xml", value, folder=NOWHERE, xml=hints, parts={})
    root = ET.fromstring(body.content)
    assert root.attrib == {name: to_text(value[name]) for name in attributes}
    assert {child.tag: child.text or "" for child in root} == {
        name: to_text(inner) for name, inner in value.items() if name not in attributes
    }


@given(JSON)
def test_json_bodies(value: Any) -> None:
    body = make_body("json", value, folder=NOWHERE, xml={}, parts={})
    assert json.loads(body.content) == value
