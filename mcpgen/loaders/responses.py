"""Responses of OpenAPI 3."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.loaders.contents import read_contents, read_headers
from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.model import Content, Link, Origin, Response, is_object

_STATUS: Final = re.compile(r"[1-5](\d\d|XX)")


def read_responses(context: Context, node: Node) -> tuple[Response, ...]:
    """Give the responses of an operation."""
    made: list[Response] = []
    owner = context.member(node, "responses")
    for key, child in owner.members() if owner else ():
        status = read_status(context, child, key)
        found = context.part(child, "a response") if status else None
        if found is not None and is_object(found.value):
            made.append(_response(context, found, status))
        elif status:
            made.append(Response(status=status, origin=child.origin))
    return tuple(made)


def read_status(context: Context, node: Node, key: str) -> str:
    """Give the status that a key means, `""` for an extension or a key that means none, which is reported."""
    status = key.strip().upper()
    if _STATUS.fullmatch(status):
        return status
    if status == "DEFAULT":
        return "default"
    if not key.startswith("x-"):
        context.report(node, "MG206", f"`{key}` is not a status code; left out")
    return ""


def _response(context: Context, node: Node, status: str) -> Response:
    return Response(
        status=status,
        description=context.text(node, "description"),
        contents=context.once("response", node, _contents),
        headers=context.once("headers", node, read_headers),
        links=tuple(_links(context, node, status)),
        origin=node.origin,
    )


def _links(context: Context, node: Node, status: str) -> Iterator[Link]:
    for name, child in context.members(node, "links"):
        parameters = context.member(child, "parameters")
        body = child.get("requestBody")
        reference = context.text(child, "operationRef")
        yield Link(
            name=name,
            status=status,
            operation_id=context.text(child, "operationId"),
            place=_place(context, child, reference) if reference else None,
            parameters=parameters.value if parameters else {},
            body=body.value if body else None,
            has_body=body is not None,
            description=context.text(child, "description"),
            origin=child.origin,
        )


def _place(context: Context, node: Node, reference: str) -> Origin | None:
    """Say where the operation stands that a link leads to, in whatever file; None where there is none."""
    target = context.references.find(node, reference, "operationRef")
    found = context.follow(target)
    return found.origin if found else None


def _contents(context: Context, node: Node) -> tuple[Content, ...]:
    """Give the media types; a `schema` beside them, as Swagger 2.0 has it, is taken for JSON's."""
    owner = node.get("schema")
    if owner is None or "content" in node.value:
        return read_contents(context, node)
    context.report(
        node,
        "MG207",
        "a response's `schema` belongs under `content`; read as that of JSON",
        "schema",
    )
    schema = context.schemas.lift(owner)
    return (Content(media_type="application/json", schema=schema, origin=node.origin),)
