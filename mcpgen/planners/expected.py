"""The raw request that a sample call must become.

It is worked out from the plan, not from the function, so a function that was broken fails its test. The text of values
comes from the runtime's own encoder, which is proved against independent decoders elsewhere.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from mcpgen.model import Json, JsonObject
from mcpgen.planners import media
from mcpgen.planners.arguments import Draft
from mcpgen.planners.plan import BodyKind, ExpectedRequest, Request, RequestBody, Slot, Wrap
from mcpgen.resources import templates_dir

_PACKAGE = "mcpgen._runtime"


@cache
def runtime(module: str) -> ModuleType:
    """A module of the runtime that needs nothing but the standard library, without the rest of its package."""
    if _PACKAGE not in sys.modules:
        package = ModuleType(_PACKAGE)
        package.__path__ = [str(templates_dir() / "runtime")]
        sys.modules[_PACKAGE] = package
    return import_module(f"{_PACKAGE}.{module}")


def expected_request(
    request: Request, drafts: tuple[Draft, ...], arguments: JsonObject
) -> ExpectedRequest:
    """What the stand-in upstream must see when a tool is called with `arguments` (by their MCP names).

    Raises ValueError where the encoder refuses a value, such as a path segment of `..`.
    """
    values = {
        draft.identifier: arguments[draft.name] for draft in drafts if draft.name in arguments
    }
    encode = runtime("_encode")
    querystring = (
        {"querystring": values[request.querystring]} if request.querystring in values else {}
    )
    target: str = encode.target(
        request.path,
        _marked(request.path_values, values),
        _marked(request.query, values),
        **querystring,
    )
    sent = (
        (slot.wire, encode.header_value(mark)) for slot, mark in _marks(request.headers, values)
    )
    head = ExpectedRequest(
        method=request.method,
        target=target,
        headers={wire: text for wire, text in sent if text is not None},
        cookies=dict(encode.cookie_pairs(_marked(request.cookies, values))),
    )
    return replace(head, **_body(request.body, values)) if request.body else head


def _body(body: RequestBody, values: Mapping[str, Json]) -> dict[str, Any]:
    if body.fields is None and body.identifier not in values:
        return {}
    chosen = values.get(body.choice, body.media_type)
    if (
        body.fields is not None
        and body.optional
        and not any(s.identifier in values for s in body.fields)
    ):
        return {}
    match body.kind:
        case BodyKind.JSON:
            return {"media_type": chosen, "json": _plain_body(body, values), "has_json": True}
        case BodyKind.FORM:
            pairs = runtime("_encode").form_pairs(_form_values(body, values))
            return {"media_type": chosen, "form": tuple(pair.decoded for pair in pairs)}
        case BodyKind.TEXT:
            return {"media_type": chosen, "text": str(values[body.identifier])}
        case _:
            return {"media_type": media.essence(chosen)}


def _plain_body(body: RequestBody, values: Mapping[str, Json]) -> Json:
    if body.fields is None:
        return values[body.identifier]
    return {slot.wire: values[slot.identifier] for slot in body.fields if slot.identifier in values}


def _form_values(body: RequestBody, values: Mapping[str, Json]) -> Mapping[str, object]:
    if body.fields is None:
        whole: JsonObject = values[body.identifier]
        return whole
    return _marked(body.fields, values)


def _marked(slots: tuple[Slot, ...], values: Mapping[str, Json]) -> dict[str, object]:
    return {slot.wire: mark for slot, mark in _marks(slots, values)}


def _marks(slots: tuple[Slot, ...], values: Mapping[str, Json]) -> list[tuple[Slot, object]]:
    return [
        (slot, _mark(slot, values[slot.identifier])) for slot in slots if slot.identifier in values
    ]


def _mark(slot: Slot, value: Json) -> object:
    """The value as the function marks it: `csv(tags)`, `plain(q, reserved=True)`."""
    options = {name: True for name in ("reserved", "empty") if getattr(slot, name)}
    if slot.wrap is None and slot.media_type is not None:
        return runtime("_values").part(value, slot.media_type)
    if slot.wrap is None and not options:
        return value
    marker: Callable[..., object] = getattr(runtime("_values"), slot.wrap or "plain")
    return (
        marker(value, slot.media_type or "") if slot.wrap is Wrap.FILE else marker(value, **options)
    )
