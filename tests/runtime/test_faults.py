"""What goes wrong on a real socket: the phase that is told, and how many requests the API saw."""

from __future__ import annotations

import asyncio
import gzip
import json
import zlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from runtime._errors import (
    AnswerError,
    CallError,
    NoAnswerError,
    NotSentError,
    OutcomeUnknownError,
    UpstreamError,
)
from runtime.sending.api import Api
from runtime.sending.client import Upstream, open_client
from runtime.settings.settings import MAX_ANSWER
from runtime.sockets import Connection, serve, unused_url
from runtime.upstream import entry, settings

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


@asynccontextmanager
async def reach(url: str, **env: str) -> AsyncGenerator[Upstream]:
    async with open_client(settings({"BASE_URL": url, **env})) as upstream:
        yield upstream


async def call(upstream: Upstream, method: str = "GET", **private: Any) -> Any:
    api = Api(upstream, entry(f"{method} /pets", **private))
    return await api.request(method, "/pets", **({"json": {"a": 1}} if method == "POST" else {}))


async def fail(url: str, method: str = "GET", **env: str) -> CallError:
    async with reach(url, **env) as upstream:
        with pytest.raises(CallError) as caught:
            await call(upstream, method)
    return caught.value


@pytest.mark.parametrize("method", ["GET", "POST"])
async def test_refused(method: str) -> None:
    error = await fail(unused_url(), method)
    assert type(error) is NotSentError
    assert "Nothing was sent: 127.0.0.1:" in str(error)


async def test_a_name_that_does_not_resolve() -> None:
    error = await fail("http://no-such-host.invalid")
    assert type(error) is NotSentError


@pytest.mark.parametrize(
    ("method", "kind", "connections"), [("GET", NoAnswerError, 3), ("POST", OutcomeUnknownError, 1)]
)
async def test_reset_before_the_request(
    method: str, kind: type[CallError], connections: int
) -> None:
    async def reset(connection: Connection) -> None:
        connection.reset()

    async with serve(reset, on_connect=reset) as api:
        error = await fail(api.url, method)
    # Whether the bytes still left is not known: a write is not repeated.
    assert type(error) is kind
    assert api.connections == connections


@pytest.mark.parametrize(
    ("method", "kind", "requests"), [("GET", NoAnswerError, 3), ("POST", OutcomeUnknownError, 1)]
)
@pytest.mark.parametrize("end", [Connection.reset, Connection.close])
async def test_reset_or_closed_after_the_request(
    end: Any, method: str, kind: type[CallError], requests: int
) -> None:
    async def hang_up(connection: Connection) -> None:
        end(connection)

    async with serve(hang_up) as api:
        error = await fail(api.url, method)
    assert type(error) is kind
    assert len(api.requests) == requests


async def test_a_lost_answer_is_followed_by_a_good_one() -> None:
    async def once(connection: Connection) -> None:
        if connection.number == 1:
            connection.reset()
        else:
            await connection.answer(b'{"ok":true}')

    async with serve(once) as api, reach(api.url) as upstream:
        assert await call(upstream) == {"ok": True}
    assert len(api.requests) == 2


@pytest.mark.parametrize(
    ("method", "kind"), [("GET", NoAnswerError), ("POST", OutcomeUnknownError)]
)
async def test_slow_headers(method: str, kind: type[CallError]) -> None:
    async def slow(connection: Connection) -> None:
        await connection.send(b"HTTP/1.1 200 OK\r\n")
        await asyncio.sleep(30)

    async with serve(slow) as api:
        error = await fail(api.url, method, TIMEOUT="0.5")
    assert type(error) is kind
    assert "within 0.5 s" in str(error)
    assert len(api.requests) == 1


@pytest.mark.parametrize(
    ("method", "told"), [("GET", "not complete within"), ("POST", "do not repeat it")]
)
async def test_a_dribbling_body(method: str, told: str) -> None:
    async def dribble(connection: Connection) -> None:
        await connection.answer(b"", "Content-Length: 1000")
        await connection.send(*[b" "] * 1000, every=0.01)

    async with serve(dribble) as api:
        error = await fail(api.url, method, TIMEOUT="0.5")
    assert isinstance(error, AnswerError)
    assert told in str(error)
    assert len(api.requests) == 1


