from __future__ import annotations

import time
from email.utils import formatdate
from typing import Any

import anyio
import httpx2
import pytest

from runtime._errors import (
    AnswerError,
    ArgumentError,
    CallError,
    LimitError,
    NoAnswerError,
    NotSentError,
    OutcomeUnknownError,
    UpstreamError,
)
from runtime.sending.hooks import Call
from runtime.sending.rates import InMemory
from runtime.sending.retry import retry_after
from runtime.serving.principal import Principal
from runtime.upstream import entry, make

pytestmark = pytest.mark.anyio

OK = httpx2.Response(200, json={"ok": True})
REFUSED = httpx2.ConnectError("refused")
LOST = httpx2.ReadError("")
READS = ["GET", "HEAD", "OPTIONS", "QUERY", "TRACE"]
SAFE_TO_REPEAT = [*READS, "PUT", "DELETE"]
WRITES = ["POST", "PATCH"]


@pytest.mark.parametrize("method", [*SAFE_TO_REPEAT, *WRITES])
async def test_what_was_not_sent_is_sent_again(method: str) -> None:
    shop = make(REFUSED, REFUSED, OK)
    await shop.call(method)
    assert len(shop.api.requests) == 3


async def test_nobody_tries_for_ever() -> None:
    shop = make(REFUSED)
    with pytest.raises(
        NotSentError, match=r"Nothing was sent: api\.test cannot be reached \(refused\)"
    ):
        await shop.call()
    assert len(shop.api.requests) == 3


@pytest.mark.parametrize("method", SAFE_TO_REPEAT)
async def test_a_lost_answer_is_asked_for_again_where_that_is_harmless(method: str) -> None:
    shop = make(LOST, OK)
    await shop.call(method)
    assert len(shop.api.requests) == 2


@pytest.mark.parametrize("method", WRITES)
async def test_a_lost_answer_to_a_write_is_an_unknown_outcome(method: str) -> None:
    shop = make(LOST, OK)
    with pytest.raises(OutcomeUnknownError, match="Do not repeat it blindly"):
        await shop.call(method)
    assert len(shop.api.requests) == 1


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
async def test_an_attempt_that_was_sent_is_not_forgotten(method: str) -> None:
    shop = make(LOST, REFUSED)
    with pytest.raises(OutcomeUnknownError):
        await shop.call(method)
    assert len(shop.api.requests) == 3
    shop = make(LOST, httpx2.Response(404))
    with pytest.raises(UpstreamError, match="An earlier attempt got no answer"):
        await shop.call(method)


async def test_a_repeatable_write_that_stays_unanswered_is_unknown_and_may_be_repeated() -> None:
    shop = make(LOST)
    with pytest.raises(OutcomeUnknownError, match="Repeating the same call is safe"):
        await shop.call("PUT")
    assert len(shop.api.requests) == 3


@pytest.mark.parametrize(
    ("authoritative", "told"),
    [(True, "call getOrder to learn"), (False, "Finding nothing there proves nothing yet")],
)
async def test_the_status_query_is_named(*, authoritative: bool, told: str) -> None:
    of = entry("POST /pets", statusQuery={"tool": "getOrder", "authoritative": authoritative})
    with pytest.raises(OutcomeUnknownError) as caught:
        await make(LOST, of=of).call("POST")
    assert told in str(caught.value)
    assert ("proves nothing" in str(caught.value)) is not authoritative


class TestIdempotencyKey:
    OF = entry("POST /pets", idempotencyKey="Idempotency-Key")

    async def test_the_callers_key_goes_out_and_makes_repeating_safe(self) -> None:
        shop = make(LOST, OK, of=self.OF, idempotency_key="order-7")
        await shop.call("POST")
        assert [r.headers["idempotency-key"] for r in shop.api.requests] == ["order-7"] * 2

    async def test_a_call_without_one_gets_its_own(self) -> None:
        shop = make(LOST, OK, of=self.OF)
        await shop.call("POST")
        first, second = (r.headers["idempotency-key"] for r in shop.api.requests)
        assert first == second == shop.bound.idempotency_key  # type: ignore[union-attr]
        await shop.call("POST")
        assert shop.api.last.headers["idempotency-key"] != first

    async def test_an_unknown_outcome_tells_the_key(self) -> None:
        with pytest.raises(OutcomeUnknownError, match="same idempotency_key, 'order-7'"):
            await make(LOST, of=self.OF, idempotency_key="order-7").call("POST")

    async def test_a_tool_that_takes_none_sends_none(self) -> None:
        shop = make(OK, of=entry("POST /pets"), idempotency_key="order-7")
        await shop.call("POST")
        assert "order-7" not in shop.api.last.headers.values()

    async def test_reads_carry_none(self) -> None:
        shop = make(OK, of=self.OF, idempotency_key="order-7")
        await shop.call("GET")
        assert "idempotency-key" not in shop.api.last.headers


