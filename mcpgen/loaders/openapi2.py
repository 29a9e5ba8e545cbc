"""Swagger 2.0: bodies and forms are parameters, one media type list for all, one host with several schemes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

from mcpgen.loaders.context import Context, Dialect
from mcpgen.loaders.document import read_document
from mcpgen.loaders.node import Node
from mcpgen.loaders.operations import Parts, PathItem
from mcpgen.loaders.responses import read_status
from mcpgen.loaders.security import read_schemes
from mcpgen.loaders.servers import absolute
from mcpgen.loaders.swagger_parameters import read_inputs
from mcpgen.loaders.swagger_values import media_types, simple_schema
from mcpgen.model import Content, Document, Json, Response, Schema, Server, is_object

DIALECT: Final = Dialect(
    name="2.0",
    siblings=False,
    methods=("get", "put", "post", "delete", "options", "head", "patch"),
    locations=("path", "query", "header", "body", "formdata"),
)
_BINARY: Final = "application/octet-stream"
_JSON: Final = "application/json"


def lift(context: Context) -> Document:
    """Lift a Swagger 2.0 document."""
    context.servers = _servers(context, context.entry)
    schemes = read_schemes(context, context.entry, "securityDefinitions")
    return read_document(context, schemes, parts)


def parts(context: Context, item: PathItem, node: Node) -> Parts:
    """Give what an operation sends and gets."""
    parameters, body = read_inputs(context, item, node)
    return Parts(
        parameters=parameters,
        body=body,
        responses=tuple(_responses(context, node)),
        servers=_servers(context, node) if node.get("schemes") else (),
    )


def _servers(context: Context, node: Node) -> tuple[Server, ...]:
    """Give `scheme://host/basePath` for each scheme, https first; what is missing comes from the document's address."""
    root = context.entry
    address = urlsplit(context.address)
    host = context.text(root, "host").strip() or address.netloc
    base = context.text(root, "basePath").strip()
    path = base if base.startswith("/") or not base else f"/{base}"
    if not host:
        return (Server(url=path),) if path else ()
    if "://" in host:
        return (Server(url=host.rstrip("/") + path),)
    owner = node if node.get("schemes") is not None else root
    listed = [str(child.value).lower() for child in context.items(owner, "schemes")]
    usable = sorted({scheme for scheme in listed if scheme in ("http", "https")}, reverse=True)
    schemes = usable or [address.scheme or "https"]
    return tuple(
        Server(url=absolute(context.address, f"{scheme}://{host}{path}")) for scheme in schemes
    )


def _responses(context: Context, node: Node) -> Iterator[Response]:
    kinds = media_types(context, node, "produces")
    owner = context.member(node, "responses")
    for key, child in owner.members() if owner else ():
        status = read_status(context, child, key)
        found = context.part(child, "a response") if status else None
        if found is not None and is_object(found.value):
            yield _response(context, found, status, kinds)
        elif status:
            yield Response(status=status, origin=child.origin)


def _response(context: Context, node: Node, status: str, kinds: list[str]) -> Response:
    headers = {
        name: simple_schema(context, child) for name, child in context.members(node, "headers")
    }
    return Response(
        status=status,
        description=context.text(node, "description"),
        contents=_contents(context, node, kinds),
        headers=headers,
        origin=node.origin,
    )


def _contents(context: Context, node: Node, kinds: list[str]) -> tuple[Content, ...]:
    """Give the response's schema in each media type that the operation produces."""
    owner = node.get("schema")
    if owner is None:
        return ()
    schema = context.once("schema", owner, _schema)
    default = _BINARY if schema.get("format") == "binary" else _JSON
    return tuple(
        Content(media_type=kind, schema=schema, examples=_examples(node, kind), origin=node.origin)
        for kind in kinds or [default]
    )


def _schema(context: Context, node: Node) -> Schema:
    return context.schemas.lift(node)


def _examples(node: Node, media_type: str) -> tuple[Json, ...]:
    examples = node.value.get("examples")
    return (examples[media_type],) if is_object(examples) and media_type in examples else ()
