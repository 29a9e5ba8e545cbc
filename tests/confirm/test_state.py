"""What a state travels in: keys, the record of used ones, and what several workers must share."""

from __future__ import annotations

import stat

import anyio
import pytest
from cautious_mcp._runtime._errors import NotSentError, SettingsError
from cautious_mcp._runtime.asking.used import InFile, InMemory, require_shared_state
from cautious_mcp._runtime.settings.settings import Settings

from .shop import Upstream, accept, said, settings, wired

pytestmark = pytest.mark.anyio

KEY = "k" * 32
SOON = 4e9  # seconds since 1970, long hence
API = {"name": "shop", "env": "SHOP", "servers": [{"url": "https://shop.example.com"}]}


@pytest.fixture(params=["memory", "file"])
def used(request, tmp_path):
    return InMemory() if request.param == "memory" else InFile(tmp_path / "used.db")


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


async def test_what_has_expired_is_forgotten(used):
    await used.take("old", 1.0)
    await used.take("new", SOON)
    assert await used.take("old", SOON)  # no state of that name would be accepted any more


async def test_two_processes_share_a_file(tmp_path):
    first, second = InFile(tmp_path / "used.db"), InFile(tmp_path / "used.db")
    assert await first.take("a", SOON)
    assert not await second.take("a", SOON)


async def test_only_its_owner_reads_the_file(tmp_path):
    await InFile(tmp_path / "used.db").take("a", SOON)
    assert stat.S_IMODE((tmp_path / "used.db").stat().st_mode) == 0o600


async def test_a_record_that_cannot_be_kept_is_no_consent(tmp_path):
    with pytest.raises(NotSentError, match="cannot record"):
        await InFile(tmp_path / "gone" / "used.db").take("a", SOON)


async def test_without_its_record_a_server_executes_nothing(tmp_path):
    upstream, path = Upstream(), tmp_path / "used.db"
    path.write_text("this is no database, and has been written over")
    async with wired(upstream, state_store=path) as wire:
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
    assert read.state_store == tmp_path / "used.db"
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
    require_shared_state(settings(state_keys=(KEY,), state_store=tmp_path / "used.db"), 4)
