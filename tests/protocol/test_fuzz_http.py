"""Hostile requests over HTTP, in both eras: each is survived, tells nothing, and the next request is served."""

from __future__ import annotations

import json
import socket
from contextlib import suppress

import pytest

from .hostile import table
from .judge import lines_for, survived
from .talk import PATIENCE, headers, open_session, post, raw, request

GROUPS = 24
# Over HTTP half of the table does for every day; over stdio, which is quicker, all of it is sent.
SOME = [pytest.param(group, marks=pytest.mark.slow if group % 2 else ()) for group in range(GROUPS)]
LIST = request(1, "prompts/list")
GOOD = json.dumps(LIST).encode()
NAMED = [f"{name}: {value}" for name, value in headers(LIST).items()]


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize("group", SOME)
def test_a_hostile_body_is_survived(http, era, group):
    session = open_session(http) if era == "legacy" else {}
    for number, (name, body) in enumerate(table(modern=era == "modern")):
        if number % GROUPS == group:
            try:
                survived(http, raw(http, lines_for(body, session), body), body)
            except Exception as error:
                raise AssertionError(f"{name}: {body[:300]!r}: {error}") from error


ODD = [
    "", " ", "x", "\x00", "\x7f", "\xff", "é", "=?base64?", "=?base64?=?=", "=?base64?eA?=", "=?base64?/w==?=",
    "=?utf-8?q?x?=", "2026-07-28, 2026-07-28", "2026-07-28\t", "9" * 5000, "x" * 60_000, "a,b", '"quoted"', "%0d%0a",
    "../..", "null", "-1", "Bearer", "Bearer x", "Bearer \xff", "{}", "tools/call", "TOOLS/LIST", "\u202e".encode().decode("latin-1"),
]  # fmt: skip
HEADERS = [
    "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name", "Mcp-Param-Name", "Mcp-Session-Id", "Last-Event-ID", "Accept",
    "Content-Type", "Authorization", "Origin", "Cookie", "X-Forwarded-For", "X-Forwarded-Host", "Traceparent",
    "Content-Encoding", "Expect", "Upgrade", "TE", "Range",
]  # fmt: skip


@pytest.mark.parametrize("name", HEADERS)
def test_a_hostile_header_is_survived(http, name):
    others = [line for line in NAMED if not line.lower().startswith(f"{name.lower()}:")]
    for value in ODD:
        line = f"{name}: ".encode() + value.encode("latin-1", "ignore")
        for sent in ([*others, line], [*NAMED, line, line]):
            survived(http, raw(http, sent, GOOD), GOOD + line)


WIRE = [
    b"",
    b"\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"GET\r\n\r\n",
    b"GET /mcp\r\n\r\n",
    b"GET /mcp HTTP/9.9\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: 5\r\n\r\n{",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: -5\r\n\r\n{}",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}x",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n0\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nHost: %s\r\nContent-Length: 2\r\n\r\n{}",
    b"POST http://evil.example/mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /mcp\x00 HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /%%2e%%2e/mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /mcp/../health HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\n{}",
    b"POST //mcp HTTP/1.1\r\nHost: %s\r\nContent-Length: 2\r\n\r\n{}",
    b"CONNECT evil.example:443 HTTP/1.1\r\nHost: %s\r\n\r\n",
    b"TRACE /mcp HTTP/1.1\r\nHost: %s\r\nCookie: secret\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: %s\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\nX: " + b"y" * 200_000 + b"\r\n\r\n",
    b"POST /mcp HTTP/1.1\r\nHost: %s\r\n" + b"X: y\r\n" * 5_000 + b"\r\n",
    b"GET /mcp HTTP/1.1\r\nHost: %s\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: eA==\r\n\r\n",
]


@pytest.mark.parametrize("number", range(len(WIRE)))
def test_what_is_hardly_http_is_survived(http, number):
    address = ("127.0.0.1", http.base_url.port)
    host = f"127.0.0.1:{http.base_url.port}".encode()
    text = WIRE[number].replace(b"%s", host).replace(b"%%", b"%")
    with socket.create_connection(address, timeout=PATIENCE) as sent:
        with suppress(OSError):  # the server may have closed already
            sent.sendall(text)
            sent.shutdown(socket.SHUT_WR)
        found = b""
        with suppress(ConnectionError):
            while part := sent.recv(1 << 16):
                found += part
    survived(http, found, text)


def test_a_body_beyond_the_limit_is_survived(http):
    body = b'{"x": "' + b"y" * (5 << 20) + b'"}'
    with suppress(ConnectionError):
        survived(http, raw(http, NAMED, body), body)
    assert post(http, LIST).status_code == 200
