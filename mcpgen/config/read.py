"""The text of `mcpgen.yaml` to a `Config`, or findings that say what to write instead."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from typing import Final, cast

from mcpgen.config.config import Argument, Config, Limits, Tool, TypeHints
from mcpgen.config.problems import Problem, problems, shown, suggestion
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import parse
from mcpgen.model import Json, JsonObject, Origin, Schema
from mcpgen.resources import specs_dir

_TEMPLATE: Final = re.compile(r"\{([^{}/]+)\}")
_DIALECT: Final[Schema] = {"$ref": "https://json-schema.org/draft/2020-12/schema"}
# Their values are data, in which `$ref` is a key like any other.
_DATA: Final = frozenset({"const", "enum", "default", "examples"})


def read_config(text: str, path: str, diagnostics: Diagnostics) -> Config | None:
    """Read and check the text of `mcpgen.yaml`; None after an error was reported. `path` is shown in findings."""
    origin = Origin(path)
    try:
        parsed = parse(text.encode(), Policy())
    except Unreadable as fault:
        place = Origin(path, line=fault.line, column=fault.column)
        diagnostics.report("MG401", fault.message, place)
        return None
    for pointer in parsed.doubled:
        diagnostics.report("MG404", "this key is written twice", Origin(path, pointer))
    value: Json = {} if parsed.value is None else parsed.value
    found = () if parsed.doubled else tuple(_check(value))
    for code, problem in found:
        diagnostics.report(code, problem.message, origin.child(*problem.keys), help=problem.help)
    return None if parsed.doubled or found else _config(value)


@cache
def _schema() -> Schema:
    text = (specs_dir() / "capability.schema.json").read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


def _check(value: Json) -> Iterator[tuple[str, Problem]]:
    found = list(problems(value, _schema()))
    yield from (("MG402", each) for each in found)
    if not found:
        yield from (("MG402", each) for each in _unnamed(value))
        for name, tool in value.get("tools", {}).items():
            yield from (("MG402", each) for each in _schemas(("tools", name), tool))
            yield from (("MG403", each) for each in _places(("tools", name), tool))


def _unnamed(value: JsonObject) -> Iterator[Problem]:
    if not {"name", "title", "openapi"} & value.keys():
        help_ = "Write `name:`, lower case, for instance `name: petstore`."
        yield Problem((), "mcpgen.yaml does not say what the server is called", help_)


def _schemas(keys: tuple[str, ...], tool: JsonObject) -> Iterator[Problem]:
    """What is wrong with the JSON Schemas of a tool."""
    for name, argument in tool.get("input", {}).items():
        place = (*keys, "input", name)
        for problem in problems(_schema_of(argument), _DIALECT):
            message = f"`{'.'.join(place)}` is no JSON Schema: {problem.message}"
            yield Problem((*place, *problem.keys), message, problem.help)
        yield from _references(place, _schema_of(argument))
    yield from _references((*keys, "output"), tool.get("output"))


def _references(keys: tuple[str | int, ...], schema: Json) -> Iterator[Problem]:
    children: Iterable[tuple[str | int, Json]] = ()
    if isinstance(schema, list):
        children = enumerate(cast("list[object]", schema))
    elif isinstance(schema, dict):
        mapping = cast("JsonObject", schema)
        children = [(key, each) for key, each in mapping.items() if key not in _DATA]
        if isinstance(mapping.get("$ref"), str):
            message = (
                f"`{'.'.join(map(str, keys))}` has a `$ref`, which is not followed in mcpgen.yaml"
            )
            help_ = "Write the schema out, or share it by a YAML anchor (`&pet` and `*pet`)."
            yield Problem((*keys, "$ref"), message, help_)
    for key, each in children:
        yield from _references((*keys, key), each)


def _places(keys: tuple[str, ...], tool: JsonObject) -> Iterator[Problem]:
    """Where the arguments and the path do not name the same things."""
    arguments = tool.get("input", {})
    named = _TEMPLATE.findall(tool["request"])
    for name in sorted(set(named) - arguments.keys()):
        message = f"the path of `{'.'.join(keys)}` has `{{{name}}}`, but no argument is called {shown(name)}"
        help_ = suggestion(name, list(arguments)) if arguments else "Add it under `input:`."
        yield Problem((*keys, "request"), message, help_)
    for name, argument in arguments.items():
        if (argument.get("in") == "path") != (name in named) and ("in" in argument):
            message = f"`{'.'.join((*keys, 'input', name))}` is in {argument['in']}, which the path contradicts"
            help_ = f"Write `{{{name}}}` into the path, or leave `in` out."
            yield Problem((*keys, "input", name, "in"), message, help_)


def _config(value: JsonObject) -> Config:
    return Config(
        name=value.get("name", ""),
        title=value.get("title", ""),
        description=value.get("description", ""),
        instructions=value.get("instructions", ""),
        openapi=value.get("openapi", ""),
        base_url=value.get("base_url", ""),
        hosts=tuple(value["hosts"]) if "hosts" in value else None,
        types=TypeHints(value["types"]) if "types" in value else None,
        page_size=int(value.get("page_size", 0)),
        limits=_limits(value.get("limits", {})),
        tools={name: _tool(each) for name, each in value.get("tools", {}).items()},
    )


def _limits(value: JsonObject) -> Limits:
    """What is left out keeps its default; `100.0` is a whole number in YAML as in JSON Schema."""
    given = Limits(**value)
    return replace(given, result_tokens=int(given.result_tokens))


def _tool(value: JsonObject) -> Tool:
    method, _, url = value["request"].partition(" ")
    return Tool(
        method=method,
        url=url,
        title=value.get("title", ""),
        description=value["description"],
        input={name: _argument(each) for name, each in value.get("input", {}).items()},
        output=_object(value["output"]) if "output" in value else None,
        annotations=value.get("annotations", {}),
    )


def _argument(value: JsonObject) -> Argument:
    return Argument(
        schema=_schema_of(value), place=value.get("in"), required=value.get("required") is True
    )


def _schema_of(argument: JsonObject) -> Schema:
    """The JSON Schema of an argument, without what is ours."""
    ours = {"in"} if isinstance(argument.get("required"), list) else {"in", "required"}
    return {key: each for key, each in argument.items() if key not in ours}


def _object(schema: Json) -> Schema:
    """A boolean schema as the object of the same meaning."""
    if isinstance(schema, dict):
        return cast("Schema", schema)
    return {} if schema else {"not": {}}
