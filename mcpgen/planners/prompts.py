"""Prompts of mcpgen.yaml."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from mcpgen.config.choices import Keys
from mcpgen.config.primitives import Completion
from mcpgen.config.primitives import Prompt as PromptChoice
from mcpgen.model import JsonObject
from mcpgen.planners.blocks import written
from mcpgen.planners.names import Namespace, function_name, identifier
from mcpgen.planners.plan import Argument, Prompt
from mcpgen.planners.primitives import complete_spec, stated
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.tool_index import ToolIndex

_FIELD = re.compile(r"\{\{|\}\}|\{(\w+)\}")
# Names that the module uses for itself.
_IN_PROMPTS = ("Message", "user", "assistant", "Tools", "tools", "attached", "embedded", "link")
_SAMPLE = "{{ %s }} ${HOME}"  # must come through as it is


def plan_prompts(index: ToolIndex) -> tuple[Prompt, ...]:
    """The prompts; mistakes in their completion are reported."""
    functions = Namespace(_IN_PROMPTS)
    return tuple(
        _prompt(name, choice, functions, index) for name, choice in index.config.prompts.items()
    )


def _prompt(name: str, choice: PromptChoice, functions: Namespace, index: ToolIndex) -> Prompt:
    keys: Keys = ("prompts", name)
    arguments = tuple(_prompt_arguments(choice))
    private = dict(_prompt_private(choice, arguments, keys, index))
    function = functions.claim(function_name(name))
    listed = {
        "name": name,
        "title": one_line(choice.title),
        "description": clean(choice.description),
        "arguments": [_listed_argument(each, choice) for each in arguments],
    }
    names = {each.name: each.identifier for each in arguments}
    sample = {each.name: _prompt_sample(each, choice) for each in arguments}
    data: JsonObject = {
        "function": function,
        "arguments": private,
        "completes": any("complete" in about for about in private.values()),
        "takesTools": not choice.messages,
        "prompt": stated(listed),
    }
    return Prompt(
        data=stated(data),
        function=function,
        doc=clean(choice.description, 300),
        arguments=arguments,
        messages=tuple(
            (role, written(block, lambda text: _renamed(text, names)))
            for role, block in choice.messages
        ),
        sample=sample,
        expected=tuple(
            _filled(block.text, sample) for _, block in choice.messages if block.kind == "text"
        ),
    )


def _prompt_arguments(choice: PromptChoice) -> Iterator[Argument]:
    taken = Namespace(_IN_PROMPTS)
    for name, each in choice.arguments.items():
        yield Argument(
            name=name,
            identifier=taken.claim(identifier(name)),
            annotation="str",
            required=each.required,
            schema={"type": "string"},
            description=one_line(each.description, 500),
        )


def _listed_argument(argument: Argument, choice: PromptChoice) -> JsonObject:
    required = {"required": True} if choice.arguments[argument.name].required else {}
    told = {"description": argument.description} if argument.description else {}
    return {"name": argument.name, **told, **required}


def _prompt_private(
    choice: PromptChoice, arguments: tuple[Argument, ...], keys: Keys, index: ToolIndex
) -> Iterator[tuple[str, JsonObject]]:
    for argument in arguments:
        each = choice.arguments[argument.name]
        spec = each.complete or Completion(values=each.enum)
        place = (*keys, "arguments", argument.name, "complete")
        about = {
            "identifier": argument.identifier if argument.identifier != argument.name else "",
            "enum": list(each.enum),
            "complete": complete_spec(spec, place, index),
        }
        if known := stated(about):
            yield argument.name, known


def _prompt_sample(argument: Argument, choice: PromptChoice) -> str:
    enum = choice.arguments[argument.name].enum
    return enum[0] if enum else f"{argument.name} {_SAMPLE}"


def _renamed(text: str, names: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: f"{{{names[match[1]]}}}" if match[1] else match[0], text)


def _filled(text: str, values: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda match: values[match[1]] if match[1] else match[0][0], text)
