from __future__ import annotations

import math

import pytest

from runtime.request.encode import form_body, form_pairs
from runtime.request.target import target
from runtime.request.values import (
    OMIT,
    ArgumentError,
    csv,
    deep,
    exploded,
    json_text,
    pipes,
    plain,
    spaces,
    tabs,
)

COLOURS = ["blue", "black"]
COLOUR = {"R": 100, "G": 200}


def written(value: object) -> str:
    return target("/", {}, {"color": value}).removeprefix("/").removeprefix("?")


@pytest.mark.parametrize(
    ("value", "query"),
    [
        (COLOURS, "color=blue&color=black"),
        (COLOUR, "R=100&G=200"),
        (exploded(COLOURS), "color=blue&color=black"),
        (csv(COLOURS), "color=blue,black"),
        (csv(COLOUR), "color=R,100,G,200"),
        (csv(["a,b", "c"]), "color=a%2Cb,c"),
        (spaces(COLOURS), "color=blue%20black"),
        (pipes(COLOURS), "color=blue%7Cblack"),
        (tabs(COLOURS), "color=blue%09black"),
        (pipes(COLOUR), "color=R%7C100%7CG%7C200"),
        (deep(COLOUR), "color%5BR%5D=100&color%5BG%5D=200"),
        (deep({"a": {"b": {"c": 1}}}), "color%5Ba%5D%5Bb%5D%5Bc%5D=1"),
        (deep({"a": [1, 2]}), "color%5Ba%5D%5B%5D=1&color%5Ba%5D%5B%5D=2"),
        (deep({"a": [{"b": 1}]}), "color%5Ba%5D%5B0%5D%5Bb%5D=1"),
        (deep("blue"), "color=blue"),
        (json_text({"a": [1.0, None]}), "color=%7B%22a%22%3A%5B1%2Cnull%5D%7D"),
        (json_text(None), "color=null"),
        ({"a": [1, 2], "b": {"c": 1}}, "a=1&a=2&b=%7B%22c%22%3A1%7D"),
        ([{"a": 1}, [2]], "color=%7B%22a%22%3A1%7D&color=%5B2%5D"),
        (True, "color=true"),
        (0, "color=0"),
        (1.0, "color=1"),
        (1e22, "color=1e%2B22"),
        ("x&y=z+1 #", "color=x%26y%3Dz%2B1%20%23"),
        ("", "color="),
    ],
)
def test_a_value_is_written_in_its_style(value: object, query: str) -> None:
    assert written(value) == query


@pytest.mark.parametrize("value", [OMIT, csv(OMIT), None, [], {}, csv([]), deep({}), [None]])
def test_nothing_is_left_out(value: object) -> None:
    assert written(value) == ""


@pytest.mark.parametrize("value", [None, [], ""])
def test_an_empty_value_is_sent_where_it_is_allowed(value: object) -> None:
    assert written(plain(value, empty=True)) == "color="


def test_reserved_characters_and_what_is_quoted_already_pass_where_allowed() -> None:
    assert written(plain("a/b:c?@!$'()*,;%20", reserved=True)) == "color=a/b:c?@!$'()*,;%20"


def test_reserved_characters_never_split_the_query() -> None:
    assert written(plain("a&b=c+d#e%", reserved=True)) == "color=a%26b%3Dc%2Bd%23e%25"


def test_names_are_quoted() -> None:
    assert (
        target("/", {}, {"page[size]": 1, "$top": 2, "a&b": 3})
        == "/?page%5Bsize%5D=1&$top=2&a%26b=3"
    )


@pytest.mark.parametrize("value", [math.nan, math.inf, [math.nan]])
def test_what_json_has_no_words_for_is_refused(value: object) -> None:
    with pytest.raises(ArgumentError):
        written(value)


@pytest.mark.parametrize(
    ("value", "query"),
    [
        ({"a": "b c", "d": [1, 2]}, "a=b%20c&d=1&d=2"),
        ("a=1&b=2 3", "a=1&b=2%203"),
        ("$.a.b[1:1]", "$.a.b%5B1:1%5D"),
        (json_text({"a": 1}), "%7B%22a%22:1%7D"),
    ],
)
def test_a_whole_query(value: object, query: str) -> None:
    assert target("/", {}, {"x": 0}, value) == f"/?x=0&{query}"


def test_a_form_has_the_same_styles_and_objects_as_json() -> None:
    fields = {
        "name": "Ada",
        "address": deep({"city": "Oslo", "zip": "0150"}),
        "codes": csv(["a", "b"]),
        "tags": ["c", "d"],
        "more": {"x": 1},
        "none": OMIT,
    }
    assert [pair.decoded for pair in form_pairs(fields)] == [
        ("name", "Ada"),
        ("address[city]", "Oslo"),
        ("address[zip]", "0150"),
        ("codes", "a,b"),
        ("tags", "c"),
        ("tags", "d"),
        ("more", '{"x":1}'),
    ]
    assert form_body({"a": "é +"}) == "a=%C3%A9%20%2B"
