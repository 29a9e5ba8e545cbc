# Written by mcpgen; edit freely, functions you change are kept [primitives]
"""Resources and prompts, as a client gets them."""

from __future__ import annotations

import pytest
from mcp import Client

from library_mcp._runtime.testing import Upstream, texts_of

pytestmark = pytest.mark.anyio


async def test_resource_book(client: Client, upstream: Upstream) -> None:
    uri = "library://books/0000000000000"
    upstream.answer({})
    await client.call_tool("get_book", {"isbn": "0000000000000"})
    asked = upstream.last.target
    result = await client.read_resource(uri)

    assert upstream.last.target == asked
    assert result.contents[0].uri == uri


async def test_resource_genres(client: Client, upstream: Upstream) -> None:
    uri = "library://genres"
    upstream.answer({"genres": [{}, {}]})
    await client.call_tool("list_genres", {})
    asked = upstream.last.target
    result = await client.read_resource(uri)

    assert upstream.last.target == asked
    assert result.contents[0].uri == uri


async def test_resource_rules(client: Client) -> None:
    result = await client.read_resource("library://rules")

    assert result.contents[0].mime_type == "text/markdown"


async def test_prompt_recommend(client: Client) -> None:
    result = await client.get_prompt(
        "recommend", {"genre": "genre {{ %s }} ${HOME}", "mood": "cheerful"}
    )
    expected = [
        "Recommend three books of the genre genre {{ %s }} ${HOME} from the library's catalogue.\nMood of the reader: cheerful\nAnswer with a list of {title, isbn} and say of each whether a copy is there.\n"
    ]

    assert texts_of(result) == expected
