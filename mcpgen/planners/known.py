"""Modules as an earlier generation worked them out, where nothing that they are made of has changed since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mcpgen.config import Choices
from mcpgen.diagnostics import Diagnostic
from mcpgen.model import Operation
from mcpgen.planners.plan import Module
from mcpgen.planners.types import Step


class Stale(Exception):  # noqa: N818  # no fault of anybody's: everything is then worked out again
    """What is known does not fit after all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A module, and all that it was made with beside its operations and their schemas.

    `settings` are those of the whole server; `choices`, `servers` (the index of each operation that has one of its own) and
    `names` are by operation key. `steps`, `findings` and `matched` are what planning it did beside the module itself.
    """

    module: Module
    settings: str
    choices: Mapping[str, Choices]
    servers: Mapping[str, int]
    names: Mapping[str, str]
    steps: tuple[Step, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    matched: tuple[str, ...] = ()

    def is_of(self, other: Worked) -> bool:
        """Whether it was made of what `other`, whose module has no tools yet, is to be made of."""
        mine, new = self.module, other.module
        alike = (mine.name, mine.tag, mine.description) == (new.name, new.tag, new.description)
        made_of = (self.settings, self.choices, self.servers, self.names)
        return alike and made_of == (other.settings, other.choices, other.servers, other.names)


@dataclass(slots=True, kw_only=True)
class Known:
    """`modules` that need no planning, by name, and `definitions` that they reach; `worked` are all there are at the end.

    `outlined` are the keys of operations that were read no further than their names: only a known module may have them.
    """

    modules: Mapping[str, Worked] = field(default_factory=dict[str, Worked])
    outlined: frozenset[str] = frozenset()
    definitions: Sequence[str] = ()
    worked: dict[str, Worked] = field(default_factory=dict[str, Worked])

    def find(self, wanted: Worked, operations: Sequence[Operation]) -> Worked | None:
        """The module as it is known; Stale where it is not and its operations cannot be looked at."""
        found = self.modules.get(wanted.module.name)
        keys = [op.key for op in operations]
        if found and found.is_of(wanted) and [tool.key for tool in found.module.tools] == keys:
            return found
        if not self.outlined.isdisjoint(keys):
            raise Stale(wanted.module.name)
        return None
