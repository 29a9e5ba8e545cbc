"""Search mode: three tools that find, describe and call the others."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from mcp import Client, MCPError
from petstore_mcp._runtime._errors import SettingsError
from petstore_mcp._runtime.searching.finder import Finder
from petstore_mcp._runtime.serving.catalog import Entry
from petstore_mcp._runtime.testing import Upstream, connect

pytestmark = pytest.mark.anyio
THREE = ["find_operations", "describe_operation", "call_operation"]


@pytest.fixture(scope="module")
def upstream() -> Upstream:
    return Upstream()


@asynccontextmanager
async def searching(upstream: Upstream, mode: str = "auto", **env: str) -> AsyncGenerator[Client]:
    search = {"PETSTORE_MODE": "search", **env}
    async with connect("petstore_mcp", upstream, mode=mode, env=search) as client:
        yield client


@pytest.fixture(scope="module", params=["legacy", "auto"])
async def client(request, upstream) -> AsyncGenerator[Client]:
    async with searching(upstream, request.param) as client:
        yield client


def text(result) -> str:
    return result.content[0].text


async def found(client: Client, query: str, **more) -> list[str]:
    result = await client.call_tool(THREE[0], {"query": query, **more})
    return [each["name"] for each in result.structured_content["operations"]]


async def test_three_tools_are_listed_in_under_2_kb(client) -> None:
    tools = (await client.list_tools()).tools

    assert [tool.name for tool in tools] == THREE
    assert len(json.dumps([t.model_dump(mode="json", exclude_none=True) for t in tools])) < 2_000


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("get rid of a pet", "deletePet"),
        ("Register a new animal", "createPet"),
        ("Which pets do we have?", "listPets"),
        ("show me a picture", "getPhoto"),
    ],
)
async def test_an_operation_is_found_by_what_it_does(client, question, name) -> None:
    assert (await found(client, question))[0] == name


async def test_as_many_are_found_as_asked_for(client) -> None:
    assert len(await found(client, "pet", limit=2)) == 2


async def test_what_matches_nothing_finds_nothing(client) -> None:
    assert await found(client, "xyzzy") == []


async def test_an_operation_is_described_with_its_arguments(client) -> None:
    result = await client.call_tool(THREE[1], {"name": "getPet"})

    told = result.structured_content
    assert told["operation"] == "GET /pets/{petId}"
    assert told["annotations"]["readOnlyHint"] is True
    assert "petId" in told["inputSchema"]["properties"]
    assert json.loads(text(result)) == told


async def test_an_operation_is_called_as_if_it_were_a_tool(client, upstream) -> None:
    upstream.answer({"id": 7, "name": "Rex"})

    result = await client.call_tool(THREE[2], {"name": "getPet", "arguments": {"petId": 7}})

    assert upstream.last.target == "/pets/7"
    assert result.structured_content == {"id": 7, "name": "Rex"}


async def test_an_operation_may_be_named_by_method_and_path(client, upstream) -> None:
    upstream.answer({"id": 7, "name": "Rex"})

    named = {"name": "GET /pets/{petId}", "arguments": {"petId": 7}}
    result = await client.call_tool(THREE[2], named)

    assert not result.is_error


async def test_the_arguments_of_an_operation_are_checked(client, upstream) -> None:
    before = len(upstream.requests)

    result = await client.call_tool(THREE[2], {"name": "getPet", "arguments": {"pet": 7}})

    assert result.is_error
    assert "petId" in text(result)
    assert len(upstream.requests) == before


@pytest.mark.parametrize("tool", THREE[1:])
async def test_an_unknown_operation_is_answered_with_the_nearest(client, tool) -> None:
    result = await client.call_tool(tool, {"name": "getPets"})

    assert result.is_error
    assert "getPet" in text(result)
    assert THREE[0] in text(result)


@pytest.mark.parametrize("arguments", [{}, {"query": 1}, {"query": "pet", "limit": 0}])
async def test_the_arguments_of_the_three_are_checked(client, arguments) -> None:
    result = await client.call_tool(THREE[0], arguments)

    assert result.is_error
    assert "arguments are wrong" in text(result)


async def test_an_operation_is_no_tool(client) -> None:
    with pytest.raises(MCPError, match="Unknown tool"):
        await client.call_tool("getPet", {"petId": 7})


async def test_read_only_finds_and_calls_nothing_that_changes(upstream) -> None:
    async with searching(upstream, PETSTORE_READ_ONLY="1") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        result = await client.call_tool(THREE[2], {"name": "deletePet", "arguments": {"petId": 7}})

        assert "deletePet" not in await found(client, "delete a pet")
        assert result.is_error
        assert tools[THREE[2]].annotations.read_only_hint is True


def test_the_three_have_names_that_no_operation_has() -> None:
    entry = Entry(
        tool={"name": THREE[0], "description": "Find.", "inputSchema": {"type": "object"}},
        module="tools",
        data={"operation": "GET /operations"},
    )

    finder = Finder("Shop", {entry.name: entry}, read_only=False)

    assert [tool["name"] for tool in finder.listed] == [f"api_{name}" for name in THREE]


async def test_tags_keep_the_tools_of_these_groups() -> None:
    async with connect("petstore_mcp", Upstream(), env={"PETSTORE_TAGS": "Files, "}) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]

    assert "getPhoto" in names
    assert "getPet" not in names


async def test_read_only_wins_over_tags() -> None:
    env = {"PETSTORE_TAGS": "pets", "PETSTORE_READ_ONLY": "1"}
    async with connect("petstore_mcp", Upstream(), env=env) as client:
        tools = (await client.list_tools()).tools

    assert tools
    assert all(tool.annotations.read_only_hint for tool in tools)


async def test_an_unknown_tag_is_told_with_those_there_are() -> None:
    with pytest.raises(SettingsError, match=r"no tag zoo\. Tags are .*pets"):
        async with connect("petstore_mcp", Upstream(), env={"PETSTORE_TAGS": "zoo"}):
            pass


async def test_a_mode_that_there_is_not_is_refused() -> None:
    with pytest.raises(SettingsError, match="PETSTORE_MODE must be tools or search"):
        async with connect("petstore_mcp", Upstream(), env={"PETSTORE_MODE": "fast"}):
            pass
