"""Checked YAML to the values of a `Config`."""

from __future__ import annotations

from typing import cast

from mcpgen.config.blocks import block_of
from mcpgen.config.choices import (
    ArgumentChoice,
    Choices,
    Confirm,
    Keys,
    Pin,
    Rule,
    StatusQuery,
)
from mcpgen.config.config import Argument, Config, Limits, Mode, Profile, Source, Tool, TypeHints
from mcpgen.config.primitives import prompts_of, resources_of
from mcpgen.config.workflows import workflows_of
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object


def config_of(value: JsonObject) -> Config:
    """The configuration that a mapping says, which is valid by its schema."""
    return Config(
        name=value.get("name", ""),
        title=value.get("title", ""),
        description=value.get("description", ""),
        instructions=value.get("instructions", ""),
        openapi=_sources(value.get("openapi")),
        include=_rules(value["include"]) if "include" in value else None,
        exclude=_rules(value.get("exclude", [])),
        operations={
            key: _choices(each, ("operations", key))
            for key, each in value.get("operations", {}).items()
        },
        arguments=_arguments(value.get("arguments", {})),
        auth=value.get("auth", {}),
        base_url=value.get("base_url", ""),
        hosts=tuple(value["hosts"]) if "hosts" in value else None,
        types=TypeHints(value["types"]) if "types" in value else None,
        mode=Mode(value["mode"]) if "mode" in value else None,
        profile=Profile(value["profile"]) if "profile" in value else None,
        confirm=Confirm(value.get("confirm", "auto")),
        page_size=int(value.get("page_size", 0)),
        logging=value.get("logging", False),
        resumable=value.get("resumable", False),
        changes=tuple(value.get("changes", ())),
        website=value.get("website", ""),
        icons=tuple(map(_icon, value["icons"])) if "icons" in value else None,
        limits=Limits(**_limits(value.get("limits", {}))),
        tools={name: _tool(name, each) for name, each in value.get("tools", {}).items()},
        resources=resources_of(value.get("resources", {})),
        prompts=prompts_of(value.get("prompts", {})),
        workflows=workflows_of(value.get("workflows", {})),
    )


def _icon(value: Json) -> JsonObject:
    """An icon as MCP has it."""
    if isinstance(value, str):
        return {"src": value}
    kept = {key: value[key] for key in ("src", "sizes", "theme") if key in value}
    return {**kept, **({"mimeType": value["mime_type"]} if "mime_type" in value else {})}


def _sources(value: Json) -> tuple[Source, ...]:
    if value is None:
        return ()
    return tuple(_source(item) for item in (value if is_array(value) else [value]))


def _source(value: Json) -> Source:
    if isinstance(value, str):
        return Source(source=value)
    given: dict[str, Json] = {**value, "overlays": tuple(value.get("overlays", ()))}
    return Source(**given)


def _rules(value: list[Json]) -> tuple[Rule, ...]:
    return tuple(_rule(item) for item in value)


def _rule(value: Json) -> Rule:
    if isinstance(value, str):
        return Rule(operations=(value,))
    return Rule(
        operations=_texts(value.get("operation")),
        tags=_texts(value.get("tag")),
        paths=_texts(value.get("path")),
        methods=_texts(value.get("method")),
        pattern=value.get("pattern", ""),
        prefix=value.get("prefix"),
    )


def _texts(value: Json) -> tuple[str, ...]:
    if value is None:
        return ()
    return tuple(value) if is_array(value) else (value,)


def _choices(value: JsonObject, keys: Keys) -> Choices:
    query = value.get("status_query")
    return Choices(
        name=value.get("name", ""),
        title=value.get("title", ""),
        description=value.get("description", ""),
        group=value.get("group", ""),
        arguments=_arguments(value.get("arguments", {})),
        annotations=value.get("annotations", {}),
        confirm=Confirm(value["confirm"]) if "confirm" in value else None,
        aliases=tuple(value.get("aliases", ())),
        ask=tuple(value.get("ask", ())),
        select=value.get("select", ""),
        limits=_limits(value.get("limits", {})),
        pagination=value.get("pagination"),
        idempotency_key=value.get("idempotency_key", ""),
        status_query=StatusQuery(**query) if query else None,
        auth=tuple(value["auth"]) if "auth" in value else None,
        base_url=value.get("base_url", ""),
        keys=keys,
    )


def _limits(value: JsonObject) -> JsonObject:
    """`100.0` is a whole number in YAML as in JSON Schema."""
    whole = {"result_tokens", "retries", "concurrency"}
    return {key: int(each) if key in whole else each for key, each in value.items()}


def _arguments(value: JsonObject) -> dict[str, ArgumentChoice]:
    return {name: _argument_choice(each) for name, each in value.items()}


def _argument_choice(value: JsonObject) -> ArgumentChoice:
    return ArgumentChoice(
        rename=value.get("rename", ""),
        description=value.get("description", ""),
        default=value.get("default"),
        has_default="default" in value,
        mirror=value.get("mirror", ""),
        hide=value.get("hide", False),
        pin=_pin(value["pin"]) if "pin" in value else None,
    )


def _pin(value: Json) -> Pin:
    return Pin(**value) if is_object(value) else Pin(value=value)


def _tool(name: str, value: JsonObject) -> Tool:
    method, _, url = value.get("request", "").partition(" ")
    shared = {key: each for key, each in value.items() if key not in _OWN}
    inputs: JsonObject = value.get("input", {})
    pins = {each: {"pin": schema["pin"]} for each, schema in inputs.items() if "pin" in schema}
    return Tool(
        method=method,
        url=url,
        title=value.get("title", ""),
        description=value["description"],
        input={each: _argument(schema) for each, schema in inputs.items()},
        input_schema=_object(value["input_schema"]) if "input_schema" in value else None,
        body_type=value.get("body_type", "application/json"),
        content=value.get("content"),
        has_content="content" in value,
        blocks=tuple(block_of(each) for each in value.get("blocks", ())),
        output=_object(value["output"]) if "output" in value else None,
        choices=_choices({**shared, "arguments": pins}, ("tools", name)),
    )


# What a tool says of itself, beside the choices that every tool may have.
_OWN = frozenset(
    {
        "title",
        "description",
        "request",
        "input",
        "input_schema",
        "body_type",
        "content",
        "blocks",
        "output",
    }
)


def _argument(value: JsonObject) -> Argument:
    return Argument(
        schema=schema_of(value), place=value.get("in"), required=value.get("required") is True
    )


def schema_of(argument: JsonObject) -> Schema:
    """The JSON Schema of an argument, without what is ours."""
    ours = {"in", "pin", "" if isinstance(argument.get("required"), list) else "required"}
    return {key: each for key, each in argument.items() if key not in ours}


def _object(schema: Json) -> Schema:
    """A boolean schema as the object of the same meaning."""
    if isinstance(schema, dict):
        return cast("Schema", schema)
    return {} if schema else {"not": {}}
