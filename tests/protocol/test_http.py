"""Streamable HTTP (MCP 2026-07-28, basic/transports/streamable-http), with real processes."""

from __future__ import annotations

import json

import pytest

from .talk import ACCEPT, MODERN, events, headers, post, raw, request

LIST = request(1, "tools/list")
CALL = request(1, "tools/call", {"name": "hours", "arguments": {}})
COUNT = request(1, "tools/call", {"name": "count", "arguments": {"steps": 3}})


@pytest.mark.parametrize("path", ["/", "/mcp/x", "/sse", "/messages", "/register", "/tools/list"])
def test_r41_s105_there_is_one_endpoint(http, path):
    answer = http.post(path, json=LIST, headers=headers(LIST))

    assert answer.status_code == 404
    assert post(http, LIST).status_code == 200


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example"]
)
def test_r42_a_page_from_elsewhere_gets_nothing(http, origin):
    assert post(http, LIST, Origin=origin).status_code == 403


def test_r45_an_answer_is_json_or_a_stream_of_events(http):
    kinds = {post(http, each).headers["content-type"].partition(";")[0] for each in (LIST, COUNT)}

    assert kinds <= {"application/json", "text/event-stream"}


def test_r46_s64_a_stream_has_what_belongs_to_its_request_and_ends_with_the_answer(http):
    asked = {**COUNT, "params": {**COUNT["params"]}}
    asked["params"]["_meta"] = {**COUNT["params"]["_meta"], "progressToken": "p"}

    answer = post(http, asked)

    *notes, last = events(answer)
    assert {note["method"] for note in notes} == {"notifications/progress"}
    assert {note["params"]["progressToken"] for note in notes} == {"p"}
    assert (last["id"], "result" in last) == (1, True)


def test_r47_proxies_are_asked_not_to_hold_a_stream_back(http):
    asked = {**COUNT, "params": {**COUNT["params"]}}
    asked["params"]["_meta"] = {**COUNT["params"]["_meta"], "progressToken": "p"}

    answer = post(http, asked)

    assert answer.headers["content-type"].startswith("text/event-stream")
    assert answer.headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize("version", ["", "2025-11-25", "2026-07-29"])
def test_r49_a_version_that_differs_from_the_body_is_refused(http, version):
    answer = post(http, LIST, MCP_Protocol_Version=version)

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in {-32020, -32022}
    assert answer.json()["id"] == 1


def test_r50_a_version_that_is_not_served_is_told_from_one_that_differs(http):
    unknown = {**LIST, "params": {"_meta": {**LIST["params"]["_meta"]}}}
    unknown["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2031-01-01"

    answer = post(http, unknown, MCP_Protocol_Version="2031-01-01")

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32022)
    assert answer.json()["error"]["data"]["supported"] == [MODERN]


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        (LIST, {"Mcp_Method": ""}),
        (LIST, {"Mcp_Method": "tools/call"}),
        (LIST, {"Mcp_Method": "Tools/List"}),
        (CALL, {"Mcp_Name": ""}),
        (CALL, {"Mcp_Name": "clear"}),
        (CALL, {"Mcp_Name": "HOURS"}),
        (request(1, "resources/read", {"uri": "corner://rules"}), {"Mcp_Name": "corner://x"}),
        (request(1, "prompts/get", {"name": "advise"}), {"Mcp_Name": "=?base64?eA==?="}),
    ],
)
def test_r51_r52_s66_headers_that_differ_from_the_body_are_refused(http, message, changed):
    answer = post(http, message, **changed)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)


def test_r51_names_of_headers_have_no_case_and_values_may_have_space_around(http):
    odd = {"mcp-protocol-VERSION": f"  {MODERN} ", "MCP-METHOD": "tools/call\t"}
    named = {**ACCEPT, **odd, "mcp-NAME": "=?base64?aG91cnM=?="}

    answer = raw(http, [f"{name}: {value}" for name, value in named.items()], json.dumps(CALL))

    assert answer.startswith(b"HTTP/1.1 200 ")


def test_r52_a_header_that_is_there_twice_is_refused(http):
    named = [*headers(CALL).items(), ("Mcp-Name", "hours")]

    answer = http.post("/mcp", json=CALL, headers=named)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32020)


def test_r55_an_unknown_method_is_not_found(http):
    answer = post(http, request(1, "no/such"))

    assert (answer.status_code, answer.json()["error"]["code"]) == (404, -32601)


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_r56_what_is_no_post_is_not_allowed_and_sessions_mean_nothing(http, method):
    refused = http.request(method, "/mcp", headers=headers(LIST))
    served = post(http, LIST, Mcp_Session_Id="made-up", Last_Event_ID="7")

    assert refused.status_code == 405
    assert refused.headers["allow"] == "POST"
    assert served.status_code == 200
    assert "mcp-session-id" not in served.headers


def test_r57_an_answer_that_nobody_asked_for_is_refused(http):
    body = {"jsonrpc": "2.0", "id": 1, "result": {}}

    answer = http.post("/mcp", json=body, headers=headers(LIST))

    assert 400 <= answer.status_code < 500
