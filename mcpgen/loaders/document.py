"""The document as a whole, alike in every dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from mcpgen.loaders.context import Context, extensions
from mcpgen.loaders.node import Node
from mcpgen.loaders.operations import Parts, PathItem, Rules, read_operations
from mcpgen.loaders.security import read_requirements
from mcpgen.model import Document, SecurityScheme, Tag, is_object


def read_document(
    context: Context,
    schemes: Mapping[str, SecurityScheme],
    parts: Callable[[Context, PathItem, Node], Parts | None],
) -> Document:
    """Give the document; `parts` reads what its dialect says about an operation."""
    root = context.entry
    rules = Rules(
        schemes=schemes, security=read_requirements(context, root, schemes) or (), parts=parts
    )
    info = context.member(root, "info") or Node({}, root.file, "/info")
    operations = tuple(read_operations(context, rules))
    return Document(
        title=context.text(info, "title"),
        version=context.text(info, "version"),
        summary=context.text(info, "summary"),
        description=context.text(info, "description"),
        website=_website(context, info),
        logo=_logo(context, info),
        servers=context.servers,
        security_schemes=schemes,
        tags=tuple(_tags(context)),
        operations=operations,
        definitions=context.schemas.definitions(context.familiar),
        extensions=extensions(root),
        origin=root.origin,
    )


def _website(context: Context, info: Node) -> str:
    """Give the address where people read about the API: its documentation, else its contact."""
    for owner, key in ((context.entry, "externalDocs"), (info, "contact")):
        found = context.member(owner, key)
        url = context.text(found, "url") if found else ""
        if url.startswith(("http://", "https://")):
            return url
    return ""


def _logo(context: Context, info: Node) -> str:
    """Give the address of the API's logo, an extension that many documents have."""
    found = context.follow(info.get("x-logo"))
    url = found.value.get("url") if found and is_object(found.value) else None
    return url if isinstance(url, str) else ""


def _tags(context: Context) -> Iterator[Tag]:
    """Give the tags that are described; OpenAPI 3.2's `summary` stands in for a description."""
    for node in context.items(context.entry, "tags"):
        name = context.text(node, "name") if is_object(node.value) else ""
        if name:
            yield Tag(
                name=name,
                description=context.text(node, "description") or context.text(node, "summary"),
            )
