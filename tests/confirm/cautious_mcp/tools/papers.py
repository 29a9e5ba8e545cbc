"""A tool that reads, and is confirmed all the same."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cautious_mcp._runtime import Api


async def list_papers(api: Api) -> Any:
    """List the papers there are."""
    return await api.get("/papers")
