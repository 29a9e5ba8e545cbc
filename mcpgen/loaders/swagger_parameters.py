"""What an operation of Swagger 2.0 takes: parameters, a body or a form."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.loaders.parameters import ignored_header, report_unusable
from mcpgen.loaders.swagger_values import (
    collection_style,
    media_types,
    simple_schema,
    styles_inside,
)
from mcpgen.model import Body, Content, Encoding, Encodings, Json, Parameter, is_object
from mcpgen.model.api import Location

_FORMS: Final = ("multipart/form-data", "application/x-www-form-urlencoded")
_PLACES: Final = frozenset({"path", "query", "header", "body", "formdata"})


def read_inputs(
    context: Context, item: tuple[Node, ...], node: Node
) -> tuple[list[Parameter], Body | None]:
    """Give the parameters and the body of an operation."""
    found = _declared(context, item, node)
    bodies = [child for (place, _), child in found.items() if place == "body"]
    fields = [child for (place, _), child in found.items() if place == "formdata"]
    parameters = [
        made
        for (place, name), child in found.items()
        if place not in ("body", "formdata") and (made := _parameter(context, child, name, place))
    ]
    if bodies:
        if fields:
            context.report(node, "MG206", "form parameters beside a body are left out")
        return parameters, _body(context, node, bodies[0])
    return parameters, _form(context, node, fields) if fields else None


def _declared(context: Context, item: tuple[Node, ...], node: Node) -> dict[tuple[str, str], Node]:
    """Give the declarations by place and name, the operation's before those of its path."""
    found: dict[tuple[str, str], Node] = {}
    for owner in (node, *item):
        own: set[tuple[str, str]] = set()
        for child in context.items(owner, "parameters"):
            key = _key(context, child)
            if key is None:
                continue
            if key in own:
                context.report(child, "MG208", f"`{key[1]}` is declared twice in {key[0]}")
            own.add(key)
            found.setdefault(key, child)
    return found


def _key(context: Context, node: Node) -> tuple[str, str] | None:
    if not is_object(node.value):
        context.report(node, "MG203", "a parameter must be an object; left out")
        return None
    name, place = context.text(node, "name"), context.text(node, "in").lower()
    if place not in _PLACES or not (name or place == "body"):
        report_unusable(context, node, name)
        return None
    return place, "" if place == "body" else name


def _parameter(context: Context, node: Node, name: str, place: str) -> Parameter | None:
    if ignored_header(context, node, name, place):
        return None
    style, explode = collection_style(context, node, place)
    return Parameter(
        name=name,
        location=cast("Location", place),
        schema=simple_schema(context, node),
        required=context.flag(node, "required") or place == "path",
        description=context.text(node, "description"),
        deprecated=context.flag(node, "x-deprecated"),
        style=style,
        explode=explode,
        inside=styles_inside(context, node),
        allow_empty=context.flag(node, "allowEmptyValue"),
        examples=_examples(node),
        origin=node.origin,
    )


def _examples(node: Node) -> tuple[Json, ...]:
    return tuple(node.value[key] for key in ("x-example", "example") if key in node.value)


def _body(context: Context, node: Node, body: Node) -> Body:
    owner = body.get("schema")
    schema = context.schemas.lift(owner) if owner is not None else {}
    kinds = media_types(context, node, "consumes") or ["application/json"]
    return Body(
        contents=tuple(
            Content(media_type=kind, schema=schema, origin=body.origin) for kind in kinds
        ),
        required=context.flag(body, "required"),
        description=context.text(body, "description"),
        origin=body.origin,
    )


def _form(context: Context, node: Node, fields: list[Node]) -> Body:
    """Make an object of the form's parameters; a file needs multipart (2.0, Parameter Object)."""
    names = [context.text(field, "name") for field in fields]
    required = [
        name for name, field in zip(names, fields, strict=True) if context.flag(field, "required")
    ]
    schema = {
        "type": "object",
        "properties": {
            name: _property(context, field) for name, field in zip(names, fields, strict=True)
        },
        **({"required": required} if required else {}),
    }
    encoding = {
        name: _encoding(context, field)
        for name, field in zip(names, fields, strict=True)
        if field.value.get("type") == "array"
    }
    kinds = _form_types(media_types(context, node, "consumes"), fields)
    return Body(
        contents=tuple(
            Content(
                media_type=kind,
                schema=schema,
                encoding=Encodings(by_name=encoding),
                origin=node.origin,
            )
            for kind in kinds
        ),
        required=bool(required),
        origin=node.origin,
    )


def _form_types(consumed: list[str], fields: Iterable[Node]) -> list[str]:
    has_file = any(field.value.get("type") == "file" for field in fields)
    if has_file:
        return [kind for kind in consumed if kind.startswith("multipart/")] or [_FORMS[0]]
    listed = [kind for kind in consumed if kind.partition(";")[0].strip().lower() in _FORMS]
    return listed or [_FORMS[1]]


def _property(context: Context, field: Node) -> dict[str, Json]:
    schema = simple_schema(context, field)
    description = context.text(field, "description")
    examples = _examples(field)
    return {
        **schema,
        **({"description": description} if description else {}),
        **({"examples": list(examples)} if examples else {}),
    }


def _encoding(context: Context, field: Node) -> Encoding:
    style, explode = collection_style(context, field, "formdata")
    return Encoding(style=style, explode=explode, inside=styles_inside(context, field))
