"""A document and the owner's choices become a plan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import NamedTuple

from mcpgen.config import Choices, Config, Limits, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, JsonObject, Operation, Server
from mcpgen.model.prose import prose
from mcpgen.planners import outputs, security
from mcpgen.planners.blocks import plan_files
from mcpgen.planners.given_names import given_names, tell_taken_names
from mcpgen.planners.inline import Inliner
from mcpgen.planners.known import Known, Stale, Terms, Worked
from mcpgen.planners.links import with_links
from mcpgen.planners.names import (
    Namespace,
    function_name,
    module_name,
    server_names,
    tool_names,
)
from mcpgen.planners.plan import Module, Plan, Tool, Variable
from mcpgen.planners.primitives import plan_resources
from mcpgen.planners.private import tell_missing_tools, tell_taken_aliases
from mcpgen.planners.prompts import plan_prompts
from mcpgen.planners.sendable import sendable
from mcpgen.planners.shape import Shaper, tell_unmatched
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.tool_index import index_of
from mcpgen.planners.tools import Workshop, make_tool
from mcpgen.planners.types import TypeBook
from mcpgen.planners.views import Views
from mcpgen.planners.workflows import plan_workflows

_UNTAGGED = "operations"
# What a module uses for itself where it has blocks.
_IN_BLOCKS = ("Blocks", "attached", "embedded", "link")
_FEW_OPERATIONS = 60  # up to here, types of answers cost little
_INSTRUCTIONS = 1_000  # characters
_DESCRIPTION = 300
_NAMESPACE = "io.github.your-name"  # the owner's to change: a registry accepts only a namespace of the publisher


def make_plan(
    document: Document,
    config: Config,
    diagnostics: Diagnostics,
    *,
    names: Mapping[str, str],
    source: str,
    choices: Mapping[str, Choices] | None = None,
    known: Known | None = None,
    called: Mapping[str, str] | None = None,
) -> Plan:
    """Decide everything about the server of a document.

    `names` keeps the tool names of an earlier generation, `called` has also those that were given; `choices` are the
    owner's, by operation key. `source` is what headers call the document. Stale is raised where what is `known` does not fit.
    """
    document = sendable(document, diagnostics)
    chosen = choices or {}
    known = known or Known()
    server = server_names(document.title, config.name or None)
    servers, own_servers = _servers(document)
    shop = _workshop(document, config, diagnostics, own_servers, chosen)
    modules = _modules(document, _tool_names(names, called or {}, shop), shop, known)
    tools = [tool for module in modules for tool in module.tools]
    index = index_of(tools, document, config, diagnostics)
    modules = with_links(plan_workflows(index, shop.types, modules), document, diagnostics)
    _tell(tools, chosen, shop)
    plan = Plan(
        names=server,
        title=one_line(config.title or document.title) or server.name,
        version="0.1.0",
        registry_name=f"{_NAMESPACE}/{server.distribution}",
        api_version=one_line(document.version, 60),
        description=_shortened(config.description or _about(document)),
        instructions=clean(config.instructions or document.description, _INSTRUCTIONS),
        website=config.website or document.website,
        source=source,
        servers=servers,
        security_schemes=tuple(document.security_schemes.values()),
        scheme_variables=security.scheme_variables(document),
        credential_hosts=config.hosts if config.hosts is not None else security.hosts(document),
        variables=_variables(document, server.env, servers, tools),
        modules=modules,
        resources=plan_resources(server.name, index),
        prompts=plan_prompts(index),
        files=plan_files(config),
        types=shop.types.types(),
        pins=_pins(tools),
    )
    return _with_wishes(plan, document, config)


def _with_wishes(plan: Plan, document: Document, config: Config) -> Plan:
    """The plan with what the owner wants of the protocol and of the calls."""
    return replace(
        plan,
        limits=_limits(config.limits),
        page_size=config.page_size,
        logging=config.logging,
        resumable=config.resumable,
        changes=config.changes,
        icons=config.icons if config.icons is not None else _icons(document),
    )


def _icons(document: Document) -> tuple[JsonObject, ...]:
    """The API's logo. A client may fetch it, and so only over TLS."""
    return ({"src": document.logo},) if document.logo.startswith("https://") else ()


