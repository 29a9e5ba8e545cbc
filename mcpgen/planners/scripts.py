"""The part of the plan that workflows are, and the calls that emitted tests make: of a workflow, or of any tool."""

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

    Of a function that its owner has yet to write only the arguments are known. A second run is refused its request number
    `refused` (-1: there is none), and must tell `told`.
    """

    arguments: JsonObject
    answers: tuple[Json, ...]
    asked: tuple[str, ...]
    result: Json
    refused: int = -1
    told: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpectedRequest:
    """What the stand-in upstream must see for a sample call: the raw request, computed from the plan alone.

    `target` is path and query as on the wire, without the base URL. Exactly one of the bodies is set, or none:
    `json`, `form` (decoded pairs), `parts` (name, file name, media type, text, then `Name: value` of other headers) and
    `text`.
    """

    method: str
    target: str
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    cookies: Mapping[str, str] = field(default_factory=dict[str, str])
    media_type: str = ""
    json: Json = None
    has_json: bool = False
    form: tuple[tuple[str, str], ...] | None = None
    parts: tuple[tuple[str | None, ...], ...] | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A call that the emitted test makes: legal arguments, the request they must become, and an answer.

    `result` is what becomes of the answer, where the tool selects a part of it.
    """

    arguments: JsonObject
    expected: ExpectedRequest
    answer: Json = None
    result: Json = None
    selects: bool = False
    answer_media_type: str = "application/json"
