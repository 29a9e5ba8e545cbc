# Written once by mcpgen, yours from here on [hooks]
"""Your seams: what happens around every request to the API. Fill in what you need, delete the rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._runtime import Call, CallError


async def authenticate(call: Call) -> None:
    """Add credentials of your own to `call.request`; asked only for hosts that may have them."""


async def before_send(call: Call) -> None:
    """See or change the request (`call.request`) just before it is sent."""


async def after_receive(call: Call) -> None:
    """See or replace the answer (`call.response`) before it becomes a result."""


async def on_error(call: Call | None, error: CallError) -> None:
    """See what failed, or raise another error; `call` is None where nothing was asked yet."""
