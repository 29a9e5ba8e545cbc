"""Resources as a client sees them: lists, reading, and URIs that lead elsewhere."""

from __future__ import annotations

import base64
import json
from collections.abc import AsyncGenerator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp import Client, MCPError
from mcp.shared.uri_template import UriTemplate
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.serving.uris import is_safe, variables
from petstore_mcp._runtime.testing import Upstream, connect

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def upstream() -> Upstream:
    return Upstream()


@pytest.fixture(scope="module")
async def client(upstream) -> AsyncGenerator[Client]:
    async with connect("petstore_mcp", upstream) as client:
        yield client


@pytest.fixture(scope="module")
async def old_client(upstream) -> AsyncGenerator[Client]:
    async with connect("petstore_mcp", upstream, mode="legacy") as client:
        yield client


async def refused(client: Client, uri: str) -> MCPError:
    with pytest.raises(MCPError) as caught:
        await client.read_resource(uri)
    return caught.value


async def test_resources_and_families_are_listed_apart(client):
    listed = (await client.list_resources()).resources
    families = (await client.list_resource_templates()).resource_templates

    assert [each.uri for each in listed] == [
        "petstore://pets",
        "petstore://care",
        "petstore://logo",
        "petstore://photo",
        "petstore://report",
    ]
    assert [each.uri_template for each in families] == [
        "petstore://pets/{petId}",
        "petstore://found/{token}",
    ]


async def test_lists_may_be_kept_by_anyone(client):
    listed = await client.list_resources()

    assert (listed.ttl_ms, listed.cache_scope) == (3_600_000, "public")


async def test_a_list_comes_in_pages(upstream, monkeypatch):
    monkeypatch.setattr(
        "petstore_mcp._runtime.serving.app.load_api",
        lambda package: {**load_api(package), "pageSize": 2},
    )
    async with connect("petstore_mcp", upstream) as client:
        first = await client.list_resources()
        second = await client.list_resources(cursor=first.next_cursor)
        with pytest.raises(MCPError) as caught:
            await client.list_resource_templates(cursor=first.next_cursor)

    assert [len(page.resources) for page in (first, second)] == [2, 2]
    assert caught.value.code == -32602


async def test_text_that_never_changes(client):
    result = await client.read_resource("petstore://care")

    assert result.contents[0].text == "# Care\n\nFeed them.\n"
    assert result.contents[0].mime_type == "text/markdown"
    assert (result.ttl_ms, result.cache_scope) == (3_600_000, "public")


async def test_bytes_that_never_change(client):
    result = await client.read_resource("petstore://logo")

    assert base64.b64decode(result.contents[0].blob) == b"\x89PNG\r\n\x1a\n"


async def test_a_uri_becomes_a_request(client, upstream):
    upstream.answer({"id": 7, "name": "Rex"})
    result = await client.read_resource("petstore://pets/7")

    assert upstream.last.target == "/pets/7"
    assert json.loads(result.contents[0].text) == {"id": 7, "name": "Rex"}
    assert result.contents[0].uri == "petstore://pets/7"
    assert (result.ttl_ms, result.cache_scope) == (0, "private")


async def test_the_scheme_is_known_in_any_case(client, upstream):
    upstream.answer({})
    await client.read_resource("PETSTORE://pets/7")

    assert upstream.last.target == "/pets/7"


async def test_what_is_encoded_in_a_uri_is_decoded_once(client, upstream):
    upstream.answer({})
    await client.read_resource("petstore://found/a%20b%2520%C3%A9")

    assert upstream.last.target == "/search?page_token=a%20b%2520%C3%A9"


async def test_a_file_becomes_a_blob(client, upstream):
    upstream.answer(b"\xff\xd8", media_type="image/jpeg")
    result = await client.read_resource("petstore://photo")

    assert base64.b64decode(result.contents[0].blob) == b"\xff\xd8"
    assert result.contents[0].mime_type == "image/jpeg"


async def test_a_file_that_is_too_big_is_not_passed_on(client, upstream):
    upstream.answer(b"\xff" * 21, media_type="image/jpeg")
    error = await refused(client, "petstore://photo")

    assert error.code == -32603
    assert "21 bytes; at most 20" in error.message


