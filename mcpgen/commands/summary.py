"""The few lines that end a generation: what there is now, what is missing, where secrets go, what to do next."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import click

from mcpgen.commands.listing import as_data, listing
from mcpgen.diagnostics import RULES, Diagnostics, Severity
from mcpgen.diagnostics.text import counted
from mcpgen.model import JsonObject
from mcpgen.pipeline import Made, compare, remember
from mcpgen.planners import Plan
from mcpgen.writers import Changes, alone, apply

_MOST = 6  # names on one line


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """The facts of a generation; `dry` when nothing was written."""

    made: Made
    changes: Changes
    diagnostics: Diagnostics
    dry: bool

    def facts(self) -> JsonObject:
        """For programs."""
        plan = self.made.plan
        return {
            "name": plan.names.name,
            "output": str(self.made.inputs.root),
            "written": not self.dry,
            "changes": as_data(self.changes),
            "tools": len(plan.offered),
            "tokens": self.made.tokens,
            "hosts": list(plan.credential_hosts),
            "variables": [variable.name for variable in plan.variables],
        }

    def lines(self) -> Iterator[str]:
        """For people."""
        plan = self.made.plan
        yield click.style(f"{plan.names.distribution}: {self.written}", bold=True)
        if self.dry:
            yield from listing(self.changes)
        yield from _offers(plan, self.made.tokens)
        if plan.search:
            yield "  they are not listed: three find, describe and call them (`mode: search` in mcpgen.yaml)"
        yield from _warnings(self.diagnostics)
        yield from _credentials(plan)
        if not self.dry and self.made.inputs.manifest is None:
            yield from _next(plan, self.made.inputs.root)

    @property
    def written(self) -> str:
        """How many files were, or would be."""
        count, root = len(self.changes.pending), self.made.inputs.root
        if not count:
            return f"nothing to change in {root}"
        return f"{counted(count, 'file')} {'to write' if self.dry else 'written'} in {root}"


def write(made: Made, diagnostics: Diagnostics, *, dry: bool, keep: bool = False) -> Summary:
    """Compare a server with its folder and, unless it is a dry run or something stands in the way, write it."""
    root = made.inputs.root
    with alone(root, diagnostics):
        changes = compare(made, diagnostics, keep=keep)
        written = not (dry or diagnostics.failed) and apply(changes, root, diagnostics)
        if written:
            remember(made)
    return Summary(made=made, changes=changes, diagnostics=diagnostics, dry=not written)


def _offers(plan: Plan, tokens: int) -> Iterator[str]:
    if plan.offered:
        modules = few([module.name for module in plan.modules if module.offered])
        tools = counted(len(plan.offered), "tool")
        yield f"  {tools} in {modules}: about {tokens:,} tokens for a client that lists them"
    if others := [counted(number, kind) for number, kind in plan.counts if kind != "tool"]:
        yield f"  {', '.join(others)}"


def few(names: list[str]) -> str:
    """Names on one line, not too many."""
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more


def _warnings(diagnostics: Diagnostics) -> Iterator[str]:
    """What was left out or is not as the description says, the most frequent reasons first."""
    codes = Counter(each.code for each in diagnostics if each.severity is Severity.WARNING)
    for code, times in codes.most_common(_MOST):
        yield f"  {counted(times, 'warning')} {code}: {RULES[code].title}"


def _credentials(plan: Plan) -> Iterator[str]:
    secrets = [variable.name for variable in plan.variables if variable.secret]
    if secrets:
        hosts = few(list(plan.credential_hosts)) or "the base URL that you set"
        yield f"  credentials come from {few(secrets)}"
        yield f"  and go to {hosts}, and to no other host"


def _next(plan: Plan, root: Path) -> Iterator[str]:
    name = plan.names.distribution
    yield ""
    yield "Next:"
    yield f"  cd {shlex.quote(str(root))} && pip install ."
    yield f"  {name} doctor           is everything set that it needs?"
    yield f"  {name} config claude    the entry for a client; --write merges it into the client's own file"
