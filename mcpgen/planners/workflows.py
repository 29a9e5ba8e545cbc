"""Workflows of mcpgen.yaml: each becomes a tool whose function calls others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product

from mcpgen.config.choices import Keys
from mcpgen.config.values import schema_of
from mcpgen.config.workflows import REFERENCE, Step, Workflow, split_text
from mcpgen.model import Json, JsonObject, Schema, is_array, is_object
from mcpgen.planners.confirm import workflow_confirmation
from mcpgen.planners.missing import names_needed
from mcpgen.planners.names import Namespace, function_name, identifier, module_name
from mcpgen.planners.plan import Annotations, Argument, Function, Module, Tool
from mcpgen.planners.private import LIMIT_KEYS
from mcpgen.planners.rehearsal import rehearse
from mcpgen.planners.rules import nearest
from mcpgen.planners.scripts import Composed, Reference, Script, WorkflowStep
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
    """All modules, with each workflow in that of its group; without one, workflows have a module of their own."""
    found = list(modules)
    for name, workflow in index.config.workflows.items():
        module = _module(workflow.group, found)
        functions = Namespace((*_OWN, *(tool.function.name for tool in module.tools)))
        tool = _workflow(name, workflow, functions, index, types)
        if tool is not None:
            others = [each for each in found if each.name != module.name]
            at = found.index(module) if module in found else len(found)
            others.insert(at, replace(module, tools=(*module.tools, tool)))
            found = others
    return tuple(found)


def _module(group: str, modules: Sequence[Module]) -> Module:
    """The module of a group (`workflows` when there is none), if need be a new one."""
    tag = one_line(group) or _MODULE
    known = next((each for each in modules if each.tag == tag), None)
    if known and (group or _is_ours(known)):
        return known
    name = Namespace(each.name for each in modules).claim(module_name(tag))
    return Module(name=name, tag=tag, description="several calls in one.", tools=())


def _is_ours(module: Module) -> bool:
    """Whether all in it are workflows: an API may have a tag of that name."""
    return all(tool.function.script for tool in module.tools)


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
        annotations=_annotations(workflow.annotations, called.values()),
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
    needed = names_needed(tool.input_schema, tool.private)
    missing = [name for name in needed if name not in step.parameters]
    for name in missing:
        message = f"the step `{step.id}` does not give `{name}`, which `{tool.name}` needs"
        help_ = f"Write `{name}: $inputs.{name}`, or another value, under `parameters:`."
        index.report("MG321", message, keys, help_)
    index.check_constants(tool, step.parameters, (*keys, "parameters"))
    return not unknown and not missing


def _input_schema(workflow: Workflow) -> Schema:
    properties = {name: schema_of(each) for name, each in workflow.input.items()}
    required = [name for name, each in workflow.input.items() if each.get("required") is True]
    schema: Schema = {"type": "object", "properties": properties}
    if required:
        schema["required"] = required
    return {**schema, "additionalProperties": False}


def _output_schema(workflow: Workflow) -> Schema:
    """Nothing is required, since a result that is too large loses whole members."""
    properties: JsonObject = {name: {} for name in workflow.outputs}
    outputs: Schema = {"type": "object", "properties": properties}
    steps = {
        "type": "object",
        "description": "What became of each step: done, skipped or failed.",
        "additionalProperties": {"type": "string"},
    }
    return {"type": "object", "properties": {"outputs": outputs, "steps": steps}}


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

    def reference(match: re.Match[str]) -> Reference:
        if match["input"]:
            return Reference(identifier=inputs[match["input"]])
        return Reference(identifier=steps[match["step"]], output=match["output"])

    if isinstance(value, str):
        whole = REFERENCE.fullmatch(value)
        return reference(whole) if whole else Composed.of(split_text(value, reference))
    if is_object(value):
        return {key: _resolved(child, inputs, steps) for key, child in value.items()}
    if is_array(value):
        return [_resolved(child, inputs, steps) for child in value]
    return value


def _annotations(given: Mapping[str, bool], tools: Iterable[Tool]) -> Annotations:
    """What all steps together may do, or what the owner says."""
    every = [tool.annotations for tool in tools]
    read_only = given.get("readOnlyHint", all(each.read_only for each in every))
    destroys = not read_only and any(each.destructive for each in every)
    return Annotations(
        read_only=read_only,
        destructive=given.get("destructiveHint", destroys),
        idempotent=given.get("idempotentHint", all(each.idempotent for each in every)),
        open_world=given.get("openWorldHint", any(each.open_world for each in every)),
    )


def _private(workflow: Workflow, called: Mapping[str, Tool]) -> JsonObject:
    known: JsonObject = {
        "workflow": [step.id for step in workflow.steps],
        "security": _security(called.values()),
        "calls": list(dict.fromkeys(tool.name for tool in called.values())),
        "confirm": workflow_confirmation(workflow.confirm, workflow.annotations, called.values()),
        "limits": {LIMIT_KEYS.get(key, key): each for key, each in workflow.limits.items()},
    }
    return {key: value for key, value in known.items() if value}


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
