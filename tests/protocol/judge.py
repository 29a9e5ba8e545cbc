"""What holds for every answer, whatever was asked, and the two ways to ask."""

from __future__ import annotations

import json
import re
import threading
from contextlib import suppress
from typing import Any

import httpx2

from .corner import DETAIL, SECRET, Api
from .talk import ACCEPT, INITIALIZED, MODERN, PATIENCE, Corner, initialize, plain, post, request

# What only the inside of the server knows.
LEAKS = re.compile(
    rf"{DETAIL}|{SECRET}|Traceback|pydantic|site-packages|corner_mcp|<class|object at 0x|\.py\b"
    r"|\b(Recursion|Value|Type|Key|Attribute|Overflow|Runtime|Assertion|UnicodeDecode|UnicodeEncode|Validation|JSONDecode)Error"
    r"|validation error|Input should be|should be a valid"
)
CODES = {-32700, -32600, -32601, -32602, -32603, -32002, -32020, -32021, -32022}


def judge(message: Any, asked: bytes) -> None:
    """Fail unless it is an answer, or a notification, as it should be, and no great one for a small question."""
    text = json.dumps(message, ensure_ascii=False)
    assert len(text) < 20_000 + 3 * len(asked)
    assert message["jsonrpc"] == "2.0", text[:500]
    if "method" in message:
        assert "id" not in message, text[:500]
        return
    assert ("result" in message) != ("error" in message), text[:500]
    assert message.get("id", 0) is not None, text[:500]
    if "error" in message:
        assert message["error"]["code"] in CODES, text[:500]
    judge_text(text)


def judge_text(text: str) -> None:
    """Fail if it tells what only the inside knows."""
    assert not (found := LEAKS.search(text)), text[max(found.start() - 200, 0) : found.end() + 200]


class Target:
    """A server process that is asked whether it is still there."""

    def __init__(self, api: Api, *, modern: bool) -> None:
        self.stdio = Corner(api.url)
        self._ask = request if modern else plain
        self._number = 0
        if not modern:
            self.stdio.ask(initialize())
            self.stdio.send(INITIALIZED)

    def survives(self, line: bytes) -> None:
        """Send the line, then a request; judge all that comes until that is answered."""
        self._number += 1
        probe = f"probe {self._number}"
        watch = threading.Timer(PATIENCE, self.stdio.process.kill)
        watch.start()
        try:
            self.stdio.send(line + b"\n", self._ask(probe, "prompts/list"))
            while (message := self.stdio.receive()).get("id") != probe:
                judge(message, line)
            assert "result" in message
        finally:
            watch.cancel()


def survived(http: httpx2.Client, found: bytes, asked: bytes) -> None:
    """Judge an answer over HTTP, as bytes, and see that the next request is served."""
    head, _, body = found.partition(b"\r\n\r\n")
    if found:  # else the connection was closed, as for what is no HTTP
        status = int(head.split(b" ", 2)[1])
        assert status not in {500, 502}, found[:500]
        judge_text(head.decode("latin-1"))
        for message in _messages(head, body):
            judge(message, asked)
        judge_text(body.decode("utf-8"))
    assert post(http, request(1, "prompts/list")).status_code == 200


def _messages(head: bytes, body: bytes) -> list[Any]:
    """The JSON-RPC messages of an answer, if there are any."""
    if b"transfer-encoding: chunked" in head.lower():
        body = _joined(body)
    if b"text/event-stream" in head.lower():
        lines = [line[5:] for line in body.splitlines() if line.startswith(b"data:")]
        return [json.loads(line) for line in lines if line.strip()]
    value = json.loads(body) if body and b"application/json" in head.lower() else {}
    return [value] if "jsonrpc" in value else []


def _joined(body: bytes) -> bytes:
    found = b""
    while body:
        size, _, body = body.partition(b"\r\n")
        found, body = found + body[: int(size, 16)], body[int(size, 16) + 2 :]
    return found


def lines_for(body: bytes, session: dict[str, str]) -> list[str]:
    """Header lines that fit the body as far as it can be told; those of the session, if there is one."""
    if session:
        return [f"{name}: {value}" for name, value in session.items()]
    named = {**ACCEPT, "MCP-Protocol-Version": MODERN, "Mcp-Method": "tools/list"}
    with suppress(ValueError, RecursionError, AttributeError, TypeError, KeyError):
        message = json.loads(body)
        params = message.get("params", {})
        named["Mcp-Method"] = message["method"]
        named["Mcp-Name"] = params.get("name") or params.get("uri") or ""
    fit = {name: value for name, value in named.items() if value and _is_plain(value)}
    return [f"{name}: {value}" for name, value in fit.items()]


def _is_plain(value: Any) -> bool:
    return isinstance(value, str) and value.isascii() and value.isprintable() and len(value) < 1000
