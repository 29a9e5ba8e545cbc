"""Tools for the `files` tag: answers that are no JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from petstore_mcp._runtime import Api


async def get_photo(api: Api) -> Any:
    """Get a photo."""
    return await api.get("/photo")


async def get_report(api: Api) -> Any:
    """Get the report."""
    return await api.get("/report")
