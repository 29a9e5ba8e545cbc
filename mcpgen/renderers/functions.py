"""The functions of a tool module: signature, docstring and request, as nodes and then as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.planners.plan import (
    OWN_TYPES,
    Argument,
    BodyKind,
    Function,
    PartHeader,
    Request,
    RequestBody,
    Slot,
    Wrap,
)
from mcpgen.renderers.blocks import block_node
from mcpgen.renderers.code import INDENT, Code, annotation, docstring, identifier, literal, spoken
from mcpgen.renderers.layout import (
    Node,
    Signature,
    Statement,
    Text,
    call,
    function_text,
    keyed,
    mapping,
    value,
)
from mcpgen.renderers.workflows import script_statements

# Methods that have a method of the same name on `Api`; all others go through `Api.request`.
_VERBS = frozenset({"GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"})


def function_code(function: Function) -> Code:
    """The text of a function, from `async def` to its last line."""
    signature = Signature(
        identifier(function.name), tuple(_parameters(function)), annotation(function.returns)
    )
    doc = docstring(_doc(function), INDENT)
    return function_text(signature, [list(_statements(function))], doc)


def _doc(function: Function) -> str:
    request = function.request
    usual = f"`{request.method} {request.path}`" if request else function.name
    return spoken(function.doc.strip() or usual)


def _parameters(function: Function) -> Iterator[str]:
    yield "flow: Flow" if function.script else "api: Api"
    if function.arguments:
        yield "*"
    body = function.request.body if function.request else None
    for argument in sorted(function.arguments, key=lambda each: not each.required):
        yield _parameter(argument, body)


def _parameter(argument: Argument, body: RequestBody | None) -> str:
    hinted = f"{identifier(argument.identifier)}: {annotation(argument.annotation)}"
    if argument.required:
        return hinted
    if body and body.choice == argument.identifier:
        return f"{hinted} = {literal(body.media_type)}"
    return f"{hinted} | Omit = OMIT"


def _statements(function: Function) -> Iterator[Statement]:
    if function.script:
        yield from script_statements(function.script)
        return
    if function.request is None:
        yield _answer(function)
        return
    request = _request_call(function.request)
    if function.returns == "None":
        yield Statement("", request)
    elif function.returns == "Any":
        yield Statement("return ", request)
    else:
        yield Statement(f"answer: {function.returns} = ", request)
        yield Statement("return ", Text("answer"))


def _answer(function: Function) -> Statement:
    """What a function answers without a request: its content, or nothing yet, since it is its owner's to write."""
    if function.has_content:
        return Statement("return ", value(function.content))
    if function.blocks:
        return Statement("return ", call("Blocks", map(block_node, function.blocks)))
    return Statement("raise ", Text("NotImplementedError"))


def _request_call(request: Request) -> Node:
    """`await api.get("/pets/{petId}", path={"petId": pet_id})`."""
    if request.method in _VERBS:
        return call(f"await api.{request.method.lower()}", _arguments(request))
    method = Text(literal(request.method))
    return call("await api.request", [method, *_arguments(request)])


def _arguments(request: Request) -> Iterator[Node]:
    yield Text(literal(request.path))
    yield from _slots("path=", request.path_values)
    yield from _slots("query=", request.query)
    if request.querystring:
        yield Text(f"querystring={identifier(request.querystring)}")
    yield from _slots("headers=", request.headers)
    yield from _slots("cookies=", request.cookies)
    if request.body:
        yield from _body(request.body)


def _slots(keyword: str, slots: tuple[Slot, ...]) -> Iterator[Node]:
    if slots:
        yield keyed(keyword, _display(slots))


def _display(slots: Iterable[Slot], kind: BodyKind | None = None) -> Node:
    return mapping((literal(slot.wire), _filled(slot, kind)) for slot in slots)


def _body(body: RequestBody) -> Iterator[Node]:
    keyword = f"{body.kind}="
    if body.fields is None:
        yield Text(keyword + identifier(body.identifier))
    elif body.optional:
        yield call(f"{keyword}optional", [_display(body.fields, body.kind)])
    else:
        yield keyed(keyword, _display(body.fields, body.kind))
    if body.choice:
        yield Text(f"media_type={identifier(body.choice)}")
    elif body.media_type != OWN_TYPES[body.kind]:
        yield Text(f"media_type={literal(body.media_type)}")


def _filled(slot: Slot, kind: BodyKind | None) -> Node:
    """The argument as it stands in the request: itself, or wrapped in the function that says how it is written."""
    name = Text(identifier(slot.identifier))
    function = wrapper(slot, kind)
    if not function:
        return name
    return call(function, [name, *_options(slot, function)])


def _options(slot: Slot, function: str) -> Iterator[Node]:
    if function in {"file", "part"}:
        if slot.media_type:
            yield Text(literal(slot.media_type))
        if slot.headers:
            yield keyed("headers=", mapping(map(_part_header, slot.headers)))
        return
    if slot.reserved:
        yield Text("reserved=True")
    if slot.empty:
        yield Text("empty=True")
    if slot.inside:
        yield Text(f"inside={literal(slot.inside)}")


def _part_header(header: PartHeader) -> tuple[Code, Node]:
    if not header.identifier:
        return literal(header.wire), Text(literal(header.text))
    name = Text(identifier(header.identifier))
    return literal(header.wire), call("exploded", [name]) if header.exploded else name


def wrapper(slot: Slot, kind: BodyKind | None = None) -> str:
    """The function of the runtime that marks the value, or nothing where the default style is meant."""
    of_part = slot.headers or (slot.media_type and slot.wrap in {None, Wrap.JSON_TEXT})
    if of_part and kind is BodyKind.MULTIPART and slot.wrap is not Wrap.FILE:
        return "part"
    if slot.wrap is not None:
        return slot.wrap.value
    return "plain" if slot.reserved or slot.empty or slot.inside else ""
