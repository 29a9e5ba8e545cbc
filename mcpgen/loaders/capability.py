"""Tools described in `mcpgen.yaml` to the model: the same operations that an OpenAPI document gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mcpgen.config.config import FIELDLESS, Argument, Config, Place, Tool
from mcpgen.loaders.declared import declared_schemes, with_schemes
from mcpgen.model import (
    Body,
    Content,
    Document,
    Json,
    Local,
    Operation,
    Origin,
    Parameter,
    Response,
    Schema,
    Server,
    is_object,
)
from mcpgen.model.api import Location, Style

_STYLES: Mapping[Location, Style] = {
    "path": "simple",
    "query": "form",
    "header": "simple",
    "cookie": "form",
}
_WITH_BODY = frozenset({"POST", "PUT", "PATCH"})
_JSON = "application/json"


@dataclass(frozen=True, slots=True)
class _Target:
    """A request's URL in two: `origin` is empty for a path below the base URL."""

    method: str
    origin: str
    path: str


def load_capability(config: Config, origin: Origin) -> Document:
    """Give the document that the tools of a config describe; `origin` is the place of the whole file.

    An operation's id is the tool's name, its summary the title. Its key is `METHOD /path`, with `#name` behind it where
    several tools make requests of the same method and path, and `TOOL name` where there is no request.
    """
    targets = {name: _target(tool) for name, tool in config.tools.items() if tool.method}
    base = config.base_url or _shared_origin(targets)
    doubled = Counter((target.method, target.path) for target in targets.values())
    places = {
        name: config.origin("tools", name) or origin.child("tools", name) for name in config.tools
    }
    operations = {
        name: _operation(
            name,
            config.tools[name],
            target,
            suffix=f"#{name}" if doubled[target.method, target.path] > 1 else "",
            servers=_servers(target.origin) if target.origin not in {"", base} else (),
            origin=places[name],
        )
        for name, target in targets.items()
    }
    local = {
        name: _local(name, tool, places[name])
        for name, tool in config.tools.items()
        if not tool.method
    }
    document = Document(
        title=config.title or config.name,
        version="",
        description=config.description,
        servers=_servers(base),
        operations=tuple((operations | local)[name] for name in config.tools),
        origin=origin,
    )
    return with_schemes(document, declared_schemes(config.auth, origin.child("auth")))


def _local(name: str, tool: Tool, origin: Origin) -> Operation:
    """A tool without a request; its arguments have no place in one."""
    arguments = tool.input if tool.input_schema is None else _arguments(tool.input_schema)
    places: dict[str, Place] = dict.fromkeys(arguments, "query")
    return Operation(
        key=f"TOOL {name}",
        method="",
        path="",
        operation_id=name,
        tool=name,
        summary=tool.title,
        description=tool.description,
        parameters=tuple(_parameters(arguments, places, origin)),
        responses=(_response(tool, origin),),
        local=Local(
            content=tool.content,
            has_content=tool.has_content,
            blocks=tool.blocks,
            input_schema=tool.input_schema,
        ),
        origin=origin,
    )


def _arguments(schema: Schema) -> dict[str, Argument]:
    """The arguments of a schema of one's own, which are only hints beside it: its references lead to nowhere else."""
    required = schema.get("required", ())
    return {
        name: Argument(schema=_plain(part), required=name in required)
        for name, part in schema.get("properties", {}).items()
    }


def _plain(schema: Json) -> Schema:
    plain = is_object(schema) and isinstance(schema.get("type"), str)
    return {"type": schema["type"]} if plain else {}


def _target(tool: Tool) -> _Target:
    if tool.url.startswith("/"):
        return _Target(tool.method, "", tool.url)
    parts = urlsplit(tool.url)
    server = f"{parts.scheme}://{parts.netloc}"
    return _Target(tool.method, server, tool.url[len(server) :])


def _shared_origin(targets: Mapping[str, _Target]) -> str:
    """The origin that all requests with a full URL have, when it is one."""
    origins = {target.origin for target in targets.values() if target.origin}
    return origins.pop() if len(origins) == 1 else ""


def _servers(url: str) -> tuple[Server, ...]:
    return (Server(url=url),) if url else ()


def _operation(
    name: str,
    tool: Tool,
    target: _Target,
    *,
    suffix: str,
    servers: tuple[Server, ...],
    origin: Origin,
) -> Operation:
    places: dict[str, Place] = {each: _place(each, tool, target.path) for each in tool.input}
    return Operation(
        key=f"{target.method} {target.path}{suffix}",
        method=target.method,
        path=target.path,
        operation_id=name,
        tool=name,
        summary=tool.title,
        description=tool.description,
        parameters=tuple(_parameters(tool.input, places, origin)),
        body=_body(tool, places, origin),
        responses=(_response(tool, origin),),
        servers=servers,
        origin=origin,
    )


def _place(name: str, tool: Tool, path: str) -> Place:
    if f"{{{name}}}" in path:
        return "path"
    if tool.method not in _WITH_BODY:
        return tool.input[name].place or "query"
    return tool.input[name].place or ("whole_body" if tool.body_type in FIELDLESS else "body")


def _parameters(
    arguments: Mapping[str, Argument], places: Mapping[str, Place], origin: Origin
) -> Iterator[Parameter]:
    for name, argument in arguments.items():
        place = places[name]
        if place != "body" and place != "whole_body":  # noqa: PLR1714  # narrows the type
            schema = dict(argument.schema)
            yield Parameter(
                name=name,
                location=place,
                description=schema.pop("description", ""),
                schema=schema,
                required=argument.required or place == "path",
                style=_STYLES[place],
                explode=_STYLES[place] == "form",
                origin=origin.child("input", name),
            )


def _body(tool: Tool, places: Mapping[str, Place], origin: Origin) -> Body | None:
    named = next((name for name in tool.input if places[name] == "whole_body"), "")
    whole = tool.input.get(named)
    fields = {name: each for name, each in tool.input.items() if places[name] == "body"}
    if whole is None and not fields:
        return None
    needed = [name for name, each in fields.items() if each.required]
    schema = whole.schema if whole else _object(fields, needed)
    place = origin.child("input")
    content = Content(media_type=tool.body_type, schema=schema, origin=place)
    return Body(
        contents=(content,),
        name=named,
        required=whole.required if whole else bool(needed),
        description=str(schema.get("description", "")),
        origin=place,
    )


def _object(fields: Mapping[str, Argument], needed: list[str]) -> Schema:
    return {
        "type": "object",
        "properties": {name: each.schema for name, each in fields.items()},
        **({"required": needed} if needed else {}),
    }


def _response(tool: Tool, origin: Origin) -> Response:
    """Without `output`, an answer may be anything."""
    schema = {} if tool.output is None else tool.output
    place = origin if tool.output is None else origin.child("output")
    content = Content(media_type=_JSON, schema=schema, origin=place)
    return Response(status="200", contents=(content,), origin=place)
