"""Messages that nobody should send: a fixed table of lines and bodies, each a name and its bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from .talk import MODERN, PREFIX, meta, plain, request

VALUES: dict[str, Any] = {
    "null": None,
    "true": True,
    "zero": 0,
    "float": 1.5,
    "minus": -1,
    "long integer": 10**60,
    "text": "x",
    "nothing": "",
    "nul": "a\x00b",
    "surrogate": "\ud800",
    "escape": "\x1b[2J\u202e",
    "template": "{{7*7}}${7*7}%n%s{0.__class__}",
    "markup": "<script>alert(1)</script>",
    "path": "../../../etc/passwd",
    "header": "x\r\nX-Evil: 1",
    "long text": "y" * 100_000,
    "list": [],
    "nested list": [[[]]],
    "object": {},
    "prototype": {"__proto__": {"x": 1}, "constructor": 1, "__class__": 2},
}
# Written by hand, since Python's JSON does not write them.
NUMBERS = ["1e999", "-1e999", "1e-999", "-0", "1" * 6_000, "NaN", "Infinity", "0x10", "01", "1."]
TARGETS: dict[str, tuple[str, dict[str, Any]]] = {
    "tools/list": ("tools/list", {"cursor": "x"}),
    "tools/call": ("tools/call", {"name": "add_item", "arguments": {"name": "x"}}),
    "resources/read": ("resources/read", {"uri": "corner://items/1"}),
    "prompts/get": ("prompts/get", {"name": "advise", "arguments": {"about": "x"}}),
    "completion": (
        "completion/complete",
        {
            "ref": {"type": "ref/prompt", "name": "advise"},
            "argument": {"name": "about", "value": ""},
        },
    ),
    "round": (
        "tools/call",
        {
            "name": "clear",
            "arguments": {},
            "requestState": "v1.AAAA",
            "inputResponses": {"confirm": {}},
        },
    ),
    "cancel": ("notifications/cancelled", {"requestId": 1, "reason": "x"}),
    "progress": ("notifications/progress", {"progressToken": 1, "progress": 1}),
    "listen": ("subscriptions/listen", {"notifications": {"toolsListChanged": True}}),
    "discover": ("server/discover", {}),
    "initialize": (
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "x", "version": "1"},
        },
    ),
    "level": ("logging/setLevel", {"level": "info"}),
    "task": ("tasks/get", {"taskId": "x"}),
}


def table(*, modern: bool) -> Iterator[tuple[str, bytes]]:
    """All of them, for a client of an era, each with an id of its own."""
    for number, (name, body) in enumerate(_table(modern=modern), 1_000):
        yield name, body.replace(b'"id": 77', b'"id": %d' % number)


def _table(*, modern: bool) -> Iterator[tuple[str, bytes]]:
    ask = request if modern else plain
    yield from _not_json(ask)
    yield from _envelopes(ask)
    for name, (method, params) in TARGETS.items():
        for place, changed in _changed(ask(77, method, params)):
            yield f"{name}: {place}", json.dumps(changed).encode()
    about = meta() if modern else {}
    yield from _numbers(ask, about)
    yield from _deep(ask, about)
    yield from _big(ask, about)


def _not_json(ask: Any) -> Iterator[tuple[str, bytes]]:
    good = json.dumps(ask(77, "tools/list")).encode()
    texts = [
        b"", b" ", b"\t\t", b"{", b"}", b"[", b"]", b"[]", b"{}", b"null", b"true", b"7", b'"x"', b"'x'",
        b"\x00", b"\xff\xfe", b"\xef\xbb\xbf" + good, good.decode().encode("utf-16"), b"\xc0\x80", b"\xed\xa0\x80",
        b'{"jsonrpc":"2.0","id":77,"method":"\xff"}', b'{"jsonrpc":"2.0","id":77,"method":"\xe2\x82"}',
        b'{"jsonrpc":"2.0","id":77,"method":"tools/list\x01"}', b"{}{}", good + good, good + b"x", good[:-1],
        good[: len(good) // 2], b"// x", b"{/**/}", b'{"a":1,}', b"{'jsonrpc':'2.0'}", b"{a:1}", b"GET / HTTP/1.1",
        b"Content-Length: 5", b"\x1b[2J", b"[" * 200_000, b'{"a":' * 100_000, b'"' + b"\\ud800" * 1000 + b'"',
        b'{"jsonrpc":"2.0","jsonrpc":"1.0","id":77,"id":78,"method":"tools/list","method":"x"}',
    ]  # fmt: skip
    for number, text in enumerate(texts):
        yield f"no JSON {number}", text


def _envelopes(ask: Any) -> Iterator[tuple[str, bytes]]:
    good = ask(77, "tools/list")
    for key in ("jsonrpc", "id", "method", "params"):
        without = {name: each for name, each in good.items() if name != key}
        yield f"without {key}", json.dumps(without).encode()
        for name, value in VALUES.items():
            yield f"{key}: {name}", json.dumps({**good, key: value}).encode()
    for batch in ([], [good], [good, good], [1, None], [[good]]):
        yield f"batch of {len(batch)}", json.dumps(batch).encode()
    for answer in (
        {"result": {}},
        {"error": {"code": 1, "message": "x"}},
        {"result": 1, "error": 2},
    ):
        for number in (77, None, "x"):
            yield "answer", json.dumps({"jsonrpc": "2.0", "id": number, **answer}).encode()


def _changed(good: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The message with each of its parameters, at the first two levels, replaced and left out."""
    whole = good["method"] == "tools/call"  # metadata is read in one place, whatever the method
    for path in _paths(good["params"], frozenset() if whole else frozenset({"_meta"})):
        yield f"without {'.'.join(path)}", _with(good, path, ..., leave_out=True)
        for name, value in VALUES.items():
            yield f"{'.'.join(path)}: {name}", _with(good, path, value)


