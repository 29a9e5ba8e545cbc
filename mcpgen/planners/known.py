"""Tools as an earlier generation worked them out, where nothing that they are made of has changed since."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcpgen.config import Choices
from mcpgen.diagnostics import Diagnostic
from mcpgen.planners.plan import Tool
from mcpgen.planners.types import Step


class Stale(Exception):  # noqa: N818  # no fault of anybody's: everything is then worked out again
    """What is known does not fit after all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a tool is made on beside its operation and the schemas of that: `settings` are those of the whole server."""

    name: str
    settings: str
    choices: Choices | None
    server: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A tool, on which terms it was made, and what else came of that.

    `steps` were done to the book of types, `matched` are choices for arguments that it has.
    """

    tool: Tool
    terms: Terms
    steps: tuple[Step, ...]
    findings: tuple[Diagnostic, ...]
    matched: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class Known:
    """`tools` that need no planning, by operation key; `worked` are all, in the end.

    `outlined` are the keys of operations that were read no further than their names: only known tools may be made of them.
    """

    tools: Mapping[str, Worked] = field(default_factory=dict[str, Worked])
    outlined: frozenset[str] = frozenset()
    worked: dict[str, Worked] = field(default_factory=dict[str, Worked])

    def find(self, key: str, terms: Terms) -> Worked | None:
        """The tool of an operation; Stale where it was made on other terms and the operation cannot be looked at."""
        found = self.tools.get(key)
        if found and found.terms == terms:
            return found
        if key in self.outlined:
            raise Stale(key)
        return None
