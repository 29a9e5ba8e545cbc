"""What only the server knows of a tool: the private part of its catalogue entry (docs/catalog.md)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from mcpgen.config import Choices, Config
from mcpgen.config.choices import Keys
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Content, Document, Json, JsonObject, Operation, Schema
from mcpgen.planners import media, outputs
from mcpgen.planners.arguments import Draft
from mcpgen.planners.pagination import linked, pagination
from mcpgen.planners.parts import unfilled
from mcpgen.planners.plan import BodyKind, Tool
from mcpgen.planners.rules import nearest
from mcpgen.planners.security import requirements
from mcpgen.planners.shape import Shaped, Shaper
from mcpgen.planners.text import one_line
from mcpgen.planners.xml import xml_hints

_KEY_HEADER = "idempotency-key"
_KEY_ARGUMENT = "idempotency_key"
_KEY_SCHEMA: Schema = {
    "type": "string",
    "maxLength": 255,
    "description": "Any text that is new for a new request and the same for a repeated one.",
}
# Keys of mcpgen.yaml that the catalogue spells otherwise.
LIMIT_KEYS = {"result_tokens": "resultTokens"}


def private_part(
    op: Operation,
    shaped: Shaped,
    answer: Content | None,
    choices: Choices,
    shaper: Shaper,
    document: Document,
    server: int,
) -> JsonObject:
    """All private keys of an entry, each left out where it has its default."""
    accept = outputs.accept(op)
    _tell_part_headers(op, shaped, shaper.diagnostics)
    known: dict[str, Json] = {
        "security": requirements(op, document, shaper.diagnostics),
        "server": server,
        "accept": accept if accept != "application/json" else "",
        "xml": xml_hints(op, shaper.views),
        "parts": shaped.request.body.parts if shaped.request.body else None,
        "pagination": _pagination(op, shaped, answer, choices, shaper),
        "idempotencyKey": choices.idempotency_key or _described_key(op),
        **_chosen(choices),
        "inside": not choices.offered,
        "tags": list(dict.fromkeys([*op.tags[1:], *choices.labels])),
        "pinned": shaped.pinned,
        "defaults": shaped.defaults,
        "nested": list(shaped.nested),
    }
    return {key: value for key, value in known.items() if value}


def _tell_part_headers(op: Operation, shaped: Shaped, diagnostics: Diagnostics) -> None:
    """Report headers of parts that nothing fills, where the body is one argument."""
    body = shaped.request.body
    if body is None or body.kind is not BodyKind.MULTIPART or not body.identifier:
        return
    content = media.preferred(op.body.contents) if op.body else None
    for header in unfilled(content.encoding) if content else ():
        message = f"{op.key}: the header `{one_line(header.name)}` of a part is left out"
        diagnostics.report("MG311", message, header.origin)


def local_part(choices: Choices, shaped: Shaped) -> JsonObject:
    """The private keys of a tool that makes no request."""
    known = {**_chosen(choices), "pinned": shaped.pinned, "defaults": shaped.defaults}
    return {key: value for key, value in known.items() if value}


def key_argument(op: Operation, choices: Choices) -> JsonObject:
    """The argument of our own for an idempotency key that the description does not know of, as a property."""
    described = {p.name.lower() for p in op.parameters if p.location == "header"}
    if not choices.idempotency_key or choices.idempotency_key.lower() in described:
        return {}
    return {_KEY_ARGUMENT: _KEY_SCHEMA}


def _described_key(op: Operation) -> str:
    """The header for an idempotency key, as the description has it."""
    names = [p.name for p in op.parameters if p.location == "header"]
    return next((name for name in names if name.lower() == _KEY_HEADER), "")


def tell_missing_tools(
    tools: Sequence[Tool], choices: Mapping[str, Choices], config: Config, diagnostics: Diagnostics
) -> None:
    """Report status queries that name no tool."""
    names = [tool.name for tool in tools if not tool.inside]
    for chosen in choices.values():
        query = chosen.status_query
        keys: Keys = (*chosen.keys, "status_query", "tool")
        if query and query.tool not in names and config.is_own(*keys):
            message = f"there is no tool `{query.tool}`"
            help_ = nearest(query.tool, names)
            diagnostics.report("MG320", message, config.origin(*keys), help=help_)


def tell_taken_aliases(
    tools: Sequence[Tool], choices: Mapping[str, Choices], config: Config, diagnostics: Diagnostics
) -> None:
    """Report earlier names that are those of other tools, or of two."""
    taken = {tool.name for tool in tools}
    for chosen in choices.values():
        for index, alias in enumerate(chosen.aliases):
            if alias in taken:
                origin = config.origin(*chosen.keys, "aliases", index)
                help_ = "Remove it here, or give the other tool another name."
                diagnostics.report("MG321", f"another tool is called `{alias}`", origin, help=help_)
            taken.add(alias)


def _chosen(choices: Choices) -> JsonObject:
    query = choices.status_query
    told = query and {
        "tool": query.tool,
        **({"authoritative": True} if query.authoritative else {}),
    }
    return {
        "aliases": list(choices.aliases),
        "statusQuery": told,
        "select": choices.select,
        "limits": {LIMIT_KEYS.get(key, key): value for key, value in choices.limits.items()},
    }


def _pagination(
    op: Operation, shaped: Shaped, answer: Content | None, choices: Choices, shaper: Shaper
) -> JsonObject | None:
    """As the owner says, else as a link of the description does, else as names tell."""
    visible = tuple(draft for draft in shaped.drafts if not draft.pinned)
    if choices.pagination is None:
        schema = answer.schema if answer else None
        return linked(op, visible) or pagination(visible, schema, shaper.views)
    chosen = {**choices.pagination}
    for key, asked in _asked(chosen, visible):
        keys: Keys = (*choices.keys, "pagination", key)
        message = f"the tool has no argument `{asked}`"
        shaper.report("MG320", message, keys, nearest(asked, [each.name for each in visible]))
    return chosen if chosen["kind"] != "none" else None


def _asked(chosen: JsonObject, drafts: Sequence[Draft]) -> Iterator[tuple[str, str]]:
    """The arguments that a pagination names and that are not there."""
    names = {draft.name for draft in drafts}
    for key in ("argument", "limit"):
        if key in chosen and chosen[key] not in names:
            yield key, chosen[key]
