"""What there is to see of a planned server."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from mcpgen.model import JsonObject, SecurityScheme
from mcpgen.planners.plan import Module, Plan, Tool
from mcpgen.planners.scripts import ExpectedRequest
from mcpgen.renderers.catalog import listed, tokens_of
from mcpgen.renderers.jsontext import compact, pretty

_PUBLIC = "public"


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolView:
    """A tool: what it is called and made of, whom it takes for what, and its size in tokens."""

    name: str
    method: str
    path: str
    description: str
    does: str  # `reads`, `writes` or `destroys`
    auth: str
    tokens: int
    input_schema: str
    output_schema: str
    arguments: str  # of an example call
    request: str  # what that call sends

    @property
    def operation(self) -> str:
        """`METHOD /path`."""
        return f"{self.method} {self.path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupView:
    """The tools of one tag."""

    name: str
    description: str
    tools: tuple[ToolView, ...]

    @property
    def tokens(self) -> int:
        """The size of all of them."""
        return sum(tool.tokens for tool in self.tools)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """A whole server; `auth` has a line for each security scheme."""

    name: str
    title: str
    version: str
    description: str
    servers: tuple[str, ...]
    auth: tuple[str, ...]
    tokens: int
    search: bool
    groups: tuple[GroupView, ...]

    @property
    def count(self) -> int:
        """How many tools there are."""
        return sum(len(group.tools) for group in self.groups)


def view(plan: Plan, tokens: int) -> ServerView:
    """What there is to see of a plan; `tokens` is the size of tools/list."""
    schemes = plan.security_schemes
    return ServerView(
        name=plan.names.name,
        title=plan.title,
        version=plan.api_version,
        description=plan.description,
        servers=tuple(server.url for server in plan.servers) if plan.has_api else (),
        auth=tuple(_scheme(each, plan.scheme_variables[each.name]) for each in schemes),
        tokens=tokens,
        search=plan.search,
        groups=tuple(_group(module) for module in plan.modules if module.offered),
    )


def _group(module: Module) -> GroupView:
    return GroupView(
        name=module.tag or module.name,
        description=module.description,
        tools=tuple(_tool(tool) for tool in module.offered),
    )


def _tool(tool: Tool) -> ToolView:
    method, _, path = tool.key.partition(" ")
    sample = tool.sample
    return ToolView(
        name=tool.name,
        method=method,
        path=path,
        description=tool.description,
        does=_does(tool),
        auth=_needs(tool.private.get("security", ())),
        tokens=tokens_of(compact(listed(tool))),
        input_schema=pretty(tool.input_schema),
        output_schema=pretty(tool.output_schema) if tool.output_schema is not None else "",
        arguments=pretty(sample.arguments) if sample else "",
        request="\n".join(_request(sample.expected)) if sample else "",
    )


def _does(tool: Tool) -> str:
    if tool.annotations.read_only:
        return "reads"
    return "destroys" if tool.annotations.destructive else "writes"


def _needs(alternatives: Iterable[Mapping[str, object]]) -> str:
    """Who may call: `key`, `key or oauth`, `key and other`."""
    told = [" and ".join(each) or _PUBLIC for each in alternatives]
    return " or ".join(told) or _PUBLIC


def _scheme(scheme: SecurityScheme, variable: str) -> str:
    kind = {"apiKey": f"API key in the {scheme.location}", "http": f"HTTP {scheme.scheme}"}
    return f"{scheme.name}: {kind.get(scheme.type, scheme.type)} ({variable})"


def _request(expected: ExpectedRequest) -> Iterator[str]:
    yield f"{expected.method} {expected.target}"
    yield from (f"{name}: {value}" for name, value in expected.headers.items())
    if expected.cookies:
        pairs = "; ".join(f"{name}={value}" for name, value in expected.cookies.items())
        yield f"cookie: {pairs}"
    if expected.media_type:
        yield f"content-type: {expected.media_type}"
    if body := _body(expected):
        yield from ("", body)


def _body(expected: ExpectedRequest) -> str:
    if expected.has_json:
        return pretty(expected.json).rstrip()
    if expected.form is not None:
        return "\n".join(f"{name} = {value}" for name, value in expected.form)
    if expected.parts is not None:
        return "\n".join(_part(*part) for part in expected.parts)
    return expected.text or ""


def _part(
    name: str | None,
    file: str | None,
    media_type: str | None,
    text: str | None,
    *headers: str | None,
) -> str:
    about = ", ".join(filter(None, [f"file {file}" if file else "", media_type or "", *headers]))
    return f"part {name or ''}{f' ({about})' if about else ''}: {text}"


def facts(server: ServerView) -> JsonObject:
    """The same for programs."""
    return {
        "name": server.name,
        "tokens": server.tokens,
        "mode": "search" if server.search else "tools",
        "servers": list(server.servers),
        "auth": list(server.auth),
        "tools": [
            {
                "name": tool.name,
                "operation": tool.operation,
                "group": group.name,
                "does": tool.does,
                "auth": tool.auth,
                "tokens": tool.tokens,
            }
            for group in server.groups
            for tool in group.tools
        ],
    }
