"""What a schema cannot say of `mcpgen.yaml`: keys that contradict one another, expressions that are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias, cast

import jmespath
from jmespath.exceptions import JMESPathError

from mcpgen.config.block_checks import answer_problems, header_problems, schema_problems
from mcpgen.config.choices import Keys
from mcpgen.config.config import FIELDLESS
from mcpgen.config.primitive_checks import primitive_problems
from mcpgen.config.problems import Problem, dotted, problems, shown, suggestion
from mcpgen.config.values import schema_of
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object

Finding: TypeAlias = tuple[str, Problem]

_TEMPLATE: Final = re.compile(r"\{([^{}/]+)\}")
_VARIABLE: Final = re.compile(r"\$\{[A-Za-z_][A-Za-z0-9_]*\}")
_URL: Final = re.compile(r"https?://", re.IGNORECASE)
_DIALECT: Final[Schema] = {"$ref": "https://json-schema.org/draft/2020-12/schema"}
# Their values are data, in which `$ref` is a key like any other.
_DATA: Final = frozenset({"const", "enum", "default", "examples"})
_WITH_BODY: Final = ("POST ", "PUT ", "PATCH ")
_FLOW_URLS: Final = {
    "clientCredentials": ("tokenUrl",),
    "password": ("tokenUrl",),
    "authorizationCode": ("authorizationUrl", "tokenUrl"),
    "deviceAuthorization": ("deviceAuthorizationUrl", "tokenUrl"),
    "implicit": ("authorizationUrl",),
}


def complete(value: JsonObject) -> Iterator[Finding]:
    """What is missing from a whole configuration."""
    if not {"openapi", "tools", "resources", "prompts"} & value.keys():
        message = "mcpgen.yaml describes nothing: it needs `openapi:` or `tools:`"
        help_ = (
            "Write `openapi: petstore.yaml` (a document), or describe tools here under `tools:`, "
            "`resources:` or `prompts:`."
        )
        yield "MG402", Problem((), message, help_)
    elif not {"name", "title", "openapi"} & value.keys():
        help_ = "Write `name:`, lower case, for instance `name: petstore`."
        yield "MG402", Problem((), "mcpgen.yaml does not say what the server is called", help_)
    if "openapi" not in value:
        for key in ("include", "exclude", "operations"):
            if key in value:
                message = (
                    f"`{key}` chooses among the operations of a description, and there is none"
                )
                yield "MG402", Problem((key,), message, "Name one with `openapi:`.")


def consistent(value: JsonObject) -> Iterator[Finding]:
    """What in one file, valid by its schema, contradicts itself."""
    yield from _sources(value.get("openapi"))
    for key in ("include", "exclude"):
        for index, rule in enumerate(value.get(key, ())):
            yield from _pattern((key, index, "pattern"), rule)
    for name, scheme in value.get("auth", {}).items():
        yield from _flows(("auth", name, "flows"), scheme.get("flows", {}))
    yield from _arguments(("arguments",), value.get("arguments", {}))
    for name, entry in value.get("operations", {}).items():
        yield from _select(("operations", name), entry)
        yield from _arguments(("operations", name, "arguments"), entry.get("arguments", {}))
    for name, tool in value.get("tools", {}).items():
        yield from _tool(("tools", name), tool)
    for name, workflow in value.get("workflows", {}).items():
        yield from (("MG402", each) for each in _schemas(("workflows", name), workflow))
    yield from (("MG402", each) for each in primitive_problems(value))


def _sources(value: Json) -> Iterator[Finding]:
    if is_object(value):
        yield from _source(("openapi",), value)
    if not is_array(value):
        return
    entries = [item if is_object(item) else {"source": item} for item in value]
    prefixes = Counter(entry.get("prefix", "") for entry in entries)
    for index, entry in enumerate(entries):
        yield from _source(("openapi", index), entry)
        prefix = entry.get("prefix", "")
        if prefixes[prefix] > 1:
            told = f"the prefix `{prefix}`" if prefix else "no prefix"
            message = f"`openapi.{index}` has {told}, and so has another description"
            help_ = "Give each a `prefix:` of its own, which its tools' names then begin with."
            yield "MG402", Problem(("openapi", index), message, help_)


def _source(keys: Keys, entry: JsonObject) -> Iterator[Finding]:
    for name, text in entry.get("headers", {}).items():
        place = (*keys, "headers", name)
        if not _URL.match(entry["source"]):
            message = f"`{dotted(place)}` would be sent nowhere: the description is a file"
            yield "MG402", Problem(
                place, message, "Remove the headers, or give the URL as `source`."
            )
        elif "${" in _VARIABLE.sub("", text):
            message = f"`{dotted(place)}` has a `${{` that begins no variable"
            yield "MG402", Problem(place, message, "Write `${NAME}`: letters, digits and `_`.")


def _pattern(keys: Keys, rule: Json) -> Iterator[Finding]:
    if is_object(rule) and "pattern" in rule:
        try:
            re.compile(rule["pattern"])
        except (re.error, OverflowError, RecursionError) as error:
            message = f"`{dotted(keys)}` is no regular expression: {error}"
            help_ = "For `*` as in file names, use `operation` or `path` instead."
            yield "MG402", Problem(keys, message, help_)


def _flows(keys: Keys, flows: JsonObject) -> Iterator[Finding]:
    for name, flow in flows.items():
        missing = [url for url in _FLOW_URLS[name] if url not in flow]
        if missing:
            message = f"`{dotted((*keys, name))}` lacks {', '.join(f'`{url}`' for url in missing)}"
            help_ = f"Write `{missing[0]}: https://…` under it."
            yield "MG402", Problem((*keys, name), message, help_)


def _arguments(keys: Keys, arguments: JsonObject) -> Iterator[Finding]:
    """What is pinned or hidden is never seen, so nothing else can be said of it."""
    for name, choice in arguments.items():
        gone = "pin" if "pin" in choice else "hide" if choice.get("hide") else ""
        others = [key for key in choice if key != gone]
        if gone and others:
            what = "is pinned" if gone == "pin" else "is hidden"
            message = f"`{dotted((*keys, name))}` {what}, so `{others[0]}` has no meaning"
            help_ = f"Keep `{gone}` or `{others[0]}`, and remove the other."
            yield "MG402", Problem((*keys, name, others[0]), message, help_)


def _select(keys: Keys, entry: JsonObject) -> Iterator[Finding]:
    if "select" not in entry:
        return
    try:
        jmespath.compile(entry["select"])
    except JMESPathError as error:
        reason = str(error).splitlines()[0].rstrip(":")
        message = f"`{dotted((*keys, 'select'))}` is no JMESPath expression: {reason}"
        help_ = "For instance `items[].{id: id, name: name}`; see jmespath.org."
        yield "MG402", Problem((*keys, "select"), message, help_)


def _tool(keys: Keys, tool: JsonObject) -> Iterator[Finding]:
    wrong = list(_schemas(keys, tool))
    yield from (("MG402", each) for each in wrong)
    yield from _select(keys, tool)
    if "request" in tool:
        yield from (("MG403", each) for each in _places(keys, tool))
        yield from (("MG403", each) for each in _body(keys, tool))
    else:
        yield from (("MG403", each) for each in _unsent(keys, tool))
    yield from (("MG403", each) for each in answer_problems(keys, tool))
    yield from (
        ("MG403", each) for each in header_problems((*keys, "input"), tool.get("input", {}))
    )


def _unsent(keys: Keys, tool: JsonObject) -> Iterator[Problem]:
    """What only a request can have."""
    for key in ("body_type", "auth", "base_url", "pagination", "idempotency_key", "status_query"):
        if key in tool:
            message = f"`{dotted((*keys, key))}` is about a request, and the tool makes none"
            yield Problem((*keys, key), message, "Add `request:`, for instance `GET /pets/{id}`.")
    for name, argument in tool.get("input", {}).items():
        if "in" in argument:
            message = f"`{dotted((*keys, 'input', name, 'in'))}` is a place of a request, and the tool makes none"
            yield Problem((*keys, "input", name, "in"), message, "Leave `in` out.")


def _schemas(keys: Keys, tool: JsonObject) -> Iterator[Problem]:
    """What is wrong with the JSON Schemas of a tool, or of a workflow."""
    for name, argument in tool.get("input", {}).items():
        place = (*keys, "input", name)
        for problem in problems(schema_of(argument), _DIALECT):
            message = f"`{dotted(place)}` is no JSON Schema: {problem.message}"
            yield Problem((*place, *problem.keys), message, problem.help)
        yield from _references(place, schema_of(argument))
    yield from _references((*keys, "output"), tool.get("output"))
    if "input_schema" in tool:
        yield from schema_problems((*keys, "input_schema"), tool["input_schema"])


def _references(keys: Keys, schema: Json) -> Iterator[Problem]:
    children: Iterable[tuple[str | int, Json]] = ()
    if isinstance(schema, list):
        children = enumerate(cast("list[object]", schema))
    elif isinstance(schema, dict):
        mapping = cast("JsonObject", schema)
        children = [(key, each) for key, each in mapping.items() if key not in _DATA]
        if isinstance(mapping.get("$ref"), str):
            message = f"`{dotted(keys)}` has a `$ref`, which is not followed in mcpgen.yaml"
            help_ = "Write the schema out, or share it by a YAML anchor (`&pet` and `*pet`)."
            yield Problem((*keys, "$ref"), message, help_)
    for key, each in children:
        yield from _references((*keys, key), each)


def _places(keys: Keys, tool: JsonObject) -> Iterator[Problem]:
    """Where the arguments and the path do not name the same things."""
    arguments = tool.get("input", {})
    named = _TEMPLATE.findall(tool["request"])
    for name in sorted(set(named) - arguments.keys()):
        message = f"the path of `{dotted(keys)}` has `{{{name}}}`, but no argument is called {shown(name)}"
        help_ = suggestion(name, list(arguments)) if arguments else "Add it under `input:`."
        yield Problem((*keys, "request"), message, help_)
    for name, argument in arguments.items():
        if (argument.get("in") == "path") != (name in named) and ("in" in argument):
            message = f"`{dotted((*keys, 'input', name))}` is in {argument['in']}, which the path contradicts"
            help_ = f"Write `{{{name}}}` into the path, or leave `in` out."
            yield Problem((*keys, "input", name, "in"), message, help_)


def _body(keys: Keys, tool: JsonObject) -> Iterator[Problem]:
    """A body is made of fields, or is one argument."""
    named = _TEMPLATE.findall(tool["request"])
    one = "whole_body" if tool.get("body_type") in FIELDLESS else "body"
    usual = one if tool["request"].startswith(_WITH_BODY) else "query"
    places = {
        name: each.get("in", usual)
        for name, each in tool.get("input", {}).items()
        if name not in named
    }
    whole = [name for name, place in places.items() if place == "whole_body"]
    fields = [name for name, place in places.items() if place == "body"]
    if whole and (fields or len(whole) > 1):
        other = (*whole[1:], *fields)[0]
        message = f"`{dotted((*keys, 'input', other))}` has no place beside `{whole[0]}`, which is the whole body"
        help_ = "Say with `in: query` or `in: header` where it goes."
        yield Problem((*keys, "input", other), message, help_)
    if fields and tool.get("body_type") in FIELDLESS:
        message = f"`{dotted((*keys, 'input', fields[0]))}` is a field of the body, and {tool['body_type']} has none"
        yield Problem((*keys, "input", fields[0]), message, "Write `in: whole_body`.")
