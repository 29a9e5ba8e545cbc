"""What a state travels in: keys, the record of used ones, and what several workers must share."""

from __future__ import annotations

import stat
import time

import anyio
import pytest
import redis.asyncio
from cautious_mcp._runtime._errors import NotSentError, SettingsError
from cautious_mcp._runtime.asking.record import InMemory
from cautious_mcp._runtime.asking.record_file import InFile
from cautious_mcp._runtime.asking.record_redis import InRedis
from cautious_mcp._runtime.asking.used import require_shared_state
from cautious_mcp._runtime.credentials.secrets import redact
from cautious_mcp._runtime.settings.settings import Settings

from tests.redis_server import some_redis

from .shop import Upstream, accept, said, settings, wired

pytestmark = pytest.mark.anyio

KEY = "k" * 32
SOON = 4e9  # seconds since 1970, long hence
API = {"name": "shop", "env": "SHOP", "servers": [{"url": "https://shop.example.com"}]}


@pytest.fixture(scope="module")
def redis_url():
    with some_redis() as url:
        yield url


@pytest.fixture(params=["memory", "file", "redis"])
async def used(request, tmp_path):
    match request.param:
        case "memory":
            record = InMemory()
        case "file":
            record = InFile(str(tmp_path / "used.db"))
        case _:
            record = InRedis(request.getfixturevalue("redis_url"), tmp_path.name)
    yield record
    await record.aclose()


async def test_a_state_is_taken_once(used):
    assert [await used.take("a", SOON) for _ in range(3)] == [True, False, False]
    assert await used.take("b", SOON)


async def test_of_many_at_once_one_takes_it(used):
    taken: list[bool] = []

    async def take() -> None:
        taken.append(await used.take("a", SOON))

    async with anyio.create_task_group() as tasks:
        for _ in range(8):
            tasks.start_soon(take)
    assert sorted(taken) == [False] * 7 + [True]


@pytest.mark.parametrize("used", ["memory", "file"], indirect=True)  # Redis has its own clock
async def test_what_has_expired_is_forgotten(used):
    await used.take("old", 1.0)
    await used.take("new", SOON)
    assert await used.take("old", SOON)  # no state of that name would be accepted any more


async def test_two_processes_share_a_file(tmp_path):
    first, second = InFile(str(tmp_path / "used.db")), InFile(str(tmp_path / "used.db"))
    assert await first.take("a", SOON)
    assert not await second.take("a", SOON)


async def test_two_machines_share_a_redis(redis_url):
    first, second = InRedis(redis_url, "shop"), InRedis(redis_url, "shop")
    other = InRedis(redis_url, "another")
    assert await first.take("a", SOON)
    assert not await second.take("a", SOON)
    assert await other.take("a", SOON)  # servers do not get in each other's way
    for each in (first, second, other):
        await each.aclose()


async def test_an_entry_in_redis_lasts_as_long_as_its_state(redis_url):
    record, client = InRedis(redis_url, "shop"), redis.asyncio.Redis.from_url(redis_url)
    await record.take("expiring", time.time() + 100)
    left = await client.ttl("mcp:shop:used:expiring")
    assert 50 < left <= 100
    await record.aclose()
    await client.aclose()


async def test_a_redis_that_does_not_answer_is_no_consent(free_tcp_port):
    upstream, gone = Upstream(), f"redis://127.0.0.1:{free_tcp_port}/0"
    async with wired(upstream, state_store=gone) as wire:
        state = (await wire.call("deleteOrder", {"order": 5}))["requestState"]
        answers = {"confirm": accept(confirm=True)}
        result = await wire.call("deleteOrder", {"order": 5}, answers=answers, state=state)
    assert "cannot record" in said(result)
    assert upstream.asked == []


async def test_servers_that_share_a_redis_execute_a_call_once(redis_url):
    upstream, shared = Upstream(), {"state_keys": (KEY,), "state_store": redis_url}
    async with wired(upstream, **shared) as one, wired(upstream, **shared) as other:
        state = (await one.call("deleteOrder", {"order": 5}))["requestState"]
        answers = {"confirm": accept(confirm=True)}
        await other.call("deleteOrder", {"order": 5}, answers=answers, state=state)
        again = await one.call("deleteOrder", {"order": 5}, answers=answers, state=state)
    assert again["error"]["code"] == -32602
    assert upstream.asked == ["DELETE /orders/5"]


def test_the_password_of_a_redis_is_not_shown():
    read = Settings.read(API, {"SHOP_STATE_STORE": "redis://:pass-of-redis@10.0.0.1:6379/0"})
    assert "pass-of-redis" not in repr(read)
    assert redact("failed at pass-of-redis") == "failed at [hidden]"


async def test_only_its_owner_reads_the_file(tmp_path):
    await InFile(str(tmp_path / "used.db")).take("a", SOON)
    assert stat.S_IMODE((tmp_path / "used.db").stat().st_mode) == 0o600


async def test_a_record_that_cannot_be_kept_is_no_consent(tmp_path):
    with pytest.raises(NotSentError, match="cannot record"):
        await InFile(str(tmp_path / "gone" / "used.db")).take("a", SOON)


async def test_without_its_record_a_server_executes_nothing(tmp_path):
    upstream, path = Upstream(), tmp_path / "used.db"
    path.write_text("this is no database, and has been written over")
    async with wired(upstream, state_store=str(path)) as wire:
        state = (await wire.call("deleteOrder", {"order": 5}))["requestState"]
        answers = {"confirm": accept(confirm=True)}
        result = await wire.call("deleteOrder", {"order": 5}, answers=answers, state=state)
    assert result["isError"]
    assert "cannot record" in said(result)
    assert upstream.asked == []


def test_settings_read_keys_and_record(tmp_path):
    env = {
        "SHOP_STATE_KEYS": f"{KEY}, {'n' * 40}",
        "SHOP_STATE_STORE": str(tmp_path / "used.db"),
        "SHOP_STATE_TTL": "30",
    }
    read = Settings.read(API, env)
    assert read.state_keys == (KEY, "n" * 40)
    assert read.state_store == str(tmp_path / "used.db")
    assert read.state_ttl == 30
    assert KEY not in repr(read)


@pytest.mark.parametrize("keys", ["short", f"{KEY} {KEY}", f"{KEY},short"])
def test_keys_are_long_and_different(keys):
    with pytest.raises(SettingsError, match="SHOP_STATE_KEYS") as refused:
        Settings.read(API, {"SHOP_STATE_KEYS": keys})
    assert keys not in str(refused.value)


def test_the_record_needs_a_folder():
    with pytest.raises(SettingsError, match="SHOP_STATE_STORE"):
        Settings.read(API, {"SHOP_STATE_STORE": "/no/such/folder/used.db"})


@pytest.mark.parametrize("given", [{}, {"state_keys": (KEY,)}, {"state_store": "used.db"}], ids=str)
def test_several_workers_need_keys_and_a_record(given):
    with pytest.raises(SettingsError, match=r"SHOP_STATE_KEYS.*SHOP_STATE_STORE"):
        require_shared_state(settings(**given), 2)


def test_one_worker_needs_neither():
    require_shared_state(settings(), 1)


def test_several_workers_start_with_both(tmp_path):
    require_shared_state(settings(state_keys=(KEY,), state_store=str(tmp_path / "used.db")), 4)
