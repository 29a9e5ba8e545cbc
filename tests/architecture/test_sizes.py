"""The tail is what hurts: bounds on modules and functions, no cap on totals."""

from __future__ import annotations

import statistics
from collections.abc import Sequence

import pytest

from .source import PACKAGE, RUNTIME, Module, classes, functions, modules

BOTH = [*modules(PACKAGE, "mcpgen"), *modules(RUNTIME, "runtime")]


def lengths(found: Sequence[Module]) -> list[int]:
    return [length for module in found for _, length in functions(module)]


@pytest.mark.parametrize("module", BOTH, ids=str)
def test_a_module_has_at_most_350_lines(module: Module) -> None:
    assert module.lines <= 350


@pytest.mark.parametrize("module", BOTH, ids=str)
def test_a_function_has_at_most_50_lines(module: Module) -> None:
    assert [(name, length) for name, length in functions(module) if length > 50] == []


@pytest.mark.parametrize(("folder", "prefix"), [(PACKAGE, "mcpgen"), (RUNTIME, "runtime")], ids=str)
def test_functions_are_small(folder, prefix) -> None:
    found = lengths(modules(folder, prefix))

    assert statistics.median(found) <= 8
    assert statistics.quantiles(found, n=10)[-1] <= 25


@pytest.mark.parametrize("module", BOTH, ids=str)
def test_names_say_what_a_thing_is(module: Module) -> None:
    vague = ("Manager", "Helper", "Handler", "Util", "Utils")

    assert [name for name in classes(module) if name.endswith(vague)] == []
    assert module.name.rpartition(".")[2] not in {"utils", "util", "helpers", "misc", "common"}
