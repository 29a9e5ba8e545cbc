"""How often a tool may be called: by one process, and by several that share a Redis."""

from __future__ import annotations

import httpx2
import pytest
import redis.asyncio
from petstore_mcp._runtime.sending.rates import InMemory, Rates
from petstore_mcp._runtime.sending.rates_redis import InRedis
from petstore_mcp._runtime.testing import connect

from tests.redis_server import some_redis

pytestmark = pytest.mark.anyio

ADA = ("listPets", "ada")


@pytest.fixture(scope="module")
def redis_url():
    with some_redis() as url:
        yield url


@pytest.fixture(params=["memory", "redis"])
async def rates(request, tmp_path) -> Rates:
    if request.param == "memory":
        yield InMemory()
        return
    shared = InRedis(request.getfixturevalue("redis_url"), tmp_path.name)
    yield shared
    await shared.aclose()


async def test_so_many_calls_are_taken_and_then_there_is_a_wait(rates):
    taken = [await rates.take(ADA, 2) for _ in range(2)]
    wait = await rates.take(ADA, 2)

    assert taken == [0, 0]
    assert 25 < wait <= 30  # seconds until the next of two a minute


async def test_what_is_refused_does_not_count(rates):
    await rates.take(ADA, 1)
    waits = [await rates.take(ADA, 1) for _ in range(5)]

    assert all(50 < wait <= 60 for wait in waits)


async def test_one_caller_and_tool_cost_another_nothing(rates):
    await rates.take(ADA, 1)

    assert await rates.take(("listPets", "bob"), 1) == 0
    assert await rates.take(("getPet", "ada"), 1) == 0


async def test_less_than_one_a_minute_is_one_in_a_longer_time(rates):
    assert await rates.take(ADA, 0.5) == 0
    assert 110 < await rates.take(ADA, 0.5) <= 120


async def test_a_bucket_in_redis_refills_and_is_forgotten_when_it_is_full(redis_url):
    rates = InRedis(redis_url, "refilling")
    await rates.take(ADA, 2)
    async with redis.asyncio.Redis.from_url(redis_url) as client:
        (key,) = await client.keys("mcp:refilling:rate:listPets:*")
        assert 30 < await client.ttl(key) <= 61
        seconds, _ = await client.time()
        await client.hset(key, mapping={"left": 0, "at": seconds - 30})

    assert await rates.take(ADA, 2) == 0  # that of half a minute
    assert await rates.take(ADA, 2) > 0
    await rates.aclose()


def answer(_: httpx2.Request) -> httpx2.Response:
    return httpx2.Response(200, json=[])


async def said(client) -> str:
    return (await client.call_tool("listPets", {})).content[0].text


async def test_servers_that_share_a_redis_count_together(redis_url):
    env = {"PETSTORE_RATE": "1", "PETSTORE_STATE_STORE": redis_url}
    async with (
        connect("petstore_mcp", answer, env=env) as one,
        connect("petstore_mcp", answer, env=env) as other,
    ):
        assert await said(one) == "[]"
        assert "may be called 1 times a minute" in await said(other)


async def test_while_redis_is_away_each_server_counts_its_own(free_tcp_port):
    away = f"redis://127.0.0.1:{free_tcp_port}/0"
    env = {"PETSTORE_RATE": "1", "PETSTORE_STATE_STORE": away}
    async with (
        connect("petstore_mcp", answer, env=env) as one,
        connect("petstore_mcp", answer, env=env) as other,
    ):
        assert [await said(one), await said(other)] == ["[]", "[]"]
        assert "may be called 1 times a minute" in await said(one)
