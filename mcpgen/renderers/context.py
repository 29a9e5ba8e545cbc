"""What a file is rendered from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import JsonObject
from mcpgen.planners.plan import Module, Plan
from mcpgen.renderers.code import Code

_NO_HEADER = Code("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """The text of a file but for its header, where it has one: that changes with the name of the description alone."""

    text: str
    headed: bool

    @classmethod
    def of(cls, text: str, header: str) -> Rendered:
        """The text of a file whose header would be this."""
        return cls(text=text.removeprefix(header), headed=text.startswith(header))

    def under(self, header: str) -> str:
        """The text with a header."""
        return f"{header}{self.text}" if self.headed else self.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The plan and all else that a file may show; `module` is set for files that there is one of for each.

    Files whose ids are `known` are not rendered again.
    """

    plan: Plan
    bundle: JsonObject
    config_text: str
    diagnostics: Diagnostics
    known: Mapping[str, Rendered] = field(default_factory=dict[str, "Rendered"])
    header: Code = _NO_HEADER
    module: Module | None = None

    @property
    def the_module(self) -> Module:
        """The module that the file is for."""
        assert self.module is not None
        return self.module
