"""A server process that a test speaks to, line by line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, Self

PATIENCE = 20  # seconds, on a busy machine
MODERN = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": {"name": "test", "version": "1"},
}
INITIALIZE = {
    "protocolVersion": "2025-11-25",
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


def environment(source: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source), **more}


def request(
    number: Any, method: str, params: dict[str, Any] | None = None, *, modern: bool = True
) -> dict[str, Any]:
    meta = {"_meta": MODERN} if modern else {}
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": {**(params or {}), **meta}}


def called(
    number: Any, name: str, arguments: dict[str, Any] | None = None, *, modern: bool = True
) -> dict[str, Any]:
    return request(
        number, "tools/call", {"name": name, "arguments": arguments or {}}, modern=modern
    )


def line(message: Any) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


class Process:
    """A server on pipes; whatever it prints must be a message."""

    def __init__(self, source: Path, *arguments: str, **env: str) -> None:
        self.popen = subprocess.Popen(
            [sys.executable, "-m", "petstore_mcp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(source, **env),
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.popen.kill()
        self.popen.communicate()

    def send(self, *messages: Any) -> None:
        for message in messages:
            self.popen.stdin.write(message if isinstance(message, bytes) else line(message))
        self.popen.stdin.flush()

    def receive(self) -> dict[str, Any]:
        message = json.loads(self.popen.stdout.readline())
        assert message["jsonrpc"] == "2.0"
        return message

    def ask(self, message: Any) -> dict[str, Any]:
        self.send(message)
        return self.receive()

    def finish(self) -> tuple[list[dict[str, Any]], str]:
        """Close stdin; what else came, and what was said on stderr."""
        out, err = self.popen.communicate(timeout=PATIENCE)
        return [json.loads(text) for text in out.splitlines()], err.decode()
