# Written by mcpgen; edit freely, functions you change are kept [tests/buying]
"""The tools of `buying`, called through MCP against a stand-in for the API."""

from __future__ import annotations

import pytest
from mcp import Client

from bookshop_mcp._runtime.testing import Upstream

pytestmark = pytest.mark.anyio


async def test_place_order(client: Client, upstream: Upstream) -> None:
    answer = {
        "id": 1,
        "state": "placed",
        "total": {"amount": 2, "currency": "EUR"},
        "placedAt": "2024-02-05T12:00:00Z",
    }
    upstream.answer(answer)
    result = await client.call_tool(
        "placeOrder",
        {
            "Idempotency-Key": "idempotency_key 1",
            "lines": [{"bookId": "book_id 2", "copies": 3}, {"bookId": "book_id 4", "copies": 5}],
            "address": {
                "name": "name 6",
                "street": "street 7",
                "city": "city 8",
                "country": "country 9",
            },
        },
    )
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "POST"
    assert sent.target == "/orders"
    assert sent.headers["Idempotency-Key"] == "idempotency_key 1"
    assert sent.media_type == "application/json"
    body = {
        "lines": [{"bookId": "book_id 2", "copies": 3}, {"bookId": "book_id 4", "copies": 5}],
        "address": {
            "name": "name 6",
            "street": "street 7",
            "city": "city 8",
            "country": "country 9",
        },
    }
    assert sent.json() == body

    assert result.structured_content == answer


async def test_get_order(client: Client, upstream: Upstream) -> None:
    answer = {
        "id": 1,
        "state": "placed",
        "total": {"amount": 2, "currency": "EUR"},
        "placedAt": "2024-02-05T12:00:00Z",
    }
    upstream.answer(answer)
    result = await client.call_tool("getOrder", {"orderId": 1})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/orders/1"

    assert result.structured_content == answer
