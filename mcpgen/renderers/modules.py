"""What the templates of a tool module, of its tests and of `schemas.py` print."""

from __future__ import annotations

import re
from dataclasses import dataclass

from mcpgen.planners.plan import Module
from mcpgen.renderers.code import Code, clipped, docstring, first_sentence, one_line
from mcpgen.renderers.context import Context
from mcpgen.renderers.functions import function_code
from mcpgen.renderers.imports import import_line, tool_module_imports
from mcpgen.renderers.samples import is_testable, sample_test
from mcpgen.renderers.types import typed_dicts
from mcpgen.renderers.workflows import (
    function_test,
    is_rehearsed,
    is_unwritten,
    workflow_tests,
)

_USES_JSON = re.compile(r"^ +\w+: Json = ", re.MULTILINE)
_DESCRIPTION = 160  # characters of a tag's description in a module docstring


@dataclass(frozen=True, slots=True, kw_only=True)
class ModuleView:
    """A Python module: header, docstring, the code of its imports and of its parts."""

    header: Code
    doc: Code
    imports: Code
    parts: tuple[Code, ...]


def tool_module_view(context: Context) -> ModuleView:
    """`tools/<module>.py`."""
    module = context.the_module
    return ModuleView(
        header=context.header,
        doc=docstring(_about(module)),
        imports=tool_module_imports(module.tools, context.plan.types.definitions),
        parts=tuple(function_code(tool.function) for tool in module.tools),
    )


def test_module_view(context: Context) -> ModuleView:
    """`tests/test_<module>.py`: one test for each tool that has a sample."""
    module = context.the_module
    runtime = f"{context.plan.names.package}._runtime.testing"
    tests = [sample_test(tool) for tool in module.tools if is_testable(tool)]
    runs = [tool for tool in module.tools if is_rehearsed(tool)]
    tests += [test for tool in runs for test in workflow_tests(tool)]
    tests += [function_test(tool) for tool in module.tools if is_unwritten(tool)]
    return ModuleView(
        header=context.header,
        doc=docstring(
            f"The tools of {_named(module)}, called through MCP against a stand-in for the API."
        ),
        imports=_test_imports(runtime, tests),
        parts=tuple(tests),
    )


def schemas_view(context: Context) -> ModuleView:
    """`schemas.py`."""
    return ModuleView(
        header=context.header,
        doc=docstring(f"Types of {context.plan.title}: hints for people and type checkers."),
        imports=Code(""),
        parts=(typed_dicts(context.plan.types, context.diagnostics),),
    )


def _test_imports(runtime: str, tests: list[Code]) -> Code:
    names = ["Json"] if any(map(_USES_JSON.search, tests)) else []
    names += [name for name in ("Upstream", "text_of") if any(name in test for test in tests)]
    lines = ["import pytest", "from mcp import Client"]
    lines += ["", import_line(runtime, names)] if names else []
    return Code("\n".join(lines))


def _about(module: Module) -> str:
    about = clipped(first_sentence(module.description), _DESCRIPTION)
    return f"Tools of {_named(module)}: {about}" if about else f"Tools of {_named(module)}."


def _named(module: Module) -> str:
    return f"`{one_line(module.tag)}`" if one_line(module.tag) else "the API"
