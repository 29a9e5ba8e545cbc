"""Lines of stdin are messages, or are answered with what is wrong with them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcp.types import JSONRPCNotification, JSONRPCRequest, JSONRPCResponse
from petstore_mcp._runtime.transports.lines import NotAMessageError, read_line, write_line


@pytest.mark.parametrize(
    ("line", "code", "known"),
    [
        (b"no JSON at all", -32700, None),
        (b'{"jsonrpc": "2.0", "id": 1', -32700, None),
        (b"\xff\xfe\x00", -32700, None),
        (b"[" * 100_000, -32700, None),
        (b"1" * 5_000, -32700, None),
        (b"[]", -32600, None),
        (b'[{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}]', -32600, None),
        (b'"text"', -32600, None),
        (b"null", -32600, None),
        (b'{"jsonrpc": "2.0", "id": null, "method": "tools/list"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": 1.5, "method": "tools/list"}', -32600, None),
        (b'{"jsonrpc": "2.0", "id": true, "method": "tools/list"}', -32600, None),
        (b'{"jsonrpc": "1.0", "id": 7, "method": "tools/list"}', -32600, 7),
        (b'{"jsonrpc": "2.0", "id": "a", "method": 5}', -32600, "a"),
        (b'{"jsonrpc": "2.0", "id": 7, "method": "tools/list", "params": [1]}', -32600, 7),
    ],
)
def test_r11_what_is_no_message_is_answered(line, code, known):
    with pytest.raises(NotAMessageError) as caught:
        read_line(line)

    reply = json.loads(caught.value.reply)
    assert reply["error"]["code"] == code
    assert reply.get("id") == known
    assert None not in reply.values()


def test_a_request_is_read_with_the_id_it_has():
    message = read_line(
        b'{"jsonrpc": "2.0", "id": "7", "method": "ping", "params": {"a": "\xc3\xbc"}}'
    )

    assert message == JSONRPCRequest(jsonrpc="2.0", id="7", method="ping", params={"a": "ü"})


def test_a_notification_is_read():
    assert isinstance(
        read_line(b'{"jsonrpc": "2.0", "method": "notifications/initialized"}'), JSONRPCNotification
    )


@given(st.binary(max_size=200))
def test_no_bytes_do_more_than_be_refused(line):
    try:
        read_line(line)
    except NotAMessageError as error:
        assert json.loads(error.reply)["error"]["code"] in {-32700, -32600}


def test_r1_a_message_is_one_line_of_utf8():
    written = write_line(JSONRPCResponse(jsonrpc="2.0", id=1, result={"a": "x\ny\u2028漢😀"}))

    assert written.count(b"\n") == 1
    assert json.loads(written.decode())["result"] == {"a": "x\ny\u2028漢😀"}


def test_a_result_that_cannot_be_written_becomes_an_error():
    written = json.loads(write_line(JSONRPCResponse(jsonrpc="2.0", id=1, result={"a": "\ud800"})))

    assert written == {
        "jsonrpc": "2.0",
        "id": 1,
        "error": {"code": -32603, "message": "The result could not be written"},
    }
