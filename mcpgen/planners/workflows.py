"""Workflows of mcpgen.yaml: each becomes a tool whose function calls others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product

from mcpgen.config.choices import Keys
from mcpgen.config.values import schema_of
from mcpgen.config.workflows import REFERENCE, Step, Workflow
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object
from mcpgen.planners.names import Namespace, function_name, identifier, module_name
from mcpgen.planners.plan import Annotations, Argument, Function, Module, Tool
from mcpgen.planners.rehearsal import rehearse
from mcpgen.planners.rules import nearest
from mcpgen.planners.scripts import Reference, Script, WorkflowStep
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.tool_index import ToolIndex
from mcpgen.planners.types import TypeBook, pascal

_MODULE = "workflows"
_MOST_ALTERNATIVES = 16
# Names that such a function uses for itself.
_OWN = ("flow", "Flow")


def plan_workflows(
    index: ToolIndex, types: TypeBook, modules: Iterable[Module]
) -> tuple[Module, ...]:
    """A module with the workflows, where there are any, beside the other `modules`."""
    functions = Namespace(_OWN)
    made = (
        _workflow(name, workflow, functions, index, types)
        for name, workflow in index.config.workflows.items()
    )
    tools = tuple(each for each in made if each is not None)
    name = Namespace(each.name for each in modules).claim(module_name(_MODULE))
    about = "several calls in one."
    return (Module(name=name, tag=_MODULE, description=about, tools=tools),) if tools else ()


def _workflow(
    name: str, workflow: Workflow, functions: Namespace, index: ToolIndex, types: TypeBook
) -> Tool | None:
    keys: Keys = ("workflows", name)
    if name in index.tools:
        message = f"another tool is called `{name}` already"
        index.report("MG321", message, keys, "Give each a name of its own.")
        return None
    called = _called(workflow, keys, index)
    if called is None:
        return None
    schema = _input_schema(workflow)
    arguments = _arguments(name, workflow, schema, types)
    function = Function(
        name=functions.claim(function_name(name)),
        arguments=arguments,
        returns="dict[str, Any]",
        doc=clean(workflow.title or workflow.description, 300),
        request=None,
        script=_script(workflow, arguments, called),
    )
    return Tool(
        key=f"WORKFLOW {name}",
        name=name,
        title=one_line(workflow.title),
        description=clean(workflow.description),
        input_schema=schema,
        output_schema=_output_schema(workflow),
        annotations=_annotations(called.values()),
        function=function,
        private={"config": f"workflows.{name}", **_private(workflow, called)},
        rehearsal=rehearse(name, workflow, schema, called, index),
    )


def _called(workflow: Workflow, keys: Keys, index: ToolIndex) -> dict[str, Tool] | None:
    """The tool of each step; None after an error was reported."""
    found: dict[str, Tool] = {}
    for number, step in enumerate(workflow.steps):
        place = (*keys, "steps", number)
        tool = index.find(step.operation, (*place, "operationId"))
        if tool is not None and _fits(step, tool, place, index):
            found[step.id] = tool
    return found if len(found) == len(workflow.steps) else None


def _fits(step: Step, tool: Tool, keys: Keys, index: ToolIndex) -> bool:
    """Whether the tool takes what the step gives, and is given what it needs."""
    properties: Mapping[str, Schema] = tool.input_schema["properties"]
    unknown = [name for name in step.parameters if name not in properties]
    for name in unknown:
        message = f"`{tool.name}` has no argument `{name}`"
        index.report("MG320", message, (*keys, "parameters", name), nearest(name, properties))
    missing = [n for n in tool.input_schema.get("required", ()) if n not in step.parameters]
    for name in missing:
        message = f"the step `{step.id}` does not give `{name}`, which `{tool.name}` needs"
        help_ = f"Write `{name}: $inputs.{name}`, or another value, under `parameters:`."
        index.report("MG321", message, keys, help_)
    return not unknown and not missing


def _input_schema(workflow: Workflow) -> Schema:
    properties = {name: schema_of(each) for name, each in workflow.input.items()}
    required = [name for name, each in workflow.input.items() if each.get("required") is True]
    schema: Schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return {**schema, "additionalProperties": False}


def _output_schema(workflow: Workflow) -> Schema:
    properties: JsonObject = {name: {} for name in workflow.outputs}
    outputs: Schema = {"type": "object", "properties": properties}
    steps = {
        "type": "object",
        "description": "What became of each step: done, skipped or failed.",
        "additionalProperties": {"type": "string"},
    }
    return {
        "type": "object",
        "properties": {"outputs": outputs, "steps": steps},
        "required": ["outputs", "steps"],
    }


def _arguments(
    name: str, workflow: Workflow, schema: Schema, types: TypeBook
) -> tuple[Argument, ...]:
    taken = Namespace((*_OWN, *(step.id for step in workflow.steps)))
    required = schema.get("required", ())
    return tuple(
        Argument(
            name=each,
            identifier=taken.claim(identifier(each), f"{identifier(each)}_given"),
            annotation=types.annotation(child, "input", pascal(name) + pascal(each)),
            required=each in required,
            schema=child,
            description=str(child.get("description", "")),
        )
        for each, child in schema["properties"].items()
    )


def _script(
    workflow: Workflow, arguments: tuple[Argument, ...], called: Mapping[str, Tool]
) -> Script:
    inputs = {each.name: each.identifier for each in arguments}
    taken = Namespace((*_OWN, *inputs.values()))
    names = {step.id: taken.claim(identifier(step.id)) for step in workflow.steps}
    steps = tuple(
        WorkflowStep(
            identifier=names[step.id],
            name=step.id,
            tool=called[step.id].name,
            arguments=_resolved(step.parameters, inputs, names),
            condition=step.condition,
            criteria=step.criteria,
            outputs=step.outputs,
            goes_on=step.goes_on,
        )
        for step in workflow.steps
    )
    return Script(steps=steps, outputs=_resolved(workflow.outputs, inputs, names))


def _resolved(value: Json, inputs: Mapping[str, str], steps: Mapping[str, str]) -> Json:
    """The value with its references as code names them."""
    if isinstance(value, str) and (match := REFERENCE.fullmatch(value)):
        if match["input"]:
            return Reference(identifier=inputs[match["input"]])
        return Reference(identifier=steps[match["step"]], output=match["output"])
    if is_object(value):
        return {key: _resolved(child, inputs, steps) for key, child in value.items()}
    if is_array(value):
        return [_resolved(child, inputs, steps) for child in value]
    return value


def _annotations(tools: Iterable[Tool]) -> Annotations:
    """What all steps together may do."""
    every = [tool.annotations for tool in tools]
    return Annotations(
        read_only=all(each.read_only for each in every),
        destructive=any(each.destructive for each in every),
        idempotent=all(each.idempotent for each in every),
        open_world=any(each.open_world for each in every),
    )


def _private(workflow: Workflow, called: Mapping[str, Tool]) -> JsonObject:
    security = _security(called.values())
    steps: JsonObject = {"workflow": [step.id for step in workflow.steps]}
    return {**steps, **({"security": security} if security else {})}


def _security(tools: Iterable[Tool]) -> list[JsonObject]:
    """What the whole workflow needs: an alternative of every step at once."""
    each = [tool.private["security"] for tool in tools if tool.private.get("security")]
    together: list[JsonObject] = []
    for chosen in product(*each):
        merged: dict[str, list[str]] = {}
        for requirement in chosen:
            for scheme, scopes in requirement.items():
                merged[scheme] = list(dict.fromkeys([*merged.get(scheme, []), *scopes]))
        if merged not in together:
            together.append(merged)
        if len(together) == _MOST_ALTERNATIVES:
            break
    return together if each else []
