"""The part of the plan that workflows are: their steps, and a run of each for the emitted tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mcpgen.model import Json, JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """A value that a workflow knows: the argument `identifier`, or an `output` of the step that it names."""

    identifier: str
    output: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Composed:
    """A text that is put together of texts and of the texts of values."""

    parts: tuple[str | Reference, ...]

    @classmethod
    def of(cls, parts: Sequence[str | Reference]) -> Composed | str:
        """The parts as one value; a text where there is nothing else."""
        plain = [part for part in parts if isinstance(part, str)]
        return cls(parts=tuple(parts)) if len(plain) < len(parts) else "".join(plain)


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkflowStep:
    """A call of a workflow; values of `arguments` may be a Reference, or Composed, at any depth. Expressions are JMESPath."""

    identifier: str
    name: str
    tool: str
    arguments: JsonObject
    condition: str = ""
    criteria: tuple[str, ...] = ()
    outputs: Mapping[str, str] = field(default_factory=dict[str, str])
    goes_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Script:
    """What the function of a workflow does, and gives at the end."""

    steps: tuple[WorkflowStep, ...]
    outputs: JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class Rehearsal:
    """A run of a workflow that the emitted tests make: its answers, what is asked (`GET /path?query`), and the result.

    Of a function that its owner has yet to write only the arguments are known. A second run is refused its request number `refused` (-1: there is none), and must tell `told`.
    """

    arguments: JsonObject
    answers: tuple[Json, ...]
    asked: tuple[str, ...]
    result: Json
    refused: int = -1
    told: tuple[str, ...] = ()
