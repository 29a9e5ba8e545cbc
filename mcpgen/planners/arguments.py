"""The arguments of a tool, and where in the request each goes."""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, field, replace

from mcpgen.model import Body, Encoding, Encodings, Json, Operation, Parameter, Schema
from mcpgen.planners import media
from mcpgen.planners.names import Namespace, argument_name, identifier
from mcpgen.planners.objects import plain_object
from mcpgen.planners.parts import (
    FILE_NOTE,
    FILE_SCHEMA,
    encoded,
    file_schema,
    fixed_text,
    form_schema,
    holds_files,
    is_left_out,
    is_nested,
    part_hints,
    sent_somehow,
)
from mcpgen.planners.plan import (
    OWN_TYPES,
    BodyKind,
    PartHeader,
    Request,
    RequestBody,
    Slot,
    Wrap,
)
from mcpgen.planners.styles import separators, style_wrap
from mcpgen.planners.text import ARGUMENT_DESCRIPTION, clean
from mcpgen.planners.views import Views

_SINGLE = ("string", "integer", "number", "boolean")
_CHOICE_NOTE = "The media type in which the body is sent."


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """An argument before its schema is settled; `is_file` ones are typed FileInput, `pinned` ones are in no schema."""

    name: str
    identifier: str
    wire: str
    location: str
    required: bool
    schema: Schema
    description: str = ""
    is_file: bool = False
    pinned: bool = False


@dataclass(slots=True)
class _Desk:
    """What is being put together for one operation: names taken so far, drafts, slots."""

    views: Views
    names: Namespace = field(default_factory=lambda: Namespace(fold=str))
    identifiers: Namespace = field(default_factory=lambda: Namespace(["api", "answer"], fold=str))
    drafts: list[Draft] = field(default_factory=list[Draft])

    def add(
        self,
        wire: str,
        location: str,
        schema: Schema,
        *,
        required: bool,
        description: str = "",
        is_file: bool = False,
    ) -> str:
        """Draft an argument; the identifier that stands for it is returned."""
        wish = argument_name(wire)
        name = self.names.claim(wish, f"{wish[:50]}_{location}")
        python = self.identifiers.claim(identifier(name, prefix="arg"))
        told = clean(description or str(schema.get("description", "")), ARGUMENT_DESCRIPTION)
        if name != wire and location != "body":
            told = _told_wire(told, wire, location)
        elif name != wire:
            told = _told_wire(told, wire, "field")
        draft = Draft(
            name=name, identifier=python, wire=wire, location=location, required=required,
            schema=schema, description=told, is_file=is_file,
        )  # fmt: skip
        self.drafts.append(draft)
        return python


def _told_wire(description: str, wire: str, place: str) -> str:
    note = f"Sent as the {place} `{clean(wire, 100)}`."
    return f"{description} {note}" if description else note


def draft_request(op: Operation, views: Views) -> tuple[tuple[Draft, ...], Request]:
    """The arguments of an operation in the order path, query, header, cookie, body, and the request they make."""
    desk = _Desk(views)
    slots = {
        location: tuple(_slots(op, location, desk))
        for location in ("path", "query", "header", "cookie")
    }
    whole = next((p for p in op.parameters if p.location == "querystring"), None)
    request = Request(
        method=op.method,
        path=op.path,
        path_values=slots["path"],
        query=slots["query"],
        querystring=_add_parameter(whole, desk) if whole else "",
        headers=slots["header"],
        cookies=slots["cookie"],
        body=_body(op.body, desk) if op.body and op.body.contents else None,
    )
    return tuple(desk.drafts), request


def _slots(op: Operation, location: str, desk: _Desk) -> Iterator[Slot]:
    for parameter in op.parameters:
        if parameter.location == location:
            yield Slot(
                wire=parameter.name,
                identifier=_add_parameter(parameter, desk),
                wrap=_wrap(parameter, desk),
                reserved=parameter.allow_reserved and location != "header",
                empty=parameter.allow_empty,
                inside=separators(parameter.inside),
            )


def _add_parameter(parameter: Parameter, desk: _Desk) -> str:
    schema = desk.views.view(parameter.schema, "input")
    if parameter.required and not parameter.allow_empty and parameter.media_type is None:
        schema = sent_somehow(schema, desk.views)
    if parameter.examples and not {"default", "enum", "examples"} & schema.keys():
        schema = {
            **schema,
            "examples": [e for e in parameter.examples[:1] if not isinstance(e, dict | list)],
        }
    return desk.add(
        parameter.name,
        parameter.location if parameter.location != "querystring" else "query",
        {key: value for key, value in schema.items() if value != [] or key != "examples"},
        required=parameter.required,
        description=parameter.description,
    )


def _wrap(parameter: Parameter, desk: _Desk) -> Wrap | None:
    if parameter.media_type is not None:
        return Wrap.JSON_TEXT if media.is_json(parameter.media_type) else None
    wrap = style_wrap(parameter.style, parameter.location, explode=parameter.explode)
    kind = desk.views.resolve(parameter.schema, "input").get("type")
    joins = wrap in (Wrap.CSV, Wrap.EXPLODED)  # what is one value is not joined
    return None if joins and kind in _SINGLE else wrap


