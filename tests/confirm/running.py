"""The shop as a process, over both transports, and an API that keeps what it is asked."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2

from tests.started import PATIENCE, listening

from .shop import ASKING


class Api:
    """What the API was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.url = ""


@contextmanager
def recording_api() -> Iterator[Api]:
    """An API in a thread."""
    api = Api()

    class Answering(BaseHTTPRequestHandler):
        def answer(self) -> None:
            length = int(self.headers.get("content-length", 0))
            self.rfile.read(length)
            api.asked.append(f"{self.command} {self.path}")
            body = b'{"ok": true}'
            self.send_response(200)
            self.send_header("content-type", "application/json")
            self.send_header("content-length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        do_GET = do_POST = do_DELETE = do_PUT = answer  # noqa: N815  # the library's names

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        api.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield api
        server.shutdown()


def environment(source: Any, api: Api, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(source), "SHOP_BASE_URL": api.url, **more}


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "cautious_mcp", *arguments]


@contextmanager
def served(source: Any, api: Api, *arguments: str, **env: str) -> Iterator[str]:
    """A server over HTTP; gives its endpoint."""
    with listening("cautious_mcp", *arguments, env=environment(source, api, **env)) as server:
        yield server.url


def call(
    url: str,
    name: str,
    arguments: dict[str, Any],
    *,
    can: dict[str, Any] = ASKING,
    answers: Any = None,
    state: str | None = None,
    **headers: str,
) -> dict[str, Any]:
    """One call over HTTP as a raw message of MCP 2026-07-28: its answer."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": can,
    }
    params: dict[str, Any] = {"name": name, "arguments": arguments, "_meta": meta}
    params |= {} if answers is None else {"inputResponses": answers}
    params |= {} if state is None else {"requestState": state}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    told = {
        "Accept": "application/json, text/event-stream",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": name,
        **{key.replace("_", "-"): value for key, value in headers.items()},
    }
    with httpx2.Client(trust_env=False, timeout=PATIENCE) as client:
        found: dict[str, Any] = client.post(url, json=message, headers=told).json()
    return found
