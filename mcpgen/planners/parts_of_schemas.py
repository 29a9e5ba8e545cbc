"""Schemas taken apart and put together, for interfaces that take fewer words than JSON Schema has."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.model import Schema, is_object
from mcpgen.planners.views import ref_name


def without(schema: Schema, key: str) -> Schema:
    """The schema without one keyword."""
    return {name: value for name, value in schema.items() if name != key}


def joined(
    node: Schema, definitions: Mapping[str, Schema], inside: frozenset[str] = frozenset()
) -> Schema:
    """`oneOf` as `anyOf`, and the parts of `allOf` put together as far as they are objects; `inside` are definitions around it."""
    if "oneOf" in node and "anyOf" not in node:
        node = {**without(node, "oneOf"), "anyOf": node["oneOf"]}
    parts, node = node.get("allOf", ()), without(node, "allOf")
    for part in parts:
        name = ref_name(part) if is_object(part) else None
        if not is_object(part) or name in inside:
            continue
        target = definitions.get(name, {}) if name else part
        node = _both(joined(target, definitions, inside | {name or ""}), node)
    return node


def _both(part: Schema, node: Schema) -> Schema:
    """What holds for two schemas of one object, `node` winning where they cannot both be said."""
    properties = {**part.get("properties", {}), **node.get("properties", {})}
    required = list(dict.fromkeys([*part.get("required", ()), *node.get("required", ())]))
    return {
        **part,
        **node,
        **({"properties": properties} if properties else {}),
        **({"required": required} if required else {}),
    }
