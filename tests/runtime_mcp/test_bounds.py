"""A value that is too long loses whole items or members; a string is cut only where nothing else is left."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from petstore_mcp._runtime.serving.bounds import DEEPEST, fit, fit_text
from petstore_mcp._runtime.serving.clean import dump

PET = {"id": 1, "name": "x" * 80}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=60),
    lambda inner: st.lists(inner, max_size=8)
    | st.dictionaries(st.text(max_size=10), inner, max_size=8),
    max_leaves=60,
)


def told(cuts) -> list[str]:
    return [str(cut) for cut in cuts]


def test_what_fits_stays_as_it_is():
    assert fit([PET], 1000) == ([PET], [])


def test_an_array_keeps_its_first_items_whole():
    kept, cuts = fit([PET] * 500, 1000)

    assert kept == [PET] * len(kept)
    assert told(cuts) == [f"it has the first {len(kept)} of 500 items"]


def test_an_array_fills_the_room_there_is():
    kept, _ = fit([1] * 500, 101)

    assert len(dump(kept)) == 101


def test_the_largest_array_gives_way_and_the_rest_stays():
    answer = {"total": 500, "pets": [PET] * 500, "facets": ["a", "b"]}

    kept, cuts = fit(answer, 2000)

    assert kept["total"] == 500
    assert kept["facets"] == ["a", "b"]
    assert told(cuts) == [f"`pets` has the first {len(kept['pets'])} of 500 items"]


def test_arrays_of_one_answer_share_the_room():
    kept, _ = fit({"cats": [PET] * 100, "dogs": [PET] * 100}, 2000)

    assert 5 < len(kept["cats"]) < 15
    assert len(kept["cats"]) == len(kept["dogs"])


def test_inside_one_huge_item_its_own_arrays_give_way():
    kept, cuts = fit([{"name": "box", "pets": [PET] * 100}] * 3, 1000)

    assert [item["name"] for item in kept] == ["box"]
    assert told(cuts) == [
        f"`[0].pets` has the first {len(kept[0]['pets'])} of 100 items",
        "it has the first 1 of 3 items",
    ]


def test_of_many_members_the_small_ones_stay_whole():
    answer = {f"key{number}": "v" * number for number in range(300)}

    kept, cuts = fit(answer, 4000)

    assert all(answer[name] == value for name, value in kept.items())
    assert told(cuts) == [f"it has {len(kept)} of 300 members"]


def test_a_string_stays_whole_while_arrays_can_give_way():
    kept, _ = fit({"text": "x" * 1500, "pets": [PET] * 100}, 3000)

    assert kept["text"] == "x" * 1500
    assert kept["pets"]


def test_a_string_is_cut_at_its_end_as_the_last_resort():
    kept, cuts = fit({"id": 1, "text": "x" * 5000}, 1000)

    assert kept["id"] == 1
    assert kept["text"].endswith("x…")
    assert told(cuts) == [f"`text` has the first {len(kept['text']) - 1:,} of 5,000 characters"]


def test_a_text_ends_with_a_whole_line():
    kept, cuts = fit_text("12345678\n" * 100, 50)

    assert kept == "12345678\n" * 4
    assert told(cuts) == ["it has the first 36 of 900 characters"]


def test_what_is_nested_too_deeply_for_the_wire_is_left_out():
    value: dict = {}
    for _ in range(400):
        value = {"a": value}

    kept, cuts = fit(value, 100_000)

    assert dump(kept).count("{") == DEEPEST + 1
    assert told(cuts) == ["`a.a.a.a.a.a…` has 0 of 1 members"]


@given(JSON, st.integers(min_value=30, max_value=600))
def test_any_value_fits_or_is_a_scalar(value, size):
    kept, cuts = fit(value, size)

    assert len(dump(kept)) <= size or isinstance(kept, int)
    assert bool(cuts) == (kept != value)


@given(JSON, st.integers(min_value=30, max_value=600))
def test_nothing_is_made_up(value, size):
    kept, _ = fit(value, size)

    def within(part, whole) -> bool:
        if isinstance(whole, dict):
            return all(name in whole and within(item, whole[name]) for name, item in part.items())
        if isinstance(whole, list):
            return len(part) <= len(whole) and all(map(within, part, whole))
        return part == whole or whole.startswith(part.removesuffix("…"))

    assert within(kept, value)


@pytest.mark.parametrize("text", ['"' * 500, "\n" * 500, "ü" * 500, "\U0001f600" * 500])
def test_a_string_of_escapes_fits_too(text):
    kept, _ = fit({"text": text}, 200)

    assert len(dump(kept)) <= 200
    assert json.loads(dump(kept)) == kept
