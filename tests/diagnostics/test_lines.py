"""From pointers to lines and columns."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.diagnostics.lines import positions

JSON = """{
  "a/b": [1, {"c": "}]\\"{"}, 3],
  "d": {"e": null, "~": 2}
}
"""
YAML = """\
a/b:
  - 1
  - c: '}'
d: {e: null, ~: 2, "x y": 3}
"""


@pytest.mark.parametrize(
    ("pointer", "position"),
    [
        ("/a~1b", (2, 3)),
        ("/a~1b/0", (2, 11)),
        ("/a~1b/1", (2, 14)),
        ("/a~1b/1/c", (2, 15)),
        ("/d", (3, 3)),
        ("/d/e", (3, 9)),
        ("/d/~0", (3, 20)),
    ],
)
def test_places_of_json(pointer: str, position: tuple[int, int]) -> None:
    assert positions(JSON, [pointer]) == {pointer: position}


@pytest.mark.parametrize(
    ("pointer", "position"),
    [
        ("/a~1b", (1, 1)),
        ("/a~1b/0", (2, 5)),
        ("/a~1b/1/c", (3, 5)),
        ("/d/e", (4, 5)),
        ("/d/x y", (4, 20)),
    ],
)
def test_places_of_yaml(pointer: str, position: tuple[int, int]) -> None:
    assert positions(YAML, [pointer]) == {pointer: position}


@pytest.mark.parametrize("text", [JSON, YAML])
def test_many_places_at_once_are_those_of_each(text: str) -> None:
    pointers = ["/a~1b", "/a~1b/1/c", "/d/e", "/a~1b/0", "/d"]

    together = positions(text, pointers)

    assert together == {p: positions(text, [p])[p] for p in pointers}


@pytest.mark.parametrize(("text", "line"), [(JSON, 3), (YAML, 4)])
def test_what_is_not_there_is_near_what_is_around_it(text: str, line: int) -> None:
    assert positions(text, ["/d/gone/x"])["/d/gone/x"][0] == line


@pytest.mark.parametrize("text", [JSON, YAML])
def test_the_whole_file_has_no_line(text: str) -> None:
    assert positions(text, [""]) == {}


@pytest.mark.parametrize("text", ['{"a": 1, "a": 2}', "a: 1\na: 2"])
def test_of_a_key_written_twice_the_one_that_counts_is_found(text: str) -> None:
    assert positions(text, ["/a"])["/a"] in {(1, 10), (2, 1)}


def test_json_that_is_only_yaml_is_found_too() -> None:
    assert positions("{a: 1,\n b: 2,}", ["/b"]) == {"/b": (2, 2)}


def test_text_that_is_neither_has_no_places() -> None:
    assert positions("{a: [", ["/a"]) == {}


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=4)
    | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


def pointers(value: Any, above: str = "") -> dict[str, str | None]:
    """Give every pointer with the key it ends in, None for an item of a list."""
    found: dict[str, str | None] = {}
    named = isinstance(value, dict)
    items = value.items() if named else enumerate(value if isinstance(value, list) else [])
    for key, child in items:
        pointer = f"{above}/{str(key).replace('~', '~0').replace('/', '~1')}"
        found |= {pointer: key if named else None, **pointers(child, pointer)}
    return found


@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4))
def test_every_place_of_any_json_is_found(value: dict) -> None:
    text = json.dumps(value, indent=1)
    lines = text.split("\n")
    expected = pointers(value)

    found = positions(text, expected)

    assert found.keys() == expected.keys()
    for pointer, key in expected.items():
        line, column = found[pointer]
        written = lines[line - 1][column - 1 :]
        assert written.startswith(
            f"{json.dumps(key)}: " if key is not None else tuple('"[{-0123456789tfn')
        )


@given(st.dictionaries(st.text("ab/~", max_size=4), VALUES, max_size=4))
def test_every_place_of_any_yaml_is_found(value: dict) -> None:
    expected = pointers(value)

    assert positions(yaml.safe_dump(value), expected).keys() == expected.keys()
