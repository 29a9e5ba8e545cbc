"""`resources.py`, `prompts.py`, their catalogue files and their tests."""

from __future__ import annotations

from mcpgen.model import JsonObject
from mcpgen.planners.plan import Argument, Plan, Prompt, Resource
from mcpgen.renderers.blocks import block_names, block_node
from mcpgen.renderers.code import INDENT, Code, annotation, docstring, identifier, literal, spoken
from mcpgen.renderers.context import Context
from mcpgen.renderers.emitted_tests import asserted, emitted_test, unwritten_test
from mcpgen.renderers.imports import import_line
from mcpgen.renderers.layout import (
    Check,
    Node,
    Signature,
    Statement,
    Text,
    by_black,
    call,
    fits,
    function_text,
    mapping,
    value,
)
from mcpgen.renderers.modules import ModuleView


def has_resources(context: Context) -> bool:
    """Whether there is a `resources.json`."""
    return bool(context.plan.resources)


def has_readers(context: Context) -> bool:
    """Whether there is a resource that a function reads."""
    return any(each.function for each in context.plan.resources)


def has_prompts(context: Context) -> bool:
    """Whether there are prompts."""
    return bool(context.plan.prompts)


def has_either(context: Context) -> bool:
    """Whether there is anything to test."""
    return has_resources(context) or has_prompts(context)


def resources_file(plan: Plan) -> JsonObject:
    """The content of `resources.json`."""
    return {"resources": [each.data for each in plan.resources]}


def has_files(context: Context) -> bool:
    """Whether there is a `files.json`."""
    return bool(context.plan.files)


def files_file(plan: Plan) -> JsonObject:
    """The content of `files.json`."""
    return {"files": dict(plan.files)}


def prompts_file(plan: Plan) -> JsonObject:
    """The content of `prompts.json`."""
    return {"prompts": [each.data for each in plan.prompts]}


def resources_view(context: Context) -> ModuleView:
    """`resources.py`."""
    hinted = "\n".join(["if TYPE_CHECKING:", import_line("._runtime", {"Tools"}, INDENT)])
    readers = [each for each in context.plan.resources if each.function]
    return ModuleView(
        header=context.header,
        doc=docstring(
            "Resources that are read by calling a tool; those that never change are in `resources.json`."
        ),
        imports=Code("\n\n".join([import_line("typing", {"TYPE_CHECKING", "Any"}), hinted])),
        parts=tuple(map(_reader, readers)),
    )


def prompts_view(context: Context) -> ModuleView:
    """`prompts.py`."""
    prompts = context.plan.prompts
    used = {role for each in prompts for role, _ in each.messages}
    used |= block_names(block for each in prompts for _, block in each.messages)
    used |= {"Tools"} if any(not each.messages for each in prompts) else set[str]()
    return ModuleView(
        header=context.header,
        doc=docstring("Prompts: each function makes messages of what a user gives."),
        imports=Code(import_line("._runtime", {"Message"} | used)),
        parts=tuple(map(_prompt, prompts)),
    )


def primitive_tests_view(context: Context) -> ModuleView:
    """`tests/test_primitives.py`."""
    plan = context.plan
    tests = [test for each in plan.resources if (test := _resource_test(each))]
    tests += [_prompt_test(each) for each in plan.prompts]
    used = {"Upstream"} if any(each.sample for each in plan.resources) else set[str]()
    used |= {"texts_of"} if any(each.messages for each in plan.prompts) else set[str]()
    runtime = f"{plan.names.package}._runtime.testing"
    lines = ["import pytest", "from mcp import Client"]
    lines += ["", import_line(runtime, used)] if used else []
    return ModuleView(
        header=context.header,
        doc=docstring("Resources and prompts, as a client gets them."),
        imports=Code("\n".join(lines)),
        parts=tuple(tests),
    )


