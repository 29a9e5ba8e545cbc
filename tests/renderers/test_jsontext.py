"""JSON files: the same data, readable, nothing unseen in them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from mcpgen.renderers.jsontext import compact, pretty

from . import strategies


@given(strategies.values)
def test_both_layouts_hold_the_same_data(value: object) -> None:
    finite = json.loads(json.dumps(value).replace("Infinity", "1.7976931348623157e308"))
    assert json.loads(pretty(value)) == finite
    assert json.loads(compact(value)) == finite


@given(strategies.texts | strategies.awkward)
def test_both_layouts_can_be_written_and_show_everything(text: str) -> None:
    for written in (pretty([text]), compact({text: text})):
        assert written.encode()
        assert not set(written.rstrip("\n")) & set("\u202e\u200b\u2028\x7f\x85\n")


def test_what_is_flat_or_short_stands_on_one_line() -> None:
    value = {
        "name": "listPets",
        "properties": {
            "limit": {"type": "integer", "description": "x" * 200},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
        "required": [f"name{number}" for number in range(30)],
    }
    lines = pretty(value).split("\n")
    assert lines[3].startswith('    "limit": {"type": "integer", "description": "xxx')
    assert lines[4] == '    "tags": {"type": "array", "items": {"type": "string"}}'
    assert lines[7] == '    "name0",'


@pytest.mark.parametrize("empty", [{}, [], "", None])
def test_empty_values(empty: object) -> None:
    assert pretty(empty) == json.dumps(empty) + "\n"


def test_readable_characters_stay() -> None:
    assert pretty({"名前": "é😀"}) == '{"名前": "é😀"}\n'
