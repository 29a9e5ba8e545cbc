"""What a client is told of a call that takes a while: more each time, whatever the call is at."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from runtime.sending import meter
from runtime.sending.api import Api
from runtime.sending.client import open_client
from runtime.sending.phases import Progress
from runtime.serving.peer import Peer
from runtime.sockets import Connection, serve
from runtime.upstream import entry, settings

pytestmark = pytest.mark.anyio

LARGE = b"x" * 2**23


class Told:
    """A client that keeps what it is told."""

    def __init__(self) -> None:
        self.reports: list[tuple[float, float | None, str]] = []
        self._news = asyncio.Event()
        self.session = SimpleNamespace(report_progress=self.report)
        self.meta = None

    async def report(self, done: float, total: float | None, message: str) -> None:
        self.reports.append((done, total, message))
        self._news.set()

    @property
    def stages(self) -> list[str]:
        return list(dict.fromkeys(message.partition(":")[0] for _, _, message in self.reports))

    async def hear(self, stage: str) -> None:
        """Wait until a report of that stage has come."""
        async with asyncio.timeout(20):
            while stage not in self.stages:
                self._news.clear()
                await self._news.wait()


@pytest.fixture(autouse=True)
def _often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(meter, "INTERVAL", 0.01)


@pytest.fixture
def told() -> Told:
    return Told()


async def call(url: str, told: Told, method: str = "GET", times: int = 1, **parts: Any) -> None:
    async with open_client(settings({"BASE_URL": url})) as upstream:
        api = Api(upstream, entry(f"{method} /pets"), peer=Peer(told))  # type: ignore[arg-type]
        for _ in range(times):
            await api.request(method, "/pets", **parts)


def increases(told: Told) -> bool:
    done = [each for each, _, _ in told.reports]
    return all(one < other for one, other in pairwise(done))


async def test_a_slow_answer_is_waited_for(told: Told) -> None:
    async def slow(connection: Connection) -> None:
        await told.hear("Waiting for the answer")
        await asyncio.sleep(0.05)
        await connection.answer()

    async with serve(slow) as api:
        await call(api.url, told)

    assert len(told.reports) > 1
    assert increases(told)
    assert all(0 <= done < 1 and total == 1 for done, total, _ in told.reports)


async def test_a_long_upload_is_told_by_what_has_left(told: Told) -> None:
    async def reads_slowly(connection: Connection) -> None:
        head = b""
        while b"\r\n\r\n" not in head:
            head += await connection.reader.read(1)
        await told.hear("Sending")
        while len(head) < len(LARGE):
            head += await connection.reader.read(2**20)
        await connection.answer()
        connection.close()

    async with serve(reads_slowly, on_connect=reads_slowly) as api:
        await call(api.url, told, "POST", binary=LARGE, media_type="application/octet-stream")

    done, _, message = next(each for each in told.reports if each[2].startswith("Sending"))
    assert f"of {len(LARGE):,} bytes" in message
    assert done <= 0.5
    assert increases(told)


@pytest.mark.parametrize("known", [True, False])
async def test_a_long_download_is_told_by_what_has_come(told: Told, known: bool) -> None:
    piece = b"1" * 1000
    framing = f"Content-Length: {2 * len(piece)}" if known else "Transfer-Encoding: chunked"
    chunk = piece if known else b"3e8\r\n" + piece + b"\r\n"

    async def in_pieces(connection: Connection) -> None:
        head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n{framing}\r\n\r\n"
        await connection.send(head.encode(), chunk)
        await told.hear("Receiving")
        await asyncio.sleep(0.05)
        await connection.send(chunk, *([] if known else [b"0\r\n\r\n"]))

    async with serve(in_pieces) as api:
        await call(api.url, told)

    assert "Receiving: 1,000 of 2,000 bytes" in told.reports[-1][2] or not known
    assert increases(told)


async def test_a_pause_between_attempts_is_told(told: Told) -> None:
    async def busy_at_first(connection: Connection) -> None:
        if connection.number == 1:
            await connection.answer(b"{}", "Retry-After: 1", status="503 Busy")
        else:
            await connection.answer()

    async with serve(busy_at_first) as api:
        await call(api.url, told)

    assert "Waiting to try again" in told.stages
    assert increases(told)


async def test_several_requests_are_several_units(told: Told) -> None:
    async def slow(connection: Connection) -> None:
        await asyncio.sleep(0.1)
        await connection.answer()

    async with serve(slow) as api:
        await call(api.url, told, times=3)

    assert increases(told)
    assert {int(done) for done, _, _ in told.reports} == {0, 1, 2}


async def test_a_function_that_speaks_for_itself_is_not_spoken_over(told: Told) -> None:
    async def slow(connection: Connection) -> None:
        await asyncio.sleep(0.1)
        await connection.answer()

    async with serve(slow) as served, open_client(settings({"BASE_URL": served.url})) as upstream:
        api = Api(upstream, entry("GET /pets"), peer=Peer(told))  # type: ignore[arg-type]
        await api.progress(1, 10, "begun")
        await api.get("/pets")

    assert told.reports == [(1, 10, "begun")]


async def test_a_quick_call_is_not_worth_a_word(
    told: Told, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(meter, "INTERVAL", 60)

    async def quick(connection: Connection) -> None:
        await connection.answer()

    async with serve(quick) as api:
        await call(api.url, told)

    assert told.reports == []


@pytest.mark.parametrize(
    ("progress", "share"),
    [
        (Progress(), 0),
        (Progress(size=10, outgoing=5), 0.25),
        (Progress(size=10, outgoing=10), 0.5),
        (Progress(status=200, expected=10, body=bytearray(5)), 0.5),
        (Progress(size=10, outgoing=10, status=200, expected=10, body=bytearray(5)), 0.75),
        (Progress(status=200, expected=10, body=bytearray(10)), 1),
        (Progress(status=200, body=bytearray(2**20)), 0.5),
        (Progress(status=200, expected=2, body=bytearray(4)), 1),  # it says too little
    ],
)
def test_a_share_of_a_request(progress: Progress, share: float) -> None:
    assert meter.share(progress) == share


@given(
    st.lists(
        st.one_of(
            st.tuples(st.just("own"), st.floats(allow_nan=False, allow_infinity=False)),
            st.tuples(st.integers(0, 3), st.floats(0, 1)),
        )
    )
)
def test_r76_progress_only_ever_rises(steps: list[tuple[Any, float]]) -> None:
    told = Told()

    async def run() -> None:
        peer = Peer(told)  # type: ignore[arg-type]
        for kind, value in steps:
            if kind == "own":
                await peer.progress(value)
            else:
                await peer.advance(kind, value, "under way")

    asyncio.run(run())

    assert increases(told)
