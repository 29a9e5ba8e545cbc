# Written by mcpgen; edit freely, functions you change are kept [primitives]
"""Resources and prompts, as a client gets them."""

from __future__ import annotations

import pytest
from mcp import Client

from everything_mcp._runtime.testing import texts_of

pytestmark = pytest.mark.anyio


async def test_resource_static_text(client: Client) -> None:
    result = await client.read_resource("test://static-text")

    assert result.contents[0].mime_type == "text/plain"


async def test_resource_static_binary(client: Client) -> None:
    result = await client.read_resource("test://static-binary")

    assert result.contents[0].mime_type == "image/png"


async def test_resource_watched_resource(client: Client) -> None:
    result = await client.read_resource("test://watched-resource")

    assert "Watched resource content" in str(result.contents[0])


async def test_resource_template(client: Client) -> None:
    result = await client.read_resource("test://template/id/data")

    assert '"id":"id"' in str(result.contents[0])


async def test_prompt_test_simple_prompt(client: Client) -> None:
    result = await client.get_prompt("test_simple_prompt", {})

    assert texts_of(result) == ["This is a simple prompt for testing."]


async def test_prompt_test_prompt_with_arguments(client: Client) -> None:
    result = await client.get_prompt(
        "test_prompt_with_arguments",
        {"arg1": "arg1 {{ %s }} ${HOME}", "arg2": "arg2 {{ %s }} ${HOME}"},
    )
    expected = ["Prompt with arguments: arg1='arg1 {{ %s }} ${HOME}', arg2='arg2 {{ %s }} ${HOME}'"]

    assert texts_of(result) == expected


async def test_prompt_test_prompt_with_embedded_resource(client: Client) -> None:
    result = await client.get_prompt(
        "test_prompt_with_embedded_resource", {"resourceUri": "resourceUri {{ %s }} ${HOME}"}
    )

    assert texts_of(result) == ["Please process the embedded resource above."]


async def test_prompt_test_prompt_with_image(client: Client) -> None:
    result = await client.get_prompt("test_prompt_with_image", {})

    assert texts_of(result) == ["Please analyze the image above."]


async def test_prompt_test_input_required_result_prompt(client: Client) -> None:
    result = await client.get_prompt("test_input_required_result_prompt", {})

    assert texts_of(result) == ["Use the following context: a garden"]
