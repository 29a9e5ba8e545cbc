"""Tools that ask nothing upstream: what an owner may write, well or badly."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

import anyio
import anyio.to_thread

if TYPE_CHECKING:
    from petstore_mcp._runtime import Api

print("tools.inside is imported")  # noqa: T201  # what a test looks for


async def fail(api: Api) -> Any:
    """Fail with something that nobody should read."""
    raise RuntimeError("internal-detail-4711")


async def chatter(api: Api) -> Any:
    """Print to stdout."""
    print("chatter on stdout", flush=True)  # noqa: T201  # what a test looks for
    return {"said": True}


async def wait(api: Api, *, seconds: float) -> Any:
    """Take a while."""
    await asyncio.sleep(seconds)
    return {"waited": seconds}


async def block(api: Api, *, seconds: float) -> Any:
    """Take a while in a thread, where nothing can stop it."""
    await anyio.to_thread.run_sync(time.sleep, seconds)


async def count(api: Api, *, numbers: list[float]) -> Any:
    """Tell of each number, as progress and in the log."""
    for number in numbers:
        await api.progress(number, 10, f"at {number:g}")
        await api.log({"at": number}, "debug")
    await api.log("counted")
    return {"counted": len(numbers)}
