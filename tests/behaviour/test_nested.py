"""Choices about parts of arguments: a tenant inside a body is as little a model's to choose as one in the path."""

from __future__ import annotations

import httpx2
import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio

SHOP = """
    paths:
      /orders:
        post:
          operationId: addOrder
          requestBody:
            required: true
            content: {application/json: {schema: {$ref: '#/components/schemas/Order'}}}
          responses: {"204": {description: added}}
      /notes:
        post:
          operationId: addNote
          requestBody:
            required: true
            content: {application/json: {schema: {type: object, additionalProperties: true, required: [tenant, text],
              properties: {tenant: {type: string}, text: {type: string}}}}}
          responses: {"204": {description: added}}
    components:
      schemas:
        Order:
          type: object
          required: [item, context]
          properties:
            item: {type: string}
            context: {$ref: '#/components/schemas/Context'}
        Context:
          type: object
          required: [tenant]
          properties:
            tenant: {type: string}
            priority: {type: integer, minimum: 1}
            trace: {type: object, properties: {id: {type: string}, debug: {type: boolean}}}
    """
DONE = httpx2.Response(204)
PINNED = "arguments: {context.tenant: {pin: {claim: org}}}\n"


async def test_a_part_is_filled_in_by_the_server() -> None:
    async with serve(SHOP, DONE, choices=PINNED, claims={"org": "acme"}) as shop:
        listed = await shop.tool("addOrder")
        await shop.call("addOrder", item="x", context={"priority": 2})

    assert "tenant" not in str(listed.input_schema)
    assert shop.sent.json() == {"item": "x", "context": {"tenant": "acme", "priority": 2}}


async def test_a_part_is_filled_in_where_what_is_around_it_is_left_out() -> None:
    async with serve(SHOP, DONE, choices=PINNED, claims={"org": "acme"}) as shop:
        listed = await shop.tool("addOrder")
        await shop.call("addOrder", item="x")

    assert listed.input_schema["required"] == ["item"]
    assert shop.sent.json() == {"item": "x", "context": {"tenant": "acme"}}


@pytest.mark.parametrize("context", [{"tenant": "other"}, {"tenant": None}])
async def test_no_call_can_give_what_is_filled_in(context) -> None:
    async with serve(SHOP, DONE, choices=PINNED, claims={"org": "acme"}) as shop:
        result = await shop.call("addOrder", item="x", context=context)

    assert result.is_error
    assert "There is no context.tenant." in text_of(result)
    assert shop.requests == []


async def test_without_the_claim_nothing_is_sent() -> None:
    async with serve(SHOP, DONE, choices=PINNED) as shop:
        result = await shop.call("addOrder", item="x", context={})

    assert result.is_error
    assert shop.requests == []


async def test_a_part_of_a_whole_body_goes_by_its_own_name() -> None:
    choices = "arguments: {tenant: {pin: {env: TENANT}}}\n"
    async with serve(SHOP, DONE, choices=choices, env={"TENANT": "acme"}) as shop:
        listed = await shop.tool("addNote")
        await shop.call("addNote", body={"text": "x", "more": 1})
        refused = await shop.call("addNote", body={"text": "x", "tenant": "other"})

    assert "tenant" not in str(listed.input_schema)
    assert shop.sent.json() == {"text": "x", "more": 1, "tenant": "acme"}
    assert refused.is_error
    assert len(shop.requests) == 1


async def test_a_part_is_hidden() -> None:
    choices = "operations: {addOrder: {arguments: {context.trace.debug: {hide: true}}}}\n"
    async with serve(SHOP, DONE, choices=choices) as shop:
        listed = await shop.tool("addOrder")
        await shop.call("addOrder", item="x", context={"tenant": "a", "trace": {"id": "1"}})
        refused = await shop.call(
            "addOrder", item="x", context={"tenant": "a", "trace": {"debug": True}}
        )

    assert "debug" not in str(listed.input_schema)
    assert shop.sent.json()["context"] == {"tenant": "a", "trace": {"id": "1"}}
    assert refused.is_error


async def test_a_part_has_a_default_where_there_is_something_around_it() -> None:
    choices = "arguments: {context.priority: {default: 3}}\n"
    async with serve(SHOP, DONE, choices=choices) as shop:
        await shop.call("addOrder", item="x", context={"tenant": "a"})
        await shop.call("addOrder", item="x", context={"tenant": "a", "priority": 1})

    assert [each.json()["context"]["priority"] for each in shop.requests] == [3, 1]


async def test_parts_and_what_is_around_them_are_renamed() -> None:
    choices = """
    operations:
      addOrder:
        arguments:
          context: {rename: about}
          context.tenant: {rename: company, description: Whose it is.}
          context.trace: {rename: tracing}
          context.trace.id: {rename: number, default: "0"}
    """
    async with serve(SHOP, DONE, choices=choices) as shop:
        listed = await shop.tool("addOrder")
        await shop.call("addOrder", item="x", about={"company": "a", "tracing": {"number": "7"}})
        await shop.call("addOrder", item="x", about={"company": "a", "tracing": {}})
        refused = await shop.call("addOrder", item="x", about={"company": "a", "tenant": "b"})

    about = listed.input_schema["properties"]["about"]
    assert about["required"] == ["company"]
    assert about["properties"]["company"]["description"] == "Whose it is."
    assert [each.json()["context"] for each in shop.requests] == [
        {"tenant": "a", "trace": {"id": "7"}},
        {"tenant": "a", "trace": {"id": "0"}},
    ]
    assert refused.is_error
