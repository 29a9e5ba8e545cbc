"""What is said of a tool's answer: a schema that documents its shape and that any answer meets."""

from __future__ import annotations

import json

from mcpgen.model import Content, Operation, Schema, is_object
from mcpgen.planners import media
from mcpgen.planners.views import Views, map_children, merge_siblings, ref_name

_BUDGET = 3_200  # characters of JSON for one tool: 800 tokens
_SMALLEST = 320
_WHOLE_LIST = 200_000  # characters for the output schemas of all tools together
_DEPTHS = (6, 4, 3, 2, 1)
# A client validates with these and no more: not `pattern`, not `format`, nothing that closes an object.
_SHAPE = {
    "type",
    "properties",
    "items",
    "enum",
    "const",
    "anyOf",
    "oneOf",
    "allOf",
    "description",
    "additionalProperties",
}


def budget(tools: int) -> int:
    """Characters of output schema per tool, so that a large API's list stays readable."""
    return max(_SMALLEST, min(_BUDGET, _WHOLE_LIST // max(tools, 1)))


def documented(op: Operation) -> Content | None:
    """The JSON answer that the document promises for a success: of the lowest 2xx that has one."""
    successes = [response for response in op.responses if response.may_be_success]
    for response in sorted(successes, key=lambda response: response.status):
        for content in response.contents:
            if media.is_json(content.media_type) or content.media_type == "*/*":
                return content
    return None


def accept(op: Operation) -> str:
    """The `Accept` header: every media type of the successful answers, JSON where none is named."""
    types = [
        content.media_type
        for response in op.responses
        if response.status.startswith("2")
        for content in response.contents
        if media.essence(content.media_type)
        and content.media_type.isascii()
        and content.media_type.isprintable()
    ]
    return (
        ", ".join(sorted(dict.fromkeys(types), key=lambda name: not media.is_json(name)))
        or "application/json"
    )


def output_schema(content: Content | None, views: Views, limit: int) -> Schema | None:
    """`{type: object, anyOf: [documented, {}]}`, shallow and free of what a client could trip over.

    An object is described as it is, anything else under `result`. Real APIs break their own schemas, and clients refuse
    an answer that does: so the documented shape is one alternative, and any object the other.
    """
    if content is None:
        return None
    schema = views.view(content.schema, "output")
    is_object = _is_object(schema, views)
    for depth in _DEPTHS:
        shape = _shallow(schema, views, depth, brief=depth < _DEPTHS[0])
        if shape and not is_object:
            shape = {"type": "object", "properties": {"result": shape}}
        if len(json.dumps(shape)) <= limit:
            return {"type": "object", "anyOf": [shape, {}]} if shape else None
    return None


def _is_object(schema: Schema, views: Views, depth: int = 8) -> bool:
    whole = views.resolve(schema, "output")
    if whole.get("type", "object") != "object" or not depth:
        return False
    alternatives = [*whole.get("anyOf", ()), *whole.get("oneOf", ())]
    if alternatives:
        return all(_is_object(branch, views, depth - 1) for branch in alternatives)
    parts = any(_is_object(part, views, depth - 1) for part in whole.get("allOf", ()))
    return parts or "type" in whole or "properties" in whole


def _shallow(
    schema: Schema, views: Views, depth: int, *, brief: bool, inside: tuple[str, ...] = ()
) -> Schema:
    """`schema` down to `depth` levels, references written out; what is deeper, or recursive, is open."""
    while name := ref_name(schema):
        if name in inside:
            return {"type": "object"}
        inside = (*inside, name)
        schema = merge_siblings(views.definition(name, "output"), schema)
    if depth == 0:
        return {"type": schema["type"]} if "type" in schema else {}

    def below(child: Schema) -> Schema:
        return _shallow(child, views, depth - 1, brief=brief, inside=inside)

    kept = {key: value for key, value in schema.items() if key in _SHAPE}
    if brief:
        kept.pop("description", None)
    if not is_object(kept.get("additionalProperties")) or not kept["additionalProperties"]:
        kept.pop("additionalProperties", None)
    return map_children(kept, below)