@pytest.mark.parametrize(
    ("hints", "method", "attempts"),
    [
        ({"readOnlyHint": True, "idempotentHint": False}, "POST", 2),
        ({"readOnlyHint": False, "idempotentHint": True}, "POST", 2),
        ({"readOnlyHint": False, "idempotentHint": False}, "POST", 1),
        ({"readOnlyHint": False, "idempotentHint": False}, "PUT", 1),
    ],
)
async def test_the_tool_knows_better_than_its_method(
    hints: dict[str, bool], method: str, attempts: int
) -> None:
    shop = make(LOST, OK, of=entry(f"{method} /pets", annotations=hints))
    try:
        await shop.call(method)
    except OutcomeUnknownError:
        assert attempts == 1
    assert len(shop.api.requests) == attempts


async def test_hints_are_about_the_tools_own_operation() -> None:
    shop = make(
        LOST, of=entry("GET /pets", annotations={"readOnlyHint": True, "idempotentHint": True})
    )
    with pytest.raises(OutcomeUnknownError):
        await shop.call("POST")
    assert len(shop.api.requests) == 1


@pytest.mark.parametrize("status", [429, 502, 503, 504])
async def test_a_passing_error_is_retried_where_that_is_harmless(status: int) -> None:
    shop = make(httpx2.Response(status), OK)
    assert await shop.call() == {"ok": True}
    write = make(httpx2.Response(status), OK)
    with pytest.raises(UpstreamError, match=str(status)):
        await write.call("POST")
    assert (len(shop.api.requests), len(write.api.requests)) == (2, 1)


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 422, 500, 501])
async def test_another_error_is_not(status: int) -> None:
    shop = make(httpx2.Response(status), OK)
    with pytest.raises(UpstreamError, match=str(status)):
        await shop.call()
    assert len(shop.api.requests) == 1


async def test_a_storm_of_429_ends() -> None:
    shop = make(httpx2.Response(429))
    with pytest.raises(UpstreamError, match="Wait before the next call"):
        await shop.call()
    assert len(shop.api.requests) == 3


async def test_a_long_retry_after_is_told_and_not_waited_for() -> None:
    shop = make(httpx2.Response(429, headers={"Retry-After": "7"}), OK)
    with pytest.raises(UpstreamError, match=r"Retry after 7 s\."):
        await shop.call()
    assert len(shop.api.requests) == 1


async def test_a_short_one_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("runtime.sending.send.anyio.sleep", sleep)
    shop = make(httpx2.Response(503, headers={"Retry-After": "2"}), OK)
    await shop.call()
    assert slept == [2.0]


async def test_a_pause_longer_than_the_time_left_is_not_begun() -> None:
    shop = make(httpx2.Response(503, headers={"Retry-After": "2"}), OK, env={"TIMEOUT": "1"})
    with pytest.raises(UpstreamError, match="503"):
        await shop.call()
    assert len(shop.api.requests) == 1


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("7", 7.0),
        ("0", 0.0),
        (formatdate(0), 0.0),
        ("soon", None),
        ("", None),
        ("-1", None),
        ("1.5", None),
    ],
)
def test_retry_after(text: str, seconds: float | None) -> None:
    assert retry_after({"retry-after": text}) == seconds


def test_retry_after_as_a_date() -> None:
    seconds = retry_after({"retry-after": formatdate(time.time() + 60, usegmt=True)})
    assert seconds is not None
    assert 50 < seconds < 61


class Late(httpx2.AsyncBaseTransport):
    """An API that takes its time."""

    def __init__(self) -> None:
        self.requests = 0
        self.cancelled = 0

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests += 1
        try:
            await anyio.sleep(30)
        except BaseException:
            self.cancelled += 1
            raise
        return OK


async def test_the_deadline_ends_a_read_without_an_answer() -> None:
    shop, api = make(env={"TIMEOUT": "0.05"}), Late()
    shop.upstream._transport = api
    with pytest.raises(NoAnswerError, match=r"no answer came within 0\.05 s"):
        await shop.call()
    assert (api.requests, api.cancelled) == (1, 1)


async def test_the_deadline_ends_a_write_with_an_unknown_outcome() -> None:
    shop, api = make(of=entry("POST /pets", limits={"timeout": 0.05})), Late()
    shop.upstream._transport = api
    with pytest.raises(OutcomeUnknownError):
        await shop.call("POST")
    assert api.requests == 1


