"""The lines of the audit log that are left by what a server calls itself: steps, resources, completions."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import MCPError
from mcp.types import PromptReference

from .served import Answer, Served, serve

pytestmark = pytest.mark.anyio

SHOP = """
    paths:
      /books/{isbn}:
        get:
          operationId: getBook
          parameters: [{name: isbn, in: path, required: true, schema: {type: string}}]
          responses: {"200": {description: ok}}
    """
CHOICES = """
workflows:
  look:
    description: Looks twice.
    input: {isbn: {type: string, required: true}}
    steps:
      - {stepId: one, operationId: getBook, parameters: {isbn: $inputs.isbn}}
      - {stepId: two, operationId: getBook, parameters: {isbn: $inputs.isbn}}
resources:
  book: {uri: "books/{isbn}", operation: getBook}
  rules: {content: Be quiet.}
prompts:
  advise:
    description: Advises.
    arguments: {isbn: {complete: {operation: getBook, argument: isbn, select: "[isbn]"}}}
    text: About {isbn}
"""
BOOK = httpx2.Response(200, json={"isbn": "12"})
KEYS = ("workflow", "step", "resource", "completion", "tool", "outcome", "requests", "status")


@asynccontextmanager
async def shop_with(file: Path, *answers: Answer) -> AsyncGenerator[Served]:
    env = {"AUDIT": str(file), "RETRIES": "0"}
    async with serve(SHOP, *answers, choices=CHOICES, env=env) as shop:
        yield shop


def told(file: Path) -> list[dict[str, Any]]:
    lines = [json.loads(text) for text in file.read_text().splitlines()]
    return [{key: line[key] for key in KEYS if key in line} for line in lines]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "audit.jsonl"


async def test_each_step_leaves_a_line(file) -> None:
    async with shop_with(file, BOOK, httpx2.Response(404)) as shop:
        await shop.call("look", isbn="secret")

    step = {"workflow": "look", "tool": "getBook", "requests": 1}
    assert told(file) == [
        {**step, "step": "one", "outcome": "ok", "status": 200},
        {**step, "step": "two", "outcome": "error", "status": 404},
        {"tool": "look", "outcome": "error", "requests": 2, "status": 404},
    ]
    assert "secret" not in file.read_text()


async def test_reading_a_resource_leaves_a_line_and_so_does_the_call_behind_it(file) -> None:
    async with shop_with(file, BOOK) as shop:
        await shop.client.read_resource("shop://books/secret")

    assert told(file) == [
        {"resource": "book", "tool": "getBook", "outcome": "ok", "requests": 1, "status": 200},
        {"resource": "book", "outcome": "ok", "requests": 0},
    ]
    assert "secret" not in file.read_text()


async def test_reading_what_never_changes_leaves_a_line(file) -> None:
    async with shop_with(file) as shop:
        await shop.client.read_resource("shop://rules")

    assert told(file) == [{"resource": "rules", "outcome": "ok", "requests": 0}]


async def test_a_resource_that_cannot_be_read_leaves_a_line(file) -> None:
    async with shop_with(file, httpx2.Response(500)) as shop:
        with pytest.raises(MCPError):
            await shop.client.read_resource("shop://books/12")

    assert told(file)[-1] == {"resource": "book", "outcome": "error", "requests": 0}


async def test_a_completion_leaves_a_line(file) -> None:
    async with shop_with(file, BOOK) as shop:
        ref = PromptReference(type="ref/prompt", name="advise")
        await shop.client.complete(ref, {"name": "isbn", "value": "1"})

    line = {"completion": "isbn of advise", "tool": "getBook", "outcome": "ok"}
    assert told(file) == [{**line, "requests": 1, "status": 200}]
