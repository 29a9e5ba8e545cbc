"""How things end over HTTP: clients that go away, a server that stops, tokens that expire. Real processes, raw sockets."""

from __future__ import annotations

import signal
import subprocess
import time
from dataclasses import replace

import pytest
from petstore_mcp._runtime.access.access_tokens import InvalidTokenError, expiry
from petstore_mcp._runtime.serving.principal import Principal

from .authorization_server import AuthorizationServer
from .processes import INITIALIZE, PATIENCE, called, request
from .raw import Connection
from .scoped import recording_api, scoped_petstore
from .serving import JSON, server
from .silent import is_set, silent_api
from .test_authorization import RESOURCE, settings

REX = "petstore://pets/7"


@pytest.fixture(autouse=True)
def _no_proxy(monkeypatch) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def stop(process: subprocess.Popen) -> str:
    """Ask it to, wait for it, and what it said."""
    process.send_signal(signal.SIGTERM)
    process.wait(PATIENCE)
    return process.said.text


def listen(connection: Connection, *uris: str) -> None:
    wanted = {"notifications": {"resourceSubscriptions": list(uris)}}
    connection.post(request("listen", "subscriptions/listen", wanted))
    connection.until(b"notifications/subscriptions/acknowledged")


def old_session(client) -> dict[str, str]:
    """The headers of a session of 2025-11-25."""
    opened = client.post(
        "/mcp", json=request(0, "initialize", INITIALIZE, modern=False), headers=JSON
    )
    session = {
        "Mcp-Session-Id": opened.headers["mcp-session-id"],
        "MCP-Protocol-Version": "2025-11-25",
    }
    client.post(
        "/mcp",
        json={"jsonrpc": "2.0", "method": "notifications/initialized"},
        headers={**JSON, **session},
    )
    return session


def test_r48_a_client_that_goes_away_closes_the_request_to_the_api(source):
    with silent_api() as api, server(source, PETSTORE_BASE_URL=api.url) as (client, _):
        with Connection(client.base_url.port) as connection:
            connection.post(called(1, "listPets"), Mcp_Name="listPets")
            assert is_set(api.asked)
            assert not api.left.is_set()

        assert is_set(api.left)


def test_r48_so_does_one_that_leaves_a_stream_of_progress(source):
    with silent_api() as api, server(source, PETSTORE_BASE_URL=api.url) as (client, _):
        asked = called(1, "listPets")
        asked["params"]["_meta"] = {**asked["params"]["_meta"], "progressToken": "p"}
        with Connection(client.base_url.port) as connection:
            connection.post(asked, Mcp_Name="listPets")
            connection.until(b"notifications/progress")

            assert b"text/event-stream" in connection.seen
            assert b"X-Accel-Buffering: no".lower() in connection.seen.lower()
            assert connection.events()[0]["params"]["progressToken"] == "p"

        assert is_set(api.left)


def test_r155_an_older_client_cancels_in_words(source):
    with silent_api() as api, server(source, PETSTORE_BASE_URL=api.url) as (client, _):
        session = {**JSON, **old_session(client)}
        with client.stream(
            "POST", "/mcp", json=called(7, "listPets", modern=False), headers=session
        ):
            assert is_set(api.asked)
            cancelled = {
                "jsonrpc": "2.0",
                "method": "notifications/cancelled",
                "params": {"requestId": 7},
            }
            client.post("/mcp", json=cancelled, headers=session)

            assert is_set(api.left)


def test_r79_a_stream_of_notices_ends_with_its_result_and_the_server_at_once(source):
    with (
        silent_api() as api,
        server(source, PETSTORE_BASE_URL=api.url, PETSTORE_DRAIN="3600") as (client, process),
    ):
        with Connection(client.base_url.port) as connection:
            listen(connection, REX)
            said = stop(process)
            connection.rest()

        last = connection.events()[-1]
        assert last["id"] == "listen"
        assert last["result"]["resultType"] == "complete"
        assert last["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"] == "listen"
        assert connection.seen.endswith(b"\r\n0\r\n\r\n")
        assert "Traceback" not in said


def test_r79_the_stream_of_an_older_client_ends_too(source):
    with server(source, PETSTORE_DRAIN="3600") as (client, process):
        session = old_session(client)
        with Connection(client.base_url.port) as connection:
            connection.get(**session)
            connection.until(b"200 OK")
            said = stop(process)
            connection.rest()

        assert connection.seen.endswith(b"0\r\n\r\n")
        assert "Traceback" not in said


