"""Parameters of OpenAPI 3, and what a path's template says about them in every dialect."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final, cast

from mcpgen.loaders.contents import read_contents, read_examples
from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.loaders.swagger_values import simple_schema
from mcpgen.model import Parameter, Schema, is_object
from mcpgen.model.api import Location, Style

_TEMPLATE: Final = re.compile(r"\{([^{}]+)\}")
# RFC 6570 operators, which some authors write into paths.
_OPERATORS: Final = "+#./;?&*"
_IGNORED_HEADERS: Final = frozenset(
    {
        # What OpenAPI speaks about elsewhere (3.1, 4.8.12).
        *("accept", "content-type", "authorization"),
        # What frames and routes a message: the HTTP client's to write (RFC 9110, 7.6.1, 8.6; RFC 9112, 6).
        *("connection", "content-length", "expect", "host", "keep-alive", "te", "trailer"),
        *("transfer-encoding", "upgrade"),
    }
)
_DEFAULT_STYLE: Final[dict[str, Style]] = {
    "path": "simple",
    "header": "simple",
    "query": "form",
    "cookie": "form",
}
_STYLES: Final[dict[str, tuple[str, ...]]] = {
    "path": ("simple", "label", "matrix"),
    "header": ("simple",),
    "query": ("form", "spaceDelimited", "pipeDelimited", "deepObject"),
    "cookie": ("form", "cookie"),
}


def read_parameters(
    context: Context, path_item: tuple[Node, ...], operation: Node
) -> list[Parameter]:
    """Give the parameters of an operation; its own replace those of the path by name and place."""
    found: dict[tuple[str, str], Parameter] = {}
    for owner in (operation, *path_item):
        own: set[tuple[str, str]] = set()
        for node in context.items(owner, "parameters"):
            parameter = context.once("parameter", node, _read_parameter)
            if parameter is None:
                continue
            key = (parameter.location, _folded(parameter))
            if key in own:
                context.report(
                    node, "MG208", f"`{parameter.name}` is declared twice in {parameter.location}"
                )
            own.add(key)
            found.setdefault(key, parameter)
    return list(found.values())


def _folded(parameter: Parameter) -> str:
    return parameter.name.lower() if parameter.location == "header" else parameter.name


def _read_parameter(context: Context, node: Node) -> Parameter | None:
    """Give one parameter; None when it is unusable or to be ignored, which is reported."""
    if not is_object(node.value):
        context.report(node, "MG203", "a parameter must be an object; left out")
        return None
    name, location = context.text(node, "name"), context.text(node, "in").lower()
    if not name or location not in context.dialect.locations:
        report_unusable(context, node, name)
        return None
    if ignored_header(context, node, name, location):
        return None
    return _parameter(context, node, name, cast("Location", location))


def report_unusable(context: Context, node: Node, name: str) -> None:
    """Say that nobody can know where a parameter goes."""
    what = f"the parameter `{name}`" if name else "a parameter"
    context.report(node, "MG203", f"{what} has no usable `name` and `in`; left out")


def ignored_header(context: Context, node: Node, name: str, location: str) -> bool:
    """Whether a header is none for a caller to give; reported as a note."""
    ignored = location == "header" and name.lower() in _IGNORED_HEADERS
    if ignored:
        context.report(node, "MG205", f"the header parameter `{name}` is ignored")
    return ignored


def _parameter(context: Context, node: Node, name: str, location: Location) -> Parameter:
    contents = read_contents(context, node)
    style = _style(context, node, location)
    return Parameter(
        name=name,
        location=location,
        schema=contents[0].schema if contents else _schema(context, node),
        required=context.flag(node, "required") or location == "path",
        description=context.text(node, "description"),
        deprecated=context.flag(node, "deprecated"),
        style=style,
        explode=context.flag(node, "explode", default=style in ("form", "cookie")),
        allow_reserved=context.flag(node, "allowReserved"),
        allow_empty=context.flag(node, "allowEmptyValue"),
        media_type=contents[0].media_type if contents else None,
        examples=read_examples(context, node) + (contents[0].examples if contents else ()),
        origin=node.origin,
    )


def _schema(context: Context, node: Node) -> Schema:
    owner = node.get("schema")
    if owner is not None:
        return context.schemas.lift(owner)
    if "type" in node.value:
        context.report(
            node, "MG207", "schema keywords of a parameter belong under `schema`; read so"
        )
        return simple_schema(context, node)
    return {}


def _style(context: Context, node: Node, location: Location) -> Style:
    default = _DEFAULT_STYLE.get(location, "form")
    style = context.text(node, "style")
    if not style or style in _STYLES.get(location, ()):
        return cast("Style", style) or default
    context.report(
        node,
        "MG206",
        f"`{style}` is not a style of {location} parameters; read as {default}",
        "style",
    )
    return default


def fit_path(
    context: Context, node: Node, path: str, parameters: Iterable[Parameter]
) -> tuple[Parameter, ...]:
    """Make the path parameters those of the path's template, which is what a request is built from."""
    free = dict.fromkeys(_TEMPLATE.findall(path))
    kept: list[Parameter] = []
    for parameter in parameters:
        if parameter.location != "path":
            kept.append(parameter)
            continue
        name = _template_of(parameter.name, free)
        if name is None:
            message = f"the path parameter `{parameter.name}` is not in the path `{path}`; left out"
            context.report(node, "MG203", message)
            continue
        del free[name]
        kept.append(parameter if name == parameter.name else replace(parameter, name=name))
    for name in free:
        message = f"`{{{name}}}` of the path `{path}` is not declared; taken as a required string"
        context.report(node, "MG204", message)
    return (*(_undeclared(name, node) for name in free), *kept)


def _template_of(name: str, free: Iterable[str]) -> str | None:
    """Find the template that a declared name means: itself, with an RFC 6570 operator, or in another case."""
    if name in free:
        return name
    plain = {template: template.strip(_OPERATORS) for template in free}
    exact = [template for template, word in plain.items() if word == name]
    loose = [template for template, word in plain.items() if word.lower() == name.lower()]
    return next(iter(exact or (loose if len(loose) == 1 else [])), None)


def _undeclared(name: str, node: Node) -> Parameter:
    return Parameter(
        name=name,
        location="path",
        schema={"type": "string"},
        required=True,
        style="simple",
        origin=node.origin,
    )
