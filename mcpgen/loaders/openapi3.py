"""What OpenAPI 3.0, 3.1 and 3.2 have in common: the document as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.loaders.context import Context, extensions
from mcpgen.loaders.node import Node
from mcpgen.loaders.operations import read_operations
from mcpgen.loaders.security import read_requirements, read_schemes
from mcpgen.loaders.servers import default_servers, read_servers
from mcpgen.model import Document, Tag


def lift(context: Context) -> Document:
    """Lift a document of OpenAPI 3."""
    root = context.entry
    servers = read_servers(context, root) or default_servers(context)
    schemes = read_schemes(context, context.member(root, "components"), "securitySchemes", servers)
    security = read_requirements(context, root, schemes) or ()
    operations = tuple(read_operations(context, schemes, security))
    info = context.member(root, "info") or Node({}, root.file, "/info")
    return Document(
        title=context.text(info, "title"),
        version=context.text(info, "version"),
        summary=context.text(info, "summary"),
        description=context.text(info, "description"),
        website=website(context, info),
        servers=servers,
        security_schemes=schemes,
        tags=tuple(read_tags(context)),
        operations=operations,
        definitions=context.schemas.definitions(),
        extensions=extensions(root),
        origin=root.origin,
    )


def website(context: Context, info: Node) -> str:
    """Give the address where people read about the API: its documentation, else its contact."""
    for owner, key in ((context.entry, "externalDocs"), (info, "contact")):
        found = context.member(owner, key)
        url = context.text(found, "url") if found else ""
        if url.startswith(("http://", "https://")):
            return url
    return ""


def read_tags(context: Context) -> Iterator[Tag]:
    """Give the tags that are described; OpenAPI 3.2's `summary` stands in for a description."""
    for node in context.items(context.entry, "tags"):
        name = context.text(node, "name") if isinstance(node.value, dict) else ""
        if name:
            yield Tag(
                name=name,
                description=context.text(node, "description") or context.text(node, "summary"),
            )
