"""One operation becomes one tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import jmespath

from mcpgen.config import Choices, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Content, Document, Json, JsonObject, Operation, Schema, is_array
from mcpgen.planners import outputs
from mcpgen.planners.arguments import Draft, draft_request
from mcpgen.planners.confirm import confirmation
from mcpgen.planners.expected import expected_request
from mcpgen.planners.inline import Inliner
from mcpgen.planners.missing import asked, listed
from mcpgen.planners.names import Namespace, function_name
from mcpgen.planners.nested import settled_parts, shape_parts
from mcpgen.planners.plan import Annotations, Argument, Function, Request, Tool
from mcpgen.planners.private import key_argument, local_part, private_part
from mcpgen.planners.samples import Sampler, compact, sample_arguments
from mcpgen.planners.scripts import Rehearsal, Sample
from mcpgen.planners.selecting import tell_unselected
from mcpgen.planners.shape import Shaped, Shaper, pinned_samples, shape
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.types import TypeBook, pascal
from mcpgen.planners.views import Views
from mcpgen.planners.xml import xml_hints

_SAFE = {"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"}
_IDEMPOTENT = _SAFE | {"PUT", "DELETE"}
_NO_CONTENT = {"204", "205"}  # of others, many descriptions forget to document the content
_ANSWER_DEPTH = 2  # only what is required, below the first level
_ANSWER_LENGTH = 300  # characters of JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """What all tools of a document are made with."""

    document: Document
    diagnostics: Diagnostics
    views: Views
    inliner: Inliner
    types: TypeBook
    hints: TypeHints
    output_budget: int
    servers: Mapping[str, int]  # operation key → index of its server, where it has one of its own
    shaper: Shaper
    choices: Mapping[str, Choices]  # by operation key


def make_tool(op: Operation, name: str, functions: Namespace, shop: Workshop) -> Tool:
    """The tool of an operation, under a name decided before; `functions` are those of its module."""
    choices = shop.choices.get(op.key, Choices())
    drafts, request = draft_request(op, shop.views)
    shaped = shape(op, drafts, request, choices, shop.shaper)
    shaped = shape_parts(shaped, op, (drafts, request), choices, shop.shaper)
    answer = outputs.documented(op)
    schema = _input_schema(shaped.drafts, key_argument(op, choices), shop)
    if op.local and op.local.input_schema is not None:
        schema = {
            **op.local.input_schema,
            "properties": op.local.input_schema.get("properties", {}),
        }
    tell_unselected(op, choices, answer, shop.shaper)
    output = outputs.output_schema(answer, shop.views, shop.output_budget)
    missing = asked(choices, schema, shop.shaper)
    return Tool(
        key=op.key,
        name=name,
        title=one_line(op.summary),
        description=_description(op, choices),
        input_schema=listed(schema, missing),
        output_schema=None if choices.select else output,
        annotations=_annotations(op, choices),
        function=_function(op, name, functions, shaped, schema, answer, shop),
        meta={"mcpgen/operation": op.key},
        private={
            **_private(op, shaped, answer, choices, shop),
            **_questions(op, choices, missing, shop),
        },
        sample=None if op.local else _sample(op, shaped, schema, choices, shop),
        rehearsal=_trial(schema) if op.local and not op.local.is_fixed else None,
        deprecated=op.deprecated,
        inside=not choices.offered,
        links=tuple(link for response in op.responses for link in response.links),
        named=bool(choices.name),
    )


def _function(
    op: Operation,
    name: str,
    functions: Namespace,
    shaped: Shaped,
    schema: Schema,
    answer: Content | None,
    shop: Workshop,
) -> Function:
    context = pascal(name)
    return Function(
        name=functions.claim(function_name(name)),
        arguments=tuple(_argument(draft, schema, context, shop) for draft in shaped.drafts),
        returns=_returns(op, answer, context, shop),
        doc=_doc(op),
        request=None if op.local else shaped.request,
        content=op.local.content if op.local else None,
        has_content=op.local is not None and op.local.has_content,
        blocks=op.local.blocks if op.local else (),
    )


def _private(
    op: Operation, shaped: Shaped, answer: Content | None, choices: Choices, shop: Workshop
) -> JsonObject:
    if op.local:
        own = {"ownSchema": True} if op.local.input_schema is not None else {}
        return {"config": f"tools.{op.tool}", **own, **local_part(choices, shaped)}
    server = shop.servers.get(op.key, 0)
    known = private_part(op, shaped, answer, choices, shop.shaper, shop.document, server)
    return {"config": f"tools.{op.tool}", **known} if op.tool else known


def _questions(
    op: Operation, choices: Choices, missing: tuple[str, ...], shop: Workshop
) -> JsonObject:
    """What a person is asked before the function runs."""
    general, hints = shop.shaper.config.confirm, _annotations(op, choices)
    policy = confirmation(choices.confirm, general, op, choices.annotations, hints)
    known: JsonObject = {"confirm": policy, "ask": list(missing)}
    return {key: value for key, value in known.items() if value}


def _trial(schema: Schema) -> Rehearsal:
    """A call of a function that its owner has yet to write."""
    return Rehearsal(arguments=sample_arguments(schema) or {}, answers=(), asked=(), result=None)


def _input_schema(drafts: tuple[Draft, ...], ours: JsonObject, shop: Workshop) -> Schema:
    """The schema of what a call may give; `ours` are properties that the function does not get."""
    seen = [draft for draft in drafts if not draft.pinned]
    settled, definitions = shop.inliner.settle({draft.name: draft.schema for draft in seen})
    properties = {draft.name: _described(settled[draft.name], draft.description) for draft in seen}
    schema: Schema = {"type": "object", "properties": {**properties, **ours}}
    if required := [draft.name for draft in seen if draft.required]:
        schema["required"] = required
    schema["additionalProperties"] = False
    return {**schema, "$defs": definitions} if definitions else schema


def _described(schema: Schema, description: str) -> Schema:
    """The schema with the argument's description, which says more than the type's."""
    rest = {key: value for key, value in schema.items() if key != "description"}
    return {**rest, "description": description} if description else rest


def _argument(draft: Draft, schema: Schema, context: str, shop: Workshop) -> Argument:
    return Argument(
        name=draft.name,
        identifier=draft.identifier,
        annotation=_annotation(draft, context, shop),
        required=draft.required,
        schema=schema["properties"].get(draft.name, draft.schema),
        description=draft.description,
        location=draft.location,
        wire=draft.wire,
    )


def _annotation(draft: Draft, context: str, shop: Workshop) -> str:
    if draft.is_file:
        return "list[FileInput]" if draft.schema.get("type") == "array" else "FileInput"
    if shop.hints is TypeHints.NONE:
        return "Any"
    return shop.types.annotation(draft.schema, "input", context + pascal(draft.name))


def _returns(op: Operation, answer: Content | None, context: str, shop: Workshop) -> str:
    if op.local and isinstance(op.local.content, str):
        return "str"
    if op.local and op.local.blocks:
        return "Blocks"
    success = {response.status for response in op.responses if response.status.startswith("2")}
    if success and success <= _NO_CONTENT and op.method != "HEAD":
        return "None"
    if answer is None or shop.hints is not TypeHints.ALL:
        return "Any"
    return shop.types.annotation(
        shop.views.view(answer.schema, "output"), "output", f"{context}Answer"
    )


def _doc(op: Operation) -> str:
    return clean(op.summary or op.description or f"{op.method} {op.path}", 300)


def _description(op: Operation, choices: Choices) -> str:
    """As the owner says, else summary, then description where it says more; a deprecated operation says so first."""
    summary, text = clean(op.summary), clean(op.description)
    says_all = not summary or text.startswith(summary) or choices.description
    told = text if says_all else f"{summary}\n\n{text}".strip()
    told = told or f"{op.method} {clean(op.path)}"
    return clean(f"Deprecated. {told}" if op.deprecated else told)


def _annotations(op: Operation, choices: Choices) -> Annotations:
    """The four hints, from the method (RFC 9110, 9.2) or as the owner says; what only reads destroys nothing."""
    given = choices.annotations
    fixed = op.local is not None and op.local.is_fixed
    safe = given.get("readOnlyHint", op.method in _SAFE or fixed)
    return Annotations(
        read_only=safe,
        destructive=given.get("destructiveHint", not safe and op.method != "POST"),
        idempotent=given.get("idempotentHint", safe or op.method in _IDEMPOTENT),
        open_world=given.get("openWorldHint", not fixed),
    )


def _sample(
    op: Operation, shaped: Shaped, schema: Schema, choices: Choices, shop: Workshop
) -> Sample | None:
    """A call for the emitted test; None, and a note, where no legal one was found."""
    request, drafts = shaped.request, shaped.drafts
    arguments = sample_arguments(_without_choice(schema, request, drafts))
    filled = {**pinned_samples(drafts, shaped.pinned), **shaped.defaults, **(arguments or {})}
    filled = settled_parts(shaped.nested, filled)
    answer = _answer(op, shop)
    selects = bool(choices.select)
    expected = result = None
    try:
        expected = expected_request(request, drafts, filled, xml_hints(op, shop.views))
        # A function in the expression may refuse what is made up.
        result = jmespath.search(choices.select, answer) if selects else None
    except ValueError:
        expected = None
    if arguments is None or expected is None:
        shop.diagnostics.report("MG310", f"{op.key}: no sample call could be made up", op.origin)
        return None
    return Sample(
        arguments=arguments, expected=expected, answer=answer, result=result, selects=selects
    )


def _without_choice(schema: Schema, request: Request, drafts: tuple[Draft, ...]) -> Schema:
    """The schema without the choice of another media type, so that the sample is the usual call."""
    choice = request.body.choice if request.body else ""
    hidden = {draft.name for draft in drafts if choice and draft.identifier == choice}
    return {
        **schema,
        "properties": {k: v for k, v in schema["properties"].items() if k not in hidden},
    }


def _answer(op: Operation, shop: Workshop) -> Json:
    """A short answer of the documented shape; an empty object where it would be long."""
    content = outputs.documented(op)
    schema = shop.views.view(content.schema, "output") if content else {}
    if not schema:
        return {}
    definitions = {
        name: shop.views.definition(name, "output") for name in shop.views.reached(schema)
    }
    value = Sampler(definitions).value(schema, "answer", _ANSWER_DEPTH)
    return value if len(compact(value)) <= _ANSWER_LENGTH else [] if is_array(value) else {}
