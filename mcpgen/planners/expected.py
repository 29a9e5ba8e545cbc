"""The raw request that a sample call must become.

It is worked out from the plan, not from the function, so a function that was broken fails its test. The text of values
comes from the runtime's own encoder, which is proved against independent decoders elsewhere.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any

from mcpgen.model import Json, JsonObject
from mcpgen.planners.arguments import Draft
from mcpgen.planners.media import is_sequence
from mcpgen.planners.plan import (
    OWN_TYPES,
    BodyKind,
    Request,
    RequestBody,
    Slot,
    Wrap,
)
from mcpgen.planners.scripts import ExpectedRequest
from mcpgen.resources import templates_dir

_PACKAGE = "mcpgen._runtime"
_BOUNDARY = re.compile(r";\s*boundary=[^;]*")


@cache
def runtime(module: str) -> ModuleType:
    """A module of the runtime that needs nothing but the standard library, without the rest of its package."""
    if _PACKAGE not in sys.modules:
        package = ModuleType(_PACKAGE)
        package.__path__ = [str(templates_dir() / "runtime")]
        sys.modules[_PACKAGE] = package
    return import_module(f"{_PACKAGE}.{module}")


def expected_request(
    request: Request,
    drafts: tuple[Draft, ...],
    arguments: JsonObject,
    xml: JsonObject | None = None,
) -> ExpectedRequest:
    """What the stand-in upstream must see when a tool is called with `arguments` (by their MCP names).

    `xml` are the hints of an XML body. Raises ValueError where the encoder refuses a value.
    """
    values = {
        draft.identifier: arguments[draft.name] for draft in drafts if draft.name in arguments
    }
    encode = runtime("request.encode")
    whole = {"querystring": values[request.querystring]} if request.querystring in values else {}
    path, query = _marked(request.path_values, values), _marked(request.query, values)
    target: str = runtime("request.target").target(request.path, path, query, **whole)
    marks = _marks(request.headers, values)
    sent = ((slot.wire, encode.header_value(mark)) for slot, mark in marks)
    head = ExpectedRequest(
        method=request.method,
        target=target,
        headers={wire: text for wire, text in sent if text is not None},
        cookies=dict(encode.cookie_pairs(_marked(request.cookies, values))),
    )
    if request.body is None or not _is_given(request.body, values):
        return head
    return replace(head, **_body(request.body, values, xml or {}))


def _is_given(body: RequestBody, values: Mapping[str, Json]) -> bool:
    """Whether there is a body at all: an optional one may have been left out."""
    if body.fields is None:
        return body.identifier in values
    return not body.optional or any(slot.identifier in values for slot in body.fields)


def _body(body: RequestBody, values: Mapping[str, Json], xml: JsonObject) -> dict[str, Any]:
    """The media type, without the boundary that is made up each time, and what a reader finds in the body."""
    parts, given = runtime("request.parts"), _body_value(body, values)
    own = "" if body.media_type == OWN_TYPES[body.kind] else body.media_type
    written = runtime("request.bodies").make_body(
        body.kind.value, given, media_type=own, folder=_no_folder(), xml=xml, parts=body.parts
    )
    known: dict[str, Any] = {"media_type": _BOUNDARY.sub("", written.media_type)}
    match body.kind:
        case BodyKind.JSON if not is_sequence(body.media_type):
            return {**known, "json": given, "has_json": True}
        case BodyKind.FORM:
            fields = parts.hinted_fields(given, body.parts)
            pairs = runtime("request.encode").form_pairs(fields)
            return {**known, "form": tuple(pair.decoded for pair in pairs)}
        case BodyKind.MULTIPART:
            found = parts.parts_of(given, _no_folder(), body.parts)
            return {**known, "parts": tuple(map(_part, found))}
        case _:
            return {**known, "text": written.content.decode(errors="replace")}


def _no_folder() -> object:
    return runtime("request.files").Folder(None, "")


def _part(part: Any) -> tuple[str | None, ...]:
    text = part.content.decode(errors="replace")
    others = (f"{name}: {value}" for name, value in part.headers)
    return part.name, part.filename, part.media_type or None, text, *others


def _body_value(body: RequestBody, values: Mapping[str, Json]) -> Json:
    if body.fields is None:
        return values[body.identifier]
    return _marked(body.fields, values)


def _marked(slots: tuple[Slot, ...], values: Mapping[str, Json]) -> dict[str, object]:
    return {slot.wire: mark for slot, mark in _marks(slots, values)}


def _marks(slots: tuple[Slot, ...], values: Mapping[str, Json]) -> list[tuple[Slot, object]]:
    return [(slot, _mark(slot, values)) for slot in slots if slot.identifier in values]


def _mark(slot: Slot, values: Mapping[str, Json]) -> object:
    """The value as the function marks it: `csv(tags)`, `plain(q, reserved=True)`."""
    value = values[slot.identifier]
    options = {
        name: told for name in ("reserved", "empty", "inside") if (told := getattr(slot, name))
    }
    if slot.headers or (slot.wrap is None and slot.media_type is not None):
        mark = "file" if slot.wrap is Wrap.FILE else "part"
        marker: Callable[..., object] = getattr(runtime("request.values"), mark)
        return marker(value, slot.media_type or "", headers=_headers(slot, values))
    if slot.wrap is None and not options:
        return value
    marker = getattr(runtime("request.values"), slot.wrap or "plain")
    return (
        marker(value, slot.media_type or "") if slot.wrap is Wrap.FILE else marker(value, **options)
    )


def _headers(slot: Slot, values: Mapping[str, Json]) -> dict[str, object]:
    """The headers of a part; those whose argument is not given are left out."""
    exploded = runtime("request.values").exploded
    given = {
        each: values[each.identifier] if each.identifier else each.text
        for each in slot.headers
        if not each.identifier or each.identifier in values
    }
    return {each.wire: exploded(v) if each.exploded else v for each, v in given.items()}
