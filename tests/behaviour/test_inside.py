"""Operations that are no tools, and still do the work of workflows, resources and completions."""

from __future__ import annotations

import httpx2
import pytest
from mcp import MCPError
from mcp.types import ResourceTemplateReference

from .served import serve, text_of

pytestmark = pytest.mark.anyio

SHOP = """
    paths:
      /books/{isbn}:
        get:
          operationId: getBook
          tags: [internal]
          parameters: [{name: isbn, in: path, required: true, schema: {type: string}}]
          responses: {"200": {description: ok}}
      /books:
        get:
          operationId: findBooks
          tags: [internal]
          x-mcp: false
          parameters: [{name: q, in: query, schema: {type: string}}]
          responses: {"200": {description: ok}}
      /orders:
        get:
          operationId: listOrders
          tags: [orders]
          responses: {"200": {description: ok}}
    """
CHOICES = """
exclude: [{tag: internal}]
workflows:
  look:
    description: Looks a book up.
    input: {isbn: {type: string, required: true}}
    steps:
      - {stepId: get, operationId: "GET /books/{isbn}", parameters: {isbn: $inputs.isbn}, outputs: {title: title}}
    outputs: {title: $steps.get.outputs.title}
resources:
  book:
    uri: books/{isbn}
    operation: getBook
    complete: {isbn: {operation: findBooks, argument: q, select: "items[].isbn"}}
"""
BOOK = httpx2.Response(200, json={"title": "Emma"})


async def test_they_are_not_listed() -> None:
    async with serve(SHOP, BOOK, choices=CHOICES) as shop:
        listed = await shop.client.list_tools()

    assert [tool.name for tool in listed.tools] == ["listOrders", "look"]


async def test_no_client_can_call_them() -> None:
    async with serve(SHOP, BOOK, choices=CHOICES) as shop:
        with pytest.raises(MCPError, match="Unknown tool"):
            await shop.call("getBook", isbn="1")

    assert shop.requests == []


async def test_search_does_not_find_them() -> None:
    async with serve(SHOP, BOOK, choices=f"mode: search\n{CHOICES}") as shop:
        found = await shop.call("find_operations", query="get a book")
        called = await shop.call("call_operation", name="getBook", arguments={"isbn": "1"})

    assert "getBook" not in text_of(found)
    assert called.is_error
    assert shop.requests == []


async def test_a_step_calls_one() -> None:
    async with serve(SHOP, BOOK, choices=CHOICES) as shop:
        result = await shop.call("look", isbn="12")

    assert shop.sent.target == "/v1/books/12"
    assert result.structured_content == {"outputs": {"title": "Emma"}, "steps": {"get": "done"}}


@pytest.mark.parametrize("env", [{}, {"READ_ONLY": "true"}, {"TAGS": "orders"}])
async def test_a_resource_is_read_by_one(env) -> None:
    async with serve(SHOP, BOOK, choices=CHOICES, env=env) as shop:
        result = await shop.client.read_resource("shop://books/12")

    assert shop.sent.target == "/v1/books/12"
    assert "Emma" in result.contents[0].text


async def test_values_are_completed_by_one() -> None:
    found = httpx2.Response(200, json={"items": [{"isbn": "12"}, {"isbn": "13"}]})
    async with serve(SHOP, found, choices=CHOICES) as shop:
        uri = "shop://books/{isbn}"
        ref = ResourceTemplateReference(type="ref/resource", uri=uri)
        result = await shop.client.complete(ref, {"name": "isbn", "value": "1"})

    assert result.completion.values == ["12", "13"]


async def test_their_tag_is_none_that_a_server_can_be_started_with() -> None:
    with pytest.raises(Exception, match="no tag internal"):
        async with serve(SHOP, BOOK, choices=CHOICES, env={"TAGS": "internal"}):
            pass
