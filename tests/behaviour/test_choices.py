"""What an owner's choices do to calls: what is filled in, what is sent, what comes back."""

from __future__ import annotations

import httpx2
import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio

PETS = """
    paths:
      /{tenant}/pets:
        get:
          operationId: listPets
          parameters:
            - {name: tenant, in: path, required: true, schema: {type: string}}
            - {name: limit, in: query, schema: {type: integer}}
            - {name: cursor, in: query, schema: {type: string}}
          responses: {"200": {description: ok, content: {application/json: {schema: {
            type: object, properties: {pets: {type: array, items: {type: object}}, next_cursor: {type: string}}}}}}}
        post:
          operationId: addPet
          parameters: [{name: tenant, in: path, required: true, schema: {type: string}}]
          requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
          responses: {"204": {description: added}}
    """
PAGE = httpx2.Response(
    200, json={"pets": [{"name": "Rex", "chip": "secret"}], "next_cursor": "abc"}
)
BY_ENV = "arguments: {tenant: {pin: {env: TENANT}}}\n"
BY_CLAIM = "arguments: {tenant: {pin: {claim: org.id}}}\n"


async def test_a_pinned_argument_comes_from_the_environment() -> None:
    async with serve(PETS, PAGE, choices=BY_ENV, env={"TENANT": "a b"}) as shop:
        await shop.call("listPets")
        listed = await shop.tool("listPets")

    assert shop.sent.target == "/v1/a%20b/pets"
    assert "tenant" not in listed.input_schema["properties"]


async def test_no_call_can_give_what_is_pinned() -> None:
    async with serve(PETS, PAGE, choices=BY_ENV, env={"TENANT": "acme"}) as shop:
        result = await shop.call("listPets", tenant="other")

    assert result.is_error
    assert shop.requests == []


async def test_without_its_variable_nothing_is_sent() -> None:
    async with serve(PETS, PAGE, choices=BY_ENV) as shop:
        result = await shop.call("listPets")

    assert "SHOP_TENANT" in text_of(result)
    assert shop.requests == []


async def test_a_pinned_argument_comes_from_the_callers_token() -> None:
    async with serve(PETS, PAGE, choices=BY_CLAIM, claims={"org": {"id": "acme"}}) as shop:
        await shop.call("listPets")

    assert shop.sent.target == "/v1/acme/pets"


async def test_without_the_claim_nothing_is_sent() -> None:
    async with serve(PETS, PAGE, choices=BY_CLAIM, claims={"sub": "me"}) as shop:
        result = await shop.call("listPets")

    assert result.is_error
    assert shop.requests == []


async def test_a_default_is_sent_unless_a_call_says_otherwise() -> None:
    choices = "arguments: {limit: {default: 5}}\n"
    async with serve(PETS, PAGE, choices=choices) as shop:
        await shop.call("listPets", tenant="a")
        await shop.call("listPets", tenant="a", limit=7)

    assert [each.target for each in shop.requests] == ["/v1/a/pets?limit=5", "/v1/a/pets?limit=7"]


async def test_a_selection_is_all_that_is_given_and_the_next_page_is_found() -> None:
    choices = "operations: {listPets: {select: 'pets[].name'}}\n"
    async with serve(PETS, PAGE, choices=choices) as shop:
        result = await shop.call("listPets", tenant="a")

    assert result.structured_content == {"result": ["Rex"]}
    assert "secret" not in text_of(result)
    assert "abc" in text_of(result)


async def test_an_answer_of_another_form_is_not_given_instead() -> None:
    choices = "operations: {listPets: {select: 'pets[].name'}}\n"
    for answer in (httpx2.Response(200, json={"secret": 1}), httpx2.Response(200, text="secret")):
        async with serve(PETS, answer, choices=choices) as shop:
            result = await shop.call("listPets", tenant="a")
        assert "secret" not in text_of(result)
        assert result.structured_content == {"result": None}


async def test_a_tool_may_be_sent_once_only() -> None:
    busy = httpx2.Response(503)
    choices = "operations: {listPets: {limits: {retries: 0}}}\n"
    async with serve(PETS, busy, choices=choices) as shop:
        await shop.call("listPets", tenant="a")

    assert len(shop.requests) == 1