def _paths(params: dict[str, Any], but: frozenset[str]) -> Iterator[tuple[str, ...]]:
    for key, value in params.items():
        if key in but:
            continue
        yield (key,)
        if isinstance(value, dict):
            yield from ((key, inner) for inner in value)


def _with(
    good: dict[str, Any], path: tuple[str, ...], value: Any, *, leave_out: bool = False
) -> dict[str, Any]:
    changed = json.loads(json.dumps(good))
    *above, last = ("params", *path)
    place = changed
    for key in above:
        place = place[key]
    if leave_out:
        del place[last]
    else:
        place[last] = value
    return changed


def _numbers(ask: Any, about: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    for number in NUMBERS:
        for key, message in {
            "id": ask("@", "tools/list"),
            "argument": ask(77, "tools/call", {"name": "list_items", "arguments": {"limit": "@"}}),
            "token": ask(77, "tools/list", {"_meta": {**about, "progressToken": "@"}}),
            "cursor": ask(77, "tools/list", {"cursor": "@"}),
        }.items():
            yield f"{key}: {number[:8]}", json.dumps(message).replace('"@"', number).encode()


def _deep(ask: Any, about: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    for levels in (60, 200, 500, 5_000, 50_000):
        for opening, closing in (("[", "]"), ('{"a":', "}")):
            nested = f"{opening * levels}1{closing * levels}"
            for key, message in {
                "id": ask("@", "tools/list"),
                "params": {"jsonrpc": "2.0", "id": 77, "method": "tools/list", "params": "@"},
                "argument": ask(77, "tools/call", {"name": "add_item", "arguments": {"name": "@"}}),
                "no such argument": ask(
                    77, "tools/call", {"name": "add_item", "arguments": {"x": "@"}}
                ),
                "meta": ask(77, "tools/list", {"_meta": {**about, "x/y": "@"}}),
                "capabilities": ask(
                    77,
                    "tools/list",
                    {"_meta": {**about, f"{PREFIX}clientCapabilities": {"x": "@"}}},
                ),
                "responses": ask(
                    77, "tools/call", {"name": "clear", "inputResponses": {"confirm": "@"}}
                ),
            }.items():
                yield f"{levels} deep: {key}", json.dumps(message).replace('"@"', nested).encode()


def _big(ask: Any, about: dict[str, Any]) -> Iterator[tuple[str, bytes]]:
    many = {f"k{number}": number for number in range(20_000)}
    wide = [ask(77, "tools/call", {"name": "add_item", "arguments": many})]
    wide += [ask(77, "tools/list", {"_meta": {**about, **{f"x/{key}": 1 for key in many}}})]
    wide += [ask(77, "m" * 1_000_000), ask("i" * 1_000_000, "tools/list")]
    wide += [ask(77, "tools/call", {"name": "n" * 1_000_000, "arguments": {}})]
    wide += [ask(77, "resources/read", {"uri": "corner://items/" + "u" * 1_000_000})]
    long = {name: MODERN * 100_000 for name in about if name.endswith("Version")}
    wide += [ask(77, "tools/list", {"_meta": {**about, **long}})]
    for number, message in enumerate(wide):
        yield f"big {number}", json.dumps(message).encode()