@pytest.mark.parametrize("framing", ["Content-Length: 100", "Transfer-Encoding: chunked"])
@pytest.mark.parametrize(("method", "requests"), [("GET", 3), ("POST", 1)])
async def test_a_truncated_body(framing: str, method: str, requests: int) -> None:
    async def truncate(connection: Connection) -> None:
        await connection.answer(b"5\r\n[1,2,", framing, status="201 Created")
        connection.close()

    async with serve(truncate) as api:
        error = await fail(api.url, method)
    assert isinstance(error, AnswerError)
    assert error.status == 201
    assert ("do not repeat it" in str(error)) is (method == "POST")
    assert len(api.requests) == requests


async def test_a_truncated_error_is_still_the_error() -> None:
    async def truncate(connection: Connection) -> None:
        await connection.answer(b"no such pet", "Content-Length: 100", status="404 Not Found")
        connection.close()

    async with serve(truncate) as api:
        error = await fail(api.url)
    assert isinstance(error, UpstreamError)
    assert "no such pet" in str(error)
    assert len(api.requests) == 1


async def test_a_content_length_that_is_too_small_cuts_the_answer_and_spoils_nothing_else() -> None:
    async def overrun(connection: Connection) -> None:
        if connection.number == 1:
            await connection.answer(
                b"[1]HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil", "Content-Length: 3"
            )
        else:
            await connection.answer(b"[2]")

    async with serve(overrun) as api, reach(api.url) as upstream:
        assert await call(upstream) == [1]
        assert await call(upstream) == [2]
    assert (len(api.requests), api.connections) == (2, 2)


async def test_an_answer_that_is_not_http() -> None:
    async def babble(connection: Connection) -> None:
        await connection.send(b"220 smtp.example.com ESMTP\r\n")
        connection.close()

    async with serve(babble) as api:
        assert type(await fail(api.url, "POST")) is OutcomeUnknownError
    assert len(api.requests) == 1


def bomb(coding: str) -> bytes:
    zeros = b" " * (MAX_ANSWER + 1)
    if coding == "gzip":
        return gzip.compress(zeros)
    raw = zlib.compressobj(wbits=-15) if coding == "raw" else zlib.compressobj()
    return raw.compress(zeros) + raw.flush()


@pytest.mark.parametrize("coding", ["gzip", "deflate", "raw"])
async def test_a_compression_bomb(coding: str) -> None:
    content = bomb(coding)
    assert len(content) < 100_000

    async def explode(connection: Connection) -> None:
        await connection.answer(
            content, f"Content-Encoding: {'gzip' if coding == 'gzip' else 'deflate'}"
        )

    async with serve(explode) as api:
        error = await fail(api.url)
    assert isinstance(error, AnswerError)
    assert "larger than 10,485,760 bytes" in str(error)
    assert len(api.requests) == 1


async def test_an_answer_without_end() -> None:
    async def pour(connection: Connection) -> None:
        await connection.answer(b"", "Connection: close", "Content-Length: 99999999999")
        while True:
            await connection.send(b" " * 2**16)

    async with serve(pour) as api:
        assert "larger than" in str(await fail(api.url))
        await asyncio.sleep(0.05)
    assert (len(api.requests), api.closed) == (1, 1)


@pytest.mark.parametrize(
    "content",
    [
        gzip.compress(b'{"ok":true}'),
        gzip.compress(b'{"ok":') + gzip.compress(b"true}"),
        gzip.compress(b'{"ok":true}') + b"\0\0\0",
        zlib.compress(b'{"ok":true}'),
        zlib.compress(b'{"ok":true}')[2:-4],
    ],
    ids=["gzip", "two members", "padded", "zlib", "raw"],
)
@pytest.mark.parametrize("every", [0, 0.001])
async def test_compressed_answers(content: bytes, every: float) -> None:
    coding = "gzip" if content[:1] == b"\x1f" else "deflate"

    async def compressed(connection: Connection) -> None:
        await connection.answer(
            b"", f"Content-Encoding: {coding}", f"Content-Length: {len(content)}"
        )
        pieces = [content[i : i + 1] for i in range(len(content))] if every else [content]
        await connection.send(*pieces, every=every)

    async with serve(compressed) as api, reach(api.url) as upstream:
        assert await call(upstream) == {"ok": True}


# Without the time, which would give the test another name each second.
# One that breaks off may have been cut on the way.
@pytest.mark.parametrize(
    ("content", "requests"), [(gzip.compress(b"[1]", mtime=0)[:-9], 3), (b"no gzip at all", 1)]
)
async def test_a_broken_compression(content: bytes, requests: int) -> None:
    async def broken(connection: Connection) -> None:
        await connection.answer(content, "Content-Encoding: gzip")

    async with serve(broken) as api:
        assert isinstance(await fail(api.url), AnswerError)
    assert len(api.requests) == requests


