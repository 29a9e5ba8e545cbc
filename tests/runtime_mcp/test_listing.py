"""tools/list comes on one page, or on pages whose cursors belong to one revision of the catalogue."""

from __future__ import annotations

import base64

import pytest
from petstore_mcp._runtime.serving.listing import BadCursorError, Listing

TOOLS = list("abcdefg")


def walk(listing: Listing) -> list[str]:
    page = listing.page(None)
    found = [*page["tools"]]
    while "nextCursor" in page:
        page = listing.page(page["nextCursor"])
        found += page["tools"]
    return found


def test_without_a_size_there_is_one_page():
    assert Listing(tools=TOOLS, size=0, revision="r").page(None) == {
        "resultType": "complete",
        "tools": TOOLS,
    }


@pytest.mark.parametrize("size", [1, 3, 7, 100])
def test_a_walk_finds_every_tool_once(size):
    assert walk(Listing(tools=TOOLS, size=size, revision="r")) == TOOLS


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "3",
        "no cursor",
        "\ud800",
        base64.b64encode(b"r:4").decode(),
        base64.b64encode(b"r:-3").decode(),
        base64.b64encode(b"r:03").decode(),
    ],
)
def test_a_cursor_that_was_never_given_is_refused(cursor):
    with pytest.raises(BadCursorError):
        Listing(tools=TOOLS, size=3, revision="r").page(cursor)


def test_a_cursor_of_another_revision_is_refused():
    cursor = Listing(tools=TOOLS, size=3, revision="old").page(None)["nextCursor"]

    with pytest.raises(BadCursorError):
        Listing(tools=TOOLS, size=3, revision="new").page(cursor)


def test_on_one_page_no_cursor_is_good():
    cursor = Listing(tools=TOOLS, size=3, revision="r").page(None)["nextCursor"]

    with pytest.raises(BadCursorError):
        Listing(tools=TOOLS, size=0, revision="r").page(cursor)
