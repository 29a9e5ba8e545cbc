"""The arguments of a tool, and where in the request each goes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from mcpgen.model import Body, Encoding, Operation, Parameter, Schema, is_object
from mcpgen.planners import media
from mcpgen.planners.names import Namespace, argument_name, identifier
from mcpgen.planners.objects import plain_object
from mcpgen.planners.plan import BodyKind, Request, RequestBody, Slot, Wrap
from mcpgen.planners.text import ARGUMENT_DESCRIPTION, clean
from mcpgen.planners.views import Views

# How a file is given: docs/catalog.md, "A file is given as base64 text or as an object".
FILE_SCHEMA: Schema = {
    "anyOf": [
        {"type": "string", "contentEncoding": "base64"},
        {
            "type": "object",
            "properties": {
                "base64": {"type": "string", "contentEncoding": "base64"},
                "path": {"type": "string"},
                "filename": {"type": "string"},
                "mediaType": {"type": "string"},
            },
            "additionalProperties": False,
        },
    ]
}
_FILE_NOTE = "A file: base64 text, or an object with `base64` and `filename`."
_CHOICE_NOTE = "The media type in which the body is sent."
_TEXT_MEDIA = re.compile(r"text/|application/json")


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
                wrap=_wrap(parameter),
                reserved=parameter.allow_reserved and location != "header",
                empty=parameter.allow_empty,
            )


def _add_parameter(parameter: Parameter, desk: _Desk) -> str:
    schema = _with_something(desk.views.view(parameter.schema, "input"), parameter, desk.views)
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


def _with_something(schema: Schema, parameter: Parameter, views: Views) -> Schema:
    """An array or object that must be there must hold something: an empty one is not sent at all (RFC 6570, 3.2.1)."""
    if not parameter.required or parameter.allow_empty or parameter.media_type is not None:
        return schema
    resolved = views.resolve(schema, "input")
    match resolved.get("type"):
        case "array":
            return {**schema, "minItems": max(1, resolved.get("minItems", 1))}
        case "object":
            return {**schema, "minProperties": max(1, resolved.get("minProperties", 1))}
        case _:
            return schema


def _wrap(parameter: Parameter) -> Wrap | None:
    if parameter.media_type is not None:
        return Wrap.JSON_TEXT if media.is_json(parameter.media_type) else None
    return _style_wrap(parameter.style, parameter.location, explode=parameter.explode)


def _style_wrap(style: str | None, location: str, *, explode: bool | None) -> Wrap | None:
    """The wrapper for a style, None where it is what the location does by itself."""
    exploded = style == "form" if explode is None else explode
    match style:
        case "form" if location == "cookie":
            return Wrap.EXPLODED if exploded else None
        case "form":
            return None if exploded else Wrap.CSV
        case "simple" | "cookie":
            return Wrap.EXPLODED if exploded else None
        case "label":
            return Wrap.LABEL_EXPLODED if exploded else Wrap.LABEL
        case "matrix":
            return Wrap.MATRIX_EXPLODED if exploded else Wrap.MATRIX
        case _:
            return _DELIMITED.get(style or "")


_DELIMITED = {
    "spaceDelimited": Wrap.SPACES,
    "pipeDelimited": Wrap.PIPES,
    "tabDelimited": Wrap.TABS,
    "deepObject": Wrap.DEEP,
}


def _body(body: Body, desk: _Desk) -> RequestBody:
    content = media.preferred(body.contents)
    choices = media.exchangeable(content, body.contents)
    schema = desk.views.view(content.schema, "input")
    kind = _kind(content.media_type, desk.views.resolve(schema, "input"))
    written = RequestBody(kind=kind, media_type=choices[0], optional=not body.required)
    fields = _flattened(body, schema, content.encoding, written.kind, desk)
    if fields is None:
        written = replace(written, identifier=_whole(body, schema, written.kind, desk))
    else:
        written = replace(written, fields=fields)
    return _with_choice(written, choices, desk)


def _kind(media_type: str, schema: Schema) -> BodyKind:
    """How the body is written; a form that is described as text is text already."""
    kind = media.kind_of(media_type)
    is_form = kind in {BodyKind.FORM, BodyKind.MULTIPART}
    return BodyKind.TEXT if is_form and schema.get("type") == "string" else kind


def _with_choice(written: RequestBody, choices: tuple[str, ...], desk: _Desk) -> RequestBody:
    if len(choices) == 1:
        return written
    schema: Schema = {"type": "string", "enum": list(choices), "default": choices[0]}
    picked = desk.add("content_type", "header", schema, required=False, description=_CHOICE_NOTE)
    return replace(written, choice=picked, media_types=choices)


def _flattened(
    body: Body, schema: Schema, encodings: Mapping[str, Encoding], kind: BodyKind, desk: _Desk
) -> tuple[Slot, ...] | None:
    """The properties as arguments of their own, where the body is a plain object and no name is taken."""
    if body.name or kind in {BodyKind.TEXT, BodyKind.BINARY}:
        return None
    plain = plain_object(schema, desk.views)
    if plain is None or (plain.required and not body.required):
        return None
    taken = {draft.name for draft in desk.drafts}
    if taken & {argument_name(name) for name in plain.properties}:
        return None
    return tuple(
        _field(name, child, name in plain.required, encodings.get(name), kind, desk)
        for name, child in plain.properties.items()
    )


def _field(
    name: str,
    schema: Schema,
    required: bool,  # noqa: FBT001  # a fact of the property, read beside it
    encoding: Encoding | None,
    kind: BodyKind,
    desk: _Desk,
) -> Slot:
    target = desk.views.resolve(schema, "input")
    files = kind is BodyKind.MULTIPART and _holds_files(target, desk.views)
    description = str(schema.get("description", target.get("description", "")))
    if files:
        schema = (
            {"type": "array", "items": FILE_SCHEMA}
            if target.get("type") == "array"
            else FILE_SCHEMA
        )
        description = f"{description} {_FILE_NOTE}".strip()
    python = desk.add(
        name, "body", schema, required=required, description=description, is_file=files
    )
    slot = Slot(wire=name, identifier=python, wrap=Wrap.FILE if files else None)
    return _encoded(slot, encoding, kind, target, desk.views)


def _encoded(
    slot: Slot, encoding: Encoding | None, kind: BodyKind, schema: Schema, views: Views
) -> Slot:
    """How a property of a form is written: by `style` where it is given, else by media type (OpenAPI 3.1, 4.8.15)."""
    if kind in {BodyKind.JSON, BodyKind.XML}:
        return slot
    if encoding is not None and (encoding.style or encoding.explode is not None):
        style = _style_wrap(encoding.style or "form", "body", explode=encoding.explode)
        return replace(slot, wrap=slot.wrap or style, reserved=encoding.allow_reserved)
    media_type = encoding.media_type if encoding else None
    as_json = media.is_json(media_type) if media_type else _is_complex(schema, views)
    wrap = slot.wrap or (Wrap.JSON_TEXT if as_json else None)
    return replace(slot, wrap=wrap, media_type=media_type)


def _is_complex(schema: Schema, views: Views) -> bool:
    """Objects, and arrays of them, are JSON text in a form unless told otherwise (OpenAPI 3.1, 4.8.15.1)."""
    if schema.get("type") == "array":
        return _is_complex(views.resolve(schema.get("items") or {}, "input"), views)
    return schema.get("type") == "object" or "properties" in schema


def _whole(body: Body, schema: Schema, kind: BodyKind, desk: _Desk) -> str:
    """The body as one argument."""
    is_file = kind is BodyKind.BINARY
    description = body.description or str(schema.get("description", ""))
    if is_file:
        schema, description = FILE_SCHEMA, f"{description} {_FILE_NOTE}".strip()
    elif kind is BodyKind.TEXT:
        kept = ("enum", "maxLength", "minLength", "examples")
        schema = {"type": "string"} | {key: schema[key] for key in kept if key in schema}
    elif kind in {BodyKind.FORM, BodyKind.MULTIPART}:
        schema = {"type": "object", **schema}
    taken = {draft.name for draft in desk.drafts}
    name = body.name or ("request_body" if "body" in taken else "body")
    return desk.add(
        name, "body", schema, required=body.required, description=description, is_file=is_file
    )


def is_binary(schema: Schema) -> bool:
    """Whether a schema stands for bytes: `format: binary` (3.0), or a media type that is not text (3.1)."""
    if schema.get("type", "string") != "string":
        return False
    inner = schema.get("contentMediaType")
    return schema.get("format") == "binary" or bool(inner and not _TEXT_MEDIA.match(str(inner)))


def _holds_files(schema: Schema, views: Views) -> bool:
    items = schema.get("items")
    if schema.get("type") == "array" and is_object(items):
        return is_binary(views.resolve(items, "input"))
    return is_binary(schema)