def _body(body: Body, desk: _Desk) -> RequestBody:
    content = media.preferred(body.contents)
    choices = media.exchangeable(content, body.contents)
    schema = desk.views.view(content.schema, "input")
    if media.is_sequence(content.media_type):
        schema = _sequence(schema, desk.views)
    kind = _kind(content.media_type, desk.views.resolve(schema, "input"))
    written = RequestBody(kind=kind, media_type=choices[0], optional=not body.required)
    fields = _flattened(body, schema, content.encoding, written.kind, desk)
    if fields is None:
        written = _whole(written, body, schema, content.encoding, desk)
    else:
        written = replace(written, fields=fields)
    return _with_choice(written, choices, desk)


def _sequence(schema: Schema, views: Views) -> Schema:
    """What a body of one value after another takes: text, or an array. Before OpenAPI 3.2 some describe one item only."""
    kind = views.resolve(schema, "input").get("type", "" if schema else "string")
    return schema if kind in {"array", "string"} else {"type": "array", "items": schema}


def _kind(media_type: str, schema: Schema) -> BodyKind:
    """How the body is written; a form or sequence that is described as text is text already."""
    kind = media.kind_of(media_type)
    is_form = kind in {BodyKind.FORM, BodyKind.MULTIPART}
    is_text = schema.get("type", "" if is_form else "string") == "string"
    return BodyKind.TEXT if is_text and (is_form or media.is_sequence(media_type)) else kind


def _with_choice(written: RequestBody, choices: tuple[str, ...], desk: _Desk) -> RequestBody:
    if len(choices) == 1:
        return written
    schema: Schema = {"type": "string", "enum": list(choices), "default": choices[0]}
    picked = desk.add("content_type", "header", schema, required=False, description=_CHOICE_NOTE)
    return replace(written, choice=picked, media_types=choices)


def _flattened(
    body: Body, schema: Schema, encodings: Encodings, kind: BodyKind, desk: _Desk
) -> tuple[Slot, ...] | None:
    """The properties as arguments of their own, where the body is a plain object and no name is taken."""
    if body.name or kind in {BodyKind.TEXT, BodyKind.BINARY} or is_nested(encodings):
        return None
    plain = plain_object(schema, desk.views)
    if plain is None or (plain.required and not body.required):
        return None
    taken = {draft.name for draft in desk.drafts}
    if taken & {argument_name(name) for name in plain.properties}:
        return None
    known = encodings.by_name
    slots = [
        _field(name, child, name in plain.required, known.get(name), kind, desk)
        for name, child in plain.properties.items()
    ]
    if kind is BodyKind.MULTIPART:
        slots = [_with_headers(slot, known.get(slot.wire), plain.required, desk) for slot in slots]
    return tuple(slots)


def _field(
    name: str,
    schema: Schema,
    required: bool,  # noqa: FBT001  # a fact of the property, read beside it
    encoding: Encoding | None,
    kind: BodyKind,
    desk: _Desk,
) -> Slot:
    target = desk.views.resolve(schema, "input")
    files = kind is BodyKind.MULTIPART and holds_files(target, encoding, desk.views)
    description = str(schema.get("description", target.get("description", "")))
    if files:
        schema, description = file_schema(target), f"{description} {FILE_NOTE}".strip()
    slot = Slot(wire=name, identifier="", wrap=Wrap.FILE if files else None)
    slot = encoded(slot, encoding, kind, target, desk.views)
    if required and is_left_out(slot, kind):
        schema = sent_somehow(schema, desk.views)
    python = desk.add(
        name, "body", schema, required=required, description=description, is_file=files
    )
    return replace(slot, identifier=python)


def _with_headers(
    slot: Slot, encoding: Encoding | None, required: Container[str], desk: _Desk
) -> Slot:
    """The part with its headers, each an argument unless it is always the same."""
    headers: list[PartHeader] = []
    for header in encoding.headers if encoding else ():
        text = fixed_text(header)
        filled = "" if text is not None else _add_header(slot.wire, header, required, desk)
        headers.append(
            PartHeader(
                wire=header.name, text=text or "", identifier=filled, exploded=header.explode
            )
        )
    as_json = slot.wrap is Wrap.JSON_TEXT and headers
    media_type = slot.media_type or (OWN_TYPES[BodyKind.JSON] if as_json else None)
    return replace(slot, headers=tuple(headers), media_type=media_type)


def _add_header(part: str, header: Parameter, required: Container[str], desk: _Desk) -> str:
    told = f"{header.description} A header of the part `{part}`.".strip()
    return desk.add(
        header.name,
        "header",
        desk.views.view(header.schema, "input"),
        required=header.required and part in required,
        description=told,
    )


def _whole(
    written: RequestBody, body: Body, schema: Schema, encodings: Encodings, desk: _Desk
) -> RequestBody:
    """The body as one argument."""
    kind, parts = written.kind, dict[str, Json]()
    is_file = kind is BodyKind.BINARY
    description = body.description or str(schema.get("description", ""))
    if is_file:
        schema, description = FILE_SCHEMA, f"{description} {FILE_NOTE}".strip()
    elif kind is BodyKind.TEXT:
        kept = ("enum", "maxLength", "minLength", "examples")
        schema = {"type": "string"} | {key: schema[key] for key in kept if key in schema}
    elif kind in {BodyKind.FORM, BodyKind.MULTIPART}:
        parts = part_hints(schema, encodings, desk.views)
        schema = form_schema(schema, encodings, kind, desk.views)
        schema = {"type": "array" if "prefixItems" in schema else "object", **schema}
    taken = {draft.name for draft in desk.drafts}
    name = body.name or ("request_body" if "body" in taken else "body")
    identifier = desk.add(
        name, "body", schema, required=body.required, description=description, is_file=is_file
    )
    return replace(written, identifier=identifier, parts=parts)
