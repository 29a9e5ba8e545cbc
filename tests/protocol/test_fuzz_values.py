"""Messages made up by hypothesis, over both transports and in both eras."""

from __future__ import annotations

import copy
import itertools
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from .hostile import TARGETS
from .judge import Target, lines_for, survived
from .talk import open_session, plain, raw, request

SETTINGS = settings(
    max_examples=80,
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
IDS = itertools.count(10_000)
NUMBERS = st.integers() | st.floats() | st.sampled_from([2**31, 2**63, 2**64, 10**400])
TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
JSON = st.recursive(
    st.none() | st.booleans() | NUMBERS | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner, max_size=4),
    max_leaves=12,
)


@st.composite
def altered(draw: Any, *, modern: bool) -> bytes:
    """A good message with up to three of its parts replaced, left out or added."""
    method, params = draw(st.sampled_from(sorted(TARGETS.values(), key=str)))
    message = (request if modern else plain)(next(IDS), method, copy.deepcopy(params))
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.sampled_from(list(_objects(message))))
        key = (
            draw(st.sampled_from(sorted(place)) if place else TEXT)
            if draw(st.booleans())
            else draw(TEXT)
        )
        if draw(st.integers(0, 3)):
            place[key] = draw(JSON)
        else:
            place.pop(key, None)
    return json.dumps(message).encode()


@st.composite
def damaged(draw: Any, *, modern: bool) -> bytes:
    """The bytes of such a message with some cut out, put in or overwritten."""
    text = bytearray(draw(altered(modern=modern)))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        text[start : start + draw(st.integers(0, 6))] = draw(st.binary(max_size=6))
    return bytes(text).replace(b"\n", b" ")


def _objects(value: Any) -> Any:
    if isinstance(value, dict):
        yield value
        for part in value.values():
            yield from _objects(part)


@pytest.fixture(scope="module", params=["modern", "legacy"])
def era(request) -> str:
    return request.param


@pytest.fixture(scope="module")
def target(api, era):
    found = Target(api, modern=era == "modern")
    with found.stdio:
        yield found


def kinds(*, modern: bool) -> Any:
    return altered(modern=modern) | damaged(modern=modern) | st.binary(max_size=200)


def test_any_line_is_survived(target, era):
    @SETTINGS
    @given(kinds(modern=era == "modern"))
    def survive(line: bytes) -> None:
        target.survives(line.replace(b"\n", b" "))

    survive()


def test_any_body_is_survived(http, era):
    session = open_session(http) if era == "legacy" else {}

    @SETTINGS
    @given(kinds(modern=era == "modern"))
    def survive(body: bytes) -> None:
        survived(http, raw(http, lines_for(body, session), body), body)

    survive()


HEADER = st.sampled_from(["MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Accept", "Origin"])


def test_any_headers_are_survived(http):
    @SETTINGS
    @given(st.lists(st.tuples(HEADER, st.binary(max_size=40)), min_size=1, max_size=4))
    def survive(odd: list[tuple[str, bytes]]) -> None:
        body = json.dumps(request(1, "tools/call", {"name": "hours", "arguments": {}})).encode()
        lines = [f"{name}: ".encode() + value.translate(None, b"\r\n") for name, value in odd]
        good = [line for line in lines_for(body, {}) if line.split(":")[0] not in dict(odd)]
        survived(http, raw(http, [*good, *lines], body), body + b"".join(lines))

    survive()
