"""A run of a workflow, made up: what its steps ask and get, for the emitted tests."""

from __future__ import annotations

import re
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import jmespath
from jmespath.exceptions import JMESPathError
from jsonschema import Draft202012Validator

from mcpgen.config.workflows import REFERENCE, Step, Workflow, split_text
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object
from mcpgen.planners.arguments import Draft
from mcpgen.planners.expected import expected_request
from mcpgen.planners.plan import Tool
from mcpgen.planners.samples import Sampler, compact, sample_arguments
from mcpgen.planners.scripts import Rehearsal
from mcpgen.planners.shape import pinned_samples
from mcpgen.planners.tool_index import ToolIndex

# A way to one value, which an answer can be made to have.
_PATH = re.compile(r"(?:[A-Za-z_]\w*|\[\d\])(?:\.[A-Za-z_]\w*|\[\d\])*")
_STEP = re.compile(r"[A-Za-z_]\w*|\[\d\]")
_MISSING = object()


class _Unknown(Exception):  # noqa: N818  # not an error: the workflow is only not rehearsed
    """Nothing could be made up."""


@dataclass(slots=True, kw_only=True)
class _Run:
    """What was known, answered, asked and told so far; `ends` are the requests whose failure ends the workflow."""

    inputs: JsonObject
    outputs: dict[str, dict[str, Json]] = field(default_factory=dict[str, dict[str, Json]])
    answers: list[Json] = field(default_factory=list[Json])
    asked: list[str] = field(default_factory=list[str])
    told: dict[str, str] = field(default_factory=dict[str, str])
    ends: dict[int, str] = field(default_factory=dict[int, str])


def rehearse(
    name: str, workflow: Workflow, schema: Schema, called: Mapping[str, Tool], index: ToolIndex
) -> Rehearsal | None:
    """Make up a run; None, and a note, where no answers were found that lead to the end."""
    run = _Run(inputs=sample_arguments(schema) or {})
    try:
        for step in workflow.steps:
            _take(step, called[step.id], run, workflow, called)
    except (_Unknown, JMESPathError, ValueError):
        message = f"the workflow {name}: no run could be made up"
        help_ = "Give its steps an `example:` of the answer, with which their conditions hold."
        index.report("MG310", message, ("workflows", name), help_)
        return None
    refused, told = _refused(workflow, run)
    outputs = {key: _absent_as_null(_filled(value, run)) for key, value in workflow.outputs.items()}
    return Rehearsal(
        arguments=run.inputs,
        answers=tuple(run.answers),
        asked=tuple(run.asked),
        result={"outputs": outputs, "steps": run.told},
        refused=refused,
        told=told,
    )


def _refused(workflow: Workflow, run: _Run) -> tuple[int, tuple[str, ...]]:
    """The last request whose failure ends the workflow, and what must be told then."""
    if not run.ends:
        return -1, ()
    number = max(run.ends)
    ids = [step.id for step in workflow.steps]
    at = ids.index(run.ends[number])
    before = [f"- {each}: {run.told[each]}" for each in ids[:at]]
    after = [f"- {each}: not begun" for each in ids[at + 1 :]]
    return number, (*before, f"- {ids[at]}: failed", *after)


def _take(
    step: Step, tool: Tool, run: _Run, workflow: Workflow, called: Mapping[str, Tool]
) -> None:
    """One step of the run."""
    known = {
        "inputs": run.inputs,
        "steps": {name: {"outputs": each} for name, each in run.outputs.items()},
    }
    if step.condition and not jmespath.search(step.condition, known):
        run.told[step.id], run.outputs[step.id] = "skipped", {}
        return
    arguments = _filled(step.parameters, run)
    validator: Any = Draft202012Validator(tool.input_schema)
    if not validator.is_valid(arguments):
        raise _Unknown
    answer = _answer(step, tool, workflow, called)
    if not all(jmespath.search(each, answer) for each in step.criteria):
        raise _Unknown
    if not tool.function.has_content:
        if not step.goes_on:
            run.ends[len(run.answers)] = step.id
        run.answers.append(answer)
        run.asked.append(_asked(tool, arguments))
    found = {name: jmespath.search(each, answer) for name, each in step.outputs.items()}
    run.told[step.id], run.outputs[step.id] = "done", found


def _asked(tool: Tool, arguments: JsonObject) -> str:
    request = tool.function.request
    if request is None or "nested" in tool.private:
        raise _Unknown  # what a function of the owner's asks, nobody knows
    pinned = tool.private.get("pinned", {})
    drafts = tuple(
        Draft(
            name=each.name,
            identifier=each.identifier,
            wire=each.wire,
            location=each.location,
            required=each.required,
            schema=each.schema,
            pinned=each.identifier in pinned,
        )
        for each in tool.function.arguments
    )
    filled = {**pinned_samples(drafts, pinned), **tool.private.get("defaults", {}), **arguments}
    expected = expected_request(request, drafts, filled, tool.private.get("xml"))
    return f"{expected.method} {expected.target}"


def _answer(step: Step, tool: Tool, workflow: Workflow, called: Mapping[str, Tool]) -> Json:
    """The example, else the tool's own sample with all in it that the step's outputs look for."""
    if step.has_example:
        return step.example
    if tool.function.has_content:
        return tool.function.content
    answer: Json = deepcopy(tool.sample.answer) if tool.sample else {}
    for name, expression in step.outputs.items():
        if _PATH.fullmatch(expression) and jmespath.search(expression, answer) is None:
            wanted = _wanted(step.id, name, workflow, called)
            answer = _with(answer, _STEP.findall(expression), wanted)
    return answer


def _wanted(step: str, output: str, workflow: Workflow, called: Mapping[str, Tool]) -> Json:
    """A value that the first tool that is given the output takes."""
    reference = f"$steps.{step}.outputs.{output}"
    for each in workflow.steps:
        for name, value in each.parameters.items():
            if value == reference:
                schema = called[each.id].input_schema
                sampler = Sampler(schema.get("$defs", {}))
                return sampler.value(schema["properties"][name], output)
    return f"{output} 1"


def _with(answer: Json, path: list[str], value: Json) -> Json:
    """The answer with the value at the end of the path."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    if first.startswith("["):
        at = int(first[1:-1])
        items: list[Json] = [*answer] if is_array(answer) else []
        items += [None] * (at + 1 - len(items))
        return [_with(item, rest, value) if i == at else item for i, item in enumerate(items)]
    members = answer if is_object(answer) else {}
    return {**members, first: _with(members.get(first), rest, value)}


def _filled(value: Json, run: _Run) -> Json:
    """The value with what its references stand for; what is missing is left out."""

    def known(match: re.Match[str]) -> Json:
        if match["input"]:
            return run.inputs.get(match["input"], _MISSING)
        found = run.outputs[match["step"]].get(match["output"])
        return _MISSING if found is None else found

    if isinstance(value, str):
        whole = REFERENCE.fullmatch(value)
        return known(whole) if whole else _composed(split_text(value, known))
    if is_object(value):
        made = {key: _filled(child, run) for key, child in value.items()}
        return {key: child for key, child in made.items() if child is not _MISSING}
    if is_array(value):
        return [each for each in (_filled(child, run) for child in value) if each is not _MISSING]
    return value


def _composed(parts: list[Json]) -> Json:
    """As `Flow.text` of the runtime does: a text of which a part is missing is missing itself."""
    if any(part is _MISSING for part in parts):
        return _MISSING
    return "".join(part if isinstance(part, str) else compact(part) for part in parts)


def _absent_as_null(value: Json) -> Json:
    return None if value is _MISSING else value
