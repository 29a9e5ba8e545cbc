"""Resources of the petstore."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from petstore_mcp._runtime import Tools


async def pet(tools: Tools, *, pet_id: int) -> Any:
    """One pet."""
    return await tools.call("getPet", {"petId": pet_id})


async def pets(tools: Tools) -> Any:
    """All pets."""
    return await tools.call("listPets", {"limit": 1000})


async def found(tools: Tools, *, token: str) -> Any:
    """What a search finds."""
    return await tools.call("searchPets", {"pageToken": token})


async def photo(tools: Tools) -> Any:
    """The photo of the shop."""
    return await tools.call("getPhoto", {})


async def report(tools: Tools) -> Any:
    """What happened this year."""
    return await tools.call("getReport", {})
