"""JSON: exact, and nothing that JSON does not have."""

from __future__ import annotations

import pytest

from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import parse


def value(text: str, **limits: int):
    return parse(text.encode(), Policy(**limits)).value


def test_big_integers_are_exact() -> None:
    assert value('{"a": 9007199254740993, "b": 123456789012345678901234567890}') == {
        "a": 9007199254740993,
        "b": 123456789012345678901234567890,
    }


@pytest.mark.parametrize("text", ["1e400", "-1e400", "9" * 5000])
def test_numbers_beyond_every_limit_stay_text(text: str) -> None:
    assert value(f'{{"a": {text}, "b": 1.5}}') == {"a": text, "b": 1.5}


@pytest.mark.parametrize("word", ["NaN", "Infinity", "-Infinity"])
def test_words_that_are_no_json_are_refused_where_they_stand(word: str) -> None:
    with pytest.raises(Unreadable) as caught:
        value('{"NaN": "NaN",\n "a": ' + word + "}")

    assert (caught.value.code, caught.value.line, caught.value.column) == ("MG102", 2, 7)


def test_duplicate_keys_are_told_and_the_last_counts() -> None:
    parsed = parse(b'{"a": [{"b": 1, "b": 2}], "c": {"d": 1, "e": 2, "d": 3}}', Policy())

    assert parsed.value == {"a": [{"b": 2}], "c": {"d": 3, "e": 2}}
    assert set(parsed.doubled) == {"/a/0/b", "/c/d"}


def test_trailing_commas_and_comments_are_read_as_yaml() -> None:
    assert value('{"a": 1, # one\n "b": [1, 2,],}') == {"a": 1, "b": [1, 2]}


def test_a_fault_is_told_in_words_of_json() -> None:
    with pytest.raises(Unreadable) as caught:
        value('{"a": 1\n "b": }')

    assert (caught.value.code, caught.value.line) == ("MG102", 2)


@pytest.mark.parametrize("depth", [260, 5_000, 200_000])
def test_deep_nesting_is_refused(depth: int) -> None:
    with pytest.raises(Unreadable) as caught:
        value('{"a": ' + "[" * depth + "]" * depth + "}")

    assert caught.value.code == "MG103"


def test_long_keys_are_read() -> None:
    assert value(f'{{"{"k" * 5000}": 1}}') == {"k" * 5000: 1}


def test_markup_is_told_apart() -> None:
    with pytest.raises(Unreadable, match="HTML or XML"):
        value("<!doctype html><html></html>")
