"""A document and the owner's choices become a plan."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from mcpgen.config import Config, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, Operation, Server
from mcpgen.planners import outputs, security
from mcpgen.planners.inline import Inliner
from mcpgen.planners.names import Namespace, module_name, server_names, tool_names
from mcpgen.planners.plan import Module, Plan, Tool
from mcpgen.planners.sendable import sendable
from mcpgen.planners.text import clean, one_line
from mcpgen.planners.tools import Workshop, make_tool
from mcpgen.planners.types import TypeBook
from mcpgen.planners.views import Views

_UNTAGGED = "operations"
_FEW_OPERATIONS = 60  # up to here, types of answers cost little
_INSTRUCTIONS = 1_000  # characters


def make_plan(
    document: Document,
    config: Config,
    diagnostics: Diagnostics,
    *,
    names: Mapping[str, str],
    source: str,
) -> Plan:
    """Decide everything about the server of a document.

    `names` keeps the tool names of an earlier generation, by operation key; `source` is what headers call the document.
    """
    document = sendable(document, diagnostics)
    server = server_names(document.title, config.name or None)
    servers, own_servers = _servers(document, config)
    views = Views(document.definitions)
    types = TypeBook(views)
    shop = Workshop(
        document=document,
        config=config,
        diagnostics=diagnostics,
        views=views,
        inliner=Inliner(views, "input"),
        types=types,
        hints=config.types or default_hints(document),
        output_budget=outputs.budget(len(document.operations)),
        servers=own_servers,
    )
    modules = _modules(document, tool_names(document.operations, names), shop)
    return Plan(
        names=server,
        title=one_line(config.title or document.title) or server.name,
        version="0.1.0",
        api_version=one_line(document.version, 60),
        description=one_line(
            config.description or document.summary or _first_paragraph(document.description), 300
        ),
        instructions=clean(config.instructions or document.description, _INSTRUCTIONS),
        website=document.website,
        source=source,
        servers=servers,
        security_schemes=tuple(document.security_schemes.values()),
        scheme_variables=security.scheme_variables(document),
        credential_hosts=config.hosts if config.hosts is not None else security.hosts(document),
        variables=security.variables(document, server.env, servers),
        modules=modules,
        types=types.types(),
        limits={"resultTokens": config.limits.result_tokens, "timeout": config.limits.timeout},
        page_size=config.page_size,
    )


def default_hints(document: Document) -> TypeHints:
    """Which types a first generation hints: those of answers too, where that is cheap."""
    return TypeHints.ALL if len(document.operations) <= _FEW_OPERATIONS else TypeHints.INPUTS


def _first_paragraph(text: str) -> str:
    return re.split(r"\n\s*\n", text.strip(), maxsplit=1)[0]


def _servers(document: Document, config: Config) -> tuple[tuple[Server, ...], dict[str, int]]:
    """The distinct servers, the document's first, and for each operation with a server of its own its index."""
    first = document.servers[:1] or (Server(url=""),)
    if config.base_url:
        first = (replace(first[0], url=config.base_url, variables={}),)
    found = list(first)
    own: dict[str, int] = {}
    for op in document.operations:
        if op.servers:
            if op.servers[0] not in found:
                found.append(op.servers[0])
            own[op.key] = found.index(op.servers[0])
    return tuple(found), own


def _modules(document: Document, names: Mapping[str, str], shop: Workshop) -> tuple[Module, ...]:
    """One module a tag, in the order of the document's tags, then of first use."""
    told = {tag.name: tag.description for tag in document.tags}
    groups: dict[str, list[Operation]] = {tag: [] for tag in told}
    for op in document.operations:
        groups.setdefault(op.tags[0] if op.tags else "", []).append(op)
    taken = Namespace()
    return tuple(
        _module(
            tag,
            told.get(tag, ""),
            taken.claim(module_name(tag or _UNTAGGED)),
            operations,
            names,
            shop,
        )
        for tag, operations in groups.items()
        if operations
    )


def _module(
    tag: str,
    description: str,
    name: str,
    operations: list[Operation],
    names: Mapping[str, str],
    shop: Workshop,
) -> Module:
    functions = Namespace()
    tools: tuple[Tool, ...] = tuple(
        make_tool(op, names[op.key], functions, shop) for op in operations
    )
    return Module(name=name, tag=one_line(tag), description=clean(description, 300), tools=tools)
