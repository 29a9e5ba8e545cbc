# Written by mcpgen; edit freely, functions you change are kept [tests/books]
"""The tools of `books`, called through MCP against a stand-in for the API."""

from __future__ import annotations

import pytest
from mcp import Client

from bookshop_mcp._runtime.testing import Upstream

pytestmark = pytest.mark.anyio


async def test_search_books(client: Client, upstream: Upstream) -> None:
    upstream.answer({"items": [], "nextCursor": "next_cursor 1"})
    result = await client.call_tool(
        "search_books",
        {"words": "words 1", "genres": ["fiction", "fiction"], "cursor": "cursor 2", "limit": 3},
    )
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    target = "/books?q=words%201&genres=fiction,fiction&inStock=true&cursor=cursor%202&limit=3"
    assert sent.target == target

    assert result.structured_content == {"books": [], "next": "next_cursor 1"}


async def test_get_book(client: Client, upstream: Upstream) -> None:
    answer = {
        "title": "title 1",
        "authors": ["authors 2"],
        "genre": "fiction",
        "price": {"amount": 3, "currency": "EUR"},
        "id": "id 5",
        "stock": 6,
    }
    upstream.answer(answer)
    result = await client.call_tool("getBook", {"bookId": "bk_101"})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/books/bk_101"
    assert sent.headers["X-Price-Currency"] == "fake-currency"

    assert result.structured_content == answer


async def test_list_reviews(client: Client, upstream: Upstream) -> None:
    upstream.answer({"items": [], "nextCursor": "next_cursor 1"})
    result = await client.call_tool(
        "listReviews", {"bookId": "bk_101", "cursor": "cursor 2", "limit": 3}
    )
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/books/bk_101/reviews?cursor=cursor%202&limit=3"

    assert result.structured_content == {"items": [], "nextCursor": "next_cursor 1"}