def _tell(tools: list[Tool], choices: Mapping[str, Choices], shop: Workshop) -> None:
    """Report choices that found nothing to choose."""
    tell_unmatched(shop.shaper, list(dict.fromkeys(_argument_names(tools))))
    tell_missing_tools(tools, choices, shop.shaper.config, shop.diagnostics)
    tell_taken_aliases(tools, choices, shop.shaper.config, shop.diagnostics)


def _variables(
    document: Document, env: str, servers: tuple[Server, ...], tools: list[Tool]
) -> tuple[Variable, ...]:
    pins = _pin_variables(_pins(tools), env)
    return (*security.variables(document, env, servers), *pins)


def _workshop(
    document: Document,
    config: Config,
    diagnostics: Diagnostics,
    servers: Mapping[str, int],
    choices: Mapping[str, Choices],
) -> Workshop:
    views = Views(document.definitions)
    inliner = Inliner(views, "input")
    return Workshop(
        document=document,
        diagnostics=diagnostics,
        views=views,
        inliner=inliner,
        types=TypeBook(views),
        hints=config.types or default_hints(document),
        output_budget=outputs.budget(len(document.operations)),
        servers=servers,
        shaper=Shaper(config=config, diagnostics=diagnostics, views=views, inliner=inliner),
        choices=choices,
    )


def _limits(limits: Limits) -> JsonObject:
    known = {
        "resultTokens": limits.result_tokens,
        "timeout": limits.timeout,
        "retries": limits.retries,
        "rate": limits.rate,
        "concurrency": limits.concurrency,
    }
    return {key: value for key, value in known.items() if value is not None}


def _functions(operations: list[Operation]) -> Namespace:
    """Names for the functions of a module, without those that it uses for itself where it has blocks."""
    has_blocks = any(op.local and op.local.blocks for op in operations)
    return Namespace(_IN_BLOCKS if has_blocks else ())


def _tool_names(
    kept: Mapping[str, str], called: Mapping[str, str], shop: Workshop
) -> dict[str, str]:
    """Names by operation key; one that is given must not be that of another."""
    document, config = shop.document, shop.shaper.config
    tell_taken_names(document, shop.choices, kept, called, config, shop.diagnostics)
    return tool_names(document.operations, kept, given_names(document, shop.choices))


def _argument_names(tools: Iterable[Tool]) -> Iterator[str]:
    """All that a general choice may be about: arguments, and their parts as far as they stand in the schema itself."""
    for tool in tools:
        for argument in tool.function.arguments:
            yield argument.wire or argument.name
            for part in argument.schema.get("properties", {}):
                yield f"{argument.wire or argument.name}.{part}"


def _pins(tools: Iterable[Tool]) -> dict[str, str]:
    """The variables that arguments are pinned to, with their types."""
    specs = [spec for tool in tools for spec in tool.pins]
    return {spec["env"]: spec.get("type", "string") for spec in specs if "env" in spec}


def _pin_variables(pins: Mapping[str, str], env: str) -> Iterator[Variable]:
    for name in pins:
        told = "Filled into the calls of tools, which no model chooses."
        yield Variable(name=f"{env}_{name}", description=told, required=True)


def default_hints(document: Document) -> TypeHints:
    """Which types a first generation hints: those of answers too, where that is cheap."""
    return TypeHints.ALL if len(document.operations) <= _FEW_OPERATIONS else TypeHints.INPUTS


def _about(document: Document) -> str:
    return document.summary or _first_paragraph(document.description)


def _shortened(text: str) -> str:
    """On one line, for people; where it ends with a sentence, nothing need show that there was more."""
    told = one_line(prose(text), _DESCRIPTION)
    return told.removesuffix("…") if told.endswith((".…", "!…", "?…")) else told


