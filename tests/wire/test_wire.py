"""What servers send is recorded whatever the transport, and what is wrong with it is told."""

from __future__ import annotations

import json
import subprocess
import sys

import httpx2
import pytest
from mcp import Client
from mcp.server import Server

from tests.served import LIBRARY, environment, package_of, served
from tests.wire.plugin import RECORDS
from tests.wire.records import Records
from tests.wire.schemas import message_problems, result_problems

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
COMPLETE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "public", "tools": []}


@pytest.fixture
def records(pytestconfig) -> Records:
    found = pytestconfig.stash[RECORDS]
    assert not found.problems()
    return found


async def nothing(_context, _params):
    return COMPLETE


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto"])
async def test_a_server_in_memory_is_recorded(mode, records):
    before = records.messages
    async with Client(Server("nothing", on_list_tools=nothing), mode=mode) as client:
        await client.list_tools()

    assert not records.problems()
    assert records.messages >= before + 2


def test_a_server_over_stdio_is_recorded(records):
    before = records.messages
    lines = ["no message", json.dumps(LIST)]
    command = [sys.executable, "-m", package_of(LIBRARY)]
    subprocess.run(
        command,
        input="\n".join(lines) + "\n",
        text=True,
        env=environment(LIBRARY),
        check=True,
        capture_output=True,
    )

    assert not records.problems()
    assert records.messages == before + 2


def test_a_server_over_http_is_recorded(records):
    before = records.messages
    headers = {
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/list",
    }
    with served(LIBRARY) as url:
        httpx2.post(url, json=LIST, headers=headers, trust_env=False)
        httpx2.post(url, content=b"no message", headers=headers, trust_env=False)

    assert not records.problems()
    assert records.messages == before + 2


@pytest.mark.parametrize(
    ("revision", "method", "result"),
    [
        ("2026-07-28", "tools/list", {"tools": []}),
        ("2025-11-25", "tools/list", {"tools": [{"name": "x"}]}),
        (
            "2024-11-05",
            "tools/call",
            {"content": [{"type": "audio", "data": "", "mimeType": "a/b"}]},
        ),
        ("2025-11-25", "prompts/get", {"messages": [{"role": "model", "content": {}}]}),
        ("2026-07-28", "tools/call", {"resultType": "input_required", "inputRequests": {"a": {}}}),
    ],
)
def test_a_wrong_result_is_found(revision, method, result):
    assert list(result_problems(revision, method, result))


@pytest.mark.parametrize(
    "message",
    [
        {"jsonrpc": "2.0", "method": "notifications/none"},
        {"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progress": 1}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": "x", "message": "y"}},
        {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": "y"}},
        {"jsonrpc": "1.0", "id": 1, "result": COMPLETE},
        {"id": 1, "result": COMPLETE},
        [{"jsonrpc": "2.0", "id": 1, "result": COMPLETE}],
    ],
)
def test_a_wrong_message_is_found(message):
    assert list(message_problems("2026-07-28", "tools/list", message))


def test_a_right_message_has_nothing_wrong():
    message = {"jsonrpc": "2.0", "id": 1, "result": COMPLETE}
    assert not list(message_problems("2026-07-28", "tools/list", message))
