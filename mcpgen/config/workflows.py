"""What `mcpgen.yaml` says of workflows: tools of several calls, with the names of Arazzo."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeVar

from mcpgen.config.choices import Confirm
from mcpgen.model import Json, JsonObject

T = TypeVar("T")

# A text that is nothing but one of these stands for the value that it names.
REFERENCE: Final = re.compile(
    r"\$inputs\.(?P<input>[A-Za-z_][A-Za-z0-9_]*)"
    r"|\$steps\.(?P<step>[A-Za-z][A-Za-z0-9_]*)\.outputs\.(?P<output>[A-Za-z][A-Za-z0-9_]*)"
)
# In a longer text it stands in braces (Arazzo 1.0, 4.7): `Lent to {$inputs.member}.`
EMBEDDED: Final = re.compile(rf"\{{(?:{REFERENCE.pattern})\}}")


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
    group: str = ""
    annotations: Mapping[str, bool] = field(default_factory=dict[str, bool])
    confirm: Confirm | None = None  # as its steps
    limits: Mapping[str, float] = field(default_factory=dict[str, float])


def workflows_of(value: JsonObject) -> dict[str, Workflow]:
    """The workflows that a valid mapping says, by name."""
    return {name: _workflow(each) for name, each in value.items()}


def split_text(text: str, made: Callable[[re.Match[str]], T]) -> list[str | T]:
    """The text in parts: what stands in braces as `made` of it, and what is between as it is."""
    parts: list[str | T] = []
    at = 0
    for match in EMBEDDED.finditer(text):
        parts += [text[at : match.start()], made(match)]
        at = match.end()
    return [part for part in (*parts, text[at:]) if part != ""]


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
        group=value.get("group", ""),
        annotations=value.get("annotations", {}),
        confirm=Confirm(value["confirm"]) if "confirm" in value else None,
        limits=value.get("limits", {}),
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
