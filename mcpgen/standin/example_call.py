"""Arguments for a first call: what the description itself gives as examples, else what the plan made up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.model import Json, JsonObject, Operation, Schema, is_object
from mcpgen.planners.plan import Argument, Tool


def example_arguments(tool: Tool, operation: Operation | None) -> JsonObject:
    """Legal arguments: everything that is required, and what else the author shows; a workflow has no operation."""
    call = tool.sample or tool.rehearsal
    made_up = dict(call.arguments) if call else {}
    shown = dict(_shown(tool, operation)) if operation else {}
    schema: Schema = tool.private.get("accepts") or tool.input_schema
    required = [*schema.get("required", ()), *tool.private.get("ask", ())]
    arguments = {name: made_up[name] for name in required if name in made_up} | shown
    validator: Any = Draft202012Validator(schema)  # its types are of an older draft
    return arguments if validator.is_valid(arguments) else made_up


def _shown(tool: Tool, operation: Operation) -> Iterator[tuple[str, Json]]:
    values: dict[tuple[str, str], tuple[Json, ...]] = {
        (each.location, each.name): each.examples for each in operation.parameters
    }
    body = _body_example(operation)
    request = tool.function.request
    flat = request is not None and request.body is not None and request.body.fields is not None
    for argument in tool.function.arguments:
        examples = values.get((argument.location, argument.wire))
        if examples or (examples := argument.schema.get("examples")):
            yield argument.name, examples[0]
        elif argument.location == "body" and body is not None:
            yield from _from_body(argument, body, flat=flat)


def _from_body(argument: Argument, body: Json, *, flat: bool) -> Iterator[tuple[str, Json]]:
    if not flat:
        yield argument.name, body
    elif is_object(body) and argument.wire in body:
        yield argument.name, body[argument.wire]


def _body_example(operation: Operation) -> Json:
    contents = operation.body.contents if operation.body else ()
    return next((content.examples[0] for content in contents if content.examples), None)