def _first_paragraph(text: str) -> str:
    """The first paragraph that is no heading."""
    without = re.sub(r"^\s*#+ .*$", "\n", text, flags=re.MULTILINE)
    return re.split(r"\n\s*\n", without.strip(), maxsplit=1)[0]


def _servers(document: Document) -> tuple[tuple[Server, ...], dict[str, int]]:
    """The distinct servers, the document's first, and for each operation with a server of its own its index."""
    found = list(document.servers[:1] or (Server(url=""),))
    own: dict[str, int] = {}
    for op in document.operations:
        if op.servers:
            if op.servers[0] not in found:
                found.append(op.servers[0])
            own[op.key] = found.index(op.servers[0])
    return tuple(found), own


def _modules(
    document: Document, names: Mapping[str, str], shop: Workshop, known: Known
) -> tuple[Module, ...]:
    """One module a group of the owner's or a tag, in the order of the document's tags, then of first use."""
    told = {_Group(tag.prefix, tag.name): tag.description for tag in document.tags}
    groups: dict[_Group, list[Operation]] = {group: [] for group in told}
    for op in document.operations:
        groups.setdefault(_group(op, shop), []).append(op)
    taken = Namespace()
    return tuple(
        _module(
            group, told.get(group, ""), taken.claim(group.module), operations, names, shop, known
        )
        for group, operations in groups.items()
        if operations
    )


class _Group(NamedTuple):
    """What becomes a module: the prefix of a document, and a tag of it or a name of the owner's."""

    prefix: str
    tag: str

    @property
    def module(self) -> str:
        """The name of the module, not yet unique."""
        words = [self.prefix, self.tag or ("" if self.prefix else _UNTAGGED)]
        return module_name("_".join(filter(None, words)))


def _group(op: Operation, shop: Workshop) -> _Group:
    chosen = shop.choices.get(op.key)
    if chosen and chosen.group:
        return _Group("", chosen.group)
    return _Group(op.prefix, op.tags[0] if op.tags else "")


def _module(
    group: _Group,
    description: str,
    name: str,
    operations: list[Operation],
    names: Mapping[str, str],
    shop: Workshop,
    known: Known,
) -> Module:
    functions = _functions(operations)
    tools = tuple(_tool(op, names[op.key], functions, shop, known) for op in operations)
    tag = " ".join(filter(None, group))
    return Module(name=name, tag=one_line(tag), description=clean(description, 300), tools=tools)


def _tool(op: Operation, name: str, functions: Namespace, shop: Workshop, known: Known) -> Tool:
    """The tool as it is known, or worked out now."""
    chosen = shop.choices.get(op.key)
    terms = Terms(
        name=name,
        settings=f"{shop.hints} {shop.output_budget}",
        choices=chosen if chosen != Choices() else None,
        server=shop.servers.get(op.key),
    )
    worked = known.find(op.key, terms)
    if worked is None:
        worked = _work_out(op, terms, functions, shop)
    elif not _repeat(worked, functions, shop):
        raise Stale(op.key)
    shop.diagnostics.extend(worked.findings)
    shop.shaper.matched.update(worked.matched)
    known.worked[op.key] = worked
    return worked.tool


def _work_out(op: Operation, terms: Terms, functions: Namespace, shop: Workshop) -> Worked:
    """Plan a tool, noting what else comes of it."""
    own, matched = Diagnostics(), set[str]()
    shaper = replace(shop.shaper, diagnostics=own, matched=matched)
    tool = make_tool(op, terms.name, functions, replace(shop, diagnostics=own, shaper=shaper))
    return Worked(
        tool=tool,
        terms=terms,
        steps=shop.types.take_steps(),
        findings=tuple(own),
        matched=tuple(sorted(matched)),
    )


def _repeat(worked: Worked, functions: Namespace, shop: Workshop) -> bool:
    """Take the names that a known tool took; False where it would get others now."""
    name = functions.claim(function_name(worked.terms.name))
    return name == worked.tool.function.name and shop.types.repeat(worked.steps)
