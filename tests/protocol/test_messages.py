"""Base messages (MCP 2026-07-28, basic/index): each test is named after the requirement that it proves."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack, nullcontext

import pytest
from corner_mcp._runtime.checks.connection import connection
from corner_mcp._runtime.checks.faults import Silent
from corner_mcp._runtime.testing import Upstream
from jsonschema import Draft202012Validator

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec
from tests.spans import provided

from .talk import (
    FORMS,
    PACKAGE,
    PREFIX,
    Corner,
    headers,
    http_server,
    meta,
    plain,
    post,
    request,
    talking,
)

pytestmark = pytest.mark.anyio

METHODS = [
    ("server/discover", {}),
    ("tools/list", {}),
    ("tools/call", {"name": "hours", "arguments": {}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "corner://rules"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "advise", "arguments": {"about": "pears"}}),
    (
        "completion/complete",
        {
            "ref": {"type": "ref/prompt", "name": "advise"},
            "argument": {"name": "about", "value": "ap"},
        },
    ),
]
NO_IDS = [None, 1.5, True, [], {}]


@pytest.fixture(scope="module")
def stdio():
    with Corner() as process:
        yield process


@pytest.mark.parametrize("number", NO_IDS)
def test_r2_an_id_is_text_or_an_integer_over_http(http, number):
    message = plain(number, "tools/list") | {"params": {"_meta": meta()}}

    answer = post(http, message)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32600)


@pytest.mark.parametrize("number", NO_IDS)
def test_r2_an_id_is_text_or_an_integer_over_stdio(stdio, number):
    refused = stdio.ask(request(number, "tools/list"))

    assert refused["error"]["code"] == -32600
    assert "id" not in refused
    assert "result" in stdio.ask(request("next", "tools/list"))


async def test_r3_an_id_that_is_used_twice_does_no_harm():
    silent = Silent()
    async with connection(PACKAGE, silent) as wire:
        call = request(1, "tools/call", {"name": "slow", "arguments": {}})
        await wire.send(call)
        await silent.is_asked()
        await wire.send(call)
        params = {"requestId": 1}
        await wire.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

        assert "result" in await wire.ask(request(2, "server/discover"))


@pytest.mark.parametrize(("method", "params"), METHODS)
async def test_r4_an_answer_has_the_id_and_a_result_or_an_error(method, params):
    async with connection(PACKAGE, Upstream()) as wire:
        good = await wire.ask(request("a-1", method, params))
        bad = await wire.ask(request(7, "no/such", params))

    assert (good["id"], "result" in good, "error" in good) == ("a-1", True, False)
    assert (bad["id"], "result" in bad, "error" in bad) == (7, False, True)


@pytest.mark.parametrize("body", [b"{", b"[]", b"null", b'"x"', b'{"jsonrpc":"2.0"}', b"\xff"])
def test_r5_an_error_without_a_known_id_has_none(http, body):
    named = headers(plain(1, "tools/list"))

    answer = http.post("/mcp", content=body, headers=named)

    assert answer.status_code == 400
    assert answer.json()["error"]["code"] in {-32700, -32600}
    assert "id" not in answer.json()


@pytest.mark.parametrize(("method", "params"), METHODS)
async def test_r6_every_result_says_that_it_is_complete(method, params):
    async with talking() as client:
        assert (await client.result(method, params))["resultType"] == "complete"


@pytest.mark.parametrize("arguments", [{}, {"task": {"ttl": 1000}}])
async def test_r7_a_client_gets_no_kind_of_result_that_it_did_not_ask_for(arguments):
    extensions = {"extensions": {f"{PREFIX}tasks": {}}}
    async with talking() as client:
        params = {"name": "hours", "arguments": {}, **arguments}
        answers = [
            await client.ask("tools/call", params, _meta=meta(capabilities=capabilities))
            for capabilities in ({}, extensions)
        ]

    assert [each["result"]["resultType"] for each in answers] == ["complete", "complete"]


def test_r8_no_code_is_one_that_the_protocol_keeps(http, stdio):
    wrong = [
        request(1, "no/such"),
        request(1, "tools/call", {"name": "none"}),
        request(1, "tools/call", {"name": "hours", "arguments": []}),
        request(1, "tools/list", {"cursor": "x"}),
        request(1, "resources/read", {"uri": "corner://none"}),
        request(1, "prompts/get", {"name": "none"}),
        request(1, "tools/list", _meta=meta("1900-01-01")),
        plain(1, "tools/list"),
    ]

    codes = {stdio.ask(each)["error"]["code"] for each in wrong[:-1]}
    codes |= {post(http, each).json()["error"]["code"] for each in wrong}

    assert codes == {-32601, -32602, -32020, -32022}


def test_r10_a_notification_is_accepted_and_not_answered(http):
    note = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": "x"}}

    accepted = post(http, note)

    assert (accepted.status_code, accepted.content) == (202, b"")


def test_r12_s18_a_batch_is_refused_over_both_transports(http, stdio):
    batch = [request(1, "tools/list"), request(2, "tools/list")]

    over_http = http.post("/mcp", json=batch, headers=headers(batch[0]))
    over_stdio = stdio.ask(batch)

    assert (over_http.status_code, over_http.json()["error"]["code"]) == (400, -32600)
    assert over_stdio["error"]["code"] == -32600


async def test_r13_s22_what_a_request_declared_does_not_hold_for_the_next():
    async with talking() as client:
        first = await client.asked("clear")
        second = await client.asked("clear", {})

    assert first["result"]["resultType"] == "input_required"
    assert second["error"]["code"] == -32021
    assert client.upstream.requests == []


def test_r14_s25_two_processes_serve_one_client_by_turns(api):
    with ExitStack() as stack:
        both = [stack.enter_context(http_server(api.url)) for _ in range(2)]
        names: list[str] = []
        cursor = {}
        for number in range(20):
            page = post(both[number % 2], request(number, "tools/list", cursor)).json()["result"]
            names += [tool["name"] for tool in page["tools"]]
            if "nextCursor" not in page:
                break
            cursor = {"cursor": page["nextCursor"]}

    assert len(names) == len(set(names)) == 10


@pytest.mark.parametrize("key", ["protocolVersion", "clientCapabilities", None])
def test_r16_s21_without_its_metadata_a_request_is_refused(http, key):
    about = {name: each for name, each in meta().items() if key and name != f"{PREFIX}{key}"}
    message = plain(1, "tools/list", {"_meta": about})

    answer = post(http, message)

    assert (answer.status_code, answer.json()["error"]["code"]) == (400, -32602)


async def test_r17_s1_who_the_client_says_it_is_changes_nothing():
    told = [{}, {"name": "claude-desktop", "version": "1"}, {"name": "x" * 500, "version": ""}]
    seen = set()
    for info in told:
        about = {**meta(), **({f"{PREFIX}clientInfo": info} if info else {})}
        async with talking() as client:
            answers = [await client.ask(method, params, _meta=about) for method, params in METHODS]
            seen.add(json.dumps(answers))

    assert len(seen) == 1


@pytest.mark.parametrize("capabilities", [{}, {"elicitation": {"url": {}}}, {"sampling": {}}])
def test_r18_a_capability_that_is_needed_and_not_there_is_named(http, api, capabilities):
    before = len(api.requests)
    message = request(
        1, "tools/call", {"name": "clear", "arguments": {}}, _meta=meta(capabilities=capabilities)
    )

    answer = post(http, message)

    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, -32021)
    assert error["data"]["requiredCapabilities"] == FORMS
    assert len(api.requests) == before


@pytest.mark.parametrize(("method", "params"), METHODS)
async def test_r19_every_result_says_which_server_it_is_from(method, params):
    async with talking() as client:
        info = (await client.result(method, params))["_meta"][f"{PREFIX}serverInfo"]

    assert (info["name"], info["title"]) == ("corner", "Corner shop")
    assert info["version"]


async def test_r20_keys_of_metadata_are_named_as_the_protocol_wants():
    name = r"[A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?"
    key = re.compile(rf"([a-z]([a-z0-9-]*[a-z0-9])?(\.[a-z]([a-z0-9-]*[a-z0-9])?)*/)?{name}")
    async with talking() as client:
        found = [await client.result(method, params) for method, params in METHODS]
    keys = {each for value in _objects(found) for each in value.get("_meta", {})}

    ours = {each for each in keys if not each.startswith(PREFIX)}
    assert ours
    assert all(key.fullmatch(each) for each in ours)
    assert not any(re.match(r"[a-z]+\.(mcp|modelcontextprotocol)[./]", each) for each in ours)


@pytest.mark.parametrize(
    ("trace", "forwarded"),
    [
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", True),
        ("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01\r\nX-Evil: 1", False),
        ("00-" + "0" * 32 + "-b7ad6b7169203331-01", False),
        ("nonsense", False),
        (17, False),
    ],
)
@pytest.mark.parametrize("spans", [provided, nullcontext])
async def test_r21_a_trace_goes_on_to_the_api_if_it_is_one(trace, forwarded, spans):
    with spans():
        async with talking() as client:
            params = {"name": "list_items", "arguments": {}}
            await client.ask("tools/call", params, _meta={**meta(), "traceparent": trace})
    sent = client.upstream.last.headers

    assert "x-evil" not in sent
    assert ("0af7651916cd43dd8448eb211c80319c" in sent.get("traceparent", "")) is forwarded


async def test_r23_every_schema_is_valid():
    async with talking() as client:
        tools = await _tools(client)

    for tool in tools:
        Draft202012Validator.check_schema(tool["inputSchema"])
        Draft202012Validator.check_schema(tool.get("outputSchema", {}))
    assert any("outputSchema" in tool for tool in tools)


@pytest.fixture(scope="module")
def odd_schemas(tmp_path_factory) -> str:
    """The catalogue for a description whose schemas are of another dialect, and ask for a header."""
    folder = tmp_path_factory.mktemp("odd")
    old = {"$schema": "http://json-schema.org/draft-04/schema#", "x-mcp-header": "Limit"}
    schema = {**old, "type": "integer", "minimum": 3, "exclusiveMinimum": True}
    limit = {"name": "limit", "in": "query", "schema": schema}
    path = {"get": {"operationId": "a", "parameters": [limit], "responses": {}}}
    about = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": path}}
    (folder / "api.json").write_text(json.dumps(about))
    diagnostics = Diagnostics()
    spec = str(folder / "api.json")
    inputs = read_spec(spec, folder, policy=Policy(), diagnostics=diagnostics, stdin=None)
    files = {file.id: file.text for file in make(inputs, diagnostics).files}
    return files["catalog/operations"]


def test_r24_schemas_are_of_the_dialect_that_clients_expect(odd_schemas):
    (tool,) = json.loads(odd_schemas)["tools"]
    schema = tool["tool"]["inputSchema"]

    assert "$schema" not in odd_schemas
    assert schema["properties"]["limit"] == {"type": "integer", "exclusiveMinimum": 3}


def test_r53_no_argument_is_asked_for_in_a_header(odd_schemas):
    assert "x-mcp-header" not in odd_schemas


def test_r25_a_reference_to_the_network_is_not_followed(tmp_path, monkeypatch):
    asked = []
    monkeypatch.setattr("socket.socket.connect", lambda *address: asked.append(address))
    path = {"get": {"responses": {"200": {"$ref": "http://169.254.169.254/latest#/x"}}}}
    about = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/a": path}}
    (tmp_path / "api.json").write_text(json.dumps(about))
    diagnostics = Diagnostics()

    read_spec(
        str(tmp_path / "api.json"), tmp_path, policy=Policy(), diagnostics=diagnostics, stdin=None
    )

    assert asked == []
    assert any("169.254.169.254" in str(each) for each in diagnostics)


async def test_r27_an_input_schema_is_an_object_and_one_without_arguments_takes_none():
    async with talking() as client:
        schemas = {tool["name"]: tool["inputSchema"] for tool in await _tools(client)}

    assert {schema["type"] for schema in schemas.values()} == {"object"}
    assert schemas["clear"]["additionalProperties"] is False


async def _tools(client):
    tools, cursor = [], {}
    while True:
        page = await client.result("tools/list", cursor)
        tools += page["tools"]
        if "nextCursor" not in page:
            return tools
        cursor = {"cursor": page["nextCursor"]}


def _objects(value):
    if isinstance(value, dict):
        yield value
        for each in value.values():
            yield from _objects(each)
    if isinstance(value, list):
        for each in value:
            yield from _objects(each)
