"""Resources of mcpgen.yaml, and where values for arguments come from."""

from __future__ import annotations

import json
from collections.abc import Mapping
from urllib.parse import quote

from mcpgen.config.choices import Keys
from mcpgen.config.primitive_checks import VARIABLE
from mcpgen.config.primitives import Completion
from mcpgen.config.primitives import Resource as ResourceChoice
from mcpgen.model import Json, JsonObject, Schema
from mcpgen.planners.blocks import file_content
from mcpgen.planners.missing import names_needed
from mcpgen.planners.names import Namespace, function_name, identifier
from mcpgen.planners.plan import Argument, ReadCall, Resource, Tool
from mcpgen.planners.rules import nearest
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.tool_index import ToolIndex

_TYPES = {"integer": "int", "number": "float", "boolean": "bool"}
# Names that the modules use for themselves.
_IN_RESOURCES = ("Tools", "Any", "TYPE_CHECKING", "tools")
_INPUTS = "$inputs."


def plan_resources(scheme: str, index: ToolIndex) -> tuple[Resource, ...]:
    """The resources that can be made; mistakes are reported."""
    functions = Namespace(_IN_RESOURCES)
    made = (
        _resource(name, choice, scheme, functions, index)
        for name, choice in index.config.resources.items()
    )
    return tuple(each for each in made if each is not None)


def _resource(
    name: str, choice: ResourceChoice, scheme: str, functions: Namespace, index: ToolIndex
) -> Resource | None:
    uri = choice.uri if "://" in choice.uri else f"{scheme}://{choice.uri}"
    if choice.has_content or choice.file:
        return _static(name, choice, uri)
    if not choice.operation:
        return _own(name, choice, uri, functions, index)
    keys: Keys = ("resources", name)
    tool = index.reading(choice.operation, (*keys, "operation"))
    if tool is None:
        return None
    variables = VARIABLE.findall(choice.uri)
    if not _fits(tool, variables, choice.arguments, keys, index):
        return None
    private = {each: _variable(each, tool, choice, keys, index) for each in variables}
    function = functions.claim(function_name(name))
    media_type = choice.mime_type or ("application/json" if tool.output_schema else "")
    return Resource(
        data={
            **_private(function, choice, private, tool.name),
            **_public(uri, variables, _listed(name, choice, media_type)),
        },
        function=function,
        doc=clean(choice.description or choice.title or tool.function.doc, 300),
        tool=tool.name,
        arguments=tuple(_uri_argument(each, tool) for each in variables),
        fixed=choice.arguments,
        sample=_read_call(uri, variables, tool, choice),
    )


def _own(
    name: str, choice: ResourceChoice, uri: str, functions: Namespace, index: ToolIndex
) -> Resource:
    """A resource whose function is the owner's to write; all variables are text."""
    variables = VARIABLE.findall(choice.uri)
    taken = Namespace(_IN_RESOURCES)
    arguments = tuple(
        Argument(
            name=each,
            identifier=taken.claim(identifier(each)),
            annotation="str",
            required=True,
            schema={"type": "string"},
        )
        for each in variables
    )
    private = {each.name: _own_variable(each, name, choice, index) for each in arguments}
    function = functions.claim(function_name(name))
    return Resource(
        data={
            **_private(function, choice, private),
            **_public(uri, variables, _listed(name, choice, choice.mime_type)),
        },
        function=function,
        doc=clean(choice.description or choice.title or f"Read `{uri}`", 300),
        arguments=arguments,
        example=VARIABLE.sub(lambda match: match[1], uri),
    )


def _private(
    function: str, choice: ResourceChoice, variables: Mapping[str, JsonObject], tool: str = ""
) -> JsonObject:
    """What only the server knows of a resource that a function reads."""
    return stated(
        {
            "function": function,
            "tool": tool,
            "variables": {each: about for each, about in variables.items() if about},
            "maxBytes": choice.max_bytes,
            "ttl": choice.ttl,
            "poll": choice.poll,
            "completes": any("complete" in about for about in variables.values()),
        }
    )


def _public(uri: str, variables: list[str], listed: JsonObject) -> JsonObject:
    """What clients are told of it: a template where its URI has variables."""
    key, entry = ("template", "uriTemplate") if variables else ("resource", "uri")
    return {key: {entry: uri, **listed}}


def _own_variable(
    argument: Argument, name: str, choice: ResourceChoice, index: ToolIndex
) -> JsonObject:
    keys: Keys = ("resources", name, "complete", argument.name)
    spec = choice.complete.get(argument.name) or Completion()
    return stated(
        {
            "identifier": argument.identifier if argument.identifier != argument.name else "",
            "complete": complete_spec(spec, keys, index),
        }
    )


def _static(name: str, choice: ResourceChoice, uri: str) -> Resource:
    media_type, content, size = _content(choice)
    listed = {**_listed(name, choice, media_type), "size": size}
    return Resource(data={**content, "resource": {"uri": uri, **listed}})


