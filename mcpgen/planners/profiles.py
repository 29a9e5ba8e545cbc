"""What the models' own interfaces refuse in a tool, beyond what MCP asks, and schemas shaped so that one takes them.

A host turns tools into function declarations of its model's interface, each of which takes its own part of JSON Schema. The
rules are those of the interfaces' public documentation in autumn 2026; hosts may work around some of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from mcpgen.config import Profile
from mcpgen.model import JsonObject, Schema, is_array, is_object
from mcpgen.planners import strict
from mcpgen.planners.parts_of_schemas import joined, without
from mcpgen.planners.plan import Plan, Tool
from mcpgen.planners.views import children, map_children, ref_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What an interface takes. `known` keywords are taken and all others refused; None takes any keyword.

    `closed` objects have `additionalProperties: false` and require all their properties, every schema has a type, and nothing
    stands beside a `$ref`; `flat_types` has one type a schema. `formats` are the values of `format`, None is any.
    """

    name: str
    property_name: str = ".*"
    known: frozenset[str] | None = None
    formats: frozenset[str] | None = None
    closed: bool = False
    flat_types: bool = False
    string_enums: bool = False
    properties: int = 0  # at most, 0 is any number
    depth: int = 0


_OPENAPI = (
    "type properties required items anyOf enum description title format pattern nullable default example minimum maximum "
    "minItems maxItems minLength maxLength minProperties maxProperties"
)
_RULES: Mapping[Profile, Rules] = {
    Profile.OPENAI_STRICT: Rules(
        name=r"[A-Za-z0-9_-]{1,64}",
        known=strict.WORDS,
        formats=strict.FORMATS,
        closed=True,
        properties=5_000,
        depth=10,
    ),
    Profile.GEMINI: Rules(
        name=r"[A-Za-z_][A-Za-z0-9_-]{0,63}",
        known=frozenset(_OPENAPI.split()),
        flat_types=True,
        string_enums=True,
    ),
    Profile.ANTHROPIC: Rules(name=r"[A-Za-z0-9_-]{1,64}", property_name=r"[A-Za-z0-9_.-]{1,64}"),
}


def refusals(tool: Tool, profile: Profile) -> Iterator[str]:
    """Why an interface would refuse a tool, one reason a line; none when it takes it."""
    rules, schema = _RULES[profile], tool.input_schema
    if not re.fullmatch(rules.name, tool.name):
        yield f"the name {tool.name} is not made as it wants names"
    for name in schema.get("properties", {}):
        if not re.fullmatch(rules.property_name, name, re.DOTALL):
            yield f"the argument {name} is not named as it wants names"
    yield from dict.fromkeys(reason for node in _nodes(schema) for reason in _wrong(node, rules))
    yield from _too_big(schema, rules)


def _nodes(schema: Schema) -> Iterator[Schema]:
    todo = [schema]
    while todo:
        node = todo.pop()
        yield node
        todo += children(node)
        todo += [each for each in node.get("$defs", {}).values() if is_object(each)]


def _wrong(node: Schema, rules: Rules) -> Iterator[str]:
    if rules.known is not None:
        # `additionalProperties: false` says what most interfaces take for granted.
        strange = node.keys() - rules.known - {"additionalProperties"}
        yield from (f"it does not take `{keyword}`" for keyword in sorted(strange))
    if rules.formats is not None and node.get("format", "date") not in rules.formats:
        yield f"it does not know the format `{node['format']}`"
    if rules.closed:
        yield from _open(node)
    if rules.flat_types and is_array(node.get("type")):
        yield "it takes one type a schema, not a list of them"
    if rules.string_enums and not all(isinstance(each, str) for each in node.get("enum", ())):
        yield "it takes choices (`enum`) of text only"


def _open(node: Schema) -> Iterator[str]:
    """What strict mode does not take of an object, or of a schema that says too little."""
    if optional := sorted(node.get("properties", {}).keys() - set(node.get("required", ()))):
        yield f"`{optional[0]}` is optional, and it wants all required"
    if node.get("type") == "object" and node.get("additionalProperties") is not False:
        yield "it wants `additionalProperties: false` in every object"
    if not node.keys() & {"type", "anyOf", "$ref"}:
        yield "it wants a `type` in every schema"
    if "$ref" in node and len(node) > 1:
        yield "it takes nothing beside a `$ref`"


def _too_big(schema: Schema, rules: Rules) -> Iterator[str]:
    count = sum(len(node.get("properties", ())) for node in _nodes(schema))
    if rules.properties and count > rules.properties:
        yield f"it takes {rules.properties:,} properties, and these are {count:,}"
    if rules.depth and (deep := depth(schema)) > rules.depth:
        yield f"it takes {rules.depth} levels of nesting, and these are {deep}"


def depth(schema: Schema) -> int:
    """How many objects and arrays stand within one another; references are not followed."""
    below = max((depth(child) for child in children(schema)), default=0)
    return below + (1 if "properties" in schema or "items" in schema else 0)


def for_profile(plan: Plan, profile: Profile | None) -> Plan:
    """The plan with input schemas that the interface takes; Anthropic's takes ours as they are.

    The catalogue keeps what the API allows, which every call is checked against.
    """
    if profile is None or profile is Profile.ANTHROPIC:
        return plan
    modules = tuple(
        replace(module, tools=tuple(_shaped(tool, profile) for tool in module.tools))
        for module in plan.modules
    )
    return replace(plan, modules=modules)


def _shaped(tool: Tool, profile: Profile) -> Tool:
    schema, is_strict = tool.input_schema, profile is Profile.OPENAI_STRICT
    shaped = strict.for_strict(schema) if is_strict else for_gemini(schema)
    if shaped is None or shaped == schema:
        return tool
    said: JsonObject = {"accepts": schema, **({"nullIsAbsent": True} if is_strict else {})}
    return replace(tool, input_schema=shaped, private={**tool.private, **said})


def for_gemini(schema: Schema) -> Schema:
    """A schema in the words of OpenAPI 3.0 that Gemini takes; whatever it allowed, it allows still, except null."""
    known = _RULES[Profile.GEMINI].known or frozenset()
    definitions: Mapping[str, Schema] = schema.get("$defs", {})

    def plain(node: Schema, inside: frozenset[str]) -> Schema:
        if name := ref_name(node):
            target = {} if name in inside else definitions.get(name, {})
            node, inside = {**target, **without(node, "$ref")}, inside | {name}
        node = _flat(joined(node, definitions))
        node = map_children(node, lambda child: plain(child, inside))
        return {key: value for key, value in node.items() if key in known}

    root = plain(without(schema, "$defs"), frozenset())
    return {**root, "additionalProperties": False} if "additionalProperties" in schema else root


def _flat(node: Schema) -> Schema:
    """One type, choices of text, and whether null will do."""
    if "const" in node:
        node = {**without(node, "const"), "enum": [node["const"]]}
    types = node.get("type")
    if is_array(types):
        others = [each for each in types if each != "null"]
        node = without(node, "type") if len(others) != 1 else {**node, "type": others[0]}
        node = {**node, "nullable": True} if "null" in types else node
    if not all(isinstance(each, str) for each in node.get("enum", ())):
        node = without(node, "enum")
    return node
