"""Arguments that a person is asked for."""

from __future__ import annotations

import json

import pytest

from .shop import MODES, Person, Upstream, closed, connected, filled, no, text

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]


async def test_what_is_missing_is_asked_for(mode):
    upstream, person = Upstream(), Person(filled(paper="gold", ribbons=2))
    async with connected(upstream, person, mode=mode) as client:
        result = await client.call_tool("wrapOrder", {"order": 5, "card": "Hi"})
    assert not result.is_error
    assert upstream.asked == ["POST /orders/5/gift"]
    assert json.loads(upstream.bodies[0]) == {"paper": "gold", "ribbons": 2, "card": "Hi"}


async def test_only_what_is_missing_is_asked_for(mode):
    person = Person(filled(ribbons=2))
    async with connected(Upstream(), person, mode=mode) as client:
        await client.call_tool("wrapOrder", {"order": 5, "paper": "red"})
    assert person.asked[0].requested_schema == {
        "type": "object",
        "properties": {"ribbons": {"type": "integer", "minimum": 0, "maximum": 3}},
        "required": ["ribbons"],
    }


async def test_a_call_that_says_all_asks_nothing(mode):
    upstream, person = Upstream(), Person(no)
    async with connected(upstream, person, mode=mode) as client:
        await client.call_tool("wrapOrder", {"order": 5, "paper": "red", "ribbons": 1})
    assert (len(upstream.asked), person.asked) == (1, [])


async def test_the_form_says_what_the_argument_says(mode):
    person = Person(filled(paper="red", ribbons=0))
    async with connected(Upstream(), person, mode=mode) as client:
        await client.call_tool("wrapOrder", {"order": 5})
    assert person.asked[0].requested_schema["properties"]["paper"] == {
        "type": "string",
        "description": "Colour of the paper.",
        "enum": ["red", "gold"],
    }


@pytest.mark.parametrize("wrong", [{"paper": "blue", "ribbons": 1}, {"paper": "red"}])
async def test_what_does_not_fit_is_asked_for_again(mode, wrong):
    upstream = Upstream()
    person = Person([filled(**wrong), filled(paper="red", ribbons=1)])
    async with connected(upstream, person, mode=mode) as client:
        await client.call_tool("wrapOrder", {"order": 5})
    assert json.loads(upstream.bodies[0]) == {"paper": "red", "ribbons": 1}


@pytest.mark.parametrize("reply", [no, closed])
async def test_nothing_is_sent_when_nobody_says(mode, reply):
    upstream = Upstream()
    async with connected(upstream, Person(reply), mode=mode) as client:
        result = await client.call_tool("wrapOrder", {"order": 5})
    assert text(result).startswith("Not sent: a person was asked for paper, ribbons")
    assert upstream.asked == []


async def test_a_model_is_told_what_is_missing_where_nobody_can_be_asked(mode):
    upstream = Upstream()
    async with connected(upstream, mode=mode) as client:
        result = await client.call_tool("wrapOrder", {"order": 5})
    assert result.is_error
    assert "- paper is missing" in text(result)
    assert upstream.asked == []
