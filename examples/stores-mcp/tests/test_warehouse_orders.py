# Written by mcpgen; edit freely, functions you change are kept [tests/warehouse_orders]
"""The tools of `warehouse orders`, called through MCP against a stand-in for the API."""

from __future__ import annotations

import pytest
from mcp import Client

from stores_mcp._runtime.testing import Upstream

pytestmark = pytest.mark.anyio


async def test_warehouse_list_orders(client: Client, upstream: Upstream) -> None:
    answer = [{"id": "id 1", "shelf": "shelf 2"}, {"id": "id 3", "shelf": "shelf 4"}]
    upstream.answer(answer)
    result = await client.call_tool("warehouse_listOrders", {"offset": 1, "size": 2})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/tenants/fake-tenant/orders?offset=1&size=2"

    assert result.structured_content == {"result": answer}


async def test_warehouse_get_order(client: Client, upstream: Upstream) -> None:
    upstream.answer({"id": "id 1", "shelf": "shelf 2", "lines": []})
    result = await client.call_tool("warehouse_getOrder", {"orderId": "order_id 1"})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "GET"
    assert sent.target == "/tenants/fake-tenant/orders/order_id%201"

    assert result.structured_content == {"id": "id 1", "shelf": "shelf 2", "lines": []}


async def test_warehouse_mark_packed(client: Client, upstream: Upstream) -> None:
    upstream.answer({})
    result = await client.call_tool("warehouse_markPacked", {"orderId": "order_id 1", "boxes": 2})
    assert not result.is_error, result.content

    sent = upstream.last
    assert sent.method == "POST"
    assert sent.target == "/tenants/fake-tenant/orders/order_id%201/packed"
    assert sent.media_type == "application/json"
    assert sent.json() == {"boxes": 2, "station": "fake-station"}
