"""What OpenAPI 3.0, 3.1 and 3.2 have in common."""

from __future__ import annotations

from mcpgen.loaders.contents import read_contents
from mcpgen.loaders.context import Context
from mcpgen.loaders.document import read_document
from mcpgen.loaders.node import Node
from mcpgen.loaders.operations import Parts, PathItem
from mcpgen.loaders.parameters import read_parameters
from mcpgen.loaders.responses import read_responses
from mcpgen.loaders.security import read_schemes
from mcpgen.loaders.servers import default_servers, read_servers
from mcpgen.model import Body, Document, is_object


def lift(context: Context) -> Document:
    """Lift a document of OpenAPI 3."""
    root = context.entry
    servers = read_servers(context, root) or default_servers(context)
    context.servers = servers
    schemes = read_schemes(context, context.member(root, "components"), "securitySchemes")
    return read_document(context, schemes, parts)


def parts(context: Context, item: PathItem, node: Node) -> Parts | None:
    """Give what an operation sends and gets; None when its body is not to be had."""
    body = _body(context, node)
    if body is None and node.get("requestBody") is not None:
        return None
    return Parts(
        parameters=read_parameters(context, item, node),
        body=body,
        responses=read_responses(context, node),
        servers=next(filter(None, (read_servers(context, owner) for owner in (node, *item))), ()),
    )


def _body(context: Context, node: Node) -> Body | None:
    found = context.part(node.get("requestBody"), "a request body")
    if found is None or not is_object(found.value):
        return None
    return Body(
        contents=context.once("contents", found, read_contents),
        required=context.flag(found, "required"),
        description=context.text(found, "description"),
        origin=found.origin,
    )
