"""Confirmation as clients meet it: real processes over both transports, an API that keeps what it is asked."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from .running import PATIENCE, call, command, environment, served
from .shop import MODES, Person, accept, filled, no, text, yes

KEY = "key-of-several-workers-of-one-shop"
ORDER = {"order": 5}
YES = {"confirm": accept(confirm=True)}
BAD_STATE = -32602


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_over_stdio_consent_lets_one_request_through(source, api, mode):
    person = Person([no, yes])
    start = StdioServerParameters(
        command=sys.executable, args=["-m", "cautious_mcp"], env=environment(source, api)
    )
    async with Client(start, mode=mode, elicitation_callback=person) as client:
        await client.call_tool("deleteOrder", ORDER)
        assert api.asked == []
        result = await client.call_tool("deleteOrder", ORDER)
    assert not result.is_error
    assert api.asked == ["DELETE /orders/5"]
    assert len(person.asked) == 2


@pytest.mark.anyio
@pytest.mark.parametrize("mode", MODES)
async def test_over_http_consent_lets_one_request_through(source, api, mode):
    person = Person([no, yes])
    with served(source, api) as url:
        async with Client(url, mode=mode, elicitation_callback=person) as client:
            await client.call_tool("deleteOrder", ORDER)
            assert api.asked == []
            result = await client.call_tool("deleteOrder", ORDER)
    assert not result.is_error
    assert api.asked == ["DELETE /orders/5"]
    assert len(person.asked) == 2


@pytest.mark.anyio
async def test_over_http_an_older_client_is_asked_for_what_is_missing(source, api):
    with served(source, api) as url:
        person = Person(filled(paper="red", ribbons=1))
        async with Client(url, mode="legacy", elicitation_callback=person) as client:
            result = await client.call_tool("wrapOrder", ORDER)
    assert not result.is_error
    assert api.asked == ["POST /orders/5/gift"]


@pytest.mark.anyio
async def test_without_a_way_back_an_older_client_is_not_asked(source, api):
    """Two workers keep no sessions, so nothing can be sent to an older client but answers."""
    person = Person(yes)
    shared = {"SHOP_STATE_KEYS": KEY, "SHOP_STATE_STORE": str(source / "sessions.db")}
    with served(source, api, "--workers", "2", **shared) as url:
        async with Client(
            streamable_http_client(url), mode="legacy", elicitation_callback=person
        ) as client:
            refused = await client.call_tool("createOrder", {"item": "tea"})
            left = await client.call_tool("deleteOrder", ORDER)
    assert "a person must be asked for it, and this server keeps no session" in text(refused)
    assert "_SESSIONS=sticky" in text(refused)
    assert not left.is_error  # `auto` leaves it to the host
    assert person.asked == []
    assert api.asked == ["DELETE /orders/5"]


def test_a_state_of_one_worker_is_good_at_another_and_only_once(source, api, tmp_path):
    shared = {"SHOP_STATE_KEYS": KEY, "SHOP_STATE_STORE": str(tmp_path / "used.db")}
    with served(source, api, **shared) as one, served(source, api, **shared) as other:
        state = call(one, "deleteOrder", ORDER)["result"]["requestState"]
        done = call(other, "deleteOrder", ORDER, answers=YES, state=state)
        again = call(one, "deleteOrder", ORDER, answers=YES, state=state)
    assert done["result"]["resultType"] == "complete"
    assert again["error"]["code"] == BAD_STATE
    assert api.asked == ["DELETE /orders/5"]


def test_several_workers_execute_a_confirmed_call_once(source, api, tmp_path):
    shared = {"SHOP_STATE_KEYS": KEY, "SHOP_STATE_STORE": str(tmp_path / "used.db")}
    with served(source, api, "--workers", "2", **shared) as url:
        state = call(url, "deleteOrder", ORDER)["result"]["requestState"]
        answers = [call(url, "deleteOrder", ORDER, answers=YES, state=state) for _ in range(6)]
    assert ["result" in each for each in answers] == [True, *[False] * 5]
    assert api.asked == ["DELETE /orders/5"]


@pytest.mark.parametrize(
    "given", [{}, {"SHOP_STATE_KEYS": KEY}, {"SHOP_STATE_STORE": "/tmp/used-of-a-test.db"}], ids=str
)
def test_several_workers_that_share_nothing_do_not_start(source, api, given):
    done = subprocess.run(
        command("http", "--workers", "2"),
        env=environment(source, api, **given),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert b"SHOP_STATE_KEYS" in done.stderr
    assert b"SHOP_STATE_STORE" in done.stderr


def test_several_workers_that_only_read_need_share_nothing(source, api):
    with served(source, api, "--workers", "2", "--read-only", "--tags", "orders") as url:
        result = call(url, "getOrder", ORDER)["result"]
    assert result["resultType"] == "complete"


def test_a_state_is_for_the_caller_that_was_asked(source, api):
    identity = {"SHOP_IDENTITY": "header", "SHOP_IDENTITY_HEADER": "X-Upstream"}
    with served(source, api, **identity) as url:
        state = call(url, "deleteOrder", ORDER, X_Upstream="key-of-ada")["result"]["requestState"]
        stolen = call(url, "deleteOrder", ORDER, answers=YES, state=state, X_Upstream="key-of-bob")
        assert stolen["error"]["code"] == BAD_STATE
        assert api.asked == []
        own = call(url, "deleteOrder", ORDER, answers=YES, state=state, X_Upstream="key-of-ada")
    assert own["result"]["resultType"] == "complete"
    assert api.asked == ["DELETE /orders/5"]


def test_the_audit_tells_of_each_round(source, api, tmp_path):
    audit = tmp_path / "audit.jsonl"
    with served(source, api, SHOP_AUDIT=str(audit)) as url:
        first = call(url, "deleteOrder", ORDER)["result"]["requestState"]
        declined = {"confirm": {"action": "decline"}}
        call(url, "deleteOrder", ORDER, answers=declined, state=first)
        second = call(url, "deleteOrder", ORDER)["result"]["requestState"]
        call(url, "deleteOrder", ORDER, answers=YES, state=second)
        call(url, "deleteOrder", ORDER, answers=YES, state=second)
        call(url, "createOrder", {"item": "tea"}, can={})
    lines = [json.loads(line) for line in audit.read_text().splitlines()]
    assert [line["outcome"] for line in lines] == [
        "asked",
        "declined",
        "asked",
        "ok",
        "refused",
        "refused",
    ]
    assert [line["requests"] for line in lines] == [0, 0, 0, 1, 0, 0]
