"""Authorization over HTTP (MCP 2026-07-28, basic/authorization); access tokens have their tests in tests/runtime_mcp."""

from __future__ import annotations

import pytest

from .corner import SECRET
from .talk import ACCEPT, FORMS, YES, headers, http_server, initialize, meta, plain, post, request

TOKEN = "token-of-the-caller"
CALL = request(1, "tools/call", {"name": "list_items", "arguments": {}})
BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def guarded(api):
    with http_server(api.url, HTTP_TOKEN=TOKEN) as client:
        yield client


@pytest.mark.parametrize("method", ["POST", "GET", "DELETE", "OPTIONS"])
@pytest.mark.parametrize("path", ["/mcp", f"/mcp?access_token={TOKEN}", "/other"])
def test_r121_r124_without_its_token_no_request_gets_further(guarded, method, path):
    answer = guarded.request(method, path, json=CALL)

    assert answer.status_code == 401
    assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize(
    "value",
    [
        f"Bearer {TOKEN}x",
        f"Basic {TOKEN}",
        TOKEN,
        "Bearer",
        f"Bearer {TOKEN},{TOKEN}",
        "Bearer \xff",
    ],
)
def test_r121_a_token_that_is_not_right_is_refused(guarded, value):
    assert post(guarded, CALL, Authorization=value.encode("latin-1")).status_code == 401


def test_r123_s94_the_token_of_the_caller_goes_no_further(guarded, api):
    del api.requests[:]

    assert post(guarded, CALL, Authorization=f"Bearer {TOKEN}").status_code == 200

    _, _, sent, _ = api.requests[-1]
    assert sent["x-key"] == SECRET
    assert "authorization" not in sent
    assert TOKEN not in str(sent)


def test_r129_no_token_and_no_key_is_in_the_log(api):
    with http_server(api.url, HTTP_TOKEN=TOKEN, AUDIT="stderr") as client:
        post(client, CALL, **BEARER)
        post(client, CALL, Authorization=f"Bearer {TOKEN}wrong")
        post(client, request(2, "tools/call", {"name": "broken", "arguments": {}}), **BEARER)

    assert '"tool":"list_items"' in client.said
    assert "Traceback" in client.said  # the fault inside, for the operator
    assert TOKEN not in client.said
    assert SECRET not in client.said


def test_r15_r66_a_state_of_one_caller_is_nothing_to_another(api):
    call = request(
        1, "tools/call", {"name": "clear", "arguments": {}}, _meta=meta(capabilities=FORMS)
    )
    one, other = {"X-Own-Key": "key-of-one"}, {"X-Own-Key": "key-of-another"}
    with http_server(api.url, IDENTITY="header", IDENTITY_HEADER="X-Own-Key") as client:
        asked = client.post("/mcp", json=call, headers={**headers(call), **one}).json()["result"]
        before = len(api.requests)
        more = {"requestState": asked["requestState"], "inputResponses": {"confirm": YES}}
        again = {**call, "id": 2, "params": {**call["params"], **more}}
        stolen = client.post("/mcp", json=again, headers={**headers(again), **other})
        used = client.post("/mcp", json=again, headers={**headers(again), **one})

    assert stolen.json()["error"]["code"] == -32602
    assert "result" in used.json()
    assert [path for _, path, _, _ in api.requests[before:]] == ["/clear?"]


@pytest.mark.parametrize("path", ["/authorize", "/token", "/register", "/login", "/callback"])
def test_r130_s97_the_server_is_no_authorization_server(http, path):
    assert http.get(path).status_code == 404
    assert http.post(path, json={}).status_code == 404


def test_s103_a_session_is_no_token(guarded):
    opened = guarded.post("/mcp", json=initialize(), headers={**ACCEPT, **BEARER})
    session = {**ACCEPT, "Mcp-Session-Id": opened.headers["mcp-session-id"]}

    assert opened.status_code == 200
    assert guarded.post("/mcp", json=plain(1, "tools/list"), headers=session).status_code == 401
