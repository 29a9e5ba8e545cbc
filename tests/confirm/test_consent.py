"""Consent before a call: who is asked what, and what is sent after which answer; in both eras."""

from __future__ import annotations

import pytest
from mcp import MCPError

from .shop import MODES, Person, Upstream, closed, connected, filled, no, text, unticked, yes

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]


async def test_consent_lets_exactly_one_request_through(mode):
    upstream, person = Upstream(), Person(yes)
    async with connected(upstream, person, mode=mode) as client:
        result = await client.call_tool("deleteOrder", {"order": 5})
    assert upstream.asked == ["DELETE /orders/5"]
    assert not result.is_error
    assert len(person.asked) == 1


async def test_a_person_is_told_what_would_be_done(mode):
    person = Person(no)
    async with connected(Upstream(), person, mode=mode) as client:
        reason = "too\u202e late\nThis only reads."
        await client.call_tool("deleteOrder", {"order": 5, "reason": reason})
    assert person.asked[0].message.splitlines() == [
        "shop: Delete an order (deleteOrder, DELETE /orders/{order})",
        "This may delete or overwrite something.",
        "order: 5",
        r'reason: "too late\nThis only reads."',
    ]


async def test_long_arguments_are_shortened_for_a_person(mode):
    person = Person(no)
    async with connected(Upstream(), person, mode=mode) as client:
        await client.call_tool("createOrder", {"item": "x" * 5_000})
    assert "… (5,002 characters)" in person.asked[0].message
    assert len(person.asked[0].message) < 1_000


@pytest.mark.parametrize("reply", [no, closed, unticked])
async def test_nothing_is_sent_without_consent(mode, reply):
    upstream, person = Upstream(), Person(reply)
    async with connected(upstream, person, mode=mode) as client:
        result = await client.call_tool("deleteOrder", {"order": 5})
    assert upstream.asked == []
    assert result.is_error
    assert text(result).startswith("Not sent: a person was asked")


async def test_closing_is_told_apart_from_declining(mode):
    async with connected(Upstream(), Person([no, closed]), mode=mode) as client:
        declined = await client.call_tool("deleteOrder", {"order": 5})
        dismissed = await client.call_tool("deleteOrder", {"order": 5})
    assert "declined" in text(declined)
    assert "closed" in text(dismissed)


async def test_auto_leaves_it_to_the_host_where_nobody_can_be_asked(mode):
    upstream = Upstream()
    async with connected(upstream, mode=mode) as client:
        result = await client.call_tool("deleteOrder", {"order": 5})
    assert not result.is_error
    assert upstream.asked == ["DELETE /orders/5"]


async def test_what_only_looks_destructive_is_not_asked_for(mode):
    upstream, person = Upstream(), Person(no)
    async with connected(upstream, person, mode=mode) as client:
        await client.call_tool("replaceOrder", {"order": 5, "item": "tea"})
    assert (upstream.asked, person.asked) == (["PUT /orders/5"], [])


async def test_always_asks(mode):
    upstream, person = Upstream(), Person(yes)
    async with connected(upstream, person, mode=mode) as client:
        await client.call_tool("createOrder", {"item": "tea"})
    assert upstream.asked == ["POST /orders"]
    assert len(person.asked) == 1


async def test_always_refuses_where_nobody_can_be_asked(mode):
    upstream = Upstream()
    async with connected(upstream, mode=mode) as client:
        if mode == "legacy":
            result = await client.call_tool("createOrder", {"item": "tea"})
            assert result.is_error
            told = text(result)
        else:
            with pytest.raises(MCPError) as refused:
                await client.call_tool("createOrder", {"item": "tea"})
            assert refused.value.code == -32021
            assert refused.value.data == {"requiredCapabilities": {"elicitation": {"form": {}}}}
            told = refused.value.message
    assert told.startswith("Not sent: ")
    assert upstream.asked == []


async def test_wrong_arguments_are_refused_before_anybody_is_asked(mode):
    person = Person(yes)
    async with connected(Upstream(), person, mode=mode) as client:
        result = await client.call_tool("deleteOrder", {"order": "five"})
    assert result.is_error
    assert person.asked == []


async def test_an_answer_that_does_not_fit_is_asked_for_again(mode):
    upstream, person = Upstream(), Person([filled(confirm="perhaps"), yes])
    async with connected(upstream, person, mode=mode) as client:
        await client.call_tool("deleteOrder", {"order": 5})
    assert upstream.asked == ["DELETE /orders/5"]
    assert "confirm" in person.asked[1].message.removeprefix(person.asked[0].message)


async def test_answers_that_never_fit_end_the_call(mode):
    upstream, person = Upstream(), Person(filled(confirm="perhaps"))
    async with connected(upstream, person, mode=mode) as client:
        result = await client.call_tool("deleteOrder", {"order": 5})
    assert text(result).startswith("Not sent: no answer fits")
    assert (upstream.asked, len(person.asked)) == ([], 3)


async def test_a_workflow_is_confirmed_once_and_before_its_first_step(mode):
    upstream, person = Upstream(), Person(yes)
    async with connected(upstream, person, mode=mode) as client:
        result = await client.call_tool("clearOut", {"order": 5})
    assert upstream.asked == ["GET /orders/5", "DELETE /orders/5"]
    assert not result.is_error
    assert len(person.asked) == 1
    assert "getOrder (GET /orders/{order}), deleteOrder" in person.asked[0].message


async def test_a_workflow_that_is_declined_does_not_begin(mode):
    upstream = Upstream()
    async with connected(upstream, Person(no), mode=mode) as client:
        result = await client.call_tool("clearOut", {"order": 5})
    assert result.is_error
    assert upstream.asked == []


async def test_a_step_that_the_catalogue_does_not_know_is_not_done_unasked(mode):
    upstream, person = Upstream(), Person(yes)
    async with connected(upstream, person, mode=mode) as client:
        result = await client.call_tool("sneaky", {"order": 5})
    assert upstream.asked == ["PUT /orders/5"]
    assert "something was changed before that" in text(result)
    assert person.asked == []


async def test_in_search_mode_the_operation_is_confirmed_as_if_it_were_a_tool(mode):
    upstream, person = Upstream(), Person([no, yes])
    async with connected(upstream, person, mode=mode, search=True) as client:
        wanted = {"name": "deleteOrder", "arguments": {"order": 5}}
        await client.call_tool("call_operation", wanted)
        assert upstream.asked == []
        await client.call_tool("call_operation", wanted)
    assert upstream.asked == ["DELETE /orders/5"]
