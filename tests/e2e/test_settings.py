"""What operators set, from a description to the process: servers of their own for some operations, several workers."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.types import ElicitResult

from mcpgen.cli import program
from tests.served import environment
from tests.started import PATIENCE, listening

SHOP = """
openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: "https://items.invalid"}]
paths:
  /items:
    get: {operationId: listItems, responses: {"204": {description: ok}}}
  /orders:
    servers: [{url: SERVER}]
    get: {operationId: listOrders, responses: {"204": {description: ok}}}
    post: {operationId: placeOrder, responses: {"204": {description: ok}}}
"""
CHOICES = "openapi: shop.yaml\noperations: {placeOrder: {confirm: always}}\n"


class Api(BaseHTTPRequestHandler):
    asked: list[str]

    def do_GET(self) -> None:
        self.asked.append(f"{self.command} {self.path}")
        self.send_response(204)
        self.end_headers()

    do_POST = do_GET  # noqa: N815  # the library's name

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def asked() -> list[str]:
    return []


@pytest.fixture
def url(asked) -> Iterator[str]:
    handler = type("Recording", (Api,), {"asked": asked})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def made(folder: Path, server: str) -> Path:
    (folder / "shop.yaml").write_text(SHOP.replace("SERVER", server))
    (folder / "choices.yaml").write_text(CHOICES)
    project = folder / "project"
    arguments = ["generate", str(folder / "choices.yaml"), "--output", str(project)]
    result = CliRunner().invoke(program, arguments)
    assert result.exit_code == 0, result.output
    return project


def doctor(project: Path, **env: str) -> tuple[int, list[str]]:
    plain = {
        name: text for name, text in environment(project).items() if "proxy" not in name.lower()
    }
    done = subprocess.run(
        [sys.executable, "-m", "shop_mcp", "doctor"],
        env={**plain, **env},
        capture_output=True,
        text=True,
        timeout=PATIENCE * 2,
        check=False,
    )
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize(
    ("server", "told"),
    [
        ("/v2", "The address of the API is not known. Set SHOP_BASE_URL_1."),
        (
            "https://orders.invalid",
            "https://orders.invalid: its name is not known. Is SHOP_BASE_URL_1 right?",
        ),
    ],
)
def test_doctor_names_the_variable_of_a_second_server(tmp_path, url, asked, server, told):
    project = made(tmp_path, server)

    status, lines = doctor(project, SHOP_BASE_URL=url)
    assert status == 1
    assert lines[:2] == [f"ok    {url}: answers", f"FAIL  {told}"]

    status, lines = doctor(project, SHOP_BASE_URL=url, SHOP_BASE_URL_1=f"{url}/two")
    assert status == 0, lines
    assert lines[1] == f"ok    {url}/two: answers"
    assert asked == ["GET /items"]


SECURED = """
openapi: 3.1.0
info: {title: Shop, version: "1"}
servers: [{url: "https://shop.invalid"}]
security: [{login: []}]
paths:
  /items:
    get:
      operationId: listItems
      tags: [items]
      parameters: [{name: buyer, in: query, required: true, schema: {type: integer}}]
      responses: {"204": {description: ok}}
  /hours:
    get: {operationId: getHours, tags: [hours], responses: {"204": {description: ok}}}
components: {securitySchemes: {login: {type: http, scheme: basic}}}
"""
PINNED = "openapi: shop.yaml\noperations: {listItems: {arguments: {buyer: {pin: {env: BUYER}}}}}\n"


def secured(folder: Path) -> Path:
    (folder / "shop.yaml").write_text(SECURED)
    (folder / "choices.yaml").write_text(PINNED)
    project = folder / "project"
    arguments = ["generate", str(folder / "choices.yaml"), "--output", str(project)]
    result = CliRunner().invoke(program, arguments)
    assert result.exit_code == 0, result.output
    return project


LOGIN = {"SHOP_LOGIN_USERNAME": "ann", "SHOP_LOGIN_PASSWORD": "pw"}


def test_doctor_names_what_a_pin_needs_and_the_tools_that_need_it(tmp_path, url):
    project = secured(tmp_path)
    env = {"SHOP_BASE_URL": url, **LOGIN}

    status, lines = doctor(project, **env)
    assert status == 1
    assert "FAIL  Not sent: set SHOP_BUYER. Tools that cannot work: listItems." in lines

    status, lines = doctor(project, **env, SHOP_BUYER="ann")
    assert status == 1
    (failed,) = [line for line in lines if line.startswith("FAIL")]
    assert "SHOP_BUYER must be a whole number" in failed

    status, lines = doctor(project, **env, SHOP_BUYER="7")
    assert status == 0, lines


def test_doctor_names_code_that_is_missing_and_tries_another_tool(tmp_path, url, asked):
    project = secured(tmp_path)
    tools = project / "src" / "shop_mcp" / "tools"
    (tools / "items.py").unlink()

    status, lines = doctor(project, SHOP_BASE_URL=url, SHOP_BUYER="7", **LOGIN)

    assert status == 1
    (failed,) = [line for line in lines if line.startswith("FAIL")]
    assert "tools/items.py" in failed
    assert "listItems" in failed
    assert asked == ["GET /hours"]

    (tools / "hours.py").write_text("1 / 0\n")
    status, lines = doctor(project, SHOP_BASE_URL=url, SHOP_BUYER="7", **LOGIN)
    assert status == 1
    assert any("ZeroDivisionError" in line and "getHours" in line for line in lines)
    assert asked == ["GET /hours"], "what cannot work is not tried"


def test_doctor_tells_its_reader_what_to_set_and_once(tmp_path, url, asked):
    project = secured(tmp_path)
    env = {"SHOP_BASE_URL": url, "SHOP_BUYER": "7"}

    status, lines = doctor(project, **env)
    assert status == 1
    assert sum("SHOP_LOGIN_USERNAME" in line for line in lines) == 1
    assert "operator" not in "".join(lines)
    assert asked == []

    status, lines = doctor(project, **env, SHOP_LOGIN_USERNAME="key")
    assert status == 0
    (odd,) = [line for line in lines if line.startswith("warn")]
    assert "SHOP_LOGIN_PASSWORD" in odd


@pytest.mark.anyio
async def test_several_workers_refuse_an_older_client_what_a_person_must_confirm(
    tmp_path, url, asked
):
    project = made(tmp_path, "https://orders.invalid")
    questions: list[object] = []

    async def person(_: object, question: object) -> ElicitResult:
        questions.append(question)
        return ElicitResult(action="accept", content={"confirm": True})

    env = {
        **environment(project),
        "SHOP_BASE_URL": url,
        "SHOP_BASE_URL_1": url,
        "SHOP_STATE_KEYS": "k" * 32,
        "SHOP_STATE_STORE": str(tmp_path / "used.db"),
    }
    with listening("shop_mcp", "--workers", "2", env=env) as server:
        for era in ("legacy", "2026-07-28"):
            way = streamable_http_client(server.url)
            async with Client(way, mode=era, elicitation_callback=person) as client:
                found = await client.call_tool("placeOrder", {})
            if era == "legacy":
                assert found.is_error
                assert "SHOP_SESSIONS=sticky" in found.content[0].text
                assert (questions, asked) == ([], [])

    assert not found.is_error
    assert len(questions) == 1
    assert asked == ["POST /orders"]
