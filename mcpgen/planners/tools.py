"""One operation becomes one tool."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from mcpgen.config import Config, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Content, Document, Json, JsonObject, Operation, Schema, is_array
from mcpgen.planners import outputs
from mcpgen.planners.arguments import Draft, draft_request
from mcpgen.planners.expected import expected_request
from mcpgen.planners.inline import Inliner
from mcpgen.planners.names import Namespace, function_name
from mcpgen.planners.pagination import pagination
from mcpgen.planners.plan import Annotations, Argument, Function, Request, Sample, Tool
from mcpgen.planners.samples import Sampler, compact, sample_arguments
from mcpgen.planners.security import requirements
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.types import TypeBook, pascal
from mcpgen.planners.views import Views
from mcpgen.planners.xml import xml_hints

_SAFE = {"GET", "HEAD", "OPTIONS", "TRACE", "QUERY"}
_IDEMPOTENT = _SAFE | {"PUT", "DELETE"}
_KEY_HEADER = "idempotency-key"
_NO_CONTENT = {"204", "205"}  # of others, many descriptions forget to document the content
_ANSWER_DEPTH = 2  # only what is required, below the first level
_ANSWER_LENGTH = 300  # characters of JSON


@dataclass(frozen=True, slots=True, kw_only=True)
class Workshop:
    """What all tools of a document are made with."""

    document: Document
    config: Config
    diagnostics: Diagnostics
    views: Views
    inliner: Inliner
    types: TypeBook
    hints: TypeHints
    output_budget: int
    servers: Mapping[str, int]  # operation key → index of its server, where it has one of its own


def make_tool(op: Operation, name: str, functions: Namespace, shop: Workshop) -> Tool:
    """The tool of an operation, under a name decided before; `functions` are those of its module."""
    drafts, request = draft_request(op, shop.views)
    answer = outputs.documented(op)
    schema = _input_schema(drafts, shop)
    function = Function(
        name=functions.claim(function_name(name)),
        arguments=tuple(_argument(draft, schema, pascal(name), shop) for draft in drafts),
        returns=_returns(op, answer, pascal(name), shop),
        doc=_doc(op),
        request=request,
    )
    return Tool(
        key=op.key,
        name=name,
        title=one_line(op.summary),
        description=_description(op),
        input_schema=schema,
        output_schema=outputs.output_schema(answer, shop.views, shop.output_budget),
        annotations=_annotations(op, shop.config),
        function=function,
        meta={"mcpgen/operation": op.key},
        private=_private(op, drafts, answer, shop),
        sample=_sample(op, request, drafts, schema, shop),
        deprecated=op.deprecated,
    )


def _input_schema(drafts: tuple[Draft, ...], shop: Workshop) -> Schema:
    settled, definitions = shop.inliner.settle({draft.name: draft.schema for draft in drafts})
    properties = {
        draft.name: _described(settled[draft.name], draft.description) for draft in drafts
    }
    schema: Schema = {"type": "object", "properties": properties}
    if required := [draft.name for draft in drafts if draft.required]:
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
        schema=schema["properties"][draft.name],
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


def _description(op: Operation) -> str:
    """Summary, then description where it says more; a deprecated operation says so first."""
    summary, text = clean(op.summary), clean(op.description)
    told = text if not summary or text.startswith(summary) else f"{summary}\n\n{text}".strip()
    told = told or f"{op.method} {clean(op.path)}"
    return clean(f"Deprecated. {told}" if op.deprecated else told)


def _annotations(op: Operation, config: Config) -> Annotations:
    """The four hints, from the method (RFC 9110, 9.2) or as the owner says."""
    tool = config.tools.get(op.operation_id or "")
    given: Mapping[str, bool] = tool.choices.annotations if tool else {}
    safe = op.method in _SAFE
    return Annotations(
        read_only=given.get("readOnlyHint", safe),
        destructive=given.get("destructiveHint", not safe and op.method != "POST"),
        idempotent=given.get("idempotentHint", op.method in _IDEMPOTENT),
        open_world=given.get("openWorldHint", True),
    )


def _private(
    op: Operation, drafts: tuple[Draft, ...], answer: Content | None, shop: Workshop
) -> JsonObject:
    """What only the server knows of the tool, each key left out where it has its default (docs/catalog.md)."""
    accept = outputs.accept(op)
    page = pagination(drafts, answer.schema if answer else None, shop.views)
    keyed = [
        p.name for p in op.parameters if p.location == "header" and p.name.lower() == _KEY_HEADER
    ]
    known: dict[str, Json] = {
        "security": requirements(op, shop.document, shop.diagnostics),
        "server": shop.servers.get(op.key, 0),
        "accept": accept if accept != "application/json" else "",
        "xml": xml_hints(op, shop.views),
        "pagination": page,
        "idempotencyKey": keyed[0] if keyed else "",
    }
    return {key: value for key, value in known.items() if value}


def _sample(
    op: Operation, request: Request, drafts: tuple[Draft, ...], schema: Schema, shop: Workshop
) -> Sample | None:
    """A call for the emitted test; None, and a note, where no legal one was found."""
    arguments = sample_arguments(_without_choice(schema, request, drafts))
    try:
        hints = xml_hints(op, shop.views)
        expected = expected_request(request, drafts, arguments or {}, hints)
    except ValueError:
        expected = None
    if arguments is None or expected is None:
        shop.diagnostics.report("MG310", f"{op.key}: no sample call could be made up", op.origin)
        return None
    return Sample(arguments=arguments, expected=expected, answer=_answer(op, shop))


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
