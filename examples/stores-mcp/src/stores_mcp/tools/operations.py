# Written by mcpgen; edit freely, functions you change are kept [tools/operations]
"""Tools of the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .._runtime import Api


async def opening_hours(api: Api) -> Any:
    """Opening hours."""
    return {"shop": "9 to 17, Sundays excepted", "warehouse": "around the clock"}
