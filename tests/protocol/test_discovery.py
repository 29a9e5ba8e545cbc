"""Versions, discovery and extensions (MCP 2026-07-28, basic/versioning and server/discover)."""

from __future__ import annotations

import pytest

from .talk import MODERN, PREFIX, Corner, initialize, meta, plain, post, request, talking

pytestmark = pytest.mark.anyio


def test_r28_s24_an_unknown_revision_is_refused_with_those_that_are_known(http):
    message = request(1, "tools/list", _meta=meta("1900-01-01"))

    answer = post(http, message, MCP_Protocol_Version="1900-01-01")

    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, -32022)
    assert error["data"] == {"supported": [MODERN], "requested": "1900-01-01"}


async def test_r29_discover_says_what_the_server_is():
    async with talking() as client:
        found = await client.result("server/discover")

    assert found["supportedVersions"] == [MODERN]
    assert found["instructions"].startswith("Look an item up")
    info = found["_meta"][f"{PREFIX}serverInfo"]
    assert info["description"] == "What the shop on the corner has."


@pytest.mark.parametrize("era", ["legacy", "modern"])
async def test_r30_no_notice_is_promised_that_never_comes(era):
    async with talking(era) as client:
        if era == "modern":
            capabilities = (await client.result("server/discover"))["capabilities"]
            refused = await client.error("subscriptions/listen", {"notifications": {}})
        else:
            answer = await client.ask("initialize", initialize()["params"])
            capabilities = answer["result"]["capabilities"]
            refused = await client.error("resources/subscribe", {"uri": "corner://rules"})

    assert set(capabilities) == {"tools", "resources", "prompts", "completions"}
    assert not any(flag for each in capabilities.values() for flag in each.values())
    assert refused["code"] == -32601


@pytest.mark.parametrize("era", ["legacy", "modern"])
@pytest.mark.parametrize(
    ("method", "params"),
    [("logging/setLevel", {"level": "info"}), ("resources/subscribe", {"uri": "corner://rules"})],
)
async def test_r31_a_method_behind_no_capability_is_unknown(era, method, params):
    async with talking(era) as client:
        assert (await client.error(method, params))["code"] == -32601


async def test_r32_a_client_without_our_extensions_gets_the_core_and_theirs_mean_nothing():
    theirs = {"extensions": {"com.example/anything": {"a": 1}}}
    call = {"name": "hours", "arguments": {}}
    async with talking() as client:
        without = await client.result("tools/call", call)
        with_theirs = await client.result("tools/call", call, _meta=meta(capabilities=theirs))
        extensions = (await client.result("server/discover"))["capabilities"].get("extensions", {})

    assert without == with_theirs
    assert all("/" in name for name in extensions)


def test_r33_a_process_speaks_the_revision_that_it_was_addressed_in():
    with Corner() as modern, Corner() as legacy:
        assert "result" in modern.ask(request(1, "tools/list"))
        assert modern.ask(initialize())["error"]["code"] == -32022
        assert legacy.ask(initialize())["result"]["protocolVersion"] == "2025-11-25"
        legacy.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
        assert "resultType" not in legacy.ask(plain(2, "tools/list"))["result"]


def test_r34_who_shakes_hands_with_a_modern_process_is_told_the_revisions():
    with Corner() as process:
        process.ask(request(1, "tools/list"))

        assert process.ask(initialize())["error"]["data"]["supported"] == [MODERN]
