"""What mcpgen.yaml says of a whole workflow, and texts that are put together of values."""

from __future__ import annotations

import anyio
import httpx2
import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio

SHOP = """
    paths:
      /books:
        get:
          operationId: findBooks
          tags: [books]
          parameters: [{name: q, in: query, schema: {type: string}}]
          responses: {"200": {description: ok}}
      /books/{isbn}:
        delete:
          operationId: dropBook
          parameters: [{name: isbn, in: path, required: true, schema: {type: string}}]
          responses: {"200": {description: ok}}
    """
FIND = """
workflows:
  find:
    description: Finds.
    input: {title: {type: string}, year: {type: integer}}
    steps:
      - {stepId: one, operationId: findBooks, parameters: {q: "{$inputs.title} of {$inputs.year}"}, outputs: {id: id}}
    outputs: {told: "Found {$steps.one.outputs.id}."}
"""


async def test_a_text_holds_what_stands_in_braces() -> None:
    async with serve(SHOP, httpx2.Response(200, json={"id": [7]}), choices=FIND) as shop:
        result = await shop.call("find", title="Emma {x}", year=1815)

    assert shop.sent.target == "/v1/books?q=Emma%20%7Bx%7D%20of%201815"
    assert result.structured_content["outputs"] == {"told": "Found [7]."}


async def test_a_text_of_which_something_is_missing_is_not_sent() -> None:
    async with serve(SHOP, httpx2.Response(200, json={}), choices=FIND) as shop:
        result = await shop.call("find", title="Emma")

    assert shop.sent.target == "/v1/books"
    assert result.structured_content["outputs"] == {"told": None}


async def test_a_workflow_may_be_called_so_often() -> None:
    choices = f"{FIND}    limits: {{rate: 1}}\n"
    async with serve(SHOP, httpx2.Response(200, json={}), choices=choices) as shop:
        await shop.call("find", title="Emma")
        refused = await shop.call("find", title="Emma")

    assert refused.is_error
    assert "find may be called 1 times a minute" in text_of(refused)
    assert len(shop.requests) == 1


async def test_a_result_is_no_larger_than_the_owner_says() -> None:
    choices = f"{FIND}    limits: {{result_tokens: 100}}\n"
    long = httpx2.Response(200, json={"id": "x" * 5_000})
    async with serve(SHOP, long, choices=choices) as shop:
        result = await shop.call("find", title="Emma")

    assert len(text_of(result)) < 1_000


async def test_a_step_is_cut_off_when_the_time_of_the_workflow_is_over() -> None:
    class Slow(httpx2.AsyncByteStream):
        async def __aiter__(self):
            await anyio.sleep_forever()
            yield b""

    choices = f"{FIND}    limits: {{timeout: 0.05}}\n"
    slow = httpx2.Response(200, headers={"content-type": "application/json"}, stream=Slow())
    async with serve(SHOP, slow, choices=choices) as shop:
        result = await shop.call("find", title="Emma")

    assert result.is_error
    assert "find ended at the step one" in text_of(result)


async def test_a_group_is_the_module_and_the_tag() -> None:
    choices = f"{FIND}    group: books\n"
    async with serve(SHOP, choices=choices, env={"TAGS": "books"}) as shop:
        listed = await shop.client.list_tools()

    assert [tool.name for tool in listed.tools] == ["findBooks", "find"]


async def test_hints_follow_from_the_steps_unless_the_owner_says_otherwise() -> None:
    drop = (
        "      - {stepId: two, operationId: dropBook, parameters: {isbn: $steps.one.outputs.id}}\n"
    )
    steps = FIND.replace("    outputs: {told", f"{drop}    outputs: {{told")
    async with serve(SHOP, choices=steps) as shop:
        hints = (await shop.tool("find")).annotations
    async with serve(SHOP, choices=f"{steps}    annotations: {{destructiveHint: false}}\n") as shop:
        other = (await shop.tool("find")).annotations

    assert hints.destructive_hint
    assert not other.destructive_hint
    assert not other.read_only_hint
