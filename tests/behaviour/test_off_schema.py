"""An answer off its schema, an empty one, or one of another type never fails a call, whichever client made it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from .off_schema import CASES, DESCRIPTION, TOOLS, answer
from .served import HEAD, serve, text_of

HERE = Path(__file__).parent


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
async def test_the_python_client_takes_every_answer(mode: str) -> None:
    failed: list[str] = []
    async with serve(DESCRIPTION, lambda request: answer(request.url.path), mode=mode) as shop:
        for tool in TOOLS:
            assert (await shop.tool(tool)).output_schema is not None
            for case in CASES:
                result = await shop.call(tool, case=case)
                if result.is_error or result.structured_content is None:
                    failed.append(f"{tool} {case}: {text_of(result)}")

    assert not failed


class Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        found = answer(self.path)
        self.send_response(found.status_code)
        for name, value in found.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(found.content)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture(scope="module")
def api() -> Iterator[str]:
    """The API on a real port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}"
        server.shutdown()


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The server as a project of its own."""
    folder = tmp_path_factory.mktemp("project")
    spec = folder / "shop.yaml"
    spec.write_text(HEAD.format(version="3.1.0") + DESCRIPTION, encoding="utf-8")
    command = [sys.executable, "-m", "mcpgen", "generate", str(spec), "-o", str(folder / "out")]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "out"


@pytest.mark.conformance
@pytest.mark.parametrize(
    "client",
    [
        "@modelcontextprotocol/sdk legacy",
        "@modelcontextprotocol/client legacy",
        "@modelcontextprotocol/client auto",
    ],
)
def test_the_typescript_clients_take_every_answer(
    client: str, node: tuple[str, Path], project: Path, api: str
) -> None:
    run, folder = node
    script = folder / "off_schema.mjs"
    script.write_bytes((HERE / "off_schema.mjs").read_bytes())  # imports from the folder it is in
    asked = {"command": sys.executable, "tools": TOOLS, "cases": CASES}
    env = {
        **os.environ,
        "PYTHONPATH": str(project / "src"),
        "SHOP_BASE_URL": api,
    }
    done = subprocess.run(
        [run, str(script), *client.split(), json.dumps(asked)],
        env=env,
        capture_output=True,
        text=True,
        timeout=120,
    )

    assert done.returncode == 0, done.stderr[-2000:]
    told = json.loads(done.stdout)
    assert sorted(told["schemas"]) == sorted(TOOLS)
    assert told["calls"] == len(TOOLS) * len(CASES)
    assert told["failed"] == []
