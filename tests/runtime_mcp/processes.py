"""A server process that a test speaks to, line by line."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.started import PATIENCE, Stdio, line

__all__ = ["PATIENCE", "line"]  # of those who send by hand
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


class Process(Stdio):
    """The petstore on pipes."""

    def __init__(self, source: Path, *arguments: str, **env: str) -> None:
        super().__init__("petstore_mcp", *arguments, env=environment(source, **env))
