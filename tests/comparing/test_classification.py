"""Every change of the table is told as what it is, and values prove it."""

from __future__ import annotations

import pytest

from mcpgen.comparing import argument_differences, result_differences

from .table import CASES, Case
from .values import proof_of_break

cases = pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)


def test_the_table_is_long_enough() -> None:
    assert len(CASES) >= 60
    assert len({case.name for case in CASES}) == len(CASES)


@cases
def test_a_change_of_arguments(case: Case) -> None:
    found = argument_differences(case.old, case.new)

    assert any(each.breaking for each in found) is case.breaks_arguments


@cases
def test_a_change_of_results(case: Case) -> None:
    found = result_differences(case.old, case.new)

    assert any(each.breaking for each in found) is case.breaks_results


@cases
def test_a_value_proves_what_breaks_callers(case: Case) -> None:
    proof = proof_of_break(case.old, case.new, result=False)

    assert bool(proof) is case.breaks_arguments, proof


@cases
def test_a_value_proves_what_breaks_readers(case: Case) -> None:
    proof = proof_of_break(case.old, case.new, result=True)

    assert bool(proof) is case.breaks_results, proof
