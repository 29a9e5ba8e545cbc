"""What a file is rendered from."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import JsonObject
from mcpgen.planners.plan import Module, Plan
from mcpgen.renderers.code import Code

NO_HEADER = Code("")


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """The plan and all else that a file may show; `module` is set for files that there is one of for each."""

    plan: Plan
    bundle: JsonObject
    config_text: str
    diagnostics: Diagnostics
    header: Code = NO_HEADER
    module: Module | None = None

    @property
    def the_module(self) -> Module:
        """The module that the file is for."""
        assert self.module is not None
        return self.module
