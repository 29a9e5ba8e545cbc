"""Pages in a browser: which may call, and what they are told (CORS)."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime._errors import SettingsError
from petstore_mcp._runtime.transports.listener import Listener

from .authorization_server import AuthorizationServer
from .processes import request
from .scoped import recording_api, scoped_petstore
from .serving import headers, server
from .test_authorization import settings

LIST = request(1, "tools/list")
PAGE = "https://app.example.com"
TOKEN = "token-of-the-test"
ASKED = "authorization,content-type,mcp-protocol-version,mcp-method,mcp-name,mcp-param-region"


@pytest.fixture(scope="module")
def http(source):
    with server(source, "--cors", PAGE, "http://localhost:5173") as (client, _):
        yield client


@pytest.fixture(scope="module")
def guarded(source):
    with server(source, PETSTORE_HTTP_TOKEN=TOKEN, PETSTORE_CORS_ORIGINS="*") as (client, _):
        yield client


def preflight(client, origin: str, path: str = "/mcp", method: str = "POST"):
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": method,
        "Access-Control-Request-Headers": ASKED,
    }
    return client.options(path, headers=asked)


def test_r59_a_page_may_ask_before_it_calls(http):
    answer = preflight(http, PAGE)

    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == PAGE
    assert "POST" in answer.headers["access-control-allow-methods"]
    assert "DELETE" in answer.headers["access-control-allow-methods"]
    assert answer.headers["access-control-allow-headers"] == ASKED
    assert "Origin" in answer.headers["vary"]


def test_r59_a_page_calls_and_reads_what_it_must_know(http):
    answer = http.post("/mcp", json=LIST, headers={**headers("tools/list"), "Origin": PAGE})

    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == PAGE
    exposed = answer.headers["access-control-expose-headers"].lower()
    assert {"www-authenticate", "mcp-session-id"} <= set(exposed.replace(",", "").split())


@pytest.mark.parametrize(
    "origin", ["https://evil.example.com", "https://app.example.com.evil.com", "null", "*"]
)
def test_r42_other_pages_may_not(http, origin):
    asked = preflight(http, origin)
    answer = http.post("/mcp", json=LIST, headers={**headers("tools/list"), "Origin": origin})

    assert asked.status_code == 400
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in asked.headers
    assert "access-control-allow-origin" not in answer.headers


def test_another_method_may_not_be_used(http):
    assert preflight(http, PAGE, method="PUT").status_code == 400


def test_nothing_is_ever_said_of_cookies(http, guarded):
    given = {**headers("tools/list"), "Cookie": "a=b", "Authorization": f"Bearer {TOKEN}"}
    answers = [
        preflight(http, PAGE),
        preflight(guarded, PAGE),
        http.post("/mcp", json=LIST, headers={**given, "Origin": PAGE}),
        guarded.post("/mcp", json=LIST, headers={**given, "Origin": PAGE}),
    ]

    assert not any("access-control-allow-credentials" in each.headers for each in answers)


def test_without_origins_there_is_no_cors(source):
    with server(source) as (client, _):
        asked = preflight(client, "http://localhost:5173")
        given = {**headers("tools/list"), "Origin": "http://localhost:5173"}
        answer = client.post("/mcp", json=LIST, headers=given)

    assert asked.status_code == 405
    assert "access-control-allow-origin" not in answer.headers


def test_a_page_reads_that_it_must_log_in(guarded):
    assert preflight(guarded, PAGE).status_code == 200

    answer = guarded.post("/mcp", json=LIST, headers={**headers("tools/list"), "Origin": PAGE})

    assert answer.status_code == 401
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "www-authenticate" in answer.headers["access-control-expose-headers"].lower()


@pytest.mark.parametrize("origin", [PAGE, "https://anything.example.org"])
def test_with_a_token_pages_of_all_origins_may_call(guarded, origin):
    given = headers("tools/list", Authorization=f"Bearer {TOKEN}", Origin=origin)
    answer = guarded.post("/mcp", json=LIST, headers=given)

    assert answer.status_code == 200
    assert answer.headers["access-control-allow-origin"] == "*"


def test_the_host_is_checked_all_the_same(guarded):
    given = headers("tools/list", Authorization=f"Bearer {TOKEN}", Origin=PAGE)

    answer = guarded.post("/mcp", json=LIST, headers={**given, "Host": "evil.example.com"})

    assert answer.status_code == 421


def read(**given) -> Listener:
    return Listener.read("X", given.pop("env", {}), host="127.0.0.1", port=1, **given)


def test_all_origins_need_a_token():
    with pytest.raises(SettingsError, match="X_CORS_ORIGINS"):
        read(cors=["*"])
    with pytest.raises(SettingsError, match="X_CORS_ORIGINS"):
        read(env={"X_CORS_ORIGINS": "https://a.example, *"})
    assert read(cors=["*"], env={"X_HTTP_TOKEN": "t"}).origins == ("*",)


@pytest.mark.parametrize(
    "text",
    ["app.example.com", "https://a.example/", "https://a.example/x", "https://", "null", "*.b.c"],
)
def test_what_is_no_origin_is_refused(text):
    with pytest.raises(SettingsError, match="X_CORS_ORIGINS"):
        read(cors=[text])


def test_origins_come_from_both_places():
    assert read(
        cors=["https://a.example"], env={"X_CORS_ORIGINS": "http://b.example:1,https://a.example"}
    ).origins == ("https://a.example", "http://b.example:1")


def test_a_page_finds_where_to_log_in(source):
    with (
        AuthorizationServer() as auth,
        recording_api() as api,
        server(scoped_petstore(source), "--cors", PAGE, **settings(auth, api)) as (client, _),
    ):
        refused = client.post("/mcp", json=LIST, headers={**headers("tools/list"), "Origin": PAGE})
        path = "/.well-known/oauth-protected-resource"
        asked = preflight(client, PAGE, path, "GET")
        found = client.get(path, headers={"Origin": PAGE})

    assert refused.status_code == 401
    assert refused.headers["access-control-allow-origin"] == PAGE
    assert asked.status_code == 200
    assert found.headers.get_list("access-control-allow-origin") == [PAGE]
    assert found.json()["authorization_servers"] == [auth.issuer]