async def test_a_tool_has_a_rate_of_its_own() -> None:
    choices = "operations: {listPets: {limits: {rate: 1}}}\n"
    async with serve(PETS, PAGE, choices=choices) as shop:
        first, second = [await shop.call("listPets", tenant="a") for _ in range(2)]

    assert not first.is_error
    assert "1 times a minute" in text_of(second)


async def test_an_idempotency_key_of_ours_is_a_header() -> None:
    choices = "operations: {addPet: {idempotency_key: X-Once}}\n"
    async with serve(PETS, choices=choices) as shop:
        await shop.call("addPet", tenant="a", name="Rex", idempotency_key="k1")
        await shop.call("addPet", tenant="a", name="Rex")

    assert shop.requests[0].headers["X-Once"] == "k1"
    assert shop.requests[1].headers["X-Once"] not in {"", "k1"}


async def test_content_and_functions_need_no_api() -> None:
    choices = """
        tools:
          hours: {description: When., content: 9 to 17}
          price: {description: What it costs., input: {pieces: {type: integer, required: true}}}
        """
    async with serve(PETS, choices=choices) as shop:
        hours = await shop.call("hours")
        price = await shop.call("price", pieces=1)

    assert text_of(hours).startswith("9 to 17")
    assert "not written yet" in text_of(price)
    assert shop.requests == []


TAGGED = """
    paths:
      /a: {get: {operationId: readA, tags: [first, Second One], responses: {"204": {description: ok}}}}
      /b:
        get:
          operationId: readB
          tags: [first]
          x-speakeasy-mcp: {scopes: [Read, 3]}
          responses: {"204": {description: ok}}
      /c: {get: {operationId: readC, responses: {"204": {description: ok}}}}
    """


@pytest.mark.parametrize(
    ("tags", "names"),
    [
        ("first", ["readA", "readB"]),
        ("second one", ["readA"]),
        ("read", ["readB"]),
        ("read,Second One", ["readA", "readB"]),
    ],
)
async def test_a_server_can_be_started_with_any_tag_or_scope_of_its_tools(tags, names) -> None:
    async with serve(TAGGED, env={"TAGS": tags}) as shop:
        listed = await shop.client.list_tools()

    assert [tool.name for tool in listed.tools] == names


async def test_a_tag_that_is_not_there_is_told_with_those_that_are() -> None:
    told = "There is no tag third. Tags are first, operations, read, second one."
    with pytest.raises(Exception, match=told):
        async with serve(TAGGED, env={"TAGS": "third"}):
            pass


OLD_NAME = """
operations:
  listPets: {aliases: [find_pets]}
arguments: {tenant: {pin: {value: acme}}}
"""


async def test_a_tool_can_be_called_by_a_name_that_it_had_which_is_told() -> None:
    async with serve(PETS, PAGE, choices=OLD_NAME) as shop:
        old = await shop.call("find_pets")
        new = await shop.call("listPets")
        names = [tool.name for tool in (await shop.client.list_tools()).tools]

    assert old.structured_content == new.structured_content
    assert old.meta is not None
    assert old.meta["mcpgen/deprecated"] == {"name": "find_pets", "use": "listPets"}
    assert "mcpgen/deprecated" not in (new.meta or {})
    assert names == ["listPets", "addPet"]


async def test_arguments_of_tools_of_ones_own_are_pinned_where_they_stand() -> None:
    choices = """
    tools:
      list_orders:
        description: Lists orders.
        request: GET /{tenant}/orders
        input:
          tenant: {type: string, pin: {claim: org.id}}
          source: {type: string, in: query, required: true, pin: agents}
          q: {type: string, in: query}
    """
    async with serve(PETS, PAGE, choices=choices, claims={"org": {"id": "acme"}}) as shop:
        listed = await shop.tool("list_orders")
        await shop.call("list_orders", q="x")
        refused = await shop.call("list_orders", tenant="other")

    assert list(listed.input_schema["properties"]) == ["q"]
    assert shop.sent.target == "/v1/acme/orders?source=agents&q=x"
    assert refused.is_error
    assert len(shop.requests) == 1
