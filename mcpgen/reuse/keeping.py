"""What is to be known next time of a generation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import is_
from pathlib import Path
from typing import Final

from mcpgen.diagnostics import Diagnostic
from mcpgen.files import File
from mcpgen.model import Json
from mcpgen.planners.known import Worked
from mcpgen.planners.plan import Module, Plan
from mcpgen.renamed import operation_ids
from mcpgen.reuse.prints import full_key, prints_of, troubled_by
from mcpgen.reuse.recall import Recall
from mcpgen.reuse.same import is_same
from mcpgen.reuse.store import Entry, Kept, Store, line_of, types_hash
from mcpgen.reuse.store import keep as write_store

_KINDS: Final = ("catalog", "tools", "tests")


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A description as it was read: its prefix, and the names of its definitions by pointer."""

    document: Json
    prefix: str
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A generation: what it was made of, operations as planned, the plan, and what became of it.

    `config` is the hash of all that mcpgen.yaml says, `findings` are those up to the plan. What is not `typed` has types to be
    told of again.
    """

    descriptions: Sequence[Read]
    config: str
    worked: Mapping[str, Worked]
    plan: Plan
    files: Mapping[str, File]
    findings: Sequence[Diagnostic]
    typed: bool
    recalled: Recall | None


def keep(done: Done, root: Path) -> None:
    """Keep what a generation worked out, for the next one."""
    kept = _descriptions(done)
    if kept is None or any(tool.function.script for tool in done.plan.tools):
        return
    documents = {str(index): read.document for index, read in enumerate(done.descriptions)}
    described = {
        full_key(key, read.prefix)
        for each, read in zip(kept, done.descriptions, strict=True)
        for key in each.hashes.operations
    }
    modules = [
        each for each in done.plan.modules if all(tool.key in described for tool in each.tools)
    ]
    store = Store(
        descriptions=kept,
        ids=operation_ids({"documents": documents}),
        tools={each.name: tuple(tool.key for tool in each.tools) for each in modules},
        types=types_hash(done.plan) if done.typed else "",
        lines={each.name: _line(each, done) for each in modules},
    )
    write_store(store, root, done.config)


def _descriptions(done: Done) -> tuple[Kept, ...] | None:
    """What is kept of each; None where one is not of the usual form."""
    pointers = set(_pointers(done))
    kept: list[Kept] = []
    for index, read in enumerate(done.descriptions):
        known = done.recalled and done.recalled.prints(index)
        prints = known or prints_of(read.document)
        if prints is None:
            return None
        troubled = tuple(troubled_by(pointers, prints.hashes))
        kept.append(Kept(hashes=prints.hashes, troubled=troubled, names=read.names))
    return tuple(kept)


def _pointers(done: Done) -> Iterator[str]:
    """Where there was anything to find that would not be found again in what is planned already."""
    planned = {finding for worked in done.worked.values() for finding in worked.findings}
    for finding in done.findings:
        if finding.origin and finding not in planned:
            yield finding.origin.pointer


def _line(module: Module, done: Done) -> str:
    worked = tuple(done.worked[tool.key] for tool in module.tools)
    entry = done.recalled and done.recalled.entry(module)
    if done.recalled and entry and all(map(is_, worked, entry.worked)):
        return done.recalled.line(module)
    names = [f"{kind}/{module.name}" for kind in _KINDS]
    made = Entry(
        bare=replace(module, tools=()),
        worked=worked,
        final=None,
        files=tuple(name for name in names if name in done.files),
    )
    return line_of(made if is_same(made.module, module) else replace(made, final=module))
