"""Swagger 2.0's way to describe a value that is not a body: schema keywords in the parameter or header itself."""

from __future__ import annotations

from typing import Final

from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.model import Schema, is_object
from mcpgen.model.api import Style

_KEYWORDS: Final = frozenset(
    {
        "type",
        "format",
        "items",
        "default",
        "maximum",
        "exclusiveMaximum",
        "minimum",
        "exclusiveMinimum",
        "maxLength",
        "minLength",
        "pattern",
        "maxItems",
        "minItems",
        "uniqueItems",
        "enum",
        "multipleOf",
        "x-nullable",
    }
)
_STYLES: Final[dict[str, Style]] = {
    "ssv": "spaceDelimited",
    "tsv": "tabDelimited",
    "pipes": "pipeDelimited",
}


def simple_schema(context: Context, node: Node) -> Schema:
    """Give the schema of a parameter or header; some documents write `schema`, as later versions do."""
    owner = node.get("schema")
    if owner is not None and "type" not in node.value:
        return context.schemas.lift(owner)
    keywords = {key: value for key, value in node.value.items() if key in _KEYWORDS}
    return context.schemas.lift(Node(keywords, node.file, node.pointer))


def collection_style(context: Context, node: Node, location: str) -> tuple[Style, bool]:
    """Give style and explode of a `collectionFormat`, which is `csv` when not said."""
    written = context.text(node, "collectionFormat") or "csv"
    plain: Style = "form" if location in ("query", "formdata") else "simple"
    if written == "multi" and plain == "form":
        return "form", True
    if written not in ("csv", "multi", *_STYLES):
        context.report(
            node,
            "MG206",
            f"`{written}` is not a collection format; read as csv",
            "collectionFormat",
        )
    return _STYLES.get(written, plain), False


def styles_inside(context: Context, node: Node) -> tuple[Style, ...]:
    """Give the styles of the arrays within an array, the outermost first."""
    found: list[Style] = []
    items = node.get("items")
    while items is not None and is_object(items.value) and items.value.get("type") == "array":
        style, _ = collection_style(context, items, "items")
        found.append("form" if style == "simple" else style)
        items = items.get("items")
    return tuple(found)


def media_types(context: Context, node: Node, key: str) -> list[str]:
    """Give the media types of an operation, or the document's where it says nothing; none when nobody does."""
    owner = node if node.get(key) is not None else context.entry
    value = owner.value.get(key)
    if isinstance(value, str):
        return [value]
    return [
        child.value.strip() for child in context.items(owner, key) if isinstance(child.value, str)
    ]
