"""How the fields of a form and the parts of a multipart body are written (OpenAPI 3.2, 4.15, the Encoding Object).

Where a body's properties are arguments of their own, a function of the runtime says it for each. Where the body is one
argument, the catalogue does: `part_hints`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from mcpgen.model import (
    Encoding,
    Encodings,
    Json,
    JsonObject,
    Parameter,
    Schema,
    is_array,
    is_object,
)
from mcpgen.planners import media
from mcpgen.planners.plan import BodyKind, Slot, Wrap
from mcpgen.planners.styles import separators, style_wrap
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
FILE_NOTE = "A file: base64 text, or an object with `base64` and `filename`."
_TEXT_MEDIA = re.compile(r"text/|application/json")
# Media types that no text is in, whatever a schema without `format: binary` says.
_BYTES = re.compile(r"(image|audio|video|font)/(?!svg)|application/(octet-stream|pdf|zip|gzip)\b")
_BRANCHES = ("allOf", "anyOf", "oneOf")
_DEPTH = 4
_NULLS: JsonObject = {
    "type": "null",
    "enum": None,
    "anyOf": {"type": "null"},
    "oneOf": {"type": "null"},
}
# What says anything about the type of a value.
_TYPING = {"type", "enum", "const", "properties", "items", *_BRANCHES}
_NOT_NULL: Json = ["string", "number", "boolean", "object", "array"]
_PLAIN = Encoding()
_FORMS = {BodyKind.FORM, BodyKind.MULTIPART}


def _is_a(schema: Schema, kind: str) -> bool:
    """Whether a value is of that type, or null."""
    kinds = schema.get("type")
    return kinds == kind or (is_array(kinds) and {kind} == {*kinds} - {"null"})


def _is_binary(schema: Schema) -> bool:
    """Whether a schema stands for bytes: `format: binary` (3.0), or a media type that is not text (3.1)."""
    if "type" in schema and not _is_a(schema, "string"):
        return False
    inner = schema.get("contentMediaType")
    return schema.get("format") == "binary" or bool(inner and not _TEXT_MEDIA.match(str(inner)))


def holds_files(schema: Schema, encoding: Encoding | None, views: Views) -> bool:
    """Whether a property is a file, or an array of files."""
    items = schema.get("items")
    is_list = _is_a(schema, "array") and is_object(items)
    one = views.resolve(items, "input") if is_list and items else schema
    said = bool(encoding and _BYTES.match(encoding.media_type or ""))
    told = said and not one.keys() & {"contentEncoding", "format", "enum", "const", *_BRANCHES}
    return _is_binary(one) or (told and ("type" not in one or _is_a(one, "string")))


def file_schema(schema: Schema) -> Schema:
    """What a caller gives where `schema` holds files."""
    is_list = _is_a(schema, "array")
    return {"type": "array", "items": FILE_SCHEMA} if is_list else FILE_SCHEMA


def form_schema(
    schema: Schema, encodings: Encodings, kind: BodyKind, views: Views, depth: int = _DEPTH
) -> Schema:
    """The schema of a form that is one argument: with files as callers give them, and what is required sent somehow.

    What needs no change stays the reference that it is.
    """
    whole = views.resolve(schema, "input")
    changed: dict[str, Json] = {
        key: [form_schema(branch, encodings, kind, views, depth - 1) for branch in whole[key]]
        for key in (_BRANCHES if depth else ())
        if key in whole
    }
    if fields := dict(_fields(whole, encodings, kind, views)):
        changed["properties"] = fields
    if "prefixItems" in whole:
        changed["prefixItems"] = [
            _given(child, encoding, kind, views) for child, encoding in _first(whole, encodings)
        ]
    if is_object(whole.get("items")):
        changed["items"] = _given(whole["items"], encodings.others, kind, views)
    same = all(whole.get(key) == new for key, new in changed.items())
    return schema if same else whole | changed


def _fields(
    whole: Schema, encodings: Encodings, kind: BodyKind, views: Views
) -> Iterator[tuple[str, Schema]]:
    """The properties, those among them that are required and not described."""
    described: dict[str, Schema] = whole.get("properties", {})
    required = [name for name in whole.get("required", ()) if isinstance(name, str)]
    for name in dict.fromkeys([*described, *required]):
        encoding, child = encodings.by_name.get(name), described.get(name, {})
        slot = encoded(
            Slot(wire="", identifier=""), encoding, kind, views.resolve(child, "input"), views
        )
        given = _given(child, encoding, kind, views)
        must = name in required and is_left_out(slot, kind)
        yield name, sent_somehow(given, views) if must else given


def _given(schema: Schema, encoding: Encoding | None, kind: BodyKind, views: Views) -> Schema:
    target = views.resolve(schema, "input")
    if kind is BodyKind.MULTIPART and holds_files(target, encoding, views):
        told = {key: target[key] for key in ("description",) if key in target}
        return file_schema(target) | told
    if encoding and encoding.parts:
        return form_schema(schema, encoding.parts, kind, views)
    return schema


def _first(whole: Schema, encodings: Encodings) -> Iterator[tuple[Schema, Encoding | None]]:
    """The schemas of the first items with what is said of each."""
    for index, child in enumerate(whole.get("prefixItems", ())):
        told = encodings.first[index] if index < len(encodings.first) else encodings.others
        yield child, told


def part_hints(schema: Schema, encodings: Encodings, views: Views) -> JsonObject:
    """The `parts` of a catalogue entry, for a form or multipart body that is one argument."""
    whole = views.resolve(schema, "input")
    fields = {
        name: _hint(child, encodings.by_name.get(name), views)
        for name, child in _properties(whole, views).items()
    }
    first = [_hint(child, encoding, views) for child, encoding in _first(whole, encodings)]
    items = whole.get("items")
    known: dict[str, Json] = {
        "fields": {name: hint for name, hint in fields.items() if hint},
        "prefix": first if any(first) else [],
        "items": _hint(items if is_object(items) else {}, encodings.others, views),
    }
    return {key: hint for key, hint in known.items() if hint}


def _properties(schema: Schema, views: Views, depth: int = _DEPTH) -> dict[str, Schema]:
    """The properties of an object, those of all its alternatives among them."""
    found: dict[str, Schema] = {**schema.get("properties", {})}
    for key in _BRANCHES if depth else ():
        for branch in schema.get(key, ()):
            inner = _properties(views.resolve(branch, "input"), views, depth - 1)
            found = {**inner, **found}
    return found


def _hint(schema: Schema, encoding: Encoding | None, views: Views) -> JsonObject:
    target, told = views.resolve(schema, "input"), encoding or _PLAIN
    slot = Slot(wire="", identifier="")
    if holds_files(target, encoding, views):
        slot = replace(slot, wrap=Wrap.FILE)
    slot = encoded(slot, encoding, BodyKind.MULTIPART, target, views)
    headers = {each.name: text for each in told.headers if (text := fixed_text(each)) is not None}
    parts = part_hints(schema, told.parts or Encodings(), views) if _is_multipart(told) else {}
    hint: dict[str, Json] = {
        "style": _style_name(slot.wrap) if slot.wrap and not parts else "",
        "mediaType": slot.media_type or "",
        "headers": headers,
        "parts": parts,
    }
    return {key: value for key, value in hint.items() if value}


def _style_name(wrap: Wrap) -> str:
    """What the runtime calls a style, as opposed to the function that marks it."""
    return "json" if wrap is Wrap.JSON_TEXT else wrap.value


def _is_multipart(encoding: Encoding) -> bool:
    return media.essence(encoding.media_type or "").startswith("multipart/")


def is_nested(encodings: Encodings) -> bool:
    """Whether a part is multipart itself, which only the catalogue can say."""
    return any(map(_is_multipart, encodings.by_name.values()))


def unfilled(encodings: Encodings) -> Iterator[Parameter]:
    """The headers of parts that would have to be given, where no argument can give them: the body is one itself."""
    others = [encodings.others] if encodings.others else []
    for each in (*encodings.by_name.values(), *encodings.first, *others):
        yield from (header for header in each.headers if fixed_text(header) is None)
        yield from unfilled(each.parts or Encodings())


def fixed_text(header: Parameter) -> str | None:
    """The value of a header that has only one: nobody needs to be asked for it."""
    values = header.schema.get("enum", ())
    value = values[0] if len(values) == 1 else header.schema.get("const")
    return value if isinstance(value, str) else None


def encoded(
    slot: Slot, encoding: Encoding | None, kind: BodyKind, schema: Schema, views: Views
) -> Slot:
    """How a property of a form is written: by `style` where it is given, else by media type."""
    if kind not in _FORMS:
        return slot
    if encoding is not None and (encoding.style or encoding.explode is not None):
        style = style_wrap(encoding.style or "form", "body", explode=encoding.explode)
        if style is None and _is_complex(schema, views):
            style = Wrap.EXPLODED  # which an object in a form is only where that is said
        inside = separators(encoding.inside)
        reserved = encoding.allow_reserved
        return replace(slot, wrap=slot.wrap or style, reserved=reserved, inside=inside)
    media_type = encoding.media_type if encoding else None
    as_json = media.is_json(media_type) if media_type else _is_complex(schema, views)
    wrap = slot.wrap or (Wrap.JSON_TEXT if as_json else None)
    return replace(slot, wrap=wrap, media_type=media_type)


def _is_complex(schema: Schema, views: Views) -> bool:
    """Objects, and arrays of them, are JSON text in a form unless told otherwise (OpenAPI 3.1, 4.8.15.1)."""
    if _is_a(schema, "array"):
        return _is_complex(views.resolve(schema.get("items") or {}, "input"), views)
    return _is_a(schema, "object") or "properties" in schema


def sent_somehow(schema: Schema, views: Views) -> Schema:
    """The schema of a required value that is written in a style: null and an empty array would not be sent at all.

    RFC 6570, 3.2.1: both are undefined. Text may still be empty.
    """
    target = views.resolve(schema, "input")
    if target.keys().isdisjoint(_TYPING):
        return {**schema, "type": _NOT_NULL, "minItems": 1}
    schema = _without_null(schema, target)
    match views.resolve(schema, "input").get("type"):
        case "array":
            return {**schema, "minItems": max(1, target.get("minItems", 1))}
        case "object":
            return {**schema, "minProperties": max(1, target.get("minProperties", 1))}
        case _:
            return schema


def is_left_out(slot: Slot, kind: BodyKind) -> bool:
    """Whether null and an empty array in that place of a form are nothing at all; JSON has words for them."""
    return kind in _FORMS and slot.wrap is not Wrap.JSON_TEXT


def _without_null(schema: Schema, target: Schema) -> Schema:
    """The schema without null, where there is anything else."""
    changed: dict[str, Json] = {}
    for key, null in _NULLS.items():
        values: Json = target.get(key)
        values = values if is_array(values) else []
        others = [each for each in values if each != null]
        if others and len(others) < len(values):
            changed[key] = others[0] if key == "type" and len(others) == 1 else others
    return {**target, **changed} if changed else schema
