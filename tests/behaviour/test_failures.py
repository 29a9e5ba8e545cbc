"""What a failed call tells, and what reached the API: never more than is safe."""

from __future__ import annotations

from typing import Any

import anyio
import httpx2
import pytest
from served_runtime.sending import retry

from .served import Served, serve, text_of

pytestmark = pytest.mark.anyio

ORDERS = """
    paths:
      /orders:
        get: {operationId: listOrders, responses: {"200": {description: all}}}
        post:
          operationId: placeOrder
          requestBody: {content: {application/json: {schema: {type: object, properties: {item: {type: string}}}}}}
          responses: {"201": {description: placed}}
      /orders/{id}:
        parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
        get: {operationId: getOrder, responses: {"200": {description: one}}}
        put: {operationId: putOrder, responses: {"204": {description: put}}}
        delete: {operationId: cancelOrder, responses: {"204": {description: gone}}}
    """
KEYED = "operations: {placeOrder: {idempotency_key: Idempotency-Key}}\n"


@pytest.fixture(autouse=True)
def _quick_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(retry, "_FIRST_PAUSE", 0.001)


def refused(_: httpx2.Request) -> httpx2.Response:
    raise httpx2.ConnectError("refused")


def lost(_: httpx2.Request) -> httpx2.Response:
    raise httpx2.ReadError("")


OK = httpx2.Response(200, json={"id": 7})


async def order(*answers: Any, **more: Any) -> tuple[Served, Any]:
    async with serve(ORDERS, *answers, **more) as shop:
        return shop, await shop.call("placeOrder", item="tea")


async def test_not_sent_is_told_as_that_and_tried_again() -> None:
    shop, result = await order(refused)
    assert "Nothing was sent" in text_of(result)
    assert len(shop.requests) == 3

    shop, result = await order(refused, OK)
    assert not result.is_error
    assert len(shop.requests) == 2


async def test_a_write_whose_answer_was_lost_is_not_repeated() -> None:
    shop, result = await order(lost, OK)

    assert result.is_error
    assert "Outcome unknown" in text_of(result)
    assert "It may have taken effect" in text_of(result)
    assert len(shop.requests) == 1


async def test_a_read_whose_answer_was_lost_is() -> None:
    async with serve(ORDERS, lost, OK) as shop:
        result = await shop.call("listOrders")

    assert not result.is_error
    assert len(shop.requests) == 2


async def test_an_answer_with_an_error_is_no_lost_one() -> None:
    shop, result = await order(httpx2.Response(500, json={"message": "broken"}), OK)

    assert "The API answered 500" in text_of(result)
    assert "Outcome unknown" not in text_of(result)
    assert "look whether the request took effect" in text_of(result)
    assert len(shop.requests) == 1


@pytest.mark.parametrize("authoritative", [True, False])
async def test_the_status_query_is_named_and_what_it_proves(
    authoritative: bool,
) -> None:
    query = f"{{tool: listOrders, authoritative: {str(authoritative).lower()}}}"
    choices = f"operations: {{placeOrder: {{status_query: {query}}}}}\n"
    shop, result = await order(lost, choices=choices)

    assert "call listOrders to learn what became of it" in text_of(result)
    assert ("Finding nothing there proves nothing yet" in text_of(result)) is not authoritative
    assert len(shop.requests) == 1


async def test_with_a_key_the_same_intent_is_sent_again_with_the_same_key() -> None:
    async with serve(ORDERS, lost, OK, choices=KEYED) as shop:
        result = await shop.call("placeOrder", item="tea", idempotency_key="order-7")

    assert [sent.headers["idempotency-key"] for sent in shop.requests] == ["order-7"] * 2
    assert [sent.json() for sent in shop.requests] == [{"item": "tea"}] * 2
    assert "Idempotency key: order-7." in text_of(result)


async def test_a_key_of_ours_is_told_whatever_comes_of_the_call() -> None:
    for answer, told in ((OK, "Idempotency key: "), (lost, "same idempotency_key, '")):
        shop, result = await order(answer, choices=KEYED)
        keys = {sent.headers["idempotency-key"] for sent in shop.requests}
        assert len(keys) == 1
        assert told + keys.pop() in text_of(result)


async def test_another_call_has_another_key() -> None:
    async with serve(ORDERS, OK, choices=KEYED) as shop:
        for _ in range(2):
            await shop.call("placeOrder", item="tea")

    first, second = (sent.headers["idempotency-key"] for sent in shop.requests)
    assert first != second


async def test_accepted_is_not_done() -> None:
    answer = httpx2.Response(202, json={"id": 7}, headers={"Location": "/v1/jobs/7"})
    _, result = await order(answer)

    assert not result.is_error
    assert "Accepted (202), not completed" in text_of(result)
    assert "/v1/jobs/7" in text_of(result)
    assert "Done" not in text_of(result)


