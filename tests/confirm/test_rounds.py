"""Rounds of MCP 2026-07-28 as raw messages: what counts as an answer, and what is executed."""

from __future__ import annotations

import time

import anyio
import pytest

from .shop import ASKING, FULL, Upstream, accept, said, wired

pytestmark = pytest.mark.anyio

YES = {"confirm": accept(confirm=True)}
ORDER = {"order": 5}
BAD_STATE = {
    "code": -32602,
    "message": "Invalid or expired requestState",
    "data": {"reason": "invalid_request_state"},
}


async def test_the_first_round_asks_and_sends_nothing():
    upstream = Upstream()
    async with wired(upstream) as wire:
        result = await wire.call("deleteOrder", ORDER)
    assert result["resultType"] == "input_required"
    request = result["inputRequests"]["confirm"]
    assert request["method"] == "elicitation/create"
    assert request["params"]["mode"] == "form"
    assert request["params"]["requestedSchema"]["required"] == ["confirm"]
    assert "order" not in result["requestState"]
    assert upstream.asked == []


async def test_the_second_round_executes_once():
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        result = await wire.call("deleteOrder", ORDER, answers=YES, state=state)
    assert result["resultType"] == "complete"
    assert upstream.asked == ["DELETE /orders/5"]


async def test_a_state_is_good_for_one_use():
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        await wire.call("deleteOrder", ORDER, answers=YES, state=state)
        again = await wire.call("deleteOrder", ORDER, answers=YES, state=state)
    assert again == {"error": BAD_STATE}
    assert upstream.asked == ["DELETE /orders/5"]


async def test_a_state_that_was_declined_is_used_up():
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        declined = await wire.call(
            "deleteOrder", ORDER, answers={"confirm": {"action": "decline"}}, state=state
        )
        again = await wire.call("deleteOrder", ORDER, answers=YES, state=state)
    assert declined["isError"]
    assert again == {"error": BAD_STATE}
    assert upstream.asked == []


@pytest.mark.parametrize("answers", [YES, {"confirm": accept(confirm=True), "more": accept()}])
async def test_answers_without_a_state_are_no_consent(answers):
    upstream = Upstream()
    async with wired(upstream) as wire:
        result = await wire.call("deleteOrder", ORDER, answers=answers)
    assert result["resultType"] == "input_required"
    assert upstream.asked == []


async def test_a_state_without_answers_asks_again():
    upstream = Upstream()
    async with wired(upstream) as wire:
        first = await wire.call("deleteOrder", ORDER)
        second = await wire.call("deleteOrder", ORDER, answers={}, state=first["requestState"])
        assert second["inputRequests"] == first["inputRequests"]
        third = await wire.call("deleteOrder", ORDER, answers=YES, state=second["requestState"])
    assert third["resultType"] == "complete"
    assert upstream.asked == ["DELETE /orders/5"]


async def test_answers_to_other_questions_are_not_heard():
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        result = await wire.call(
            "deleteOrder", ORDER, answers={"other": accept(confirm=True)}, state=state
        )
    assert result["resultType"] == "input_required"
    assert upstream.asked == []


def _tampered(state: str) -> str:
    return state[:-3] + ("AAA" if state[-3:] != "AAA" else "BBB")


@pytest.mark.parametrize("change", [_tampered, lambda _: "", lambda _: "v1.x", lambda s: s + "A"])
async def test_a_state_that_was_tampered_with_is_refused(change):
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        result = await wire.call("deleteOrder", ORDER, answers=YES, state=change(state))
    assert result == {"error": BAD_STATE}
    assert upstream.asked == []


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("deleteOrder", {"order": 6}),
        ("deleteOrder", {"order": 5, "reason": "other"}),
        ("clearOut", ORDER),
        ("getOrder", ORDER),
    ],
)
async def test_a_state_is_for_this_tool_and_these_arguments(name, arguments):
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        result = await wire.call(name, arguments, answers=YES, state=state)
    assert result == {"error": BAD_STATE}
    assert upstream.asked == []


async def test_a_state_expires(monkeypatch):
    upstream = Upstream()
    async with wired(upstream, state_ttl=60.0) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + 61)
        result = await wire.call("deleteOrder", ORDER, answers=YES, state=state)
    assert result == {"error": BAD_STATE}
    assert upstream.asked == []


async def test_a_state_of_another_server_is_refused():
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
    async with wired(upstream) as other:
        result = await other.call("deleteOrder", ORDER, answers=YES, state=state)
    assert result == {"error": BAD_STATE}
    assert upstream.asked == []


async def test_a_state_survives_a_restart_with_the_same_key():
    upstream = Upstream()
    async with wired(upstream, state_keys=("k" * 32,)) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
    async with wired(upstream, state_keys=("new" * 16, "k" * 32)) as wire:
        result = await wire.call("deleteOrder", ORDER, answers=YES, state=state)
    assert result["resultType"] == "complete"
    assert upstream.asked == ["DELETE /orders/5"]


async def test_each_request_declares_for_itself_whether_it_can_be_asked():
    upstream = Upstream()
    async with wired(upstream) as wire:
        first = await wire.call("createOrder", {"item": "tea"}, can=ASKING)
        second = await wire.call("createOrder", {"item": "tea"}, can={})
    assert first["resultType"] == "input_required"
    assert second["error"]["code"] == -32021
    assert upstream.asked == []


