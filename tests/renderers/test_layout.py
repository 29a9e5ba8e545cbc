"""What we lay out is what black makes of it, whichever way it was written before."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given, settings

from mcpgen.renderers.layout import (
    Check,
    Node,
    Signature,
    Statement,
    Unusual,
    by_black,
    group,
    keyed,
    spread,
    value,
)

from . import strategies
from .conftest import by_black as formatted


def assert_as_black(lines: list[str], flat: str, frame: str) -> None:
    """`frame` makes a module of an indented statement."""
    ours = frame.format("\n".join(lines))
    assert formatted(ours) == ours
    assert formatted(frame.format(f"    {flat}")) == ours


@settings(max_examples=300, deadline=None)
@given(strategies.statements)
def test_statements_are_laid_out_as_by_black(statement: Statement | Check) -> None:
    try:
        lines = statement.lines(4)
    except Unusual:
        return
    assert_as_black(lines, statement.flat, "async def f():\n{0}\n")


@settings(max_examples=200, deadline=None)
@given(strategies.signatures)
def test_signatures_are_laid_out_as_by_black(signature: Signature) -> None:
    try:
        lines = signature.lines(4)
    except Unusual:
        return
    assert_as_black(lines, signature.flat, "class A:\n{0}\n        pass\n")


@settings(max_examples=200, deadline=None)
@given(strategies.names, strategies.unions)
def test_annotations_in_a_class_are_laid_out_as_by_black(name: str, hint: Node) -> None:
    for field in (keyed(f"{name}: ", hint), group(f"{name}: NotRequired[", [hint], "]")):
        assert_as_black(spread(field, 4), field.flat, "class A:\n{0}\n")


def test_a_long_name_of_a_type_is_left_to_black() -> None:
    statement = Statement(f"answer: {'T' * 90} = ", value({"a": 1}))
    with pytest.raises(Unusual):
        statement.lines(4)
    assert by_black(statement.flat).count("\n") > 0


def test_a_comparison_that_does_not_fit_is_refused() -> None:
    with pytest.raises(Unusual):
        Check("sent.target", value("x" * 100)).lines(4)


def test_wide_characters_count_twice() -> None:
    text = "漢" * 45
    assert len(Statement("name = ", value(text)).lines(4)) == 3
    assert len(Statement("name = ", value("x" * 45)).lines(4)) == 1


def test_a_display_of_several_items_is_never_half_open() -> None:
    lines = Statement("x = ", value(["a" * 40, "b" * 40, "c" * 10])).lines(0)
    assert lines == textwrap.dedent(f"""\
        x = [
            "{'a' * 40}",
            "{'b' * 40}",
            "{'c' * 10}",
        ]""").split("\n")