async def test_a_storm_ends_and_a_write_is_not_part_of_it() -> None:
    async with serve(ORDERS, httpx2.Response(429)) as shop:
        result = await shop.call("listOrders")
        reads = len(shop.requests)
        await shop.call("placeOrder")

    assert "429" in text_of(result)
    assert reads == 3
    assert len(shop.requests) == 4


async def test_a_retry_after_over_two_seconds_is_told_and_not_waited_for() -> None:
    async with serve(ORDERS, httpx2.Response(503, headers={"Retry-After": "3"}), OK) as shop:
        result = await shop.call("listOrders")

    assert "Retry after 3 s." in text_of(result)
    assert len(shop.requests) == 1


async def test_one_deadline_is_for_all_attempts(monkeypatch: pytest.MonkeyPatch) -> None:
    choices = "operations: {listOrders: {limits: {timeout: 1.2, retries: 10}}}\n"
    monkeypatch.setattr("served_runtime.sending.send.pause_after_answer", lambda *_, **__: 0.5)
    async with serve(ORDERS, httpx2.Response(503), choices=choices) as shop:
        result = await shop.call("listOrders")

    assert "503" in text_of(result)
    assert 1 <= len(shop.requests) <= 3


class Slow(httpx2.AsyncBaseTransport):
    """An API that never answers, and sees when nobody waits any more."""

    def __init__(self) -> None:
        self.requests: list[httpx2.Request] = []
        self.asked = anyio.Event()
        self.gone = anyio.Event()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.requests.append(request)
        self.asked.set()
        try:
            await anyio.sleep_forever()
        finally:
            self.gone.set()
        raise AssertionError


async def test_cancelling_closes_the_request_and_undoes_nothing() -> None:
    api = Slow()
    async with serve(ORDERS, transport=api) as shop, anyio.create_task_group() as tasks:
        tasks.start_soon(shop.call, "placeOrder")
        await api.asked.wait()
        tasks.cancel_scope.cancel()
        with anyio.CancelScope(shield=True), anyio.fail_after(10):
            await api.gone.wait()
            # What a compensation would be asked for by now.
            await anyio.wait_all_tasks_blocked()

    assert [request.method for request in api.requests] == ["POST"]


class Turnstile(httpx2.AsyncBaseTransport):
    """An API that lets requests out one at a time, when it is told to, and keeps how many were inside."""

    def __init__(self) -> None:
        self.out = anyio.Semaphore(0)
        self.inside = 0
        self.most = 0

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.inside += 1
        self.most = max(self.most, self.inside)
        await self.out.acquire()
        self.inside -= 1
        return httpx2.Response(200, json={"id": request.url.path})


async def test_calls_of_one_tool_wait_for_one_another_and_for_no_other() -> None:
    api = Turnstile()
    choices = "operations: {placeOrder: {limits: {concurrency: 2}}}\n"
    async with (
        serve(ORDERS, transport=api, choices=choices) as shop,
        anyio.create_task_group() as tasks,
    ):
        for _ in range(5):
            tasks.start_soon(shop.call, "placeOrder")
        await anyio.wait_all_tasks_blocked()
        waiting = api.inside
        tasks.start_soon(shop.call, "listOrders")
        await anyio.wait_all_tasks_blocked()
        beside = api.inside
        for _ in range(6):
            api.out.release()

    assert (waiting, beside, api.most) == (2, 3, 3)


async def test_too_high_a_rate_is_refused_with_the_time_to_wait() -> None:
    async with serve(ORDERS, OK, env={"RATE": "2"}) as shop:
        results = [await shop.call("listOrders") for _ in range(3)]
        other = await shop.call("getOrder", id=1)

    assert [result.is_error for result in results] == [False, False, True]
    assert "Not sent: listOrders may be called 2 times a minute. Retry after 30 s." in text_of(
        results[2]
    )
    assert not other.is_error
    assert len(shop.requests) == 3


@pytest.mark.parametrize("status", [404, 410])
async def test_ids_are_suspected_only_where_the_call_has_some(status: int) -> None:
    gone = httpx2.Response(status, json={"message": "no"})
    _, result = await order(gone)
    assert "ids" not in text_of(result)
    assert "base URL" in text_of(result)

    async with serve(ORDERS, gone) as shop:
        result = await shop.call("getOrder", id=7)
    assert "Check the ids" in text_of(result)


async def test_a_status_is_not_told_twice() -> None:
    _, result = await order(httpx2.Response(401, json={"message": "Unauthorized"}))
    assert text_of(result).lower().count("unauthorized") == 1
