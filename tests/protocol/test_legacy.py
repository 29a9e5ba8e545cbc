"""Clients of 2025-11-25 and before."""

from __future__ import annotations

import anyio
import pytest
from corner_mcp._runtime.checks.connection import connection
from corner_mcp._runtime.checks.faults import Silent
from corner_mcp._runtime.testing import Upstream
from mcp.types.version import HANDSHAKE_PROTOCOL_VERSIONS

from .talk import ACCEPT, FORMS, INITIALIZED, PACKAGE, YES, events, initialize, open_session, plain

pytestmark = pytest.mark.anyio

LIST = plain(1, "tools/list")
CALL = plain(1, "tools/call", {"name": "hours", "arguments": {}})


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
async def test_r148_a_revision_that_is_known_is_agreed_to(version):
    async with connection(PACKAGE, Upstream()) as wire:
        result = (await wire.ask(initialize(version)))["result"]

    assert result["protocolVersion"] == version
    assert result["serverInfo"]["name"] == "corner"
    assert result["instructions"].startswith("Look an item up")


@pytest.mark.parametrize("version", ["1999-01-01", "2026-07-28", "x"])
async def test_r148_s102_another_revision_is_answered_with_one_that_is_known(version):
    async with connection(PACKAGE, Upstream()) as wire:
        result = (await wire.ask(initialize(version)))["result"]

    assert result["protocolVersion"] == "2025-11-25"


async def test_r149_before_the_handshake_only_ping_is_answered():
    async with connection(PACKAGE, Upstream()) as wire:
        refused = await wire.ask(plain(1, "tools/list"))
        ping = await wire.ask(plain(2, "ping"))

    assert "error" in refused
    assert ping["result"] == {}


async def test_r150_a_ping_has_an_empty_answer():
    async with connection(PACKAGE, Upstream()) as wire:
        await wire.ask(initialize())
        await wire.send(INITIALIZED)

        assert (await wire.ask(plain(1, "ping")))["result"] == {}


def test_r151_a_session_can_be_ended_and_is_then_not_found(http):
    session = open_session(http)
    served = http.post("/mcp", json=LIST, headers=session)
    ended = http.delete("/mcp", headers=session)

    assert session["Mcp-Session-Id"].isascii()
    assert served.status_code == 200
    assert ended.status_code in {200, 204}
    assert http.post("/mcp", json=LIST, headers=session).status_code == 404


def test_r151_without_a_session_there_is_nothing_to_ask(http):
    assert http.post("/mcp", json=LIST, headers=ACCEPT).status_code == 400


def test_r152_messages_to_a_session_have_a_stream_or_there_is_none(http):
    session = open_session(http)

    with http.stream("GET", "/mcp", headers=session) as answer:
        assert answer.status_code in {200, 405}
        if answer.status_code == 200:
            assert answer.headers["content-type"].startswith("text/event-stream")


@pytest.mark.parametrize("version", ["1999-01-01", "nonsense"])
def test_r153_a_version_that_is_not_served_is_refused(http, version):
    session = {**open_session(http), "MCP-Protocol-Version": version}

    assert http.post("/mcp", json=LIST, headers=session).status_code == 400


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("logging/setLevel", {"level": "info"}),
        ("resources/subscribe", {"uri": "corner://rules"}),
        ("resources/unsubscribe", {"uri": "corner://rules"}),
    ],
)
async def test_r157_what_was_not_declared_is_unknown(method, params):
    async with connection(PACKAGE, Upstream()) as wire:
        await wire.ask(initialize())
        await wire.send(INITIALIZED)

        assert (await wire.ask(plain(1, method, params)))["error"]["code"] == -32601


@pytest.mark.parametrize("version", HANDSHAKE_PROTOCOL_VERSIONS)
def test_r163_every_old_revision_has_checks_limits_and_cleaning(http, api, version):
    session = open_session(http, version)
    before = len(api.requests)
    wrong = plain(1, "tools/call", {"name": "add_item", "arguments": {"name": 5}})
    broken = plain(2, "tools/call", {"name": "broken", "arguments": {}})

    answers = [
        events(http.post("/mcp", json=each, headers=session))[-1] for each in (wrong, broken)
    ]

    assert all(each["result"]["isError"] for each in answers)
    assert "resultType" not in answers[0]["result"]
    assert len(api.requests) == before


@pytest.mark.parametrize(
    ("answer", "requests"), [(YES, 1), ({"action": "decline"}, 0), ({"action": "cancel"}, 0)]
)
async def test_r72_an_older_client_is_asked_by_a_request(answer, requests):
    upstream = Upstream()
    async with connection(PACKAGE, upstream) as wire:
        await wire.ask(initialize(capabilities=FORMS))
        await wire.send(INITIALIZED)
        await wire.send(plain(1, "tools/call", {"name": "clear", "arguments": {}}))
        asked = await wire.receive()
        await wire.send({"jsonrpc": "2.0", "id": asked["id"], "result": answer})
        result = (await wire.receive())["result"]

    assert asked["method"] == "elicitation/create"
    assert result.get("isError", False) is not bool(requests)
    assert len(upstream.requests) == requests


async def test_r72_an_older_client_that_cannot_be_asked_is_refused():
    upstream = Upstream()
    async with connection(PACKAGE, upstream) as wire:
        await wire.ask(initialize())
        await wire.send(INITIALIZED)
        answer = await wire.ask(plain(1, "tools/call", {"name": "clear", "arguments": {}}))

    assert answer.get("result", {"isError": True})["isError"]
    assert upstream.requests == []


async def test_r155_a_cancelled_call_is_not_answered_with_a_result():
    silent = Silent()
    async with connection(PACKAGE, silent) as wire:
        await wire.ask(initialize())
        await wire.send(INITIALIZED)
        await wire.send(plain(1, "tools/call", {"name": "slow", "arguments": {}}))
        await silent.is_asked()
        params = {"requestId": 1}
        await wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        with anyio.fail_after(20):
            await silent.is_left()
            while "id" in (message := await _next(wire)) and message["id"] == 1:
                assert "result" not in message


async def _next(wire):
    """The next message, where there is always one: a ping is answered."""
    await wire.send(plain("ping", "ping"))
    return await wire.receive()
