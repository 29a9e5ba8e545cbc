# Written by mcpgen; edit freely, functions you change are kept [resources]
"""Resources that are read by calling a tool; those that never change are in `resources.json`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._runtime import Tools


async def book(tools: Tools, *, isbn: str) -> Any:
    """A book."""
    return await tools.call("get_book", {"isbn": isbn})


async def genres(tools: Tools) -> Any:
    """Genres."""
    return await tools.call("list_genres", {})
