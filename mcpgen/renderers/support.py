"""What `SUPPORT.md` prints: what a server supports of MCP, by the same plan that it is written from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from mcpgen.planners.plan import Plan
from mcpgen.renderers.code import Code, identifier
from mcpgen.renderers.context import Context
from mcpgen.renderers.escape import code_span
from mcpgen.renderers.project import word

# Those of the MCP SDK that a server is written for.
REVISIONS = ("2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
_SEARCH_TOOLS = 3
_DEFAULTS: Mapping[str, object] = {"timeout": 60, "retries": 2, "resultTokens": 20_000, "rate": 0}


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the statement; its values are code, so that a test can read them."""

    subject: Code
    values: Code


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportView:
    """The statement. Counts are of operations, whether they are listed as tools or found by searching."""

    distribution: Code
    env: Code
    rows: tuple[Row, ...]
    search: bool
    resumable: bool
    operations: int
    reading: int
    destructive: int
    asking: int
    always_asking: int
    keyed: int
    schemes: Code
    timeout: Code
    retries: Code
    tokens: Code
    rate: Code


def support_view(context: Context) -> SupportView:
    """`SUPPORT.md`."""
    plan = context.plan
    tools = plan.offered
    limits = {**_DEFAULTS, **plan.limits}
    policies = [tool.private.get("confirm") for tool in tools]
    return SupportView(
        distribution=word(plan.names.distribution),
        env=identifier(plan.names.env),
        rows=tuple(_rows(plan)),
        search=plan.search,
        resumable=plan.resumable,
        operations=len(tools),
        reading=sum(tool.annotations.read_only for tool in tools),
        destructive=sum(tool.annotations.destructive for tool in tools),
        asking=policies.count("auto"),
        always_asking=policies.count("always"),
        keyed=sum("idempotencyKey" in tool.private for tool in tools),
        schemes=_listed(scheme.name for scheme in plan.security_schemes),
        timeout=code_span(str(limits["timeout"])),
        retries=code_span(str(limits["retries"])),
        tokens=code_span(str(limits["resultTokens"])),
        rate=code_span(str(limits["rate"])),
    )


def _rows(plan: Plan) -> Iterator[Row]:
    families = sum("template" in resource.data for resource in plan.resources)
    count = _SEARCH_TOOLS if plan.search else len(plan.offered)
    yield _row("server", [plan.names.name])
    yield _row("revisions", REVISIONS)
    yield _row("capabilities", _capabilities(plan))
    yield _row("notices of changes", sorted(_notices(plan)))
    yield _row("extensions", [])
    yield _row("instructions", ["yes" if plan.instructions else "no"])
    if count:
        yield _row("tools", [str(count)])
    if plan.resources:
        yield _row("resources", [str(len(plan.resources) - families)])
        yield _row("resource templates", [str(families)])
    if plan.prompts:
        yield _row("prompts", [str(len(plan.prompts))])


def _notices(plan: Plan) -> Iterator[str]:
    """What clients that subscribe are told of, as the capabilities have it."""
    yield from (f"{kind}.listChanged" for kind in plan.changes if getattr(plan, kind))
    if any("poll" in resource.data for resource in plan.resources):
        yield "resources.subscribe"


def _capabilities(plan: Plan) -> list[str]:
    has: dict[str, Any] = {
        "completions": _completes(plan),
        "logging": plan.logging,
        "prompts": plan.prompts,
        "resources": plan.resources,
        "tools": plan.offered,
    }
    return [name for name, found in has.items() if found]


def _completes(plan: Plan) -> bool:
    """Whether there is an argument of a prompt or a variable of a URI that can be completed."""
    parts: list[Any] = [resource.data.get("variables", {}) for resource in plan.resources]
    parts += [prompt.data.get("arguments", {}) for prompt in plan.prompts]
    return any(each.get("complete") for part in parts for each in part.values())


def _row(subject: str, values: Iterable[str]) -> Row:
    return Row(subject=Code(subject), values=_listed(values))


def _listed(values: Iterable[str]) -> Code:
    return Code(", ".join(map(code_span, values)) or "none")
