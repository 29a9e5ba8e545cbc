"""Links of answers (OpenAPI 3.2, 4.20) as calls of other tools: where each of their arguments comes from."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, Json, JsonObject, Link, Operation, is_object
from mcpgen.planners.plan import Argument, Module, Tool
from mcpgen.planners.text import one_line

_MOST = 10  # links of one operation
_ABOUT = 120  # characters
# A runtime expression, alone or within a text (3.2, 4.20.4).
_EXPRESSION = re.compile(r"\$(?:url|method|statusCode|(?:request|response)\.[^{}]+)")
_EMBEDDED = re.compile(rf"\{{({_EXPRESSION.pattern})\}}")
_PARTS = re.compile(r"\$(request|response)\.(header|query|path|body)(?:\.(.+)|#(.*))?", re.DOTALL)
_LOCATIONS = ("path", "query", "header", "cookie")


@dataclass(frozen=True, slots=True, kw_only=True)
class _Calls:
    """The tools by what links name them."""

    by_id: Mapping[tuple[str, str], Tool]  # prefix of the document and operationId
    by_place: Mapping[object, Tool]

    def find(self, link: Link, prefix: str) -> Tool | None:
        """The tool that a link leads to, offered or not."""
        named = self.by_id.get((prefix, link.operation_id)) if link.operation_id else None
        return named or (self.by_place.get(link.place) if link.place else None)


def with_links(
    modules: Sequence[Module], document: Document, diagnostics: Diagnostics
) -> tuple[Module, ...]:
    """The modules with what each tool's answer leads to in the private part of its entry, `links`."""
    prefixes = {op.key: op.prefix for op in document.operations}
    calls = _calls(modules, document.operations)

    def linked(tool: Tool) -> Tool:
        if not tool.links and "links" not in tool.private:
            return tool
        found = _links(tool, prefixes.get(tool.key, ""), calls, diagnostics)
        rest = {key: value for key, value in tool.private.items() if key != "links"}
        return replace(tool, private={**rest, "links": found} if found else rest)

    return tuple(replace(module, tools=tuple(map(linked, module.tools))) for module in modules)


def _calls(modules: Sequence[Module], operations: Sequence[Operation]) -> _Calls:
    tools = {tool.key: tool for module in modules for tool in module.tools}
    known = [(op, tools[op.key]) for op in operations if op.key in tools]
    return _Calls(
        by_id={(op.prefix, op.operation_id): tool for op, tool in known if op.operation_id},
        by_place={op.origin: tool for op, tool in known},
    )


def _links(tool: Tool, prefix: str, calls: _Calls, diagnostics: Diagnostics) -> list[JsonObject]:
    found: list[JsonObject] = []
    for link in tool.links:
        target = calls.find(link, prefix)
        if target is None:
            message = (
                f"{tool.key}: the link `{one_line(link.name)}` leads to no operation of this server"
            )
            diagnostics.report("MG309", message, link.origin)
        elif not target.inside and not _is_page(tool, target):
            found.append(_link(link, tool, target))
    return found[:_MOST]


def _is_page(tool: Tool, target: Tool) -> bool:
    """Whether it leads to what is offered as the next page already."""
    return target.key == tool.key and "pagination" in tool.private


def _link(link: Link, tool: Tool, target: Tool) -> JsonObject:
    arguments = {name: _source(value, tool) for name, value in _asked(link, target)}
    about = one_line(link.description, _ABOUT)
    told: JsonObject = {"tool": target.name, "status": link.status, "arguments": arguments}
    return {**told, "about": about} if about else told


def _asked(link: Link, target: Tool) -> Iterator[tuple[str, Json]]:
    """The arguments of the target that a link speaks of, by name, each with its constant or expression."""
    known = _visible(target)
    for key, value in link.parameters.items():
        place, _, wire = key.partition(".")
        places = [place] if place in _LOCATIONS and wire else [*_LOCATIONS]
        name = wire if len(places) == 1 else key
        # A dot may also be part of a name.
        argument = _first(known, places, name) or _first(known, [*_LOCATIONS], key)
        if argument:
            yield argument.name, value
    if link.has_body:
        yield from _body(link.body, target)


def _body(value: Json, target: Tool) -> Iterator[tuple[str, Json]]:
    """The body as arguments: as the one that is all of it, or an object's properties."""
    body = target.function.request.body if target.function.request else None
    if body is None:
        return
    fields = value if is_object(value) and body.fields is not None else {}
    for argument in _visible(target):
        if argument.identifier == body.identifier:
            yield argument.name, value
        elif argument.location == "body" and argument.wire in fields:
            yield argument.name, fields[argument.wire]


def _visible(tool: Tool) -> list[Argument]:
    pinned = tool.private.get("pinned", {})
    return [each for each in tool.function.arguments if each.identifier not in pinned]


def _first(known: list[Argument], places: Sequence[str], wire: str) -> Argument | None:
    fitting = (
        each
        for place in places
        for each in known
        if each.location == place and _same(place, each.wire, wire)
    )
    return next(fitting, None)


def _same(place: str, one: str, two: str) -> bool:
    return one.lower() == two.lower() if place == "header" else one == two


def _source(value: Json, tool: Tool) -> JsonObject:
    """Where a value comes from, as docs/catalog.md says; empty where this server cannot tell."""
    if not isinstance(value, str) or "$" not in value:
        return {"value": value}
    if _EXPRESSION.fullmatch(value):
        return _expression(value, tool)
    pieces = [
        _expression(piece, tool) if index % 2 else {"value": piece}
        for index, piece in enumerate(_EMBEDDED.split(value))
    ]
    if len(pieces) == 1:
        return {"value": value}
    return {"text": pieces} if all(pieces) else {}


def _expression(text: str, tool: Tool) -> JsonObject:
    """A runtime expression. `$url` is not told: it may hold credentials."""
    if text == "$method" and tool.function.request:
        return {"value": tool.function.request.method}
    if text == "$statusCode":
        return {"status": True}
    found = _PARTS.fullmatch(text)
    match found.groups() if found else ():
        case "response", "header", str(name), None:
            return {"header": name}
        case "response", "body", None, pointer:
            return {"pointer": pointer or ""}
        case "request", "body", None, pointer:
            return _of_body(pointer or "", tool)
        case "request", str(place), str(name), None if place != "body":
            argument = _first(_visible(tool), [place], name)
            return {"argument": argument.name} if argument else {}
        case _:
            return {}


def _of_body(pointer: str, tool: Tool) -> JsonObject:
    """A part of the body that was sent: of the argument that is all of it, or that is the property."""
    body = tool.function.request.body if tool.function.request else None
    if body is None:
        return {}
    if body.fields is None:
        whole = next((each for each in _visible(tool) if each.identifier == body.identifier), None)
        return {"argument": whole.name, "pointer": pointer} if whole else {}
    first, slash, rest = pointer.removeprefix("/").partition("/")
    wire = first.replace("~1", "/").replace("~0", "~")
    argument = _first(_visible(tool), ["body"], wire)
    return {"argument": argument.name, "pointer": slash + rest} if argument else {}
