"""What is known of a project's descriptions when they are read again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mcpgen.loaders import Familiar
from mcpgen.model import Json
from mcpgen.planners.known import Known, Stale, Worked
from mcpgen.planners.plan import Module, Plan
from mcpgen.renderers import unheaded
from mcpgen.renderers.context import Rendered
from mcpgen.reuse.generated import Generated
from mcpgen.reuse.prints import Prints, full_key, part_of, prints_of, reached_by, unchanged
from mcpgen.reuse.same import is_same
from mcpgen.reuse.store import Entry, Kept, Store, read_store, types_hash
from mcpgen.writers import Manifest


@dataclass(frozen=True, slots=True, kw_only=True)
class _Look:
    """A description as it is now, and what is known of it: `names` are those of the definitions that known tools reach."""

    prints: Prints
    is_framed: bool  # as it was
    tools: Mapping[str, Worked]
    outlined: frozenset[str]
    names: Mapping[str, str]


class Recall:
    """What was kept with a project, against its descriptions as they are now; each has a prefix, which may be empty."""

    def __init__(
        self, store: Store, generated: Generated, prefixes: Sequence[str], *, skim: bool
    ) -> None:
        self._generated = generated
        self._store = store
        self._prefixes = prefixes
        self._skim = skim  # whether operations may be read no further than their names
        self._looks: dict[int, _Look] = {}
        self._entries: dict[str, Entry] = {}

    @property
    def operation_ids(self) -> Mapping[str, str]:
        """What operations were called, by their keys."""
        return self._store.ids

    def familiar(self, index: int, document: Json) -> Familiar:
        """Say what of a description need not be read, since it is as it was."""
        self._looks.pop(index, None)
        now = prints_of(document)
        if now is None:
            return Familiar()
        look = self._looks[index] = self._look(now, self._store.descriptions[index], index)
        return Familiar(operations=look.outlined, definitions=tuple(look.names))

    def _look(self, now: Prints, kept: Kept, index: int) -> _Look:
        prefix = self._prefixes[index]
        keys = {full_key(key, prefix): key for key in unchanged(kept.hashes, now, kept.troubled)}
        tools = {each.tool.key: each for each in self._worked(keys) if _can_stand(each)}
        own = {keys[key] for key in tools}
        reached = reached_by(own, now)
        return _Look(
            prints=now,
            is_framed=now.hashes.frame == kept.hashes.frame,
            tools=tools,
            outlined=frozenset(own - now.whole if self._skim else ()),
            names={
                pointer: name
                for pointer, name in kept.names.items()
                if part_of(f"#{pointer}") in reached
            },
        )

    def _worked(self, keys: Mapping[str, str]) -> Iterator[Worked]:
        """What was kept of these operations, where anything was."""
        for name, members in self._store.tools.items():
            if not keys.keys().isdisjoint(members):
                if name not in self._entries:
                    self._entries[name] = self._store.entry(name)
                yield from (each for each in self._entries[name].worked if each.tool.key in keys)

    def prints(self, index: int) -> Prints | None:
        """Those of a description as it is now, where it was looked at."""
        look = self._looks.get(index)
        return look.prints if look else None

    def known(self, names: Sequence[Mapping[str, str]] | None) -> Known:
        """What planning needs not do; Stale, where definitions have other names than it was done with.

        What one description says of its whole, another's tools may be made on, too: credentials and variables have names apart.
        """
        looks = self._looks.items()
        if names is None or not all(look.is_framed for _, look in looks):
            if any(look.outlined for _, look in looks):
                raise Stale("frame")
            return Known()
        for index, look in looks:
            for pointer, name in look.names.items():
                if names[index].get(pointer) != name:
                    raise Stale(pointer)
        return Known(
            tools={key: each for _, look in looks for key, each in look.tools.items()},
            outlined=frozenset(
                full_key(key, self._prefixes[index])
                for index, look in looks
                for key in look.outlined
            ),
        )

    def rendered(self, plan: Plan) -> dict[str, Rendered]:
        """The files, by id, that are as they were."""
        found: dict[str, Rendered] = {}
        for module in plan.modules:
            if entry := self.entry(module):
                found |= self._texts(entry.files)
        if self._store.types == types_hash(plan):
            found |= self._texts(("schemas",))
        return found

    def _texts(self, ids: Sequence[str]) -> Iterator[tuple[str, Rendered]]:
        for file_id in ids:
            file = self._generated.file(file_id)
            if file is not None:
                yield file_id, unheaded(file)

    def entry(self, module: Module) -> Entry | None:
        """What was kept of a module; None where it is not as it was."""
        entry = self._entries.get(module.name)
        return entry if entry and is_same(module, entry.module) else None

    def line(self, module: Module) -> str:
        """The same as it was written."""
        return self._store.lines[module.name]


def _can_stand(worked: Worked) -> bool:
    """Whether a tool says nothing of where it was described, of which the file may have another name now."""
    return not worked.findings and not worked.tool.links


def recall(
    root: Path, manifest: Manifest, *, config: str, prefixes: Sequence[str], skim: bool
) -> Recall | None:
    """What was kept with the project, if it is of use: with the same `config`. `skim` allows operations not to be read."""
    store = read_store(root, config)
    if store is None or len(store.descriptions) != len(prefixes):
        return None
    return Recall(store, Generated(root, manifest), prefixes, skim=skim)