@pytest.mark.parametrize(("action", "sent"), [("accept", ["DELETE /orders/5"]), ("decline", [])])
async def test_an_answer_is_heard_though_the_second_request_says_that_nobody_can_be_asked(
    action, sent
):
    upstream, answer = Upstream(), {"confirm": {"action": action, "content": {"confirm": True}}}
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        await wire.call("deleteOrder", ORDER, can={}, answers=answer, state=state)
    assert upstream.asked == sent


async def test_a_round_without_an_answer_does_not_leave_it_to_the_host():
    upstream = Upstream()
    async with wired(upstream) as wire:
        state = (await wire.call("deleteOrder", ORDER))["requestState"]
        result = await wire.call("deleteOrder", ORDER, can={}, state=state)
    assert result["error"]["code"] == -32021
    assert upstream.asked == []


@pytest.mark.parametrize(
    ("can", "asked"),
    [
        ({}, False),
        ({"elicitation": {}}, True),
        ({"elicitation": {"form": {}}}, True),
        ({"elicitation": {"form": {}, "url": {}}}, True),
        ({"elicitation": {"url": {}}}, False),
        ({"sampling": {}}, False),
    ],
)
async def test_only_a_client_with_forms_is_asked_by_one(can, asked):
    async with wired(Upstream()) as wire:
        result = await wire.call("createOrder", {"item": "tea"}, can=can)
    if asked:
        assert result["resultType"] == "input_required"
    else:
        assert result["error"]["code"] == -32021
        assert result["error"]["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}


async def test_nothing_is_held_for_a_client_that_does_not_come_back():
    async with wired(Upstream()) as wire:
        for order in range(50):
            await wire.call("deleteOrder", {"order": order})
        result = await wire.call("getOrder", ORDER)
    assert result["resultType"] == "complete"


async def test_a_function_asks_in_several_rounds():
    async with wired(Upstream()) as wire:
        first = await wire.call("interview")
        second = await wire.call(
            "interview", answers={"question": accept(name="Ada")}, state=first["requestState"]
        )
        (key, asked), *_ = second["inputRequests"].items()
        assert asked["params"]["message"] == "Which colour do you like, Ada?"
        assert second["requestState"] != first["requestState"]
        third = await wire.call(
            "interview", answers={key: accept(colour="red")}, state=second["requestState"]
        )
    assert said(third) == "Ada likes red"


async def test_a_function_asks_several_things_at_once():
    model = {"role": "assistant", "content": {"type": "text", "text": "hello"}, "model": "m"}
    answers = {
        "model": model,
        "folders": {"roots": [{"uri": "file:///work"}]},
        "name": accept(name="Ada"),
    }
    async with wired(Upstream()) as wire:
        first = await wire.call("survey", can=FULL)
        assert {key: each["method"] for key, each in first["inputRequests"].items()} == {
            "model": "sampling/createMessage",
            "folders": "roots/list",
            "name": "elicitation/create",
        }
        partial = {key: answers[key] for key in ("model", "name")}
        second = await wire.call("survey", can=FULL, answers=partial, state=first["requestState"])
        assert set(second["inputRequests"]) == {"folders"}
        third = await wire.call("survey", can=FULL, answers=answers, state=second["requestState"])
    assert third["structuredContent"]["model"] == model
    assert third["structuredContent"]["folders"] == [{"uri": "file:///work"}]


async def test_a_client_is_not_asked_what_it_did_not_declare():
    can = {"sampling": {}, "roots": {}}
    async with wired(Upstream()) as wire:
        fewer = await wire.call("survey", can=can)
        none = await wire.call("survey", can={"elicitation": {}})
    assert set(fewer["inputRequests"]) == {"model", "folders"}
    assert none["error"]["code"] == -32021
    assert none["error"]["data"] == {"requiredCapabilities": {"sampling": {}, "roots": {}}}


async def test_a_question_whose_words_changed_is_asked_again():
    upstream = Upstream()
    upstream.answers = [{"count": 3}, {"count": 5}]
    async with wired(upstream) as wire:
        first = await wire.call("changing")
        second = await wire.call(
            "changing", answers={"question": accept(name="x")}, state=first["requestState"]
        )
    assert first["inputRequests"]["question"]["params"]["message"] == "Really all 3?"
    assert second["inputRequests"]["question"]["params"]["message"] == "Really all 5?"
    assert upstream.asked == ["GET /count", "GET /count"]


async def test_asking_too_late_is_a_mistake_of_the_function():
    async with wired(Upstream()) as wire:
        result = await wire.call("late")
    assert "failed inside this server" in said(result)


async def test_asking_passes_through_a_function_that_catches_errors():
    async with wired(Upstream()) as wire:
        first = await wire.call("grumpy")
        second = await wire.call(
            "grumpy", answers={"question": accept(name="Ada")}, state=first["requestState"]
        )
    assert said(second) == "Ada"


async def test_a_function_asks_in_tasks_of_its_own():
    given = {"name": accept(name="Ada"), "colour": accept(colour="red")}
    async with wired(Upstream()) as wire:
        with anyio.fail_after(20):
            result = await wire.call("gathered")
            for _ in given:
                if result["resultType"] == "input_required":
                    answers = {key: given[key] for key in result["inputRequests"]}
                    result = await wire.call(
                        "gathered", answers=answers, state=result["requestState"]
                    )
    assert said(result) == "Ada likes red"


async def test_a_key_of_the_functions_own_is_on_the_wire():
    async with wired(Upstream()) as wire:
        first = await wire.call("greet")
        assert set(first["inputRequests"]) == {"user_name"}
        second = await wire.call(
            "greet", answers={"user_name": {"action": "cancel"}}, state=first["requestState"]
        )
    assert said(second) == "Nobody: cancel"
