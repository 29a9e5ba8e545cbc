"""Over HTTP, with real processes."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator

import httpx2
import pytest

from .processes import INITIALIZE, MODERN, PATIENCE, called, environment, request
from .serving import JSON, headers, server

LIST = request(1, "tools/list")


@pytest.fixture(scope="module")
def http(source) -> Iterator[httpx2.Client]:
    with server(source) as (client, _):
        yield client


@pytest.fixture(scope="module")
def guarded(source) -> Iterator[httpx2.Client]:
    with server(
        source,
        "--host",
        "0.0.0.0",
        PETSTORE_HTTP_TOKEN="token-of-the-test",
        PETSTORE_ALLOWED_HOSTS="mcp.example.com",
    ) as (client, _):
        yield client


def test_a_modern_request_is_served(http):
    answer = http.post("/mcp", json=LIST, headers=headers("tools/list"))

    assert answer.status_code == 200
    assert "listPets" in [tool["name"] for tool in answer.json()["result"]["tools"]]


def test_a_call_is_served(http):
    answer = http.post(
        "/mcp",
        json=called(1, "wait", {"seconds": 0}),
        headers=headers("tools/call", Mcp_Name="wait"),
    )

    assert answer.json()["result"]["structuredContent"] == {"waited": 0}


def test_health_needs_nothing(http):
    assert http.get("/health").json() == {"status": "ok"}


def test_the_older_handshake_opens_a_session(http):
    opened = http.post(
        "/mcp", json=request(0, "initialize", INITIALIZE, modern=False), headers=JSON
    )
    session = {
        **JSON,
        "Mcp-Session-Id": opened.headers["mcp-session-id"],
        "MCP-Protocol-Version": "2025-11-25",
    }
    noted = http.post(
        "/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=session
    )
    listed = http.post("/mcp", json=request(1, "tools/list", modern=False), headers=session)

    assert noted.status_code == 202
    assert '"listPets"' in listed.text


def test_an_unknown_session_is_not_found(http):
    answer = http.post(
        "/mcp",
        json=request(1, "tools/list", modern=False),
        headers={**JSON, "Mcp-Session-Id": "none"},
    )

    assert answer.status_code == 404


def test_r28_an_unknown_revision_is_refused_with_those_there_are(http):
    meta = {**MODERN, "io.modelcontextprotocol/protocolVersion": "1900-01-01"}
    answer = http.post(
        "/mcp",
        json={**LIST, "params": {"_meta": meta}},
        headers={**headers("tools/list"), "MCP-Protocol-Version": "1900-01-01"},
    )

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32022
    assert answer.json()["error"]["data"]["supported"] == ["2026-07-28"]


@pytest.mark.parametrize("version", [None, "2025-11-25"])
def test_r49_a_modern_body_without_its_header_is_refused(http, version):
    given = {**JSON, **({"MCP-Protocol-Version": version} if version else {})}
    answer = http.post("/mcp", json=LIST, headers=given)

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32020
    assert answer.json()["id"] == 1


def test_r49_a_modern_header_without_the_other_is_refused(http):
    answer = http.post(
        "/mcp",
        json=request(1, "tools/list", modern=False),
        headers={**JSON, "Mcp-Method": "tools/list"},
    )

    assert answer.json()["error"]["code"] == -32020


def test_r51_headers_and_body_have_to_agree(http):
    answer = http.post(
        "/mcp",
        json=called(1, "deletePet", {"petId": 1}),
        headers=headers("tools/call", Mcp_Name="getPet"),
    )

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32020


def test_s16_a_batch_is_refused(http):
    answer = http.post("/mcp", json=[LIST], headers=headers("tools/list"))

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32600


def test_what_is_no_json_is_refused(http):
    answer = http.post("/mcp", content=b"{nonsense", headers=headers("tools/list"))

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] == -32700


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (b"{nonsense", headers("tools/list")),
        (b"[]", headers("tools/list")),
        (b'{"jsonrpc":"2.0","id":null,"method":"tools/list"}', headers("tools/list")),
        (b"{nonsense", JSON),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', {**JSON, "Mcp-Session-Id": "none"}),
    ],
)
def test_r5_s19_an_id_that_is_not_known_is_left_out(http, body, given):
    answer = http.post("/mcp", content=body, headers=given)

    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]["message"]
    assert "id" not in answer.json()
    assert int(answer.headers["content-length"]) == len(answer.content)


def test_r58_the_limit_of_a_body_is_the_operators(source):
    with server(source, PETSTORE_MAX_BODY="1000") as (client, _):
        small = client.post("/mcp", json=LIST, headers=headers("tools/list"))
        large = client.post("/mcp", content=b" " * 1001, headers=headers("tools/list"))

    assert (small.status_code, large.status_code) == (200, 413)


@pytest.mark.parametrize("name", ["PETSTORE_MAX_BODY", "PETSTORE_DRAIN"])
def test_a_setting_that_is_no_number_is_told(source, name):
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp", "http"],
        env=environment(source, **{name: "much"}),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert done.returncode == 2
    assert f"{name} must be" in done.stderr


def test_r58_a_body_beyond_the_limit_is_refused(http):
    with socket.create_connection(("127.0.0.1", http.base_url.port), PATIENCE) as connection:
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers("tools/list").items())
        connection.sendall(
            f"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: {5 << 20}\r\n{lines}\r\n".encode()
        )

        assert connection.recv(1000).startswith(b"HTTP/1.1 413")


@pytest.mark.parametrize(
    "name", ["evil.example.com", "localhost.evil.com", "127.0.0.1.evil.com:80", ""]
)
def test_r42_another_host_is_refused(http, name):
    assert http.post(
        "/mcp", json=LIST, headers={**headers("tools/list"), "Host": name}
    ).status_code in {400, 421}


@pytest.mark.parametrize(
    "origin", ["https://evil.example.com", "http://localhost.evil.com", "null"]
)
@pytest.mark.parametrize("version", ["2026-07-28", "2025-11-25"])
def test_r42_a_page_of_another_origin_is_refused(http, origin, version):
    given = {**headers("tools/list"), "MCP-Protocol-Version": version, "Origin": origin}
    body = LIST if version == "2026-07-28" else request(0, "initialize", INITIALIZE, modern=False)
    if version != "2026-07-28":
        del given["Mcp-Method"]

    assert http.post("/mcp", json=body, headers=given).status_code == 403


@pytest.mark.parametrize("origin", ["http://localhost:6274", "http://127.0.0.1:8000"])
def test_a_page_on_this_machine_is_served(http, origin):
    assert (
        http.post(
            "/mcp", json=LIST, headers={**headers("tools/list"), "Origin": origin}
        ).status_code
        == 200
    )


def test_r121_without_the_token_nobody_calls(guarded):
    answer = guarded.post("/mcp", json=LIST, headers=headers("tools/list"))

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "given",
    ["Bearer wrong", "Bearer", "Basic token-of-the-test", "token-of-the-test", "Bearer tökén"],
)
def test_r121_a_wrong_token_is_refused(guarded, given):
    answer = guarded.post(
        "/mcp",
        json=LIST,
        headers=[*headers("tools/list").items(), ("Authorization", given.encode())],
    )

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer error="invalid_token"'


def test_r124_a_token_in_the_query_is_no_token(guarded):
    assert (
        guarded.post(
            "/mcp?access_token=token-of-the-test", json=LIST, headers=headers("tools/list")
        ).status_code
        == 401
    )


def test_with_the_token_everybody_calls(guarded):
    given = headers("tools/list", Authorization="Bearer token-of-the-test")

    assert guarded.post("/mcp", json=LIST, headers=given).status_code == 200


def test_health_needs_no_token(guarded):
    assert guarded.get("/health").status_code == 200


def test_a_host_that_the_operator_allows_is_served(guarded):
    given = headers("tools/list", Authorization="Bearer token-of-the-test")

    assert (
        guarded.post("/mcp", json=LIST, headers={**given, "Host": "mcp.example.com"}).status_code
        == 200
    )
    assert (
        guarded.post(
            "/mcp", json=LIST, headers={**given, "Host": "mcp.example.com:8443"}
        ).status_code
        == 200
    )
    assert (
        guarded.post("/mcp", json=LIST, headers={**given, "Host": "other.example.com"}).status_code
        == 421
    )


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.1", "mcp.example.com"])
def test_s90_other_machines_need_a_token_or_a_word(source, host):
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp", "http", "--host", host],
        env=environment(source),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )

    assert done.returncode == 2
    assert "PETSTORE_HTTP_TOKEN" in done.stderr
    assert "--unauthenticated" in done.stderr


def test_r48_a_client_that_goes_away_cancels_its_call(source):
    with server(source) as (client, process):
        with pytest.raises(httpx2.ReadTimeout):
            client.post(
                "/mcp",
                json=called(1, "wait", {"seconds": 60}),
                headers=headers("tools/call", Mcp_Name="wait"),
                timeout=1,
            )
        process.send_signal(signal.SIGTERM)
        process.wait(2.5)  # less than what a call under way is given

        assert "Cancel" not in process.said.text


def test_r79_a_signal_ends_the_server_though_streams_are_open(source):
    with server(source) as (client, process):
        opened = client.post(
            "/mcp", json=request(0, "initialize", INITIALIZE, modern=False), headers=JSON
        )
        session = {
            "Accept": "text/event-stream",
            "Mcp-Session-Id": opened.headers["mcp-session-id"],
            "MCP-Protocol-Version": "2025-11-25",
        }
        with client.stream("GET", "/mcp", headers=session) as stream:
            assert stream.status_code == 200
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)

        assert "Traceback" not in process.said.text


def test_a_call_that_outlasts_the_server_is_answered_and_leaves_no_traceback(source):
    with server(source) as (client, process):
        with socket.create_connection(("127.0.0.1", client.base_url.port), PATIENCE) as connection:
            body = httpx2.Request(
                "POST", "http://x", json=called(1, "wait", {"seconds": 60})
            ).content
            head = {
                "Host": f"127.0.0.1:{client.base_url.port}",
                **headers("tools/call", Mcp_Name="wait"),
                "Content-Length": str(len(body)),
            }
            lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
            connection.sendall(f"POST /mcp HTTP/1.1\r\n{lines}\r\n".encode() + body)
            time.sleep(1)
            process.send_signal(signal.SIGTERM)
            answer = connection.recv(1000)
        process.wait(PATIENCE)

        assert answer.startswith(b"HTTP/1.1 503")
        assert "Traceback" not in process.said.text


@pytest.mark.parametrize("workers", ["1", "2"])
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
def test_a_port_that_is_taken_is_told_with_what_to_do(source, host, workers):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = listening(source, "--host", host, "--port", str(port), "--workers", workers)

    told = "another program listens there. End it, or choose another port with --port."
    assert done.returncode == 2
    assert done.stderr == f"petstore-mcp: Cannot listen on {host}:{port}: {told}\n"


@pytest.mark.parametrize("workers", ["1", "2"])
def test_an_address_that_is_not_here_is_told_with_what_to_do(source, workers):
    at = ("--host", "192.0.2.1", "--unauthenticated", "--workers", workers)
    done = listening(source, *at)

    assert done.returncode == 2
    assert "Cannot listen on 192.0.2.1:8000: this machine has no such address." in done.stderr
    assert "Traceback" not in done.stderr


def listening(source, *arguments: str) -> subprocess.CompletedProcess[str]:
    keys = {"PETSTORE_STATE_KEYS": "k" * 32, "PETSTORE_STATE_STORE": os.devnull}
    return subprocess.run(
        [sys.executable, "-m", "petstore_mcp", "http", *arguments],
        env=environment(source, **keys),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
