# Written by mcpgen; edit freely, functions you change are kept [tests/operations]
"""The tools of the API, called through MCP against a stand-in for the API."""

from __future__ import annotations

import pytest
from mcp import Client

from library_mcp._runtime.testing import Upstream

pytestmark = pytest.mark.anyio


async def test_search_books(client: Client, upstream: Upstream) -> None:
    upstream.answer({"items": [{}, {}]})
    result = await client.call_tool("search_books", {"q": "q 1", "limit": 2})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/books?q=q%201&limit=2"

    assert result.structured_content == {"items": [{}, {}]}


async def test_get_book(client: Client, upstream: Upstream) -> None:
    upstream.answer({})
    result = await client.call_tool("get_book", {"isbn": "0000000000000"})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/books/0000000000000"

    assert result.structured_content == {}


async def test_list_genres(client: Client, upstream: Upstream) -> None:
    upstream.answer({"genres": [{}, {}]})
    result = await client.call_tool("list_genres", {})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/genres"

    assert result.structured_content == {"genres": [{}, {}]}


async def test_lend_book(client: Client, upstream: Upstream) -> None:
    upstream.answer({})
    result = await client.call_tool("lend_book", {"isbn": "isbn 1", "member": 2})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "POST"
    assert sent.target == "/loans"
    assert sent.media_type == "application/json"
    assert sent.json() == {"isbn": "isbn 1", "member": 2}

    assert result.structured_content == {}


async def test_notify_member(client: Client, upstream: Upstream) -> None:
    upstream.answer({})
    result = await client.call_tool("notify_member", {"member": 1, "text": "text 2"})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "POST"
    assert sent.target == "/members/1/messages"
    assert sent.media_type == "application/json"
    assert sent.json() == {"text": "text 2"}

    assert result.structured_content == {}


async def test_late_fee(client: Client) -> None:
    result = await client.call_tool("late_fee", {"days": 3})
    most = await client.call_tool("late_fee", {"days": 300})

    assert result.structured_content == {"cents": 60}
    assert most.structured_content == {"cents": 500}
