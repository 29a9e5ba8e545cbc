"""Numbers of a YAML text that are meant as text: `1.10` is not `1.1`, nor `007` seven."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import yaml

from mcpgen.model import Json, JsonObject, is_array, is_object

# Keywords whose value is text where `type: string` stands beside them.
_TEXTUAL: Final = ("default", "example", "const", "enum", "examples")


def keep_text(made: JsonObject, node: yaml.Node) -> None:
    """Spell numbers of a mapping as their author did where text is meant.

    These are the version of an API, the values of a string schema, and the values of a server's variables.
    """
    if "version" in made and "title" in made:
        _restore(made, node, ("version",))
    if made.get("type") == "string":
        _restore(made, node, _TEXTUAL)
    variables = made.get("variables")
    if is_object(variables):
        for name, child in _children(_children(node).get("variables")).items():
            if is_object(variables.get(name)):
                _restore(variables[name], child, ("default", "enum"))


def _children(node: yaml.Node | None) -> Mapping[str, yaml.Node]:
    """Give the nodes of a mapping by key; of a key written twice the last, as in its value."""
    if not isinstance(node, yaml.MappingNode):
        return {}
    return {key.value: value for key, value in node.value if isinstance(key, yaml.ScalarNode)}


def _restore(made: JsonObject, node: yaml.Node, keys: tuple[str, ...]) -> None:
    children = _children(node)
    for key in keys:
        if key in children and key in made:
            made[key] = _as_text(made[key], children[key])


def _as_text(value: Json, node: yaml.Node) -> Json:
    if isinstance(value, int | float) and not isinstance(value, bool):
        return node.value
    if is_array(value) and isinstance(node, yaml.SequenceNode):
        return [_as_text(item, child) for item, child in zip(value, node.value, strict=True)]
    return value
