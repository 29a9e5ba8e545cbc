# Written by mcpgen; edit freely, functions you change are kept [tests/workflows]
"""The tools of `workflows`, called through MCP against a stand-in for the API."""

from __future__ import annotations

import pytest
from mcp import Client

from library_mcp._runtime.testing import Upstream, text_of

pytestmark = pytest.mark.anyio


async def test_lend_by_title(client: Client, upstream: Upstream) -> None:
    upstream.answers(
        {"items": [{"isbn": "9780141439600", "title": "A Tale of Two Cities", "copies": 2}]},
        {"id": 17, "due": "2026-02-01"},
        {},
    )
    result = await client.call_tool(
        "lend_by_title", {"title": "title 1", "member": 2, "message": "message 3"}
    )
    assert not result.is_error, result.content

    asked = ["GET /books?q=title%201&limit=1", "POST /loans", "POST /members/2/messages"]
    assert upstream.asked == asked

    outcome = {
        "outputs": {"isbn": "9780141439600", "loan": 17, "due": "2026-02-01"},
        "steps": {"find": "done", "lend": "done", "tell": "done"},
    }
    assert result.structured_content == outcome


async def test_lend_by_title_when_a_step_fails(client: Client, upstream: Upstream) -> None:
    upstream.answers(
        {"items": [{"isbn": "9780141439600", "title": "A Tale of Two Cities", "copies": 2}]},
        refusal=409,
    )
    result = await client.call_tool(
        "lend_by_title", {"title": "title 1", "member": 2, "message": "message 3"}
    )
    told = text_of(result)

    assert result.is_error, told
    assert upstream.asked == ["GET /books?q=title%201&limit=1", "POST /loans"]
    assert "- find: done" in told
    assert "- lend: failed" in told
    assert "- tell: not begun" in told
