"""What is asked of a server beyond the letter of the specification."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import anyio
import httpx2
import pytest
from corner_mcp._runtime.checks.connection import connection
from corner_mcp._runtime.checks.faults import Lossy
from corner_mcp._runtime.sending.retry import _PASSING_STATUSES, LONGEST_WAIT
from corner_mcp._runtime.settings.settings import RETRIES
from corner_mcp._runtime.testing import Upstream

from .talk import (
    FORMS,
    PACKAGE,
    PATIENCE,
    Corner,
    environment,
    http_server,
    meta,
    open_session,
    plain,
    post,
    request,
    talking,
    text_of,
)

pytestmark = pytest.mark.anyio


async def test_s11_two_clients_by_turns_get_their_own_answers():
    one, other = Upstream(), Upstream()
    one.answer([{"id": 1}])
    other.answer([{"id": 2}])
    async with talking("modern", one) as first, talking("legacy", other) as second:
        answers = [await each.call("list_items") for each in (first, second) * 3]

    found = [each["structuredContent"]["result"][0]["id"] for each in answers]
    assert found == [1, 2] * 3


async def test_s12_s58_what_deletes_is_refused_where_a_person_must_agree_and_nobody_can():
    async with talking() as client:
        answer = await client.asked("clear", {})

    assert answer["error"]["code"] == -32021
    assert client.upstream.requests == []


async def test_s14_only_declared_arguments_reach_the_api():
    async with talking() as client:
        extra = await client.call("add_item", name="x", admin=True)
        await client.call("add_item", name="x")

    assert extra["isError"]
    assert [each.content for each in client.upstream.requests] == [b'{"name":"x"}']


async def test_s23_the_first_request_may_be_a_call():
    async with connection(PACKAGE, Upstream()) as wire:
        call = request(1, "tools/call", {"name": "hours", "arguments": {}})
        assert "result" in await wire.ask(call)


@pytest.mark.parametrize("mode", ["legacy", "modern"])
async def test_s26_both_eras_give_the_same_results(mode):
    upstream = Upstream()
    upstream.answer([{"id": 1}])
    async with talking(mode, upstream) as client:
        result = await client.call("list_items")

    assert result["content"] == [{"type": "text", "text": '[{"id":1}]'}]
    assert result["structuredContent"] == {"result": [{"id": 1}]}


async def test_s28_s31_names_are_exact():
    async with talking() as client:
        error = await client.error("tools/call", {"name": "List_Items", "arguments": {}})

    assert error["code"] == -32602


def test_s41_the_list_is_the_same_in_every_process():
    listings = set()
    for seed in "01":
        done = subprocess.run(
            [sys.executable, "-m", PACKAGE],
            input=json.dumps(request(1, "tools/list")).encode() + b"\n",
            env={**environment("http://127.0.0.1:9"), "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        )
        listings.add(done.stdout)

    assert len(listings) == 1


async def test_s47_what_is_wrong_with_an_argument_is_said_so_that_it_can_be_put_right():
    async with talking() as client:
        told = text_of(await client.call("list_items", since="tomorrow", limit=99))

    assert "limit" in told
    assert "50" in told


async def test_s51_s54_a_second_round_may_go_to_another_process():
    key = "k" * 40
    async with talking("modern", None, STATE_KEYS=key) as one:
        state = (await one.asked("clear"))["result"]["requestState"]
    async with talking("modern", None, STATE_KEYS=key) as other:
        answer = await other.again("clear", state)

    assert answer["result"]["resultType"] == "complete"
    assert len(other.upstream.requests) == 1


def test_s62_a_server_ends_with_its_input_and_leaves_nothing(api):
    with Corner(api.url) as process:
        process.ask(request(1, "tools/list"))
        out, err = process.finish()

    assert process.process.returncode == 0
    assert out == []
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("tool", "arguments", "times"), [("add_item", {"name": "x"}, 1), ("clear", {}, 0)]
)
async def test_s74_s82_a_write_whose_answer_is_lost_is_not_sent_again(tool, arguments, times):
    lossy = Lossy()
    async with talking("modern", lossy) as client:
        answer = await client.ask("tools/call", {"name": tool, "arguments": arguments})

    assert len(lossy.requests) == times
    if times:
        assert text_of(answer["result"]).startswith("Outcome unknown")


async def test_s73_s81_a_read_is_asked_for_again_and_then_told():
    lossy = Lossy()
    async with talking("modern", lossy) as client:
        result = await client.call("list_items")

    assert len(lossy.requests) == 3
    assert result["isError"]
    assert text_of(result).startswith("No answer")


async def test_s80_accepted_is_not_done():
    upstream = Upstream()
    upstream.answer({"id": 1}, status=202)
    async with talking("modern", upstream) as client:
        result = await client.call("add_item", name="x")

    assert "Accepted (202), not completed" in text_of(result)


async def test_s59_nothing_deprecated_is_declared_or_used():
    everything = meta(capabilities={**FORMS, "sampling": {}, "roots": {}})
    async with talking() as client:
        found = await client.result("server/discover", _meta=everything)
        answers = [
            await client.ask("tools/call", {"name": name, "arguments": {}}, _meta=everything)
            for name in ("clear", "list_items", "hours")
        ]

    assert "logging" not in found["capabilities"]
    assert not {"sampling/createMessage", "roots/list"} & set(json.dumps(answers).split('"'))


async def test_r75_s70_s49_a_call_has_an_end_whatever_the_api_does():
    class Dribbling(Upstream):
        async def __call__(self, sent: httpx2.Request) -> httpx2.Response:
            await super().__call__(sent)

            async def drops():
                while True:
                    await anyio.sleep(0.05)
                    yield b" "

            return httpx2.Response(
                200, content=drops(), headers={"content-type": "application/json"}
            )

    async with talking("modern", Dribbling(), TIMEOUT="0.5") as client:
        with anyio.fail_after(20):
            result = await client.call("list_items")

    assert result["isError"]


async def test_s4_a_result_is_the_same_over_every_transport(http, api):
    call = request(1, "tools/call", {"name": "get_item", "arguments": {"id": "1"}})
    upstream = Upstream()
    upstream.answer({"id": 1})
    async with connection(PACKAGE, upstream) as wire:
        in_memory = await wire.ask(call)
    with Corner(api.url) as process:
        over_stdio = process.ask(call)

    assert in_memory == over_stdio == post(http, call).json()


def test_s57_who_may_not_call_is_turned_away_before_anybody_is_asked(api):
    call = request(
        1, "tools/call", {"name": "clear", "arguments": {}}, _meta=meta(capabilities=FORMS)
    )
    with http_server(api.url, HTTP_TOKEN="a-token") as client:
        answer = post(client, call)

    assert answer.status_code == 401
    assert "input" not in answer.text


def test_s72_an_older_client_that_goes_away_cancels_nothing(api, tmp_path):
    log, call = tmp_path / "audit.jsonl", {"name": "slow", "arguments": {}}
    api.go.clear()
    with http_server(api.url, AUDIT=str(log)) as client:
        session = open_session(client)
        with pytest.raises(httpx2.TimeoutException):
            client.post("/mcp", json=plain(1, "tools/call", call), headers=session, timeout=2)
        api.go.set()
        assert client.post("/mcp", json=plain(2, "ping"), headers=session).status_code == 200
        until = time.monotonic() + PATIENCE
        while not log.exists() and time.monotonic() < until:
            time.sleep(0.05)

    assert json.loads(log.read_text())["outcome"] == "ok"


def test_s83_a_call_leaves_one_line_with_the_ids_that_it_had(api, tmp_path):
    log = tmp_path / "audit.jsonl"
    with http_server(api.url, AUDIT=str(log)) as client:
        post(
            client,
            request("its id", "tools/call", {"name": "add_item", "arguments": {"name": "x"}}),
        )

    (line,) = map(json.loads, log.read_text().splitlines())
    assert (line["request"], line["tool"], line["outcome"]) == ("its id", "add_item", "ok")
    assert line["arguments"].startswith("sha256:")
    assert line["status"] == 200


def test_s8_what_is_promised_and_what_is_not_can_be_read():
    root = Path(__file__).parents[2]
    page = (root / "docs/guarantees.md").read_text()

    assert "docs/guarantees.md" in (root / "README.md").read_text()
    assert f"At most `RETRIES` more attempts ({RETRIES})" in page
    assert f"up to {LONGEST_WAIT:g} s" in page
    assert all(str(status) in page for status in _PASSING_STATUSES)
