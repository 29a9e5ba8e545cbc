"""Changes that clients are told of: resources that are looked at, and lists."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

import anyio
import httpx2
import pytest
import redis.asyncio
from mcp import Client, MCPError
from mcp.server.subscriptions import ResourceUpdated, ToolsListChanged
from mcp.types import ResourceUpdatedNotification, ToolListChangedNotification
from petstore_mcp._runtime.checks.connection import connection, request
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.testing import connect, stand_in_server

from tests.redis_server import redis_at, some_redis

from .processes import PATIENCE

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore:resources/:mcp.shared.exceptions.MCPDeprecationWarning"),
]

REX = "petstore://pets/7"
REPORT = "petstore://report"
SUBSCRIPTION = "io.modelcontextprotocol/subscriptionId"


class Versions:
    """An API whose every resource has one version; it is told how often it was asked, and for what."""

    def __init__(self) -> None:
        self.version = 1
        self.status = 0  # instead of an answer
        self.names_versions = True
        self.requests: list[httpx2.Request] = []
        self.asked = asyncio.Event()

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        self.asked.set()
        if self.status:
            return httpx2.Response(self.status, json={"message": "not now"})
        tag = {"ETag": f'"{self.version}"'} if self.names_versions else {}
        if tag and request.headers.get("if-none-match") == tag["ETag"]:
            return httpx2.Response(304, headers=tag)
        return httpx2.Response(200, json={"version": self.version}, headers=tag)

    async def is_asked(self, times: int = 1) -> None:
        """Wait until it has been asked as often again."""
        with anyio.fail_after(PATIENCE):
            for _ in range(times):
                self.asked.clear()
                await self.asked.wait()


@pytest.fixture
def upstream() -> Versions:
    return Versions()


@pytest.fixture
async def client(upstream) -> AsyncGenerator[Client]:
    async with connect("petstore_mcp", upstream) as client:
        yield client


@asynccontextmanager
async def old_client(upstream) -> AsyncIterator[tuple[Client, asyncio.Queue]]:
    """A client of 2025-11-25, and the notifications that it gets."""
    notes: asyncio.Queue = asyncio.Queue()

    async def note(message: object) -> None:
        notes.put_nowait(message)

    server = stand_in_server("petstore_mcp", upstream)
    async with Client(server, mode="legacy", message_handler=note) as client:
        yield client, notes


async def next_of(stream) -> object:
    with anyio.fail_after(PATIENCE):
        return await anext(aiter(stream))


async def test_a_change_of_a_resource_is_told(client, upstream):
    async with client.listen(resource_subscriptions=[REX]) as stream:
        await upstream.is_asked(2)
        upstream.version = 2
        event = await next_of(stream)

    assert event == ResourceUpdated(REX)


async def test_r77_a_stream_begins_with_its_acknowledgement_and_all_of_it_is_marked(upstream):
    wanted = {"notifications": {"resourceSubscriptions": [REX]}}
    async with connection("petstore_mcp", upstream) as wire:
        await wire.send(request("its id", "subscriptions/listen", wanted))
        first = await wire.receive()
        await upstream.is_asked(2)
        upstream.version = 2
        second = await wire.receive()

    assert first["method"] == "notifications/subscriptions/acknowledged"
    assert first["params"]["notifications"] == {"resourceSubscriptions": [REX]}
    assert second["method"] == "notifications/resources/updated"
    marks = {each["params"]["_meta"][SUBSCRIPTION] for each in (first, second)}
    assert marks == {"its id"}


async def test_the_api_is_asked_only_for_what_is_newer(client, upstream):
    async with client.listen(resource_subscriptions=[REX]):
        await upstream.is_asked(3)

    first, *others = upstream.requests
    assert "if-none-match" not in first.headers
    assert {each.headers["if-none-match"] for each in others} == {'"1"'}


async def test_a_change_is_seen_without_versions_too(client, upstream):
    upstream.names_versions = False
    async with client.listen(resource_subscriptions=[REX]) as stream:
        await upstream.is_asked(2)
        upstream.version = 2

        assert await next_of(stream) == ResourceUpdated(REX)


async def test_what_stays_the_same_is_not_told(client, upstream):
    async with client.listen(resource_subscriptions=[REX]) as stream:
        await upstream.is_asked(4)
        told = [event async for event in _now(stream)]

    assert told == []


async def _now(stream) -> AsyncIterator[object]:
    with anyio.move_on_after(0.1):
        while True:
            yield await anext(aiter(stream))


async def test_a_resource_that_vanishes_has_changed(client, upstream):
    async with client.listen(resource_subscriptions=[REX]) as stream:
        await upstream.is_asked(2)
        upstream.status = 404

        assert await next_of(stream) == ResourceUpdated(REX)


async def test_a_failure_is_no_change_and_does_not_end_the_watch(client, upstream):
    async with client.listen(resource_subscriptions=[REX]) as stream:
        await upstream.is_asked(2)
        upstream.status = 403
        await upstream.is_asked(2)
        upstream.status = 0
        upstream.version = 2

        assert await next_of(stream) == ResourceUpdated(REX)


async def test_r78_just_what_can_be_told_is_acknowledged(client):
    wanted = [REX, "petstore://care", "petstore://pets", "file:///etc/passwd", "petstore://x"]
    async with client.listen(
        tools_list_changed=True, prompts_list_changed=True, resource_subscriptions=wanted
    ) as stream:
        honoured = stream.honored

    assert honoured.resource_subscriptions == [REX]
    assert honoured.tools_list_changed is None
    assert honoured.prompts_list_changed is None


async def test_r111_only_what_is_told_is_declared(client):
    assert client.server_capabilities.resources.subscribe is True
    assert not client.server_capabilities.resources.list_changed
    assert not client.server_capabilities.tools.list_changed


async def test_streams_of_one_caller_share_one_watch(client, upstream):
    async with (
        client.listen(resource_subscriptions=[REX]) as one,
        client.listen(resource_subscriptions=[REX]) as other,
    ):
        await upstream.is_asked(2)
        full = [each for each in upstream.requests if "if-none-match" not in each.headers]
        upstream.version = 2
        events = [await next_of(one), await next_of(other)]

    assert len(full) == 1
    assert events == [ResourceUpdated(REX)] * 2


async def test_nobody_is_asked_when_nobody_listens(client, upstream):
    async with client.listen(resource_subscriptions=[REX]):
        await upstream.is_asked(2)
    await anyio.sleep(0.1)  # the end of the stream is on its way
    upstream.requests.clear()
    await anyio.sleep(0.3)

    assert upstream.requests == []


async def test_r79_streams_end_with_a_result(upstream):
    server = stand_in_server("petstore_mcp", upstream)
    async with Client(server) as client, client.listen(resource_subscriptions=[REX]) as stream:
        server.end_subscriptions()
        with anyio.fail_after(PATIENCE):
            events = [event async for event in stream]

    assert events == []


async def test_without_a_source_there_is_nothing_to_listen_to(upstream, monkeypatch):
    from petstore_mcp._runtime.serving import resources

    monkeypatch.setattr(resources.Resource, "is_watched", False)
    async with connect("petstore_mcp", upstream) as client:
        with pytest.raises(MCPError) as caught:
            async with client.listen(tools_list_changed=True):
                pass
        declared = client.server_capabilities

    assert caught.value.code == -32601
    assert not declared.resources.subscribe


async def test_older_clients_are_told_of_what_they_subscribed_to(upstream):
    async with old_client(upstream) as (client, notes):
        await client.subscribe_resource(REX)
        await upstream.is_asked(2)
        upstream.version = 2
        with anyio.fail_after(PATIENCE):
            note = await notes.get()

    assert isinstance(note, ResourceUpdatedNotification)
    assert str(note.params.uri) == REX


async def test_older_clients_are_told_nothing_after_they_unsubscribed(upstream):
    async with old_client(upstream) as (client, notes):
        await client.subscribe_resource(REX)
        await upstream.is_asked(2)
        await client.unsubscribe_resource(REX)
        upstream.version = 2
        await anyio.sleep(0.3)

        assert notes.empty()


async def test_the_watch_ends_with_an_older_client(upstream):
    async with old_client(upstream) as (client, _):
        await client.subscribe_resource(REX)
        await upstream.is_asked(2)
    upstream.requests.clear()
    await anyio.sleep(0.3)

    assert upstream.requests == []


@pytest.mark.parametrize("uri", ["petstore://care", "petstore://pets", "other://x"])
async def test_what_is_not_looked_at_cannot_be_subscribed_to(upstream, uri):
    async with old_client(upstream) as (client, _):
        with pytest.raises(MCPError) as caught:
            await client.subscribe_resource(uri)

    assert caught.value.code == -32602


async def test_to_unsubscribe_from_nothing_does_no_harm(upstream):
    async with old_client(upstream) as (client, _):
        await client.unsubscribe_resource(REX)


@pytest.fixture
def changing(monkeypatch) -> None:
    """A server whose list of tools can change."""
    monkeypatch.setattr(
        "petstore_mcp._runtime.serving.app.load_api",
        lambda package: {**load_api(package), "changes": ["tools"]},
    )
    monkeypatch.setattr("petstore_mcp.tools.inside.chatter", announce)


async def announce(api) -> None:
    api.changed("tools")


@pytest.mark.usefixtures("changing")
async def test_r105_a_list_that_changes_is_told(upstream):
    async with connect("petstore_mcp", upstream) as client:
        async with client.listen(tools_list_changed=True, prompts_list_changed=True) as stream:
            await client.call_tool("chatter", {})
            event = await next_of(stream)

        assert event == ToolsListChanged()
        assert (await client.list_tools()).ttl_ms == 60_000
        assert stream.honored.prompts_list_changed is None
        assert client.server_capabilities.tools.list_changed is True
        assert not client.server_capabilities.prompts.list_changed


@pytest.mark.usefixtures("changing")
async def test_r105_older_clients_that_have_seen_a_list_are_told_too(upstream):
    async with old_client(upstream) as (client, notes):
        await client.list_tools()
        await client.call_tool("chatter", {})
        with anyio.fail_after(PATIENCE):
            note = await notes.get()
        declared = client.server_capabilities

    assert isinstance(note, ToolListChangedNotification)
    assert declared.tools.list_changed is True


@pytest.mark.usefixtures("changing")
async def test_clients_of_another_process_are_told_by_way_of_redis(upstream):
    with some_redis() as url:
        env = {"PETSTORE_STATE_STORE": url}
        async with (
            connect("petstore_mcp", upstream, env=env) as here,
            connect("petstore_mcp", upstream, env=env) as there,
            there.listen(tools_list_changed=True) as stream,
        ):
            await two_follow(url)
            await here.call_tool("chatter", {})

            assert await next_of(stream) == ToolsListChanged()


@pytest.mark.usefixtures("changing")
async def test_when_redis_is_back_all_are_told_since_nobody_knows_what_they_missed(
    upstream, free_tcp_port
):
    env = {"PETSTORE_STATE_STORE": f"redis://127.0.0.1:{free_tcp_port}/0"}
    async with (
        connect("petstore_mcp", upstream, env=env) as client,
        client.listen(tools_list_changed=True) as stream,
    ):
        await client.call_tool("chatter", {})
        alone = await next_of(stream)
        with redis_at(free_tcp_port):
            assert await next_of(stream) == alone == ToolsListChanged()


async def two_follow(url: str) -> None:
    """Wait until two processes hear of changes."""
    channel, heard = "mcp:petstore:changes", 0
    async with redis.asyncio.Redis.from_url(url) as client:
        with anyio.fail_after(PATIENCE):
            while heard < 2:
                ((_, heard),) = await client.pubsub_numsub(channel)
                await anyio.sleep(0.01)


async def test_a_look_is_audited_as_what_it_is(upstream, tmp_path):
    path = tmp_path / "audit.jsonl"
    async with (
        connect("petstore_mcp", upstream, env={"PETSTORE_AUDIT": str(path)}) as client,
        client.listen(resource_subscriptions=[REX]),
    ):
        await upstream.is_asked(3)

    line = json.loads(path.read_text().splitlines()[0])
    assert (line["watch"], line["tool"], line["outcome"]) == ("pet", "getPet", "ok")
    assert "request" not in line
