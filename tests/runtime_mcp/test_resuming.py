"""What is kept of a session, for a client that comes back."""

from __future__ import annotations

import pytest
from mcp.types import JSONRPCNotification
from petstore_mcp._runtime.transports.resuming import MOST_BYTES, MOST_EVENTS, Events, _Sessions

pytestmark = pytest.mark.anyio


def note(text: str) -> JSONRPCNotification:
    return JSONRPCNotification(jsonrpc="2.0", method="notifications/message", params={"data": text})


async def replayed(events: Events, after: str) -> tuple[str | None, list[tuple[str, str]]]:
    found: list[tuple[str, str]] = []

    async def send(event) -> None:
        found.append((event.event_id, event.message.params["data"]))

    return await events.replay_events_after(after, send), found


async def test_a_client_gets_what_came_after_in_its_own_stream():
    events = Events()
    begun = await events.store_event("1", None)
    await events.store_event("2", note("of another stream"))
    first = await events.store_event("1", note("first"))
    second = await events.store_event("1", note("second"))

    assert await replayed(events, begun) == ("1", [(first, "first"), (second, "second")])
    assert await replayed(events, first) == ("1", [(second, "second")])


@pytest.mark.parametrize("unknown", ["7", "0", "-1", "x", "", "٣"])
async def test_what_is_not_kept_gives_nothing(unknown):
    events = Events()
    await events.store_event("1", note("first"))

    assert await replayed(events, unknown) == (None, [])


async def test_only_the_latest_events_are_kept():
    events = Events()
    first = await events.store_event("1", None)
    for number in range(MOST_EVENTS):
        await events.store_event("1", note(str(number)))

    assert await replayed(events, first) == (None, [])


async def test_only_so_many_bytes_are_kept():
    events = Events()
    begun = await events.store_event("1", None)
    large = await events.store_event("1", note("x" * (MOST_BYTES // 2)))
    last = await events.store_event("1", note("y" * (MOST_BYTES // 2)))

    assert await replayed(events, begun) == (None, [])
    assert await replayed(events, large) == (None, [])
    assert (await replayed(events, last))[0] == "1"


async def test_a_session_has_a_store_of_its_own():
    sessions = _Sessions(app=None)  # type: ignore[arg-type]
    first, second = sessions._admit_session(None), sessions._admit_session(None)

    assert isinstance(first._event_store, Events)
    assert first._event_store is not second._event_store
