"""What `mcpgen.yaml` says of workflows: tools of several calls, with the names of Arazzo."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from mcpgen.model import Json, JsonObject, is_array, is_object

# A text that is nothing but one of these stands for the value that it names.
REFERENCE: Final = re.compile(
    r"\$inputs\.(?P<input>[A-Za-z_][A-Za-z0-9_]*)"
    r"|\$steps\.(?P<step>[A-Za-z][A-Za-z0-9_]*)\.outputs\.(?P<output>[A-Za-z][A-Za-z0-9_]*)"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One call. `condition` is over inputs and earlier steps, `criteria` and `outputs` are over the answer (JMESPath)."""

    id: str
    operation: str
    description: str = ""
    parameters: JsonObject = field(default_factory=dict[str, Json])
    condition: str = ""
    criteria: tuple[str, ...] = ()
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    goes_on: bool = False
    example: Json = None
    has_example: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Workflow:
    """A tool of several calls. `input` is as `mcpgen.yaml` has it: JSON Schemas with `required` beside."""

    title: str = ""
    description: str = ""
    input: JsonObject = field(default_factory=dict[str, Json])
    steps: tuple[Step, ...] = ()
    outputs: JsonObject = field(default_factory=dict[str, Json])


def workflows_of(value: JsonObject) -> dict[str, Workflow]:
    """The workflows that a valid mapping says, by name."""
    return {name: _workflow(each) for name, each in value.items()}


def references(value: Json) -> Iterator[re.Match[str]]:
    """The references in a value, at any depth."""
    if isinstance(value, str):
        if match := REFERENCE.fullmatch(value):
            yield match
    elif is_array(value):
        for item in value:
            yield from references(item)
    elif is_object(value):
        for item in value.values():
            yield from references(item)


def plain_condition(text: str) -> str:
    """A condition as JMESPath, which has no `$` before names."""
    return re.sub(r"\$(?=(?:inputs|steps)\.)", "", text)


def _workflow(value: JsonObject) -> Workflow:
    return Workflow(
        title=value.get("title", ""),
        description=value.get("description", ""),
        input=value.get("input", {}),
        steps=tuple(map(_step, value["steps"])),
        outputs=value.get("outputs", {}),
    )


def _step(value: JsonObject) -> Step:
    return Step(
        id=value["stepId"],
        operation=value["operationId"],
        description=value.get("description", ""),
        parameters=value.get("parameters", {}),
        condition=plain_condition(value.get("condition", "")),
        criteria=tuple(value.get("successCriteria", ())),
        outputs=value.get("outputs", {}),
        goes_on=value.get("onFailure") == "continue",
        example=value.get("example"),
        has_example="example" in value,
    )