def test_calls_under_way_are_answered_before_the_server_stops(source):
    with server(source, PETSTORE_DRAIN="3600") as (client, process):
        with Connection(client.base_url.port) as connection:
            connection.post(request("first", "tools/list"))
            connection.until(b'"first"')
            connection.post(called(1, "wait", {"seconds": 1.5}), Mcp_Name="wait")
            client.get("/health")  # by now the call is under way
            process.send_signal(signal.SIGTERM)
            connection.until(b'"waited":1.5')
        process.wait(PATIENCE)


def test_a_call_that_takes_too_long_is_cut_off_and_the_api_left(source):
    with (
        silent_api() as api,
        server(source, PETSTORE_BASE_URL=api.url, PETSTORE_DRAIN="1") as (
            client,
            process,
        ),
    ):
        with Connection(client.base_url.port) as connection:
            connection.post(called(1, "listPets"), Mcp_Name="listPets")
            assert is_set(api.asked)
            said = stop(process)

            assert connection.rest().startswith(b"HTTP/1.1 503")
        assert is_set(api.left)
        assert "Traceback" not in said


def test_a_watch_ends_with_its_stream(source):
    with silent_api() as api, server(source, PETSTORE_BASE_URL=api.url) as (client, _):
        with Connection(client.base_url.port) as connection:
            listen(connection, REX)
            assert is_set(api.asked)

        assert is_set(api.left)


@pytest.fixture(scope="module")
def short_lived(source):
    """A server, and a maker of tokens for it that are good for some seconds."""
    with (
        AuthorizationServer() as auth,
        recording_api() as api,
        server(scoped_petstore(source), **settings(auth, api)) as (client, _),
    ):
        yield (
            client,
            lambda seconds: auth.sign({"aud": RESOURCE, "exp": int(time.time()) + seconds}),
        )


def test_a_stream_of_notices_ends_with_the_token_that_opened_it(short_lived):
    client, token = short_lived
    with Connection(client.base_url.port) as connection:
        wanted = {"notifications": {"resourceSubscriptions": [REX]}}
        message = request("listen", "subscriptions/listen", wanted)
        connection.post(message, Authorization=f"Bearer {token(2)}")
        connection.until(b"notifications/subscriptions/acknowledged")
        connection.until(b'"resultType"')

        assert connection.events()[-1]["id"] == "listen"


def test_the_stream_of_an_older_client_ends_with_the_token_that_opened_it(short_lived):
    client, token = short_lived
    given = {"Authorization": f"Bearer {token(2)}"}
    opened = client.post(
        "/mcp",
        json=request(0, "initialize", INITIALIZE, modern=False),
        headers={**JSON, **given},
    )
    session = {"Mcp-Session-Id": opened.headers["mcp-session-id"], **given}
    with Connection(client.base_url.port) as connection:
        connection.get(**session)
        connection.until(b"200 OK")
        connection.until(b"\r\n0\r\n\r\n")


@pytest.mark.anyio
async def test_where_the_end_of_a_token_is_not_known_it_is_asked_about_again():
    known = Principal(token="t", expires_at=time.time() - 1)
    answers = [replace(known, expires_at=time.time() - 0.5), InvalidTokenError("over")]
    asked: list[str] = []

    async def verify(token: str) -> Principal:
        asked.append(token)
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    await expiry(verify, known)

    assert asked == ["t", "t"]


def test_a_resource_is_watched_no_longer_than_the_token_is_good(source):
    with (
        AuthorizationServer() as auth,
        silent_api() as silent,
        recording_api() as api,
        server(
            scoped_petstore(source), **{**settings(auth, api), "PETSTORE_BASE_URL": silent.url}
        ) as (client, _),
    ):
        token = auth.sign({"aud": RESOURCE, "exp": int(time.time()) + 4})
        given = {**JSON, "Authorization": f"Bearer {token}"}
        opened = client.post(
            "/mcp", json=request(0, "initialize", INITIALIZE, modern=False), headers=given
        )
        session = {**given, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
        client.post(
            "/mcp",
            json={"jsonrpc": "2.0", "method": "notifications/initialized"},
            headers=session,
        )
        client.post(
            "/mcp",
            json=request(1, "resources/subscribe", {"uri": REX}, modern=False),
            headers=session,
        )
        assert is_set(silent.asked)
        assert is_set(silent.left)