def _content(choice: ResourceChoice) -> tuple[str, JsonObject, int]:
    """Media type, `text` or `blob`, and bytes of what never changes."""
    if choice.file:
        media_type, content = file_content(choice.file, choice.data, choice.mime_type)
        return media_type, content, len(choice.data)
    is_text = isinstance(choice.content, str)
    text = choice.content if is_text else json.dumps(choice.content, ensure_ascii=False, indent=2)
    usual = "text/plain" if is_text else "application/json"
    return choice.mime_type or usual, {"text": text}, len(text.encode())


def _listed(name: str, choice: ResourceChoice, media_type: str) -> JsonObject:
    return stated(
        {
            "name": name,
            "title": one_line(choice.title),
            "description": clean(choice.description),
            "mimeType": media_type,
        }
    )


def stated(data: JsonObject) -> JsonObject:
    """Without what has its default."""
    return {key: value for key, value in data.items() if value}


def _fits(
    tool: Tool, variables: list[str], fixed: JsonObject, keys: Keys, index: ToolIndex
) -> bool:
    """Whether the tool takes what it is given, and is given what it needs."""
    properties: Mapping[str, Schema] = tool.input_schema["properties"]
    given = {
        **dict.fromkeys(variables, (*keys, "uri")),
        **dict.fromkeys(fixed, (*keys, "arguments")),
    }
    for name, place in given.items():
        if name not in properties:
            message = f"`{tool.name}` has no argument `{name}`"
            index.report("MG320", message, place, nearest(name, properties))
    needed = names_needed(tool.input_schema, tool.private)
    missing = [name for name in needed if name not in given]
    for name in missing:
        message = f"`{tool.name}` needs `{name}`"
        help_ = f"Write `{{{name}}}` into `uri`, or a value for it under `arguments:`."
        index.report("MG321", message, keys, help_)
    index.check_constants(tool, fixed, (*keys, "arguments"))
    return not missing and given.keys() <= properties.keys()


def _variable(
    name: str, tool: Tool, choice: ResourceChoice, keys: Keys, index: ToolIndex
) -> JsonObject:
    schema: Schema = tool.input_schema["properties"][name]
    argument = _uri_argument(name, tool)
    spec = choice.complete.get(name) or Completion(values=_enum(schema))
    return stated(
        {
            "identifier": argument.identifier if argument.identifier != name else "",
            "type": _type(schema),
            "complete": complete_spec(spec, (*keys, "complete", name), index),
        }
    )


def _enum(schema: Schema) -> tuple[str, ...]:
    return tuple(str(each) for each in schema.get("enum", ()) if each is not None)


def _uri_argument(name: str, tool: Tool) -> Argument:
    schema: Schema = tool.input_schema["properties"][name]
    kind = schema.get("type")
    known = next((each for each in tool.function.arguments if each.name == name), None)
    return Argument(
        name=name,
        identifier=known.identifier if known else identifier(name),
        annotation=_TYPES.get(kind, "str") if isinstance(kind, str) else "str",
        required=True,
        schema=schema,
    )


def complete_spec(spec: Completion, keys: Keys, index: ToolIndex) -> JsonObject:
    """The entry `complete` of the catalogue; empty where there is nothing to complete from."""
    if not spec.operation:
        return {"values": list(spec.values)} if spec.values else {}
    tool = index.reading(spec.operation, (*keys, "operation"))
    if tool is None:
        return {}
    properties: Mapping[str, Schema] = tool.input_schema["properties"]
    for name in [spec.argument, *spec.arguments] if spec.argument else spec.arguments:
        if name not in properties:
            message = f"`{tool.name}` has no argument `{name}`"
            index.report("MG320", message, keys, nearest(name, properties))
    index.check_constants(tool, spec.arguments, (*keys, "arguments"))
    asked = {
        "argument": spec.argument,
        "arguments": {k: v for k, v in spec.arguments.items() if not _input(v)},
        "context": {
            name: stated({"from": _input(value), "type": _type(properties.get(name, {}))})
            for name, value in spec.arguments.items()
            if _input(value)
        },
        "select": spec.select,
    }
    return {"tool": tool.name, **stated(asked)}


def _input(value: Json) -> str:
    """The other argument that a value of a completion's `arguments` stands for; empty where it stands for itself."""
    is_reference = isinstance(value, str) and value.startswith(_INPUTS)
    return value.removeprefix(_INPUTS) if is_reference else ""


def _type(schema: Schema) -> str:
    """The JSON type of an argument, where a URI or a prompt spells it and it is not text."""
    return next((each for each in _TYPES if schema.get("type") == each), "")


def _read_call(
    uri: str, variables: list[str], tool: Tool, choice: ResourceChoice
) -> ReadCall | None:
    """A URI to read, from the tool's own sample; None where that has no value that a URI can spell."""
    if tool.sample is None:
        return None
    values = {name: tool.sample.arguments.get(name) for name in variables}
    texts = {name: _spelled(value) for name, value in values.items()}
    if not all(texts.values()):
        return None
    filled = VARIABLE.sub(lambda match: quote(texts[match[1]], safe=""), uri)
    return ReadCall(uri=filled, arguments={**choice.arguments, **values}, answer=tool.sample.answer)


def _spelled(value: Json) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    text = str(value) if isinstance(value, str | int | float) else ""
    return "" if {"/", "\\", "%"} & set(text) or text in {".", ".."} else text
