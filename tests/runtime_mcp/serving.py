"""A server process that tests reach over HTTP."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2

from tests.started import listening

from .processes import PATIENCE, environment

JSON = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}


def headers(method: str, **more: str) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in more.items()}
    return {**JSON, "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, **named}


@contextmanager
def server(source, *arguments: str, **env: str) -> Iterator[tuple[httpx2.Client, subprocess.Popen]]:
    """A client of a server, and its process, whose `said` is what it tells on stderr."""
    with listening("petstore_mcp", *arguments, env=environment(source, **env)) as found:
        found.process.said = found.said
        with httpx2.Client(base_url=found.origin, trust_env=False, timeout=PATIENCE) as client:
            yield client, found.process
