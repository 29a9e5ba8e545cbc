"""How an operation is asked for its next page, where names that whole families of APIs share tell."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcpgen.model import Json, JsonObject, Operation, Schema
from mcpgen.planners.arguments import Draft
from mcpgen.planners.names import snake
from mcpgen.planners.objects import known_properties
from mcpgen.planners.views import Views

_CURSORS = (
    "cursor",
    "page_token",
    "next_token",
    "next_cursor",
    "continuation_token",
    "starting_after",
    "start_cursor",
)
_NEXT = (
    "next_cursor", "next_page_token", "next_token", "next_page", "next_marker", "continuation_token", "cursor", "next",
)  # fmt: skip
_WRAPPERS = (
    "meta",
    "pagination",
    "paging",
    "page",
    "response_metadata",
    "links",
    "page_info",
    "_links",
)
_OFFSETS = ("offset", "skip", "start")
_LIMITS = ("limit", "page_size", "per_page", "max_results", "count", "size", "take", "pagelen")
_PAGES = ("page", "page_number", "page_no")
_PLACE = re.compile(r"\$response\.(?:body#(/.*)|header\.(.+))")


def pagination(drafts: tuple[Draft, ...], answer: Schema | None, views: Views) -> JsonObject | None:
    """The `pagination` of a catalogue entry, None where nothing is known (`Link` headers need no telling)."""
    asked = {snake(draft.name): draft for draft in drafts if draft.location == "query"}
    limit = _number(asked, _LIMITS)
    sized = {"limit": limit.name} if limit else {}
    if (cursor := _first(asked, _CURSORS)) and answer is not None:
        pointer = _next_pointer(answer, views)
        known = {"kind": "cursor", "argument": cursor.name, "next": pointer, **sized}
        return known if pointer else None
    if (offset := _number(asked, _OFFSETS)) and limit:
        return {"kind": "offset", "argument": offset.name, **sized}
    if page := _number(asked, _PAGES):
        return {"kind": "page", "argument": page.name, **sized}
    return None


def linked(op: Operation, drafts: tuple[Draft, ...]) -> JsonObject | None:
    """The next page as a link of a successful answer to the operation itself says (OpenAPI 3.1, 4.8.20)."""
    names = {(draft.location, draft.wire): draft.name for draft in drafts}
    for key, expression in _link_parameters(op):
        place, _, wire = key.partition(".") if key.startswith("query.") else ("query", "", key)
        found = _PLACE.fullmatch(expression) if isinstance(expression, str) else None
        if (place, wire) in names and found:
            told = {"next": found[1]} if found[1] else {"header": found[2]}
            return {"kind": "cursor", "argument": names[place, wire], **told}
    return None


def _link_parameters(op: Operation) -> Iterator[tuple[str, Json]]:
    """The parameters of all links from the operation's success back to itself."""
    for link in (link for response in op.responses for link in response.links):
        by_name = op.operation_id is not None and link.operation_id == op.operation_id
        if link.status.startswith("2") and (by_name or link.place == op.origin):
            yield from link.parameters.items()


def _first(asked: Mapping[str, Draft], names: tuple[str, ...]) -> Draft | None:
    return next((asked[name] for name in names if name in asked), None)


def _number(asked: Mapping[str, Draft], names: tuple[str, ...]) -> Draft | None:
    draft = _first(asked, names)
    return draft if draft and draft.schema.get("type") in ("integer", "number") else None


def _next_pointer(schema: Schema, views: Views) -> str | None:
    """The JSON pointer of the next cursor in an answer, at its top or one level down."""
    known = known_properties(schema, views, "output")
    if known is None:
        return None
    spelt = {snake(name): name for name in known.properties}
    if found := next(
        (
            spelt[name]
            for name in _NEXT
            if name in spelt and _is_text(known.properties[spelt[name]])
        ),
        None,
    ):
        return f"/{_escaped(found)}"
    for name in _WRAPPERS:
        inner = known.properties.get(spelt.get(name, ""))
        pointer = _next_pointer(inner, views) if inner is not None else None
        if pointer and pointer.count("/") == 1:
            return f"/{_escaped(spelt[name])}{pointer}"
    return None


def _is_text(schema: Schema) -> bool:
    kinds = schema.get("type", "string")
    return "$ref" not in schema and "string" in (kinds if isinstance(kinds, list) else [kinds])


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1")
