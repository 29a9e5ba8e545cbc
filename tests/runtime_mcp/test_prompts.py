"""Prompts and completion as a client sees them."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest
from mcp import Client, MCPError
from mcp.types import PromptReference, ResourceTemplateReference
from petstore_mcp._runtime.testing import Upstream, connect

pytestmark = pytest.mark.anyio

PROMPT = PromptReference(name="advise")
PETS = ResourceTemplateReference(uri="petstore://pets/{petId}")
FOUND = ResourceTemplateReference(uri="petstore://found/{token}")


@pytest.fixture(scope="module")
def upstream() -> Upstream:
    return Upstream()


@pytest.fixture(scope="module", params=["legacy", "auto"])
async def client(upstream, request) -> AsyncGenerator[Client]:
    async with connect("petstore_mcp", upstream, mode=request.param) as client:
        yield client


async def completed(client: Client, ref, name: str, value: str) -> list[str]:
    result = await client.complete(ref, {"name": name, "value": value})
    return result.completion.values


async def test_prompts_are_listed_with_their_arguments(client):
    prompt, _ = (await client.list_prompts()).prompts

    assert (prompt.name, prompt.title) == ("advise", "Advise")
    assert [(each.name, each.required) for each in prompt.arguments] == [
        ("kind", True),
        ("home", None),
    ]


async def test_arguments_stand_in_the_messages(client):
    result = await client.get_prompt("advise", {"kind": "cat", "home": "a flat"})

    assert [(each.role, each.content.text) for each in result.messages] == [
        ("user", "I look for a cat. My home: a flat"),
        ("assistant", "Let me see."),
    ]


async def test_an_argument_may_be_left_out(client):
    result = await client.get_prompt("advise", {"kind": "cat"})

    assert result.messages[0].content.text == "I look for a cat. My home: "


@pytest.mark.parametrize(
    "text", ["{kind}", "{{ 7 * 7 }}", "${HOME}", "%s", "{0.__class__}", "$kind"]
)
async def test_what_looks_like_a_template_stays_what_it_is(client, text):
    result = await client.get_prompt("advise", {"kind": "cat", "home": text})

    assert result.messages[0].content.text == f"I look for a cat. My home: {text}"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({}, "kind is missing"),
        ({"kind": ""}, "kind is missing"),
        ({"kind": "horse"}, "kind must be one of cat, dog, catfish"),
        ({"kind": "cat", "color": "red"}, "there is no argument color"),
        ({"kind": "cat", "home": "x" * 20_001}, "home has more than"),
    ],
)
async def test_wrong_arguments_are_refused(client, arguments, told):
    with pytest.raises(MCPError) as caught:
        await client.get_prompt("advise", arguments)

    assert caught.value.code == -32602
    assert told in caught.value.message


async def test_an_unknown_prompt_is_refused(client):
    with pytest.raises(MCPError) as caught:
        await client.get_prompt("Advise", {"kind": "cat"})

    assert caught.value.code == -32602


async def test_values_of_a_list_are_completed(client):
    assert await completed(client, PROMPT, "kind", "Cat") == ["cat", "catfish"]
    assert await completed(client, PROMPT, "kind", "fish") == ["catfish"]


async def test_an_argument_without_values_gets_none(client):
    assert await completed(client, PROMPT, "home", "a") == []


async def test_values_come_from_what_a_tool_answers(client, upstream):
    upstream.answer([{"id": 12}, {"id": 31}, {"id": 12}, {"name": "x"}])

    assert await completed(client, PETS, "petId", "1") == ["12", "31"]
    assert upstream.last.target == "/pets?limit=100"


async def test_what_was_typed_is_asked_for(client, upstream):
    upstream.answer({"names": ["Rex", "Max"]})

    assert await completed(client, FOUND, "token", "x") == ["Rex", "Max"]
    assert upstream.last.target == "/search?page_token=x"


async def test_at_most_a_hundred_values_are_given(client, upstream):
    upstream.answer([{"id": number} for number in range(250)])
    result = await client.complete(PETS, {"name": "petId", "value": ""})

    assert len(result.completion.values) == 100
    assert (result.completion.total, result.completion.has_more) == (250, True)


async def test_whoever_types_is_told_nothing_of_a_failure(client, upstream):
    upstream.answer({"message": "secret"}, status=403)

    assert await completed(client, FOUND, "token", "x") == []


@pytest.mark.parametrize(
    ("ref", "name"),
    [
        (PROMPT, "color"),
        (PromptReference(name="unknown"), "kind"),
        (ResourceTemplateReference(uri="petstore://unknown/{id}"), "id"),
        (PETS, "id"),
    ],
)
async def test_there_is_nothing_to_complete_for_what_is_not_there(client, ref, name):
    with pytest.raises(MCPError) as caught:
        await client.complete(ref, {"name": name, "value": ""})

    assert caught.value.code == -32602


async def test_a_server_without_any_declares_none(monkeypatch):
    monkeypatch.setattr("petstore_mcp._runtime.serving.primitives._read", lambda *_: None)
    async with connect("petstore_mcp", Upstream()) as client:
        known = client.server_capabilities
        with pytest.raises(MCPError) as caught:
            await client.list_prompts()

    assert (known.resources, known.prompts, known.completions) == (None, None, None)
    assert caught.value.code == -32601
