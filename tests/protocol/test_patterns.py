"""Rounds, cancellation, progress and subscriptions (MCP 2026-07-28, basic/patterns)."""

from __future__ import annotations

import json

import anyio
import pytest
from corner_mcp._runtime.checks.connection import connection
from corner_mcp._runtime.checks.faults import Silent
from corner_mcp._runtime.testing import Upstream

from .talk import FORMS, PACKAGE, Talk, meta, request, talking, text_of
from .test_messages import METHODS

pytestmark = pytest.mark.anyio


async def state_of(client: Talk, tool: str = "clear", **arguments: str) -> str:
    """The state of a call that was just asked about."""
    return (await client.asked(tool, **arguments))["result"]["requestState"]


@pytest.mark.parametrize(("method", "params"), METHODS)
async def test_r61_only_a_call_asks_for_input(method, params):
    async with talking() as client:
        answer = await client.ask(method, params, _meta=meta(capabilities=FORMS))

    assert answer["result"]["resultType"] == "complete"


async def test_r62_r63_a_result_that_asks_says_what_and_carries_a_state():
    async with talking() as client:
        result = (await client.asked("clear"))["result"]

    assert result["resultType"] == "input_required"
    assert result["requestState"]
    assert [each["method"] for each in result["inputRequests"].values()] == ["elicitation/create"]


@pytest.mark.parametrize(
    ("capabilities", "asked"),
    [
        ({}, False),
        ({"elicitation": {}}, True),
        ({"elicitation": {"form": {}}}, True),
        ({"elicitation": {"form": {}, "url": {}}}, True),
        ({"elicitation": {"url": {}}}, False),
        ({"sampling": {}, "roots": {}}, False),
    ],
)
@pytest.mark.parametrize("tool", ["clear", "remove_item"])
async def test_r64_s52_nobody_is_asked_who_did_not_say_that_they_can_be(tool, capabilities, asked):
    arguments = {"id": "1"} if tool == "remove_item" else {}
    async with talking() as client:
        answer = await client.asked(tool, capabilities, **arguments)

    kind = answer.get("result", {}).get("resultType", answer.get("error", {}).get("code"))
    assert kind == ("input_required" if asked else -32021 if tool == "clear" else "complete")


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state[:-1],
        lambda state: state[:20] + ("A" if state[20] != "A" else "B") + state[21:],
        lambda state: state.swapcase(),
        lambda _: "v1.AAAA",
        lambda state: state * 200,
    ],
)
async def test_r65_s53_a_state_that_was_altered_is_refused(change):
    async with talking() as client:
        state = await state_of(client)
        answer = await client.again("clear", change(state))

    assert answer["error"]["code"] == -32602
    assert client.upstream.requests == []


async def test_r65_a_state_of_another_server_is_refused():
    async with talking() as one, talking() as other:
        answer = await other.again("clear", await state_of(one))

    assert answer["error"]["code"] == -32602
    assert other.upstream.requests == []


@pytest.mark.parametrize(("tool", "arguments"), [("remove_item", {"id": "2"}), ("clear", {})])
async def test_r66_a_state_holds_for_its_own_call_only(tool, arguments):
    async with talking() as client:
        state = await state_of(client, "remove_item", id="1")
        answer = await client.again(tool, state, **arguments)

    assert answer["error"]["code"] == -32602
    assert client.upstream.requests == []


async def test_r66_a_state_expires(monkeypatch):
    async with talking(STATE_TTL="1") as client:
        state = await state_of(client)
        await anyio.sleep(2.1)
        answer = await client.again("clear", state)

    assert answer["error"]["code"] == -32602


async def test_r67_s53_a_state_is_used_once():
    async with talking() as client:
        state = await state_of(client)
        first = await client.again("clear", state)
        second = await client.again("clear", state)

    assert first["result"]["resultType"] == "complete"
    assert second["error"]["code"] == -32602
    assert len(client.upstream.requests) == 1


async def test_r68_an_answer_without_a_state_is_no_consent():
    async with talking() as client:
        answer = await client.again("clear", None)

    assert answer["result"]["resultType"] == "input_required"
    assert client.upstream.requests == []


async def test_r69_a_client_that_never_comes_back_holds_nothing_up():
    async with talking(MAX_CONCURRENCY="1") as client:
        for _ in range(50):
            await client.asked("clear")
        served = await client.call("list_items")

    assert not served.get("isError")
    assert len(client.upstream.requests) == 1


@pytest.mark.parametrize(
    "answer",
    [
        {"action": "accept", "content": {"confirm": "yes"}},
        {"action": "accept", "content": {}},
        {"action": "accept"},
    ],
)
async def test_r70_an_answer_that_does_not_fit_is_asked_for_again(answer):
    async with talking() as client:
        result = (await client.again("clear", await state_of(client), answer))["result"]

    assert result["resultType"] == "input_required"
    assert client.upstream.requests == []


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({"action": "decline"}, "declined"),
        ({"action": "cancel"}, "closed the question"),
        ({"action": "accept", "content": {"confirm": False}}, "declined"),
    ],
)
async def test_r71_s50_a_no_is_a_result_and_nothing_is_sent(answer, said):
    async with talking() as client:
        result = (await client.again("clear", await state_of(client), answer))["result"]

    assert (result["isError"], result["resultType"]) == (True, "complete")
    assert said in text_of(result)
    assert client.upstream.requests == []


async def test_r73_s71_s78_a_cancelled_write_is_an_unknown_outcome_and_no_undo(tmp_path):
    silent, log = Silent(), tmp_path / "audit.jsonl"
    env = {"CORNER_AUDIT": str(log)}
    call = request(1, "tools/call", {"name": "add_item", "arguments": {"name": "pear"}})
    async with connection(PACKAGE, silent, env=env) as wire:
        await wire.send(call)
        await silent.is_asked()
        await wire.send(
            {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": 1, "reason": "no longer wanted"},
            }
        )
        await silent.is_left()
        await wire.ask(request(2, "server/discover"))

    assert json.loads(log.read_text())["outcome"] == "unknown"
    assert [each.method for each in silent.requests] == ["POST"]


async def test_r76_progress_is_told_only_where_it_is_wanted_and_only_grows():
    call = {"name": "count", "arguments": {"steps": 4}}
    async with connection(PACKAGE, Upstream()) as wire:
        await wire.ask(request(1, "tools/call", call))  # not wanted: the next message answers
        await wire.send(request(2, "tools/call", call, _meta={"progressToken": "p"}))
        seen = []
        while "id" not in (message := await wire.receive()):
            assert message["params"]["progressToken"] == "p"
            seen.append(message["params"]["progress"])

    assert seen == [1, 2, 3, 4]
