"""Prompts that call tools, as an owner may write them."""

from __future__ import annotations

from cautious_mcp._runtime import Message, Tools, user


async def spree(tools: Tools) -> list[Message]:
    """Replace an order, and delete another."""
    await tools.call("replaceOrder", {"order": 5, "item": "tea"})
    await tools.call("deleteOrder", {"order": 6})
    return [user("Done.")]


async def cautious(tools: Tools) -> list[Message]:
    """Delete an order."""
    await tools.call("deleteOrder", {"order": 6})
    return [user("Done.")]


def wrap(*, paper: str = "") -> list[Message]:
    """Wrap something."""
    return [user(f"Wrap it in {paper}.")]
