# Written by mcpgen; edit freely, functions you change are kept [resources]
"""Resources that are read by calling a tool; those that never change are in `resources.json`."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._runtime import Tools

_reads = itertools.count(1)


async def watched_resource(tools: Tools) -> Any:
    """How often it was read; a client may subscribe to it."""
    return f"Watched resource content, read {next(_reads)} times"


async def template(tools: Tools, *, id: str) -> Any:
    """What is known of an id."""
    return {"id": id, "templateTest": True, "data": f"Data for ID: {id}"}