def _reader(resource: Resource) -> Code:
    hints = [f"{identifier(a.identifier)}: {annotation(a.annotation)}" for a in resource.arguments]
    parameters = ("tools: Tools", *(["*", *hints] if hints else []))
    signature = Signature(identifier(resource.function), parameters, "Any")
    fixed = ((literal(name), value(each)) for name, each in resource.fixed.items())
    given = [(literal(a.name), _name(a)) for a in resource.arguments]
    arguments = mapping([*given, *fixed])
    asked = Statement(
        "return ", call("await tools.call", [Text(literal(resource.tool)), arguments])
    )
    if not resource.tool:
        asked = Statement("raise ", Text("NotImplementedError"))
    return function_text(signature, [[asked]], docstring(spoken(resource.doc), INDENT))


def _name(argument: Argument) -> Node:
    return Text(identifier(argument.identifier))


def _prompt(prompt: Prompt) -> Code:
    ordered = sorted(prompt.arguments, key=lambda each: not each.required)
    hints = ["*", *map(_parameter, ordered)] if ordered else []
    parameters = ", ".join(hints if prompt.messages else ["tools: Tools", *hints])
    doc = docstring(spoken(prompt.doc), INDENT)
    messages = ", ".join(
        f"{identifier(role)}({block_node(block, _text).flat})" for role, block in prompt.messages
    )
    kind = "def" if prompt.messages else "async def"
    head = f"{kind} {identifier(prompt.function)}({parameters}) -> list[Message]:"
    pad = " " * INDENT
    body = f"return [{messages}]" if prompt.messages else "raise NotImplementedError"
    return by_black(f"{head}\n{pad}{doc}\n{pad}{body}")


def _parameter(argument: Argument) -> str:
    default = "" if argument.required else ' = ""'
    return f"{identifier(argument.identifier)}: str{default}"


def _text(text: str) -> str:
    """The text as string literals, one a line; those with arguments are f-strings."""
    return " ".join(map(_line, text.splitlines(keepends=True))) or literal("")


def _line(line: str) -> str:
    """One literal. The line is the inside of an f-string already: braces doubled, but those of arguments."""
    plain = line.replace("{{", "").replace("}}", "")
    if "{" in plain:
        return f"f{literal(line)}"
    return literal(line.replace("{{", "{").replace("}}", "}"))


def _resource_test(resource: Resource) -> Code:
    if not resource.function:
        return _static_test(resource)
    name, sample = f"resource_{resource.function}", resource.sample
    if not resource.tool:
        return unwritten_test(name, _read(literal(resource.example)), asserted("result.contents"))
    if sample is None:
        return Code("")
    asked = [Text(literal(resource.tool)), value(sample.arguments)]
    statements = [
        Statement("uri = ", Text(literal(sample.uri))),
        Statement("", call("upstream.answer", [value(sample.answer)])),
        Statement("", call("await client.call_tool", asked)),
        Statement("asked = ", Text("upstream.last.target")),
        _read("uri"),
    ]
    checks = ["upstream.last.target == asked", "result.contents[0].uri == uri"]
    return emitted_test(name, [statements, list(map(asserted, checks))])


def _static_test(resource: Resource) -> Code:
    listed = resource.data["resource"]
    name = f"resource_{listed['name'].replace('-', '_')}"
    check = asserted(f"result.contents[0].mime_type == {literal(listed['mimeType'])}")
    return emitted_test(name, [[_read(literal(listed["uri"]))], [check]], asks=False)


def _read(uri: str) -> Statement:
    return Statement("result = ", call("await client.read_resource", [Text(uri)]))


def _prompt_test(prompt: Prompt) -> Code:
    name = f"prompt_{prompt.function}"
    asked = [Text(literal(prompt.data["prompt"]["name"])), value(dict(prompt.sample))]
    got = Statement("result = ", call("await client.get_prompt", asked))
    if not prompt.messages:
        return unwritten_test(name, got, asserted("result.messages"))
    expected = value(list(prompt.expected))
    check = Check("texts_of(result)", expected)
    if fits(check.flat, INDENT):
        return emitted_test(name, [[got], [check]], asks=False)
    check = Check("texts_of(result)", Text("expected"))
    return emitted_test(name, [[got, Statement("expected = ", expected)], [check]], asks=False)
