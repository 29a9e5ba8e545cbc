"""The three-way merge of sequences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.writers.merge.units import Stretch, Unit, merge_units


def units(text: Sequence[str]) -> list[Unit]:
    return [Unit(each, each) for each in text]


def merge(base: Sequence[str], ours: Sequence[str], theirs: Sequence[str]) -> list[Stretch]:
    return list(merge_units(units(base), units(ours), units(theirs)))


def shown(stretches: list[Stretch]) -> str:
    """Clashes as `<ours|theirs>`."""
    return "".join(
        text(each.units) if each.theirs is None else f"<{text(each.units)}|{text(each.theirs)}>"
        for each in stretches
    )


def text(of: Sequence[Unit]) -> str:
    return "".join(unit.text for unit in of)


@pytest.mark.parametrize(
    ("base", "ours", "theirs", "result"),
    [
        ("abc", "abc", "abc", "abc"),
        ("abc", "aXc", "abc", "aXc"),
        ("abc", "abc", "aYc", "aYc"),
        ("abc", "aXc", "aXc", "aXc"),
        ("abc", "Xbc", "abY", "XbY"),
        ("abc", "aXc", "aYc", "a<X|Y>c"),
        ("abc", "ac", "abc", "ac"),
        ("abc", "ac", "aYc", "a<|Y>c"),
        ("abc", "aXbc", "aYc", "aXYc"),  # put in front of what theirs replaced
        ("abc", "abXc", "aYc", "aYXc"),  # and behind it
        ("abc", "aXbc", "ac", "aXc"),
        ("abc", "Xbc", "aYc", "XYc"),  # neighbours
        ("abcd", "abXcd", "aYd", "a<bXc|Y>d"),  # within what theirs replaced
        ("ab", "aXb", "aYb", "a<X|Y>b"),
        ("", "X", "Y", "<X|Y>"),
        ("", "X", "", "X"),
        ("abc", "", "abYc", "<|abYc>"),
        ("abcdef", "aXcdeX", "abcYeY", "aXcYe<X|Y>"),
    ],
)
def test_a_merge(base: str, ours: str, theirs: str, result: str) -> None:
    assert shown(merge(base, ours, theirs)) == result


def test_a_clash_over_nothing_is_marked() -> None:
    clashes = [each for each in merge("ab", "aXb", "aYb") if each.theirs is not None]
    assert [each.inserted for each in clashes] == [True]


words = st.lists(st.sampled_from("abcdef"), max_size=8)


@given(words, words)
def test_one_side_alone_is_taken_whole(base: list[str], side: list[str]) -> None:
    assert shown(merge(base, side, base)) == "".join(side)
    assert shown(merge(base, base, side)) == "".join(side)
    assert shown(merge(base, side, side)) == "".join(side)


@given(words, words, words)
def test_nothing_that_ours_added_is_lost(
    base: list[str], ours: list[str], theirs: list[str]
) -> None:
    merged = Counter(unit.text for each in merge(base, ours, theirs) for unit in each.units)
    assert Counter(ours) - Counter(base) <= merged


@given(words, words, words)
def test_the_sides_may_be_exchanged(base: list[str], ours: list[str], theirs: list[str]) -> None:
    forth, back = merge(base, ours, theirs), merge(base, theirs, ours)
    clashes = [(text(each.units), text(each.theirs)) for each in forth if each.theirs is not None]
    assert clashes == [
        (text(each.theirs), text(each.units)) for each in back if each.theirs is not None
    ]
