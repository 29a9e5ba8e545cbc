"""What comes next is offered in the arguments of the tool."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime.serving.catalog import Entry
from petstore_mcp._runtime.serving.pagination import next_page, rest_of_page

PROPERTIES = {
    "limit": {"type": "integer", "default": 2},
    "offset": {"type": "integer"},
    "page": {"type": "integer"},
    "page_number": {"type": "integer"},
    "zero": {"type": "integer", "minimum": 0},
    "cursor": {"type": "string"},
    "after": {"type": ["integer", "null"]},
    "tags": {"type": "array", "items": {"type": "string"}},
}


def entry(**pagination) -> Entry:
    tool = {"name": "list", "inputSchema": {"type": "object", "properties": PROPERTIES}}
    return Entry(tool=tool, module="m", data={"pagination": pagination} if pagination else {})


def following(value, arguments=(), link="", **pagination):
    return next_page(entry(**pagination), dict(arguments), value, {"link": link})


@pytest.mark.parametrize(
    "link",
    [
        '<https://a.test/x?page=3&tags=a>; rel="next"',
        '<https://a.test/x?page=1>; rel="prev", <https://a.test/x?page=3>; rel=next',
        '<https://a.test/x?page=3>; title="a, <b>"; rel="last next"',
        "</x?page=3>;rel='next', </y>; rel=next",
        '<https://a.test/x?page=3&unknown=1>; REL="Next"',
    ],
)
def test_a_link_header_names_the_next_page(link):
    assert following([1], link=link.replace("'", '"')) == {"page": 3}


@pytest.mark.parametrize(
    "link",
    ["", "nonsense", '<https://a.test/x?page=3>; rel="prev"', "<https://[/x?page=3>; rel=next"],
)
def test_without_a_next_link_there_is_no_next_page(link):
    assert following([1], link=link) == {}


def test_a_name_that_had_to_be_cleaned_is_recognised():
    assert following([1], link="<x?page%5Bnumber%5D=2>; rel=next") == {"page_number": 2}


def test_a_cursor_is_taken_from_the_answer():
    assert following(
        {"meta": {"next": "abc"}}, kind="cursor", argument="cursor", next="/meta/next"
    ) == {"cursor": "abc"}


def test_a_cursor_that_is_a_url_is_taken_apart():
    answer = {"next": "https://a.test/x?cursor=abc&limit=5"}

    assert following(answer, kind="cursor", argument="cursor", next="/next") == {
        "cursor": "abc",
        "limit": 5,
    }


def test_a_cursor_has_the_type_of_its_argument():
    assert following(
        {"items": [{"id": 7}]}, kind="cursor", argument="after", next="/items/0/id"
    ) == {"after": 7}


@pytest.mark.parametrize("end", [None, "", False, [], {}])
def test_without_a_cursor_this_was_the_last_page(end):
    assert following({"next": end}, kind="cursor", argument="cursor", next="/next") == {}


def test_an_offset_goes_on_behind_the_items():
    page = {"kind": "offset", "argument": "offset", "limit": "limit"}

    assert following([1, 2], {"offset": 4}, **page) == {"offset": 6}
    assert following({"total": 9, "items": [1, 2]}, **page) == {"offset": 2}


def test_a_page_that_is_not_full_is_the_last():
    page = {"kind": "offset", "argument": "offset", "limit": "limit"}

    assert following([1], **page) == {}
    assert following([1, 2], {"limit": 3}, **page) == {}


def test_a_page_number_counts_from_one():
    assert following([1, 2], kind="page", argument="page") == {"page": 2}
    assert following([1, 2], {"page": 2}, kind="page", argument="page") == {"page": 3}
    assert following([], kind="page", argument="page") == {}


def test_a_page_number_counts_from_zero_where_that_is_allowed():
    assert following([1, 2], kind="page", argument="zero") == {"zero": 1}


def test_the_rest_of_a_shortened_page_begins_behind_what_was_shown():
    assert rest_of_page(
        entry(kind="offset", argument="offset", limit="limit"), {"offset": 10}, 3
    ) == {"offset": 13}


def test_a_shortened_page_is_gone_on_with_in_smaller_pages():
    page = entry(kind="page", argument="page", limit="limit")

    assert rest_of_page(page, {"limit": 100}, 30) == {"limit": 30, "page": 2}
    assert rest_of_page(page, {"limit": 100, "page": 3}, 30) == {
        "limit": 30,
        "page": 8,
    }  # from item 210


def test_a_shortened_page_behind_a_cursor_is_asked_for_again_in_smaller_pages():
    page = entry(kind="cursor", argument="cursor", next="/next", limit="limit")

    assert rest_of_page(page, {"cursor": "abc"}, 3) == {"limit": 3}


def test_without_pagination_there_is_no_rest_to_ask_for():
    assert rest_of_page(entry(), {}, 3) == {}
