"""Operations of OpenAPI 3, and what every dialect shares in making one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcpgen.loaders.contents import read_contents
from mcpgen.loaders.context import Context, extensions
from mcpgen.loaders.node import Node
from mcpgen.loaders.parameters import fit_path, read_parameters
from mcpgen.loaders.responses import read_responses
from mcpgen.loaders.security import read_requirements
from mcpgen.loaders.servers import read_servers
from mcpgen.model import Body, Operation, Requirement, SecurityScheme

_METHOD: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


def read_operations(
    context: Context, schemes: Mapping[str, SecurityScheme], default: tuple[Requirement, ...]
) -> Iterator[Operation]:
    """Give the operations of all paths; one that cannot be made is reported and costs only itself."""
    for path, item in path_items(context):
        for method, node in _methods(context, item):
            operation = _operation(context, path, method, item, node, schemes, default)
            if operation is not None:
                yield operation


def path_items(context: Context) -> Iterator[tuple[str, Node]]:
    """Give the path items under `paths`, each behind its reference; siblings of the reference are kept."""
    paths = context.member(context.entry, "paths")
    for path, written in paths.members() if paths else ():
        if path.startswith("x-"):
            continue
        item = context.follow(written)
        if item is None or not isinstance(item.value, dict):
            context.report(
                written, "MG202", f"`{path}` is left out: it is not an object of operations"
            )
            continue
        if item is not written:
            item = _with_siblings(item, written)
        yield path, item


def _with_siblings(item: Node, written: Node) -> Node:
    own = {key: value for key, value in written.value.items() if key != "$ref"}
    return Node({**item.value, **own}, item.file, item.pointer) if own else item


def _methods(context: Context, item: Node) -> Iterator[tuple[str, Node]]:
    for key, child in item.members():
        if key.lower() in context.dialect.methods:
            yield key.upper(), child
    if context.dialect.additional_operations:
        for key, child in context.members(item, "additionalOperations"):
            if _METHOD.fullmatch(key):
                yield key, child
            else:
                context.report(
                    child, "MG201", f"`{key}` is not an HTTP method; the operation is left out"
                )


def _operation(
    context: Context,
    path: str,
    method: str,
    item: Node,
    written: Node,
    schemes: Mapping[str, SecurityScheme],
    default: tuple[Requirement, ...],
) -> Operation | None:
    key = f"{method} {path}"
    node = context.follow(written)
    if node is None or not isinstance(node.value, dict):
        context.report(written, "MG201", f"`{key}` is left out: it is not an object")
        return None
    body = _body(context, node)
    if body is None and node.get("requestBody") is not None:
        context.report(written, "MG201", f"`{key}` is left out: what it sends cannot be known")
        return None
    requirements = read_requirements(context, node, schemes)
    about = node if node.get("summary") or node.get("description") else item
    return Operation(
        key=key,
        method=method,
        path=path if path.startswith("/") else f"/{path}",
        operation_id=context.text(node, "operationId") or None,
        summary=context.text(about, "summary"),
        description=context.text(about, "description"),
        tags=tuple(
            str(tag.value) for tag in context.items(node, "tags") if isinstance(tag.value, str)
        ),
        deprecated=context.flag(node, "deprecated"),
        parameters=fit_path(context, node, path, read_parameters(context, item, node)),
        body=body,
        responses=read_responses(context, node),
        security=default if requirements is None else requirements,
        servers=read_servers(context, node) or read_servers(context, item),
        extensions=extensions(node),
        origin=node.origin,
    )


def _body(context: Context, node: Node) -> Body | None:
    found = context.follow(node.get("requestBody"))
    if found is None or not isinstance(found.value, dict):
        return None
    return Body(
        contents=context.once("contents", found, read_contents),
        required=context.flag(found, "required"),
        description=context.text(found, "description"),
        origin=found.origin,
    )
