"""Servers whose schemas were shaped for a model: what the API allows is checked, and what the model means is sent."""

from __future__ import annotations

import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio

SHOP = """
    paths:
      /items:
        post:
          operationId: addItem
          parameters: [{name: dry, in: query, schema: {type: boolean}}]
          requestBody:
            required: true
            content: {application/json: {schema: {type: object, required: [name, note], properties: {
              name: {type: string, minLength: 2}, note: {type: [string, "null"]}, price: {type: integer},
              size: {type: object, properties: {width: {type: integer}, height: {type: integer}}}}}}}
          responses: {"204": {description: added}}
    """


async def test_null_is_sent_only_where_it_is_meant() -> None:
    async with serve(SHOP, choices="profile: openai-strict\n") as shop:
        listed = await shop.tool("addItem")
        result = await shop.call(
            "addItem", dry=None, name="ab", note=None, price=None, size={"width": 1, "height": None}
        )

    assert listed.input_schema["required"] == ["dry", "name", "note", "price", "size"]
    assert not result.is_error
    assert shop.sent.target == "/v1/items"
    assert shop.sent.json() == {"name": "ab", "note": None, "size": {"width": 1}}


async def test_other_clients_may_leave_optional_arguments_out() -> None:
    async with serve(SHOP, choices="profile: openai-strict\n") as shop:
        await shop.call("addItem", name="ab", note="x")

    assert shop.sent.json() == {"name": "ab", "note": "x"}


@pytest.mark.parametrize("profile", ["openai-strict", "gemini"])
async def test_what_the_shaped_schema_cannot_say_is_checked_all_the_same(profile) -> None:
    async with serve(SHOP, choices=f"profile: {profile}\n") as shop:
        result = await shop.call("addItem", name="a", note="x")

    assert "name" in text_of(result)
    assert result.is_error
    assert shop.requests == []


async def test_null_may_be_sent_through_gemini() -> None:
    async with serve(SHOP, choices="profile: gemini\n") as shop:
        await shop.call("addItem", name="ab", note=None)

    assert shop.sent.json() == {"name": "ab", "note": None}
