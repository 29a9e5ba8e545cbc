"""What an HTTP request passes before the SDK sees it."""

from __future__ import annotations

import asyncio
import json

import pytest
from petstore_mcp._runtime.serving.audit import Audit
from petstore_mcp._runtime.transports.guards import (
    BearerToken,
    Farewell,
    LongAnswers,
    TrimmedHeaders,
    VersionHeader,
)

pytestmark = pytest.mark.anyio

KEY = "io.modelcontextprotocol/protocolVersion"


class App:
    """An application that remembers what it got and answers 200."""

    def __init__(self) -> None:
        self.scope = None
        self.body = None

    async def __call__(self, scope, receive, send) -> None:
        self.scope = scope
        self.body = (await receive())["body"]
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"served"})


async def ask(app, *, body=b"", path="/mcp", **headers: str) -> list[dict]:
    sent: list[dict] = []
    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": "POST", "path": path, "headers": named}

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)

    await app(scope, receive, send)
    return sent


async def test_white_space_around_header_values_is_taken_off():
    app = App()

    await ask(TrimmedHeaders(app), mcp_method=" tools/list\t ")

    assert app.scope["headers"] == [(b"mcp-method", b"tools/list")]


@pytest.mark.parametrize(
    "body",
    [
        {"method": "tools/list", "params": {"_meta": {}}},
        {"method": "tools/call", "params": {"arguments": {"_meta": {KEY: "x"}}}},
        {"method": "x", "params": {"_meta": f"{KEY}"}},
        [KEY],
    ],
)
async def test_a_request_of_an_older_client_passes_whole(body):
    app = App()
    text = json.dumps(body).encode()

    assert (await ask(VersionHeader(app), body=text))[0]["status"] == 200
    assert app.body == text


async def test_an_older_client_may_send_headers_that_its_revision_does_not_know():
    headers = {"mcp_protocol_version": "2025-11-25", "mcp_method": "initialize"}

    assert (await ask(VersionHeader(App()), body=b"{}", **headers))[0]["status"] == 200


async def test_a_method_header_without_a_version_does_not_pass():
    assert (await ask(VersionHeader(App()), body=b"{}", mcp_method="x"))[0]["status"] == 400


async def test_a_modern_request_without_its_header_does_not_pass():
    app = App()
    body = json.dumps({"id": "a", "params": {"_meta": {KEY: "2026-07-28"}}}).encode()

    start, answer = await ask(VersionHeader(app), body=body)

    assert start["status"] == 400
    assert json.loads(answer["body"])["id"] == "a"
    assert app.scope is None


async def test_the_token_is_asked_for_on_every_path_but_the_open_ones():
    guard = BearerToken(App(), "t", frozenset({"/health"}), Audit(""))

    assert (await ask(guard, path="/mcp"))[0]["status"] == 401
    assert (await ask(guard, path="/other"))[0]["status"] == 401
    assert (await ask(guard, path="/health"))[0]["status"] == 200
    assert (await ask(guard, path="/mcp", authorization="Bearer t"))[0]["status"] == 200


async def test_what_is_cancelled_before_an_answer_gets_one():
    async def app(scope, receive, send):
        raise asyncio.CancelledError

    assert (await ask(Farewell(app)))[0]["status"] == 503


async def test_what_is_cancelled_in_an_answer_is_ended():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise asyncio.CancelledError

    assert (await ask(Farewell(app)))[-1] == {
        "type": "http.response.body",
        "body": b"",
        "more_body": False,
    }


async def test_what_is_answered_is_left_alone():
    assert len(await ask(Farewell(App()))) == 2


def events(*bodies: bytes, content_type: bytes = b"text/event-stream"):
    async def app(scope, receive, send):
        head = [(b"content-type", content_type), (b"mcp-session-id", b"s")]
        await send({"type": "http.response.start", "status": 200, "headers": head})
        for body in bodies:
            await send({"type": "http.response.body", "body": body, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    return app


def event(value) -> bytes:
    return f"event: message\r\ndata: {json.dumps(value)}\r\n\r\n".encode()


async def test_a_long_event_becomes_json():
    value = {"id": 1, "result": {"tools": ["x" * 600_000]}}

    start, answer = await ask(LongAnswers(events(event(value))))

    assert json.loads(answer["body"]) == value
    assert dict(start["headers"]) == {
        b"mcp-session-id": b"s",
        b"content-type": b"application/json",
        b"content-length": str(len(answer["body"])).encode(),
    }


@pytest.mark.parametrize(
    "bodies",
    [[event("short")], [b": ping\r\n\r\n", event("x" * 600_000)], [event("a"), event("b")], []],
)
async def test_other_event_streams_stay_as_they_are(bodies):
    assert await ask(LongAnswers(events(*bodies))) == await ask(events(*bodies))


async def test_a_long_body_of_another_type_stays_as_it_is():
    app = events(event("x" * 600_000), content_type=b"text/plain")

    assert await ask(LongAnswers(app)) == await ask(app)
