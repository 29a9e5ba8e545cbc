"""Values that depend on what was filled in before (MCP 2025-06-18, completion, `context.arguments`)."""

from __future__ import annotations

from collections.abc import Mapping

import httpx2
import pytest
from mcp.types import PromptReference, ResourceTemplateReference

from .served import Served, serve

pytestmark = pytest.mark.anyio

SHOP = """
    paths:
      /books:
        get:
          operationId: findBooks
          parameters:
            - {name: genre, in: query, required: true, schema: {type: string}}
            - {name: year, in: query, schema: {type: integer}}
            - {name: q, in: query, schema: {type: string}}
          responses: {"200": {description: ok}}
      /genres/{genre}/books/{isbn}:
        get:
          operationId: getBook
          parameters:
            - {name: genre, in: path, required: true, schema: {type: string}}
            - {name: isbn, in: path, required: true, schema: {type: string}}
          responses: {"200": {description: ok}}
    """
CHOICES = """
prompts:
  advise:
    description: Advises.
    arguments:
      genre: {}
      year: {}
      title:
        complete:
          operation: findBooks
          argument: q
          arguments: {genre: $inputs.genre, year: $inputs.year}
          select: "[].title"
    text: About {title} ({genre}, {year})
resources:
  book:
    uri: books/{genre}/{isbn}
    operation: getBook
    complete: {isbn: {operation: findBooks, argument: q, arguments: {genre: $inputs.genre}, select: "[].isbn"}}
"""
BOOKS = httpx2.Response(200, json=[{"title": "Emma", "isbn": "12"}])
PROMPT = PromptReference(type="ref/prompt", name="advise")
BOOK = ResourceTemplateReference(type="ref/resource", uri="shop://books/{genre}/{isbn}")


async def completed(
    shop: Served, ref: PromptReference | ResourceTemplateReference, name: str, **filled: str
) -> list[str]:
    asked: Mapping[str, str] = {"name": name, "value": "e"}
    result = await shop.client.complete(ref, dict(asked), context_arguments=filled or None)
    return result.completion.values


async def test_what_was_filled_in_for_other_arguments_is_sent() -> None:
    async with serve(SHOP, BOOKS, choices=CHOICES) as shop:
        values = await completed(shop, PROMPT, "title", genre="love & war", year="1815")

    assert values == ["Emma"]
    assert shop.sent.target == "/v1/books?genre=love%20%26%20war&year=1815&q=e"


async def test_what_was_filled_in_for_variables_of_the_uri_is_sent() -> None:
    async with serve(SHOP, BOOKS, choices=CHOICES) as shop:
        values = await completed(shop, BOOK, "isbn", genre="war")

    assert values == ["12"]
    assert shop.sent.target == "/v1/books?genre=war&q=e"


async def test_what_was_not_filled_in_is_left_out() -> None:
    async with serve(SHOP, BOOKS, choices=CHOICES) as shop:
        await completed(shop, PROMPT, "title", genre="war")

    assert shop.sent.target == "/v1/books?genre=war&q=e"


@pytest.mark.parametrize("filled", [{}, {"genre": "war", "year": "long ago"}])
async def test_nothing_is_sent_that_the_operation_would_not_take(filled) -> None:
    async with serve(SHOP, BOOKS, choices=CHOICES) as shop:
        values = await completed(shop, PROMPT, "title", **filled)

    assert values == []
    assert shop.requests == []
