"""A server process that tests reach over HTTP."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from .processes import PATIENCE, environment

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def headers(method: str, **more: str) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return {**JSON, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, **named}


@contextmanager
def server(source, *arguments: str, **env: str) -> Iterator[tuple[httpx2.Client, subprocess.Popen]]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "petstore_mcp", "http", "--port", str(port), *arguments]
    process = subprocess.Popen(
        command, env=environment(source, **env), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    )
    try:
        process.said = ""  # until it listens
        while "Listening" not in process.said:
            process.said += (line := process.stderr.readline().decode())
            assert line, process.said
        with httpx2.Client(
            base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE
        ) as client:
            yield client, process
    finally:
        process.kill()
        process.communicate()