async def test_a_long_list_is_shortened_and_says_so(client, upstream):
    upstream.answer([{"id": number, "name": "Rex"} for number in range(100)])
    whole, note = (await client.read_resource("petstore://pets")).contents

    assert len(whole.text) <= 400
    assert 5 < len(json.loads(whole.text)) < 100
    assert "of 100 items" in note.text


async def test_a_long_text_is_shortened_and_says_so(client, upstream):
    upstream.answer("line\n" * 100, media_type="text/plain")
    text, note = (await client.read_resource("petstore://report")).contents

    assert len(text.text) <= 100
    assert "of 500 characters" in note.text


async def test_how_long_an_answer_stays_fresh_is_told(client, upstream):
    upstream.answer([])

    assert (await client.read_resource("petstore://pets")).ttl_ms == 60_000


@pytest.mark.parametrize(
    "uri",
    [
        "petstore://unknown",
        "petstore://pets/not-a-number",
        "petstore://pets/007",
        "petstore://pets/",
        "petstore://pets/7/8",
        "petstore://care/",
        "petstore://care?x=1",
        "petstore://care#x",
        "other://care",
        "care",
        "",
        "file:///etc/passwd",
        "petstore://../care",
        "petstore://found/..",
        "petstore://found/../care",
        "petstore://found/%2e%2e",
        "petstore://found/%2E.",
        "petstore://found/%252e%252e",
        "petstore://found/a%2Fb",
        "petstore://found/a%252Fb",
        "petstore://found/a%5Cb",
        "petstore://found/a%00",
        "petstore://found/%ff",
        "petstore://found/%zz",
        "petstore://found/" + "x" * 3_000,
    ],
)
async def test_a_uri_that_is_nobodys_is_not_found_and_nothing_is_sent(client, upstream, uri):
    before = len(upstream.requests)
    error = await refused(client, uri)

    assert (error.code, error.data) == (-32602, {"uri": uri})
    assert len(upstream.requests) == before


async def test_older_clients_get_the_code_that_they_know(old_client):
    error = await refused(old_client, "petstore://unknown")

    assert (error.code, error.data) == (-32002, {"uri": "petstore://unknown"})


@pytest.mark.parametrize("status", [404, 410])
async def test_what_the_api_does_not_have_is_not_found(client, upstream, status):
    upstream.answer({"message": "no such pet"}, status=status)
    error = await refused(client, "petstore://pets/8")

    assert (error.code, error.data) == (-32602, {"uri": "petstore://pets/8"})


async def test_what_the_api_refuses_is_told(client, upstream):
    upstream.answer({"message": "come back later"}, status=403)
    error = await refused(client, "petstore://pets/8")

    assert error.code == -32603
    assert "come back later" in error.message


async def test_a_mistake_in_a_function_tells_nothing_of_it(client, monkeypatch, caplog):
    async def broken(_tools, **_arguments):
        raise RuntimeError("secret /etc/passwd")

    monkeypatch.setattr("petstore_mcp.resources.photo", broken)
    async with connect("petstore_mcp", Upstream()) as fresh:
        error = await refused(fresh, "petstore://photo")

    assert (error.code, error.message) == (-32603, "Internal error")


async def test_a_resource_without_its_tool_is_not_offered(upstream):
    async with connect("petstore_mcp", upstream, env={"PETSTORE_TAGS": "files"}) as client:
        families = (await client.list_resource_templates()).resource_templates
        listed = [each.name for each in (await client.list_resources()).resources]
        error = await refused(client, "petstore://pets/7")

    assert families == []
    assert listed == ["care", "logo", "photo", "report"]
    assert error.code == -32602


@given(st.text(min_size=1, max_size=40))
def test_what_a_template_is_filled_with_is_found_again_or_refused(text):
    template = UriTemplate.parse("petstore://found/{token}")
    uri = template.expand({"token": text})
    if is_safe(uri):
        assert variables(template, uri) == {"token": text}
    else:
        assert any(each in text for each in ("/", "\\", "%", ".")) or not text.isprintable()
