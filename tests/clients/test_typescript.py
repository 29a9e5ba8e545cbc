"""The TypeScript clients list and call over both transports, as clients of both eras."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.served import EVERYTHING, environment, served

pytestmark = pytest.mark.conformance

SCRIPT = Path(__file__).with_name("calls.mjs")
CLIENTS = [
    "@modelcontextprotocol/sdk legacy",
    "@modelcontextprotocol/client legacy",
    "@modelcontextprotocol/client auto",
]
EXPECTED = {
    "tools": 28,
    "schema": "https://json-schema.org/draft/2020-12/schema",
    "blocks": ["text", "image", "resource"],
    "audio": ["audio"],
    "error": True,
    "greeting": "Hello, Ann!",
    "resources": 3,
    "template": "7",
    "prompts": 5,
    "prompt": "Prompt with arguments: arg1='a', arg2='b'",
    "completed": ["paris", "park", "party"],
    "progress": [0, 50, 100],
}


def told(node: tuple[str, Path], client: str, transport: str, target: str) -> dict[str, object]:
    binary, folder = node
    script = folder / SCRIPT.name
    script.write_bytes(SCRIPT.read_bytes())  # it imports from the folder that it is in
    done = subprocess.run(
        [binary, str(script), *client.split(), transport, target],
        env=environment(EVERYTHING),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    found: dict[str, object] = json.loads(done.stdout)
    return found


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_lists_and_calls_over_stdio(client: str, node: tuple[str, Path]) -> None:
    command = json.dumps([sys.executable, "-m", "everything_mcp"])

    assert told(node, client, "stdio", command) == EXPECTED


@pytest.mark.parametrize("client", CLIENTS)
def test_a_client_lists_and_calls_over_http(client: str, node: tuple[str, Path]) -> None:
    with served(EVERYTHING) as url:
        assert told(node, client, "http", url) == EXPECTED
