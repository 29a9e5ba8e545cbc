"""Stdio (MCP 2026-07-28, basic/transports/stdio), with real processes."""

from __future__ import annotations

import json

import pytest

from .corner import DETAIL, SECRET
from .talk import FORMS, Corner, initialize, meta, plain, request

SAID = "Zeile\nzwei\u2028drei\u2029 漢字 😀"


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_r1_r35_a_message_is_one_line_whatever_is_in_it(api, era):
    call = {"name": SAID, "arguments": {}}
    with Corner(api.url) as process:
        if era == "legacy":
            process.ask(initialize())
            process.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            answer = process.ask(plain(1, "tools/call", call))
        else:
            answer = process.ask(request(1, "tools/call", call))

    assert "漢字 😀" in answer["error"]["message"]


def test_r36_s61_nothing_but_messages_reaches_stdout(api):
    with Corner(api.url) as process:
        process.send(request(1, "tools/call", {"name": "list_items", "arguments": {}}))
        out, err = process.finish()

    assert [each["id"] for each in out] == [1]
    assert "hooks are imported" in err
    assert "hooks are called" in err


def test_r37_r60_nothing_is_asked_of_a_modern_client_by_a_request(api):
    asking = meta(capabilities={**FORMS, "sampling": {}, "roots": {}})
    calls = [
        request(n, "tools/call", {"name": name, "arguments": arguments}, _meta=asking)
        for n, (name, arguments) in enumerate(
            [("clear", {}), ("remove_item", {"id": "1"}), ("list_items", {}), ("add_item", {})]
        )
    ]
    with Corner(api.url) as process:
        process.send(*calls)
        out, _ = process.finish()

    assert sorted(each["id"] for each in out) == [0, 1, 2, 3]
    assert not any("method" in each for each in out)


@pytest.mark.parametrize("era", ["legacy", "modern"])
def test_r114_no_line_of_the_log_is_sent_that_nobody_asked_for(api, era):
    call = {"name": "broken", "arguments": {}}
    with Corner(api.url) as process:
        if era == "legacy":
            process.ask(initialize())
            process.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
            process.send(plain(1, "tools/call", call))
        else:
            process.send(request(1, "tools/call", call))
        out, err = process.finish()

    assert [each.get("id") for each in out] == [1]
    assert DETAIL in err
    assert DETAIL not in json.dumps(out)
    assert SECRET not in err
