"""Tools that are called from inside: for a prompt, or while somebody types."""

from __future__ import annotations

import anyio
import pytest
from mcp import MCPError
from mcp.types import PromptReference

from .shop import MODES, Person, Upstream, connected, yes

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("mode", MODES)]


async def test_a_tool_behind_a_prompt_is_confirmed_as_any_other(mode):
    upstream, person = Upstream(), Person(yes)
    async with connected(upstream, person, mode=mode) as client:
        await client.get_prompt("cautious")
    assert upstream.asked == ["DELETE /orders/6"]
    assert len(person.asked) == 1


async def test_nothing_is_asked_once_a_prompt_has_changed_something(mode):
    """Or the first change would be made again with the answer."""
    upstream, person = Upstream(), Person(yes)
    async with connected(upstream, person, mode=mode) as client:
        with pytest.raises(MCPError, match="something was changed before that"):
            await client.get_prompt("spree")
    assert upstream.asked == ["PUT /orders/5"]
    assert person.asked == []


async def test_nobody_is_asked_while_somebody_types(mode):
    upstream = Upstream()
    async with connected(upstream, Person(yes), mode=mode) as client:
        with anyio.fail_after(20):
            found = await client.complete(
                PromptReference(name="wrap"), {"name": "paper", "value": ""}
            )
    assert found.completion.values == []
    assert upstream.asked == []
