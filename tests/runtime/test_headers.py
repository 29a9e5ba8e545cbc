from __future__ import annotations

import pytest

from runtime.request.encode import cookie_header, cookie_pairs, header_value
from runtime.request.values import OMIT, ArgumentError, csv, exploded, json_text, plain


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("2024-01", "2024-01"),
        (" padded ", "padded"),
        (True, "true"),
        ([1, 2], "1,2"),
        ({"R": 100, "G": 200}, "R,100,G,200"),
        (exploded({"R": 100, "G": 200}), "R=100,G=200"),
        (json_text({"a": "é"}), '{"a":"\\u00e9"}'),
        ("", ""),
        ("a\tb", "a\tb"),
    ],
)
def test_a_header_is_written_in_style_simple(value: object, text: str) -> None:
    assert header_value(value) == text


@pytest.mark.parametrize("value", [None, [], {}, csv(OMIT), OMIT])
def test_there_may_be_nothing_to_send(value: object) -> None:
    assert header_value(value) is None


def test_an_empty_header_is_sent_where_it_is_allowed() -> None:
    assert header_value(plain(None, empty=True)) == ""


@pytest.mark.parametrize("character", ["\r", "\n", "\0", "\x1b", "\x7f"])
def test_a_header_never_holds_a_control_character(character: str) -> None:
    with pytest.raises(ArgumentError, match="control character"):
        header_value(f"a{character}X-Evil: 1")


@pytest.mark.parametrize(
    ("cookies", "text"),
    [
        ({"session": "abc", "tags": ["a", "b"]}, "session=abc; tags=a,b"),
        ({"sid": "a; admin=1"}, "sid=a%3B%20admin=1"),
        ({"sid": 'a"b,c\\d%é'}, "sid=a%22b%2Cc%5Cd%25%C3%A9"),
        ({"e": exploded([1, 2])}, "e=1; e=2"),
        ({"e": exploded({"a": 1, "b": 2})}, "a=1; b=2"),
        ({"o": {"a": 1}}, "o=a,1"),
        ({"j": json_text([1])}, "j=[1]"),
        ({"odd name;": 1}, "odd%20name%3B=1"),
        ({"none": None, "out": OMIT}, ""),
    ],
)
def test_cookies(cookies: dict[str, object], text: str) -> None:
    assert cookie_header(cookie_pairs(cookies)) == text


@pytest.mark.parametrize("value", ["a\r\nSet-Cookie: x", "a\0b"])
def test_a_cookie_never_holds_a_control_character(value: str) -> None:
    with pytest.raises(ArgumentError, match="control character"):
        cookie_pairs({"sid": value})
