"""What is known of a project's description when it is read again, and what is to be known next time."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Final

from mcpgen.diagnostics import Diagnostic
from mcpgen.files import File
from mcpgen.loaders import Familiar
from mcpgen.model import Json
from mcpgen.planners.known import Known, Stale, Worked
from mcpgen.planners.plan import Module, Plan, Types
from mcpgen.renamed import operation_ids
from mcpgen.renderers import unheaded
from mcpgen.renderers.context import Rendered
from mcpgen.reuse.generated import Generated
from mcpgen.reuse.prints import Prints, part_of, prints_of, reached_by, troubled_by, unchanged
from mcpgen.reuse.store import Entry, Store, code_hash, line_of, manifest_hash, read_store
from mcpgen.reuse.store import keep as write_store
from mcpgen.writers import Manifest

_KINDS: Final = ("catalog", "tools", "tests")


class Recall:
    """What was kept with a project, against the description as it is now.

    `known` is what planning needs not do, once the description has been looked at.
    """

    def __init__(self, store: Store, generated: Generated, *, skim: bool) -> None:
        self.known = Known()
        self._generated = generated
        self._store = store
        self._skim = skim  # whether operations may be read no further than their names
        self._entries: dict[str, Entry] = {}
        self._names: dict[str, str] = {}
        self.prints: Prints | None = None

    @property
    def operation_ids(self) -> Mapping[str, str]:
        """What operations were called, by their keys."""
        return self._store.ids

    def familiar(self, document: Json) -> Familiar:
        """Say what of a description need not be read, since it is as it was."""
        now = self.prints = prints_of(document)
        if now is None:
            return Familiar()
        same = unchanged(_kept_prints(self._store), now, self._store.troubled)
        self._entries = {
            name: self._store.entry(name)
            for name, keys in self._store.tools.items()
            if not same.isdisjoint(keys)
        }
        tools = {
            each.tool.key: each
            for entry in self._entries.values()
            for each in entry.worked
            if each.tool.key in same
        }
        reached = reached_by(tools, now)
        self._names = {
            pointer: name
            for pointer, name in self._store.names.items()
            if part_of(f"#{pointer}") in reached
        }
        outlined = tools.keys() - now.whole if self._skim else frozenset[str]()
        self.known = Known(
            tools=tools,
            outlined=frozenset(outlined),
            definitions=list(self._names.values()),
        )
        return Familiar(operations=self.known.outlined, definitions=tuple(self._names))

    def check(self, names: Mapping[str, str]) -> None:
        """Stale, where definitions are called otherwise now."""
        for pointer, name in self._names.items():
            if names.get(pointer) != name:
                raise Stale(pointer)

    def rendered(self, plan: Plan) -> dict[str, Rendered]:
        """The files, by id, that are as they were."""
        found: dict[str, Rendered] = {}
        for module in plan.modules:
            if entry := self._entry(module):
                found |= self._texts(entry.files)
        if self._store.types == _types_hash(plan.types):
            found |= self._texts(("schemas",))
        return found

    def _texts(self, ids: Sequence[str]) -> Iterator[tuple[str, Rendered]]:
        for file_id in ids:
            file = self._generated.file(file_id)
            if file is not None:
                yield file_id, unheaded(file)

    def line(self, module: Module) -> str:
        """What was kept of a module, as it was written; empty where it is not as it was."""
        return self._store.lines[module.name] if self._entry(module) else ""

    def _entry(self, module: Module) -> Entry | None:
        entry = self._entries.get(module.name)
        return entry if entry and module == entry.module else None


def recall(root: Path, manifest: Manifest, *, skim: bool) -> Recall | None:
    """What was kept with the project, if it is of use; `skim` allows operations not to be read."""
    store = read_store(root)
    return Recall(store, Generated(root, manifest), skim=skim) if store else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """A generation: the description, the names of its definitions by pointer, modules as planned, and what became of them.

    `findings` are those up to the plan.
    """

    document: Json
    names: Mapping[str, str]
    worked: Mapping[str, Worked]
    plan: Plan
    files: Mapping[str, File]
    findings: Sequence[Diagnostic]
    recalled: Recall | None

    @property
    def prints(self) -> Prints | None:
        """The description's; None where nothing can be kept."""
        if any(tool.function.script for tool in self.plan.tools):
            return None
        known = self.recalled and self.recalled.prints
        return known or prints_of(self.document)


def keep(done: Done, root: Path) -> None:
    """Keep what a generation worked out, for the next one."""
    prints = done.prints
    if prints is None:
        return
    modules = [each for each in done.plan.modules if _is_described(each, prints)]
    store = Store(
        code=code_hash(),
        manifest=manifest_hash(root),
        frame=prints.frame,
        shared=prints.shared,
        operations=prints.operations,
        ids=operation_ids({"documents": {"": done.document}}),
        troubled=tuple(troubled_by(set(_pointers(done)), prints)),
        names=done.names,
        tools={each.name: tuple(tool.key for tool in each.tools) for each in modules},
        types=_types_hash(done.plan.types),
        lines={each.name: _line(each, done) for each in modules},
    )
    write_store(store, root)


def _is_described(module: Module, prints: Prints) -> bool:
    """Whether all tools of a module are operations of the description, and none is of mcpgen.yaml."""
    return all(tool.key in prints.operations for tool in module.tools)


def _pointers(done: Done) -> Iterator[str]:
    """Where there was anything to find that would not be found again in what is planned already."""
    planned = {finding for worked in done.worked.values() for finding in worked.findings}
    for finding in done.findings:
        if finding.origin and finding not in planned:
            yield finding.origin.pointer


def _kept_prints(store: Store) -> Prints:
    return Prints(frame=store.frame, shared=store.shared, operations=store.operations)


def _line(module: Module, done: Done) -> str:
    if done.recalled and (line := done.recalled.line(module)):
        return line
    worked = tuple(done.worked[tool.key] for tool in module.tools)
    bare = replace(module, tools=())
    names = [f"{kind}/{module.name}" for kind in _KINDS]
    entry = Entry(
        bare=bare,
        worked=worked,
        final=None,
        files=tuple(name for name in names if name in done.files),
    )
    return line_of(entry if entry.module == module else replace(entry, final=module))


def _types_hash(types: Types) -> str:
    return sha256(json.dumps(types.definitions).encode()).hexdigest()
