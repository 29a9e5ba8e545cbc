"""Media types of OpenAPI 3: schemas, encodings, examples, headers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast, get_args

from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.model import Content, Encoding, Encodings, Json, Parameter, Schema
from mcpgen.model.api import Style

STYLES = frozenset(get_args(Style))


def read_contents(context: Context, node: Node) -> tuple[Content, ...]:
    """Give the media types under `content`."""
    return tuple(
        _content(context, name.strip(), child) for name, child in context.members(node, "content")
    )


def read_headers(context: Context, node: Node) -> dict[str, Schema]:
    """Give the schemas under `headers`, by name."""
    return {
        name: _header_schema(context, child) for name, child in context.members(node, "headers")
    }


def _header_schema(context: Context, node: Node) -> Schema:
    """Give the schema of a header or parameter, which may stand in its `content`."""
    for content in read_contents(context, node):
        return content.schema
    owner = node.get("schema")
    return context.schemas.lift(owner) if owner else {}


def read_examples(context: Context, node: Node) -> tuple[Json, ...]:
    """Give the values of `example` and `examples`."""
    found: list[Json] = []
    if "example" in node.value:
        example = context.follow(node.child("example"))
        found += [example.value] if example else []
    for _, child in context.members(node, "examples"):
        for key in ("dataValue", "value", "serializedValue"):
            if key in child.value:
                found.append(child.value[key])
                break
    return tuple(found)


def _content(context: Context, media_type: str, node: Node) -> Content:
    return Content(
        media_type=media_type,
        schema=_schema(context, node),
        encoding=_encodings(context, node),
        examples=read_examples(context, node),
        origin=node.origin,
    )


def _schema(context: Context, node: Node) -> Schema:
    """Lift `schema`, or OpenAPI 3.2's `itemSchema`: a sequence, whatever separates its items."""
    owner = node.get("schema")
    if owner is not None:
        return context.schemas.lift(owner)
    item = node.get("itemSchema")
    return {"type": "array", "items": context.schemas.lift(item)} if item is not None else {}


def _encodings(context: Context, node: Node) -> Encodings:
    """Give what a media type or a part says of its parts; `encoding` goes by name, the others by position."""
    others = context.member(node, "itemEncoding")
    return Encodings(
        by_name={
            name: _encoding(context, child) for name, child in context.members(node, "encoding")
        },
        first=tuple(_encoding(context, child) for child in context.items(node, "prefixEncoding")),
        others=_encoding(context, others) if others else None,
    )


def _encoding(context: Context, node: Node) -> Encoding:
    style = context.text(node, "style")
    if style and style not in STYLES:
        context.report(node, "MG206", f"`{style}` is not a style; left out", "style")
        style = ""
    explode = context.flag(node, "explode") if "explode" in node.value else None
    return Encoding(
        media_type=context.text(node, "contentType") or None,
        style=cast("Style", style) if style else None,
        explode=explode,
        allow_reserved=context.flag(node, "allowReserved"),
        headers=tuple(_part_headers(context, node)),
        parts=_encodings(context, node) or None,
    )


def _part_headers(context: Context, node: Node) -> Iterator[Parameter]:
    """Give the headers of a part; its media type is said by `contentType` alone (OpenAPI 3.1, 4.8.15.1)."""
    for name, child in context.members(node, "headers"):
        if name.lower() != "content-type":
            yield Parameter(
                name=name,
                location="header",
                schema=_header_schema(context, child),
                required=context.flag(child, "required"),
                description=context.text(child, "description"),
                style="simple",
                explode=context.flag(child, "explode"),
                origin=child.origin,
            )
