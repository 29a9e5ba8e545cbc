"""What the encoder writes, openapi-core reads back the same, and finds no fault with it.

It pins other versions than we do, so it lives in an environment of its own. Left out is what it does not read: label and
matrix, objects in an exploded query, spaceDelimited.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from runtime.request.bodies import make_body
from runtime.request.encode import cookie_header, cookie_pairs, header_value
from runtime.request.files import Folder
from runtime.request.target import target
from runtime.request.values import csv, deep, exploded, json_text, pipes, plain

pytestmark = pytest.mark.slow

Sent = dict[str, Any]
Read = Callable[[Sent], dict[str, Any]]
given_values = settings(
    max_examples=50, suppress_health_check=[HealthCheck.function_scoped_fixture]
)

STRINGS = {"type": "array", "items": {"type": "string"}}
INTEGERS = {"type": "array", "items": {"type": "integer"}}
OBJECT = {"type": "object", "properties": {"a": {"type": "string"}, "b": {"type": "integer"}}}
PARAMETERS: dict[str, tuple[str, dict[str, Any]]] = {
    "/exploded": ("query", {"schema": STRINGS}),
    "/csv": ("query", {"schema": STRINGS, "explode": False}),
    "/pipes": ("query", {"schema": STRINGS, "explode": False, "style": "pipeDelimited"}),
    "/deep": ("query", {"schema": OBJECT, "explode": True, "style": "deepObject"}),
    "/json": ("query", {"content": {"application/json": {"schema": OBJECT}}}),
    "/reserved": ("query", {"schema": {"type": "string"}, "allowReserved": True}),
    "/number": ("query", {"schema": {"type": "number"}}),
    "/integer": ("query", {"schema": {"type": "integer"}}),
    "/boolean": ("query", {"schema": {"type": "boolean"}}),
    "/simple/{x}/end": ("path", {"schema": STRINGS}),
    "/object/{x}/end": ("path", {"schema": OBJECT, "explode": True}),
    "/header": ("header", {"schema": INTEGERS}),
    "/cookie": ("cookie", {"schema": {"type": "string"}}),
}
BODIES = {
    "/form": (
        "application/x-www-form-urlencoded",
        {"type": "object", "properties": {"s": STRINGS, "n": {"type": "integer"}}},
    ),
    "/multipart": (
        "multipart/form-data",
        {"type": "object", "properties": {"s": STRINGS, "o": OBJECT}},
    ),
    "/merge": ("application/json", {"type": "object"}),
}

TEXT = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1)
OBJECTS = st.fixed_dictionaries({"a": TEXT, "b": st.integers()})


def description() -> dict[str, Any]:
    paths: dict[str, Any] = {
        path: {
            "get": {
                "parameters": [{"name": "x", "in": place, "required": place == "path", **rest}],
                "responses": {"200": {"description": ""}},
            }
        }
        for path, (place, rest) in PARAMETERS.items()
    }
    for path, (media_type, schema) in BODIES.items():
        content = {media_type: {"schema": schema}}
        paths[path] = {
            "post": {"requestBody": {"content": content}, "responses": {"200": {"description": ""}}}
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "t", "version": "1"},
        "servers": [{"url": "http://api.test"}],
        "paths": paths,
    }


@pytest.fixture(scope="module")
def read(checkers: str) -> Iterator[Read]:
    reader = Path(__file__).with_name("openapi_core_reader.py")
    with subprocess.Popen(
        [checkers, str(reader)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        stdin, stdout = process.stdin, process.stdout
        stdin.write(f"{json.dumps(description())}\n")

        def ask(sent: Sent) -> dict[str, Any]:
            stdin.write(f"{json.dumps({'method': 'GET', **sent})}\n")
            stdin.flush()
            found: dict[str, Any] = json.loads(stdout.readline())
            assert found["errors"] == []
            return found

        yield ask
        stdin.close()


def in_query(read: Read, path: str, value: object) -> Any:
    return read({"target": target(path, {}, {"x": value})})["query"]["x"]


@given_values
@given(st.lists(TEXT, min_size=1), OBJECTS)
def test_arrays_and_objects_in_a_query(read: Read, items: list[str], value: dict[str, Any]) -> None:
    assert in_query(read, "/exploded", items) == items
    assert in_query(read, "/json", json_text(value)) == value
    assert in_query(read, "/deep", deep(value)) == value


@given_values
@given(st.lists(TEXT.filter(lambda text: not {",", "|"} & set(text)), min_size=1))
def test_delimited_arrays(read: Read, items: list[str]) -> None:
    assert in_query(read, "/csv", csv(items)) == items
    assert in_query(read, "/pipes", pipes(items)) == items


@given_values
@given(
    st.integers(), st.booleans(), st.floats(-1e9, 1e9), TEXT.filter(lambda text: "%" not in text)
)
def test_scalars_in_a_query(read: Read, whole: int, flag: bool, number: float, text: str) -> None:
    assert in_query(read, "/integer", whole) == whole
    assert in_query(read, "/boolean", flag) is flag
    assert in_query(read, "/number", number) == number
    assert in_query(read, "/reserved", plain(text, reserved=True)) == text


@given_values
@given(st.lists(TEXT, min_size=1), OBJECTS)
def test_paths(read: Read, items: list[str], value: dict[str, Any]) -> None:
    raw = target("/simple/{x}/end", {"x": ["first", *items]})
    assert read({"target": raw})["path"]["x"] == ["first", *items]
    raw = target("/object/{x}/end", {"x": exploded(value)})
    assert read({"target": raw})["path"]["x"] == value


@given_values
@given(st.lists(st.integers(), min_size=1), TEXT)
def test_headers_and_cookies(read: Read, items: list[int], text: str) -> None:
    assert (
        read({"target": "/header", "headers": {"x": header_value(items)}})["header"]["x"] == items
    )
    assert (
        read({"target": "/cookie", "cookie": cookie_header(cookie_pairs({"x": text}))})["cookie"][
            "x"
        ]
        == text
    )


@given_values
@given(st.lists(TEXT, min_size=2), st.integers(), OBJECTS)
def test_bodies(read: Read, items: list[str], whole: int, value: dict[str, Any]) -> None:
    values: dict[str, tuple[str, dict[str, Any]]] = {
        "/form": ("form", {"s": items, "n": whole}),
        "/multipart": ("multipart", {"s": items, "o": value}),
        "/merge": ("json", {"s": items, "n": None, "o": value}),
    }
    for path, (kind, given_value) in values.items():
        body = make_body(kind, given_value, folder=Folder(None, ""), xml={}, parts={})
        sent = {
            "method": "POST",
            "target": path,
            "body": body.content.decode("latin-1"),
            "media_type": body.media_type,
        }
        assert read(sent)["body"] == given_value
