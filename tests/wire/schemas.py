"""The official schemas of MCP, and what is wrong with a message by the one of its revision."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

_FOLDER = Path(__file__).parents[1] / "data" / "mcp-schema"
MODERN = "2026-07-28"
LEGACY = "2025-11-25"
REVISIONS = frozenset({"2024-11-05", "2025-03-26", "2025-06-18", LEGACY, MODERN})

_RESULTS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "ping": "EmptyResult",
    "logging/setLevel": "EmptyResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "resources/list": "ListResourcesResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/read": "ReadResourceResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
    "completion/complete": "CompleteResult",
    "subscriptions/listen": "SubscriptionsListenResult",
}
_SHOWN = 300


def result_problems(revision: str, method: str, result: Any) -> Iterator[str]:
    """What is wrong with the result of a method."""
    name = _RESULTS.get(method, "Result")
    if isinstance(result, dict) and result.get("resultType") == "input_required":
        name = "InputRequiredResult"
    yield from _problems(revision, name, result)


def sent_problems(revision: str, message: Any) -> Iterator[str]:
    """What is wrong with a notification, or a request of the server's."""
    kind = "ServerRequest" if "id" in message else "ServerNotification"
    yield from _problems(revision, kind, message)


def message_problems(revision: str, method: str | None, message: Any) -> Iterator[str]:
    """What is wrong with a whole message; `method` is that of the request that it answers."""
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        yield f"no message: {str(message)[:_SHOWN]}"
    elif "method" in message:
        yield from _problems(revision, "JSONRPCMessage", message)
        yield from sent_problems(revision, message)
    elif "error" in message:
        yield from _error_problems(revision, message)
    else:
        envelope = {MODERN: "JSONRPCResultResponse", LEGACY: "JSONRPCResultResponse"}
        yield from _problems(revision, envelope.get(revision, "JSONRPCResponse"), message)
        yield from result_problems(revision, method or "", message.get("result"))


def _error_problems(revision: str, message: Any) -> Iterator[str]:
    """An error whose request could not be read has no id, which only the later revisions say."""
    later = revision in {LEGACY, MODERN} or "id" not in message
    if later:
        revision = MODERN if revision == MODERN else LEGACY
    yield from _problems(revision, "JSONRPCErrorResponse" if later else "JSONRPCError", message)


def _problems(revision: str, name: str, value: Any) -> Iterator[str]:
    for error in _validator(revision, name).iter_errors(value):
        place = "/".join(map(str, error.instance_path))
        yield f"{revision} {name} at /{place}: {error.message[:_SHOWN]}"


@cache
def _validator(revision: str, name: str) -> Any:
    schema = _schema(revision)
    key = "$defs" if "$defs" in schema else "definitions"
    assert name in schema[key], f"{revision} has no {name}"
    return jsonschema_rs.validator_for({**schema, "$ref": f"#/{key}/{name}"})


@cache
def _schema(revision: str) -> dict[str, Any]:
    text = (_FOLDER / revision / "schema.json").read_text(encoding="utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
