"""Doctor says what is wrong, what to set, and never a secret."""

from __future__ import annotations

import http.server
import socket
import threading
from collections.abc import Iterator

import pytest
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.settings.doctor import examine
from petstore_mcp._runtime.settings.settings import Settings

API = load_api("petstore_mcp")
KEY = "key-of-the-doctor-test"


class Pets(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        known = self.headers.get("X-API-Key") == KEY
        body = (
            b"[]" if known else f'{{"message": "bad key {self.headers.get("X-API-Key")}"}}'.encode()
        )
        self.send_response(200 if known else 401)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Pets) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    for name in (
        "HTTPS_PROXY",
        "https_proxy",
        "HTTP_PROXY",
        "http_proxy",
        "ALL_PROXY",
        "all_proxy",
    ):
        monkeypatch.delenv(name, raising=False)


def told(capsys, **env: str) -> tuple[int, str]:
    status = examine("petstore_mcp", API, Settings.read(API, env), None)
    return status, capsys.readouterr().out


def test_all_is_well(url, capsys):
    status, out = told(capsys, PETSTORE_BASE_URL=url, PETSTORE_API_KEY_API_KEY=KEY)

    assert status == 0
    assert "FAIL" not in out
    assert f"{url}: answers" in out
    assert "listPets:" in out


def test_a_missing_credential_is_named(url, capsys):
    status, out = told(capsys, PETSTORE_BASE_URL=url)

    assert status == 1
    assert "FAIL" in out
    assert "PETSTORE_API_KEY_API_KEY" in out


def test_a_wrong_credential_is_told_by_the_api_and_never_shown(url, capsys):
    status, out = told(
        capsys, PETSTORE_BASE_URL=url, PETSTORE_API_KEY_API_KEY="wrong-key-of-the-test"
    )

    assert status == 1
    assert "401" in out
    assert "wrong-key-of-the-test" not in out


def test_a_host_that_is_not_known_is_told(capsys, monkeypatch):
    def unknown(*_: object, **__: object) -> None:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(socket, "create_connection", unknown)

    status, out = told(
        capsys, PETSTORE_BASE_URL="https://pets.invalid", PETSTORE_API_KEY_API_KEY=KEY
    )

    assert status == 1
    assert "PETSTORE_BASE_URL" in out


def test_a_port_that_nobody_listens_on_is_told(capsys):
    with socket.create_server(("127.0.0.1", 0)) as free:
        url = f"http://127.0.0.1:{free.getsockname()[1]}"

    status, out = told(capsys, PETSTORE_BASE_URL=url)

    assert status == 1
    assert "no connection" in out


def test_a_certificate_that_nobody_vouches_for_is_told(url, capsys):
    status, out = told(capsys, PETSTORE_BASE_URL=url.replace("http:", "https:"))

    assert status == 1
    assert "FAIL" in out
    assert "Traceback" not in out


def test_an_address_that_is_missing_is_named(capsys):
    api = {**API, "servers": [{"url": "/v1"}]}

    status = examine("petstore_mcp", api, Settings.read(api, {}), None)

    assert status == 1
    assert "PETSTORE_BASE_URL" in capsys.readouterr().out


def test_behind_a_proxy_no_direct_connection_is_tried(url, capsys, monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", url)  # the stand-in does as a proxy

    _, out = told(capsys, PETSTORE_BASE_URL="http://pets.invalid", PETSTORE_API_KEY_API_KEY=KEY)

    assert "reached through HTTP_PROXY" in out


def test_a_variable_that_nobody_reads_is_told_with_the_one_that_is_meant(url, capsys, monkeypatch):
    env = {"PETSTORE_BASE_URL": url, "PETSTORE_API_KEY_API_KEY": KEY}
    known = {"PETSTORE_OAUTH_JWKS_URL": "https://keys.test", "PETSTORE_WORKERS": "2"}
    wrong = {"PETSTORE_TIMOUT": "3", "PETSTORE_API_KEY": KEY, "PETSTORE_XYZZY": "plugh"}
    for name, value in {**env, **known, **wrong}.items():
        monkeypatch.setenv(name, value)

    status, out = told(capsys, **env)

    assert status == 0
    assert [line for line in out.splitlines() if line.startswith("warn")] == [
        f"warn  {name} is set, and this server reads no variable of that name.{question}"
        for name, question in [
            ("PETSTORE_API_KEY", " Is PETSTORE_API_KEY_API_KEY meant?"),
            ("PETSTORE_TIMOUT", " Is PETSTORE_TIMEOUT meant?"),
            ("PETSTORE_XYZZY", ""),
        ]
    ]
    assert "plugh" not in out