async def test_a_redirect_loop() -> None:
    async def again(connection: Connection) -> None:
        await connection.answer(b"", "Location: /pets", status="302 Found")

    async with serve(again) as api:
        assert isinstance(await fail(api.url), AnswerError)
    assert len(api.requests) == 6


async def test_a_redirect_to_another_host() -> None:
    async def answer(connection: Connection) -> None:
        await connection.answer()

    async with serve(answer) as other:

        async def away(connection: Connection) -> None:
            await connection.answer(b"", f"Location: {other.url}/steal", status="302 Found")

        async with serve(away) as api, reach(api.url, TOKEN="t0k-secret") as upstream:
            assert await call(upstream) == {"status": 302, "location": f"{other.url}/steal"}
    assert (len(api.requests), other.connections) == (1, 0)
    assert b"t0k-secret" in api.requests[0]


@pytest.mark.parametrize(("method", "requests"), [("GET", 3), ("POST", 1)])
async def test_a_429_storm(method: str, requests: int) -> None:
    async def busy(connection: Connection) -> None:
        await connection.answer(b"{}", status="429 Too Many Requests")

    async with serve(busy) as api:
        assert isinstance(await fail(api.url, method), UpstreamError)
    assert len(api.requests) == requests


async def test_a_connection_is_used_again() -> None:
    async def answer(connection: Connection) -> None:
        await connection.answer()

    async with serve(answer) as api, reach(api.url) as upstream:
        for _ in range(3):
            await call(upstream)
    assert (len(api.requests), api.connections) == (3, 1)


async def test_a_connection_that_the_api_has_closed_meanwhile_is_not_used_for_a_write() -> None:
    async def answer_and_close(connection: Connection) -> None:
        await connection.answer()
        connection.close()

    async with serve(answer_and_close) as api, reach(api.url) as upstream:
        await call(upstream)
        await asyncio.sleep(0.05)
        await call(upstream, "POST")
    assert len(api.requests) == 2


async def test_cancelling_closes_the_connection() -> None:
    arrived = asyncio.Event()

    async def hang(connection: Connection) -> None:
        arrived.set()
        await connection.reader.read()  # until the other side closes
        raise ConnectionError

    async with serve(hang) as api, reach(api.url) as upstream:
        async with anyio.create_task_group() as group:
            group.start_soon(call, upstream, "POST")
            await arrived.wait()
            group.cancel_scope.cancel()
        await asyncio.sleep(0.05)
        assert (len(api.requests), api.closed) == (1, 1)


async def test_a_late_answer_is_not_taken_for_that_of_the_next_call() -> None:
    async def late(connection: Connection) -> None:
        number = connection.number
        if number == 1:
            await asyncio.sleep(1)
        await connection.answer(json.dumps(number).encode())

    async with serve(late) as api, reach(api.url, TIMEOUT="0.5") as upstream:
        with pytest.raises(NoAnswerError):
            await call(upstream)
        assert await call(upstream) == 2
    assert api.connections == 2


async def test_what_came_of_an_endless_stream_is_handed_on() -> None:
    async def stream(connection: Connection) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"
        await connection.send(head, b"data: 1\n\n", b'data: {"a": 2}\n\n')
        await asyncio.sleep(30)

    async with serve(stream) as api, reach(api.url, TIMEOUT="0.6") as upstream:
        bound = Api(upstream, entry())
        assert await bound.get("/pets") == [{"data": "1"}, {"data": {"a": 2}}]
        assert bound.last is not None
        assert bound.last.partial
    assert len(api.requests) == 1


async def test_the_wire_has_what_was_written() -> None:
    async def answer(connection: Connection) -> None:
        await connection.answer()

    async with serve(answer) as api, reach(f"{api.url}/base?v=1", HEADERS="X-Note: é") as upstream:
        await Api(upstream, entry()).get(
            "/a/{b}",
            path={"b": "x/ü"},
            query={"q": "a b"},
            cookies={"c": "d;e"},
            headers={"X-Hé"[:3] + "A": "ö"},
        )
    head = api.requests[0].split(b"\r\n")
    assert head[0] == b"GET /base/a/x%2F%C3%BC?q=a%20b&v=1 HTTP/1.1"
    assert b"X-HA: \xc3\xb6" in head
    assert b"X-Note: \xc3\xa9" in head
    assert b"Cookie: c=d%3Be" in head
