"""Older clients as raw messages over stdio: what each revision is asked, and what its answers do."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from .running import PATIENCE, environment

STYLES = [{"const": "p", "title": "Plain"}, {"const": "f", "title": "Fancy"}]


class Pipes:
    """A server on pipes, after the handshake."""

    def __init__(self, process: subprocess.Popen[bytes], version: str, can: dict[str, Any]) -> None:
        self._process = process
        client = {"name": "test", "version": "1"}
        told = {"protocolVersion": version, "capabilities": can, "clientInfo": client}
        self.send(id=1, method="initialize", params=told)
        assert self.receive()["result"]["protocolVersion"] == version
        self.send(method="notifications/initialized")

    def send(self, **message: Any) -> None:
        assert self._process.stdin
        self._process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self._process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        assert self._process.stdout
        message: dict[str, Any] = json.loads(self._process.stdout.readline())
        return message

    def call(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """The next message after a call."""
        self.send(id=2, method="tools/call", params={"name": name, "arguments": arguments})
        return self.receive()


@contextmanager
def older(source: Any, api: Any, version: str, can: dict[str, Any]) -> Iterator[Pipes]:
    process = subprocess.Popen(
        [sys.executable, "-m", "cautious_mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(source, api),
    )
    try:
        yield Pipes(process, version, can)
    finally:
        process.kill()
        process.communicate(timeout=PATIENCE)


@pytest.mark.parametrize("version", ["2025-06-18", "2025-11-25"])
def test_an_answer_lets_exactly_one_request_through(source, api, version):
    with older(source, api, version, {"elicitation": {}}) as pipes:
        asked = pipes.call("deleteOrder", {"order": 5})
        assert asked["method"] == "elicitation/create"
        assert api.asked == []
        yes = {"action": "accept", "content": {"confirm": True}}
        pipes.send(id=asked["id"], result=yes)
        done = pipes.receive()
    assert done["id"] == 2
    assert done["result"].get("isError") is not True
    assert api.asked == ["DELETE /orders/5"]


@pytest.mark.parametrize(
    "answer",
    [
        {"result": {"action": "decline"}},
        {"result": {"action": "cancel"}},
        {"result": {"action": "perhaps"}},
        {"result": {}},
        {"error": {"code": -32603, "message": "no window"}},
    ],
    ids=str,
)
def test_any_other_answer_sends_nothing(source, api, answer):
    with older(source, api, "2025-11-25", {"elicitation": {"form": {}}}) as pipes:
        asked = pipes.call("deleteOrder", {"order": 5})
        pipes.send(id=asked["id"], **answer)
        done = pipes.receive()
    assert done["result"]["isError"]
    assert done["result"]["content"][0]["text"].startswith("Not sent: ")
    assert "no window" not in json.dumps(done)
    assert api.asked == []


def test_titles_of_choices_are_written_as_the_revision_has_them(source, api):
    said = {}
    for version in ("2025-06-18", "2025-11-25"):
        with older(source, api, version, {"elicitation": {}}) as pipes:
            asked = pipes.call("labelOrder", {"order": 5})
        said[version] = asked["params"]["requestedSchema"]["properties"]["style"]
    assert said["2025-06-18"] == {
        "type": "string",
        "enum": ["p", "f"],
        "enumNames": ["Plain", "Fancy"],
    }
    assert said["2025-11-25"] == {"type": "string", "oneOf": STYLES}


@pytest.mark.parametrize(
    ("version", "can"),
    [
        ("2025-03-26", {"elicitation": {}}),
        ("2025-06-18", {}),
        ("2025-11-25", {"elicitation": {"url": {}}}),
        ("2025-11-25", {"sampling": {}}),
    ],
)
def test_who_has_no_forms_is_not_asked(source, api, version, can):
    with older(source, api, version, can) as pipes:
        refused = pipes.call("createOrder", {"item": "tea"})
    assert refused["result"]["isError"]
    assert "a person must be asked" in refused["result"]["content"][0]["text"]
    assert api.asked == []


def test_a_call_that_is_cancelled_while_a_person_thinks_sends_nothing(source, api):
    with older(source, api, "2025-11-25", {"elicitation": {}}) as pipes:
        asked = pipes.call("deleteOrder", {"order": 5})
        pipes.send(method="notifications/cancelled", params={"requestId": 2})
        pipes.send(id=asked["id"], result={"action": "accept", "content": {"confirm": True}})
        pipes.send(id=3, method="ping")
        while pipes.receive().get("id") != 3:
            pass
    assert api.asked == []
