"""Several processes behind one port."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from petstore_mcp._runtime._errors import SettingsError
from petstore_mcp._runtime.transports.listener import Listener

from tests.redis_server import some_redis

from .processes import INITIALIZE, PATIENCE, called, environment, request
from .serving import JSON, headers, server

LIST = request(1, "tools/list")
KEY = "k" * 44
SHARED = {"PETSTORE_STATE_KEYS": KEY}


def children(process: subprocess.Popen) -> list[int]:
    """The workers; multiprocessing has a child of its own beside them."""
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return [int(n) for n in listed if b"spawn_main" in Path(f"/proc/{n}/cmdline").read_bytes()]


def wait_for(condition) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


@pytest.fixture(scope="module")
def several(source, tmp_path_factory):
    store = str(tmp_path_factory.mktemp("states"))
    with server(source, "--workers", "2", **SHARED, PETSTORE_STATE_STORE=f"{store}/used") as both:
        yield both


linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@linux
def test_as_many_processes_serve_as_are_asked_for(several):
    client, process = several

    assert len(children(process)) == 2
    assert client.post("/mcp", json=LIST, headers=headers("tools/list")).status_code == 200


def test_r161_older_clients_get_no_session_but_are_served(several):
    client, _ = several
    opened = client.post(
        "/mcp", json=request(0, "initialize", INITIALIZE, modern=False), headers=JSON
    )
    version = {"MCP-Protocol-Version": "2025-11-25"}
    answer = client.post(
        "/mcp", json=called(1, "chatter", modern=False), headers={**JSON, **version}
    )

    assert "mcp-session-id" not in opened.headers
    assert '"protocolVersion":"2025-11-25"' in opened.text
    assert '"said":true' in answer.text


def test_what_would_need_a_session_is_not_promised_without(several):
    client, _ = several
    opened = client.post(
        "/mcp", json=request(0, "initialize", INITIALIZE, modern=False), headers=JSON
    )

    assert '"subscribe":false' in opened.text


def test_nor_is_it_done(several):
    client, _ = several
    asked = request(1, "resources/subscribe", {"uri": "petstore://pets/7"}, modern=False)
    version = {"MCP-Protocol-Version": "2025-11-25"}
    answer = client.post("/mcp", json=asked, headers={**JSON, **version})

    assert '"code":-32601' in answer.text


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_s25_a_client_need_not_know_that_there_are_several(several, mode, monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    http, _ = several
    for _ in range(4):
        async with Client(f"{http.base_url}/mcp", mode=mode) as client:
            tools = await client.list_tools()
            result = await client.call_tool("chatter", {})

        assert "listPets" in [tool.name for tool in tools.tools]
        assert result.structured_content == {"said": True}


@linux
def test_a_worker_that_dies_is_replaced(several):
    client, process = several
    victim, other = children(process)
    os.kill(victim, signal.SIGKILL)
    wait_for(lambda: len(set(children(process)) - {victim, other}) == 1)

    for _ in range(5):
        with httpx2.Client(base_url=client.base_url, trust_env=False, timeout=PATIENCE) as fresh:
            answer = fresh.post("/mcp", json=LIST, headers=headers("tools/list"))
        assert answer.status_code == 200


@linux
def test_a_signal_ends_them_all(source, tmp_path):
    with server(
        source, "--workers", "2", **SHARED, PETSTORE_STATE_STORE=str(tmp_path / "used")
    ) as (_, process):
        workers = children(process)
        process.send_signal(signal.SIGTERM)

        assert process.wait(PATIENCE) == 0
        assert not any(Path(f"/proc/{each}").exists() for each in workers)
        assert "Traceback" not in process.said.text


@linux
def test_workers_end_with_the_process_that_started_them(source, tmp_path):
    with server(
        source, "--workers", "2", **SHARED, PETSTORE_STATE_STORE=str(tmp_path / "used")
    ) as (_, process):
        workers = children(process)
        process.kill()
        process.wait()

        wait_for(lambda: not any(_runs(each) for each in workers))


def _runs(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def test_with_sticky_routing_each_worker_has_a_port_and_keeps_sessions(source, tmp_path):
    with server(
        source,
        "--workers",
        "2",
        **SHARED,
        PETSTORE_STATE_STORE=str(tmp_path / "used"),
        PETSTORE_SESSIONS="sticky",
    ) as (client, _):
        urls = [
            f"http://127.0.0.1:{client.base_url.port}/mcp",
            f"http://127.0.0.1:{client.base_url.port + 1}/mcp",
        ]
        sessions = []
        for url in urls:
            body = request(0, "initialize", INITIALIZE, modern=False)
            sessions.append(client.post(url, json=body, headers=JSON).headers["mcp-session-id"])
        ping = request(1, "ping", modern=False)
        own = client.post(urls[1], json=ping, headers={**JSON, "Mcp-Session-Id": sessions[1]})
        other = client.post(urls[0], json=ping, headers={**JSON, "Mcp-Session-Id": sessions[1]})

    assert (own.status_code, other.status_code) == (200, 404)


def start(source, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "petstore_mcp", "http", *arguments],
        env=environment(source, **env),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_several_workers_need_a_key_that_they_share(source):
    done = start(source, "--workers", "2")

    assert done.returncode == 2
    assert "PETSTORE_STATE_KEYS" in done.stderr


def test_workers_that_cannot_tell_each_other_of_changes_say_so(source, tmp_path):
    own = shutil.copytree(source, tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    about = own / "petstore_mcp" / "api.json"
    about.write_text(json.dumps({**json.loads(about.read_text()), "changes": ["tools"]}))
    store = str(tmp_path / "used")

    with server(own, "--workers", "2", **SHARED, PETSTORE_STATE_STORE=store) as (_, apart):
        assert "only clients of the same worker are told" in apart.said.so_far
    with (
        some_redis() as url,
        server(own, "--workers", "2", **SHARED, PETSTORE_STATE_STORE=url) as (_, together),
    ):
        assert "same worker" not in together.said.so_far


@pytest.mark.parametrize("count", ["0", "-1", "many", "1.5"])
def test_a_number_of_workers_is_a_number_from_1(source, count):
    assert start(source, "--workers", count).returncode == 2
    assert start(source, PETSTORE_WORKERS=count).returncode == 2


@pytest.mark.parametrize(
    ("env", "workers", "keeps", "ports"),
    [
        ({}, 1, True, (8000,)),
        ({}, 3, False, (8000, 8000, 8000)),
        ({"X_SESSIONS": "none"}, 1, False, (8000,)),
        ({"X_SESSIONS": "sticky"}, 1, True, (8000,)),
        ({"X_SESSIONS": "sticky"}, 3, True, (8000, 8001, 8002)),
    ],
)
def test_sessions_are_kept_where_they_are_found_again(env, workers, keeps, ports):
    listener = Listener.read("X", env, host="127.0.0.1", port=8000, workers=workers)

    assert listener.keeps_sessions is keeps
    assert listener.ports == ports


def test_what_sessions_cannot_be_is_told():
    with pytest.raises(SettingsError, match="X_SESSIONS must be one of auto, sticky, none"):
        Listener.read("X", {"X_SESSIONS": "redis"}, host="127.0.0.1", port=1)