async def test_cancelling_the_call_ends_the_request() -> None:
    shop, api = make(), Late()
    shop.upstream._transport = api
    with anyio.move_on_after(0.05) as scope:
        await shop.call("POST")
    assert scope.cancelled_caught
    assert (api.requests, api.cancelled) == (1, 1)


class TestLimits:
    async def test_too_many_calls_a_minute_are_refused(self) -> None:
        shop = make(OK, env={"RATE": "2"})
        await shop.call()
        await shop.call()
        with pytest.raises(LimitError, match=r"2 times a minute\. Retry after 30 s"):
            await shop.call()
        assert len(shop.api.requests) == 2

    async def test_the_bucket_fills_again(self) -> None:
        shop, times = make(OK, env={"RATE": "2"}), [0.0]
        shop.upstream.limits._rates = InMemory(clock=lambda: times[-1])
        for at in (0.0, 0.0, 31.0):
            times.append(at)
            await shop.call()
        with pytest.raises(LimitError):
            await shop.call()

    async def test_tools_and_callers_have_limits_of_their_own(self) -> None:
        shop = make(OK, env={"RATE": "1"})
        for caller in ("ada", "bob"):
            shop.options["principal"] = Principal(subject=caller)
            await shop.call()
        shop.entry = entry(name="another")
        await shop.call()
        with pytest.raises(LimitError):
            await shop.call()

    async def test_calls_at_a_time_wait_for_one_another(self) -> None:
        most = now = 0

        class Api(httpx2.AsyncBaseTransport):
            async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
                nonlocal most, now
                now += 1
                most = max(most, now)
                await anyio.sleep(0.002)
                now -= 1
                return httpx2.Response(204)

        shop = make(env={"MAX_CONCURRENCY": "3"})
        shop.upstream._transport = Api()
        async with anyio.create_task_group() as group:
            for _ in range(10):
                group.start_soon(shop.call)
        assert most == 3
        assert not shop.upstream.limits._slots

    async def test_waiting_too_long_is_not_having_sent(self) -> None:
        shop, api = make(env={"MAX_CONCURRENCY": "1"}), Late()
        shop.upstream._transport = api
        async with anyio.create_task_group() as group:
            group.start_soon(shop.call, "POST")
            await anyio.wait_all_tasks_blocked()
            shop.entry = entry(limits={"timeout": 0.01})
            with pytest.raises(NotSentError, match="was not reached within"):
                await shop.call("POST")
            group.cancel_scope.cancel()
        assert api.requests == 1


class TestHooks:
    async def test_they_see_and_change_request_and_answer(self) -> None:
        class Own:
            @staticmethod
            async def before_send(call: Call) -> None:
                call.request.headers["X-Trace"] = f"{call.attempt}"

            @staticmethod
            async def after_receive(call: Call) -> None:
                call.response = httpx2.Response(
                    200, json=call.answer.json() | {"n": call.attempt}, request=call.request
                )

        shop = make(LOST, OK, hooks=Own)
        assert await shop.call() == {"ok": True, "n": 2}
        assert [r.headers["x-trace"] for r in shop.api.requests] == ["1", "2"]

    async def test_an_error_is_shown_and_may_become_another(self) -> None:
        seen: list[Any] = []

        class Own:
            @staticmethod
            async def on_error(call: Call | None, error: CallError) -> None:
                seen.append((call and call.answer.status_code, type(error)))
                raise CallError("in other words") from error

        with pytest.raises(CallError, match="in other words"):
            await make(httpx2.Response(404), hooks=Own).call()
        assert seen == [(404, UpstreamError)]

    async def test_calls_tell_what_was_asked(self) -> None:
        shop = make(OK)
        await shop.call()
        assert shop.bound is not None
        assert shop.bound.last is shop.bound.calls[-1]
        assert shop.bound.last.answer.status_code == 200


async def test_an_argument_that_cannot_be_sent_makes_no_request() -> None:
    shop = make(OK)
    with pytest.raises(ArgumentError):
        await shop.call("GET", "/pets/{id}", path={"id": ".."})
    with pytest.raises(CallError):
        await shop.call(query={"a": "x" * 70_000})
    assert shop.api.requests == []


async def test_a_missing_address_is_told() -> None:
    with pytest.raises(NotSentError, match="SHOP_BASE_URL"):
        await make(servers=("/v1",)).call()


async def test_an_answer_with_an_unasked_compression_is_told() -> None:
    class Odd(httpx2.AsyncBaseTransport):
        async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
            return httpx2.Response(200, headers={"content-encoding": "br"}, stream=Stream())

    class Stream(httpx2.AsyncByteStream):
        async def __aiter__(self) -> Any:
            yield b"x"

    shop = make()
    shop.upstream._transport = Odd()
    with pytest.raises(AnswerError, match="compressed as br"):
        await shop.call()
