"""What a schema cannot say of the tools of `mcpgen.yaml` that make no request: content that never changes, and functions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from mcpgen.config.choices import Keys
from mcpgen.config.problems import Problem, dotted
from mcpgen.model import Json, JsonObject, is_array, is_object

_HEADER = "x-mcp-header"
_HEADER_TYPES = ("string", "integer", "boolean")
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_ANSWERS = ("request", "content", "blocks")


def answer_problems(keys: Keys, tool: JsonObject) -> Iterator[Problem]:
    """What of a tool's answer and arguments excludes one another."""
    given = [key for key in _ANSWERS if key in tool]
    for key in given[1:]:
        message = f"`{dotted(keys)}` has both `{given[0]}` and `{key}`"
        help_ = "Keep one: an answer of the API, or content that never changes."
        yield Problem((*keys, key), message, help_)
    arguments = [key for key in ("input_schema", "input") if tool.get(key)]
    if given and given[0] != "request" and arguments:
        message = f"`{dotted(keys)}` gives the same content whatever its arguments are"
        help_ = f"Remove `{arguments[0]}`, or make a request instead."
        yield Problem((*keys, arguments[0]), message, help_)
    elif len(arguments) > 1:
        message = f"`{dotted(keys)}` has both `input` and `input_schema`"
        yield Problem((*keys, "input"), message, "Keep one.")
    elif "input_schema" in tool and "request" in tool:
        place = (*keys, "input_schema")
        message = f"`{dotted(place)}` does not say where the request takes each argument"
        yield Problem(place, message, "Write `input` instead.")


def header_problems(keys: Keys, arguments: JsonObject) -> Iterator[Problem]:
    """Arguments that clients cannot repeat as the header that their schema names: those would not take the tool at all."""
    seen: dict[str, str] = {}
    for name, schema in arguments.items():
        header = schema.get(_HEADER) if is_object(schema) else None
        if header is None:
            continue
        place = (*keys, name, _HEADER)
        if not isinstance(header, str) or not _TOKEN.fullmatch(header):
            message = f"`{dotted(place)}` is no name of a header"
            yield Problem(place, message, "For instance `Region`.")
        elif schema.get("type") not in _HEADER_TYPES:
            message = f"`{dotted((*keys, name))}` is no text, whole number or boolean, which alone a header can say"
            yield Problem(place, message, f"Remove `{_HEADER}`, or give it such a `type`.")
        elif other := seen.get(header.lower()):
            message = f"`{name}` and `{other}` are repeated as the same header"
            yield Problem(place, message, "Choose another name.")
        else:
            seen[header.lower()] = name


def schema_problems(keys: Keys, schema: Json) -> Iterator[Problem]:
    """What is wrong with the schema of all arguments of a function."""
    if not is_object(schema) or schema.get("type") != "object":
        message = f"`{dotted(keys)}` is not the schema of an object"
        yield Problem(keys, message, "Write `type: object`, and the arguments under `properties`.")
    elif schema.get("additionalProperties") is not False:
        message = f"`{dotted(keys)}` lets arguments through that the function does not have"
        yield Problem(keys, message, "Write `additionalProperties: false`.")
    if is_object(schema):
        yield from header_problems((*keys, "properties"), schema.get("properties", {}))
    yield from _references(keys, schema)


def _references(keys: Keys, schema: Json) -> Iterator[Problem]:
    if is_object(schema) and not str(schema.get("$ref", "#")).startswith("#"):
        message = f"`{dotted((*keys, '$ref'))}` leads out of the schema"
        help_ = "Put what it names under `$defs`, and write `#/$defs/<name>`."
        yield Problem((*keys, "$ref"), message, help_)
    children: Iterable[tuple[str | int, Json]] = ()
    if is_object(schema):
        children = schema.items()
    elif is_array(schema):
        children = enumerate(schema)
    for key, child in children:
        yield from _references((*keys, key), child)
