"""A tool module imports what it uses, sorted as ruff sorts."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

import pytest

from mcpgen.planners.plan import Request, Slot, Wrap
from mcpgen.renderers.imports import import_line, tool_module_imports

from . import plans

NAMES = [
    "OMIT",
    "Omit",
    "csv",
    "Pet10",
    "Pet2",
    "PET",
    "pet",
    "_x",
    "X",
    "ABC_D",
    "Pet2a",
    "aPet",
    "IP",
    "Ip",
    "ip",
    "A1",
    "A_b",
    "Zebra",
    "zoo",
    "PetInput",
    "Pet",
    "PetA",
    "Peta",
    "PETs",
    "HTTPError",
]


@pytest.mark.parametrize("module", ["..schemas", "typing"])
def test_names_are_in_the_order_of_ruff(module: str) -> None:
    line = import_line(module, NAMES)
    command = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "--isolated",
        "--select",
        "I",
        "--line-length",
    ]
    run = subprocess.run(
        [*command, "100", "-"], input=line + "\n", text=True, capture_output=True, check=False
    )
    assert run.returncode == 0, run.stdout


def test_a_long_line_becomes_a_list() -> None:
    line = import_line("..schemas", [f"Schema{number}" for number in range(20)], 4)
    assert line.startswith("    from ..schemas import (\n        Schema0,\n        Schema1,\n")
    assert line.endswith("        Schema19,\n    )")


def test_only_what_is_used_is_imported() -> None:
    imports = tool_module_imports([plans.get_pet()], {"Pet", "Other"})
    assert imports == (
        "from typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n"
        "    from .._runtime import Api\n    from ..schemas import Pet"
    )


def test_wrappers_and_hints_are_imported() -> None:
    imports = tool_module_imports([plans.list_pets()], set())
    assert "from typing import TYPE_CHECKING, Any\n" in imports
    assert "from .._runtime import OMIT, Omit, csv, deep\n" in imports


def test_a_type_named_in_a_literal_is_not_imported() -> None:
    tool = plans.tool(
        "t", Request(method="GET", path="/"), (plans.argument("x", 'Literal["Any", "Pet"]'),)
    )
    imports = tool_module_imports([tool], {"Pet"})
    assert "from typing import TYPE_CHECKING, Any" in imports  # of what the function returns
    assert "Pet" not in imports


def test_a_plain_reserved_value_needs_plain() -> None:
    slot = Slot(wire="q", identifier="q", reserved=True)
    tool = plans.tool("t", Request(method="GET", path="/", query=(slot,)), (plans.argument("q"),))
    assert "import OMIT, Omit, plain\n" in tool_module_imports([tool], set())
    marked = replace(slot, wrap=Wrap.PIPES)
    tool = plans.tool("t", Request(method="GET", path="/", query=(marked,)), (plans.argument("q"),))
    assert "import OMIT, Omit, pipes\n" in tool_module_imports([tool], set())
