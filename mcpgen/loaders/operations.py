"""Paths and their operations, alike in every dialect."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from mcpgen.loaders.context import Context, extensions
from mcpgen.loaders.node import Node
from mcpgen.loaders.parameters import fit_path
from mcpgen.loaders.references import reference_of
from mcpgen.loaders.security import read_requirements
from mcpgen.model import (
    Body,
    Json,
    Operation,
    Parameter,
    Requirement,
    Response,
    SecurityScheme,
    Server,
    is_object,
)

# They may stand at a path, for all its operations.
_MCP_EXTENSIONS: Final = frozenset({"x-mcp", "x-speakeasy-mcp"})
_METHOD: Final = re.compile(r"[A-Za-z0-9!#$%&'*+.^_`|~-]+")


PathItem: TypeAlias = tuple[Node, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What each dialect says about an operation in its own way."""

    parameters: Iterable[Parameter]
    body: Body | None
    responses: tuple[Response, ...]
    servers: tuple[Server, ...]


# Those of an operation that is not read further.
_NOTHING: Final = Parts(parameters=(), body=None, responses=(), servers=())


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What holds for all operations of a document; `parts` gives None when an operation cannot be made.

    It is called with the path item and the operation, and reports why. A path item is a tuple of nodes, of which earlier
    ones win: what stands beside a `$ref` may be in another file than its target.
    """

    schemes: Mapping[str, SecurityScheme]
    security: tuple[Requirement, ...]
    parts: Callable[[Context, PathItem, Node], Parts | None]


def read_operations(context: Context, rules: Rules) -> Iterator[Operation]:
    """Give the operations of all paths; one that cannot be made is reported and costs only itself."""
    for path, item in _path_items(context):
        for method, written in _methods(context, item):
            node = context.follow(written)
            if node is None or not is_object(node.value):
                context.report(
                    written, "MG201", f"`{method} {path}` is left out: it is not an object"
                )
                continue
            known = f"{method} {path}" in context.outlined
            parts = _NOTHING if known else rules.parts(context, item, node)
            if parts is None:
                context.report(
                    written,
                    "MG201",
                    f"`{method} {path}` is left out: what it sends cannot be known",
                )
                continue
            yield _operation(context, path, method, item, node, rules, parts)


def _path_items(context: Context) -> Iterator[tuple[str, PathItem]]:
    """Give the path items under `paths`, each with what it refers to."""
    paths = context.member(context.entry, "paths")
    for path, written in paths.members() if paths else ():
        if path.startswith("x-"):
            continue
        item = context.follow(written)
        if item is None or not is_object(item.value):
            context.report(
                written, "MG202", f"`{path}` is left out: it is not an object of operations"
            )
            continue
        yield path, (item,) if reference_of(written.value) is None else (written, item)


def _methods(context: Context, item: PathItem) -> Iterator[tuple[str, Node]]:
    found: dict[str, Node] = {}
    for layer in item:
        for key, child in layer.members():
            if key.lower() in context.dialect.methods:
                found.setdefault(key.upper(), child)
        for key, child in _additional(context, layer):
            found.setdefault(key, child)
    yield from found.items()


def _additional(context: Context, layer: Node) -> Iterator[tuple[str, Node]]:
    """Give OpenAPI 3.2's operations of other methods, spelt as they are sent."""
    if not context.dialect.additional_operations:
        return
    for key, child in context.members(layer, "additionalOperations"):
        if _METHOD.fullmatch(key):
            yield key, child
        else:
            context.report(
                child, "MG201", f"`{key}` is not an HTTP method; the operation is left out"
            )


def _extensions(item: PathItem, node: Node) -> dict[str, Json]:
    """The operation's extensions, and those about MCP of its path where it has none of its own."""
    inherited = {
        key: value
        for layer in reversed(item)
        for key, value in extensions(layer).items()
        if key in _MCP_EXTENSIONS
    }
    own = extensions(node)
    both = {key for key in inherited.keys() & own.keys() if is_object(inherited[key])}
    merged = {key: {**inherited[key], **own[key]} for key in both if is_object(own[key])}
    return {**inherited, **own, **merged}


def _operation(
    context: Context, path: str, method: str, item: PathItem, node: Node, rules: Rules, parts: Parts
) -> Operation:
    requirements = read_requirements(context, node, rules.schemes)
    described = (
        owner for owner in (node, *item) if owner.get("summary") or owner.get("description")
    )
    about = next(described, node)
    declared = parts.parameters
    return Operation(
        key=f"{method} {path}",
        method=method,
        path=path if path.startswith("/") else f"/{path}",
        operation_id=context.text(node, "operationId") or None,
        summary=context.text(about, "summary"),
        description=context.text(about, "description"),
        tags=tuple(
            str(tag.value) for tag in context.items(node, "tags") if isinstance(tag.value, str)
        ),
        deprecated=context.flag(node, "deprecated"),
        parameters=() if parts is _NOTHING else fit_path(context, node, path, declared),
        body=parts.body,
        responses=parts.responses,
        security=rules.security if requirements is None else requirements,
        servers=parts.servers,
        extensions=_extensions(item, node),
        origin=node.origin,
    )
