"""`ask`: required arguments that a model may leave out, since a person is asked for them by a form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcpgen.config import Choices
from mcpgen.config.choices import Keys
from mcpgen.model import Json, Schema, is_array, is_object
from mcpgen.planners.rules import nearest
from mcpgen.planners.shape import Shaper

_PLAIN = {"string", "number", "integer", "boolean"}
_NOTE = "A person is asked for it where it is left out."
# What must not pass through a client (MCP 2026-07-28, client/elicitation).
_SECRET = re.compile(
    r"passw|passphrase|secret|credential|(api|access|private).?key|(access|refresh|auth).?token|cvv",
    re.IGNORECASE,
)


def asked(choices: Choices, schema: Schema, shaper: Shaper) -> tuple[str, ...]:
    """The arguments to ask for; those that a form cannot ask for are reported, and not asked for."""
    found: list[str] = []
    for index, name in enumerate(choices.ask):
        keys: Keys = (*choices.keys, "ask", index)
        if name not in schema["properties"]:
            message = f"the tool has no argument `{name}`"
            shaper.report("MG320", message, keys, nearest(name, schema["properties"]))
        elif wrong := _wrong(name, schema):
            help_ = "A form asks for required text, numbers, booleans and choices among texts."
            shaper.report("MG321", f"`{name}` {wrong}", keys, help_)
        else:
            found.append(name)
    return tuple(found)


def listed(schema: Schema, names: tuple[str, ...]) -> Schema:
    """The schema as models see it: what is asked for may be left out."""
    if not names:
        return schema
    required = [name for name in schema["required"] if name not in names]
    properties = {
        name: _noted(each) if name in names else each for name, each in schema["properties"].items()
    }
    rest = {key: value for key, value in schema.items() if key != "required"}
    return {**rest, "properties": properties, **({"required": required} if required else {})}


def _noted(schema: Schema) -> Schema:
    told = str(schema.get("description", ""))
    return {**schema, "description": f"{told} {_NOTE}".strip()}


def _wrong(name: str, schema: Schema) -> str:
    """Why a person cannot be asked for an argument, `""` where one can."""
    if name not in schema.get("required", ()):
        return "is not required, so nobody needs to be asked for it"
    if _SECRET.search(name):
        return "looks like a secret, which must not pass through a client"
    part = _resolved(schema["properties"][name], schema)
    return "" if _is_plain(part) else "has a schema that no form can show"


def _is_plain(part: Mapping[str, Json]) -> bool:
    types = part.get("type")
    kinds = {*types} - {"null"} if is_array(types) else {types}
    if kinds == {"array"}:
        items = part.get("items")
        return is_object(items) and items.get("type") == "string" and _are_texts(items.get("enum"))
    if len(kinds) != 1 or not kinds <= _PLAIN:
        return False
    return "enum" not in part or kinds != {"string"} or _are_texts(part["enum"])


def _are_texts(values: Json) -> bool:
    return is_array(values) and all(isinstance(value, str) for value in values)


def _resolved(part: Schema, root: Schema) -> Schema:
    """The schema itself behind a reference."""
    target = root.get("$defs", {}).get(str(part.get("$ref", "")).removeprefix("#/$defs/"))
    return _resolved(target, root) if is_object(target) else part


def names_needed(schema: Schema, private: Mapping[str, Json]) -> Iterator[str]:
    """The arguments that a call from inside must give: nobody is asked for one in the middle of it."""
    yield from schema.get("required", ())
    yield from private.get("ask", ())
