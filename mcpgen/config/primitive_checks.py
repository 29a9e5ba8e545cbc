"""What a schema cannot say of resources, prompts and workflows: names that must meet, expressions that are none."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

import jmespath
from jmespath.exceptions import JMESPathError

from mcpgen.config.blocks import texts_of
from mcpgen.config.choices import Keys
from mcpgen.config.problems import Problem, dotted, shown, suggestion
from mcpgen.config.workflows import EMBEDDED, REFERENCE, plain_condition
from mcpgen.model import Json, JsonObject, is_array, is_object

VARIABLE: Final = re.compile(r"\{([A-Za-z0-9_]+)\}")
_FIELD: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_CONDITION: Final = re.compile(REFERENCE.pattern.replace(r"\$", r"\b"))
_ENTRY: Final = re.compile(r"\$(inputs|steps)\b")


def primitive_problems(value: JsonObject) -> Iterator[Problem]:
    """What in one file contradicts itself."""
    for name, resource in value.get("resources", {}).items():
        yield from _resource(("resources", name), resource)
    for name, prompt in value.get("prompts", {}).items():
        yield from _prompt(("prompts", name), prompt)
    for name, workflow in value.get("workflows", {}).items():
        yield from _workflow(("workflows", name), workflow)


def _resource(keys: Keys, resource: JsonObject) -> Iterator[Problem]:
    variables = VARIABLE.findall(resource.get("uri", ""))
    yield from _uri((*keys, "uri"), resource.get("uri", ""))
    sources = [key for key in ("content", "file", "operation") if key in resource]
    for key in sources[1:]:
        message = f"`{dotted(keys)}` has both `{sources[0]}` and `{key}`"
        yield Problem((*keys, key), message, "Keep the one that says what is read.")
    if not sources and "arguments" in resource:
        message = f"`{dotted((*keys, 'arguments'))}` are those of an operation, and there is none"
        yield Problem((*keys, "arguments"), message, "Name an `operation`, or remove them.")
    if sources and "operation" not in resource:
        extra = next(
            (key for key in ("arguments", "complete", "ttl", "poll") if key in resource), ""
        )
        if extra or variables:
            message = f"`{dotted(keys)}` never changes, so `{extra or 'uri'}` has nothing to say"
            yield Problem((*keys, extra or "uri"), message, "Name an `operation` that answers.")
    for name, spec in resource.get("complete", {}).items():
        if name not in variables:
            message = f"the URI of `{dotted(keys)}` has no variable `{name}`"
            yield Problem((*keys, "complete", name), message, _known(name, variables))
        others = [each for each in variables if each != name]
        yield from _completion((*keys, "complete", name), spec, others)


def _uri(keys: Keys, uri: str) -> Iterator[Problem]:
    variables = VARIABLE.findall(uri)
    segments = uri.split("/")
    if {".", ".."} & set(segments) or "%2e" in uri.lower() or "%2f" in uri.lower():
        message = (
            f"`{dotted(keys)}` has a segment of dots or an encoded `/`, which no client may ask for"
        )
        yield Problem(keys, message, "Write plain segments, for instance `books/{isbn}`.")
    if len(set(variables)) < len(variables) or "}{" in uri:
        message = f"`{dotted(keys)}` has two variables that cannot be told apart"
        yield Problem(keys, message, "Give each a name of its own, and put `/` between them.")


def _completion(keys: Keys, spec: Json, others: list[str]) -> Iterator[Problem]:
    """`others` are the arguments or variables beside the one that is completed."""
    if not is_object(spec):
        return
    if "select" in spec:
        yield from _expression((*keys, "select"), spec["select"])
    for name, value in spec.get("arguments", {}).items():
        if isinstance(value, str) and value.startswith("$inputs."):
            asked = value.removeprefix("$inputs.")
            if asked not in others:
                message = f"`{dotted((*keys, 'arguments', name))}` cannot be {shown(value)}: nothing else is called so"
                yield Problem((*keys, "arguments", name), message, _known(asked, others))


def _expression(keys: Keys, text: str) -> Iterator[Problem]:
    try:
        jmespath.compile(text)
    except JMESPathError as error:
        reason = str(error).splitlines()[0].rstrip(":")
        message = f"`{dotted(keys)}` is no JMESPath expression: {reason}"
        help_ = "For instance `items[0].id`, or `length(items) > `0``; see jmespath.org."
        yield Problem(keys, message, help_)


def _prompt(keys: Keys, prompt: JsonObject) -> Iterator[Problem]:
    arguments: JsonObject = prompt.get("arguments", {})
    own = not {"text", "messages"} & prompt.keys()
    if {"text", "messages"} <= prompt.keys():
        message = f"`{dotted(keys)}` has both `text` and `messages`"
        yield Problem((*keys, "messages"), message, "Keep one.")
    texts: list[tuple[Keys, str]] = [((*keys, "text"), prompt["text"])] if "text" in prompt else []
    for index, each in enumerate(prompt.get("messages", ())):
        texts += texts_of((*keys, "messages", index), each)
    for place, text in texts:
        yield from _text(place, text, arguments)
    used = {name for _, text in texts for name in _FIELD.findall(text)}
    for name, argument in arguments.items():
        if name not in used and not own:
            message = f"no message of `{dotted(keys)}` uses the argument `{name}`"
            help_ = f"Write `{{{name}}}` where it belongs, or remove it."
            yield Problem((*keys, "arguments", name), message, help_)
        others = [each for each in arguments if each != name]
        asked = (*keys, "arguments", name, "complete")
        yield from _completion(asked, argument.get("complete"), others)


def _text(keys: Keys, text: str, arguments: JsonObject) -> Iterator[Problem]:
    for match in _FIELD.finditer(text):
        name = match[1]
        if name is None and match[0] in {"{", "}"}:
            message = f"`{dotted(keys)}` has a single `{match[0]}`"
            yield Problem(keys, message, f"Write `{match[0] * 2}` for a brace.")
        elif name is not None and name not in arguments:
            message = f"`{dotted(keys)}` has `{{{name}}}`, but no argument is called {shown(name)}"
            yield Problem(keys, message, f"{_known(name, list(arguments))} `{{{{` is a brace.")


def _workflow(keys: Keys, workflow: JsonObject) -> Iterator[Problem]:
    inputs: JsonObject = workflow.get("input", {})
    for name, argument in inputs.items():
        if "in" in argument:
            message = f"`{dotted((*keys, 'input', name, 'in'))}` is a place of a request, and a workflow makes several"
            yield Problem((*keys, "input", name, "in"), message, "Leave `in` out.")
        if "pin" in argument:
            message = f"`{dotted((*keys, 'input', name, 'pin'))}` is filled in, so no step need pass it on"
            yield Problem(
                (*keys, "input", name, "pin"), message, "Pin it where the tool of the step has it."
            )
    twins = [step for step, n in Counter(s["stepId"] for s in workflow["steps"]).items() if n > 1]
    for twin in twins:
        message = f"two steps of `{dotted(keys)}` are called `{twin}`"
        yield Problem((*keys, "steps"), message, "Give each step a `stepId` of its own.")
    earlier: dict[str, list[str]] = {}
    for index, step in enumerate(workflow["steps"]):
        yield from _step((*keys, "steps", index), step, inputs, earlier)
        earlier[step["stepId"]] = list(step.get("outputs", {}))
    for name, value in workflow.get("outputs", {}).items():
        yield from _references((*keys, "outputs", name), value, inputs, earlier)


def _step(
    keys: Keys, step: JsonObject, inputs: JsonObject, earlier: dict[str, list[str]]
) -> Iterator[Problem]:
    for name, expression in step.get("outputs", {}).items():
        yield from _expression((*keys, "outputs", name), expression)
    for index, criterion in enumerate(step.get("successCriteria", ())):
        yield from _expression((*keys, "successCriteria", index), criterion)
    if "condition" in step:
        plain = plain_condition(step["condition"])
        yield from _expression((*keys, "condition"), plain)
        for match in _CONDITION.finditer(plain):
            yield from _known_reference((*keys, "condition"), match, inputs, earlier)
    yield from _references((*keys, "parameters"), step.get("parameters", {}), inputs, earlier)


def _references(
    keys: Keys, value: Json, inputs: JsonObject, earlier: dict[str, list[str]]
) -> Iterator[Problem]:
    if isinstance(value, str):
        whole = REFERENCE.fullmatch(value)
        for match in [whole] if whole else EMBEDDED.finditer(value):
            yield from _known_reference(keys, match, inputs, earlier)
        if not whole and _ENTRY.search(EMBEDDED.sub("", value)):
            message = f"`{dotted(keys)}` cannot be {shown(value)}"
            help_ = (
                "Write `$inputs.<name>` or `$steps.<stepId>.outputs.<name>`, "
                "in braces where there is text beside it: `Lent to {$inputs.member}.`"
            )
            yield Problem(keys, message, help_)
    children = value.items() if is_object(value) else enumerate(value) if is_array(value) else ()
    for key, child in children:
        yield from _references((*keys, key), child, inputs, earlier)


def _known_reference(
    keys: Keys, match: re.Match[str], inputs: JsonObject, earlier: dict[str, list[str]]
) -> Iterator[Problem]:
    name, step, output = match["input"], match["step"], match["output"]
    if name is not None:
        if name not in inputs:
            yield Problem(keys, f"there is no input `{name}`", _known(name, list(inputs)))
    elif step not in earlier:
        message = f"no step before this one is called `{step}`"
        yield Problem(keys, message, _known(step, list(earlier)))
    elif output not in earlier[step]:
        message = f"the step `{step}` has no output `{output}`"
        yield Problem(keys, message, _known(output, earlier[step]))


def _known(name: str, known: list[str]) -> str:
    return suggestion(name, known) if known else "There is none here."
