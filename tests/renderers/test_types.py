"""`schemas.py`: types that import, check and keep their names."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.planners.plan import Types
from mcpgen.renderers import types
from mcpgen.renderers.types import typed_dicts

from .conftest import by_black

HEAD = "from __future__ import annotations\n\n"


def made(definitions: dict[str, Any], diagnostics: Diagnostics | None = None) -> str:
    return typed_dicts(
        Types(definitions=definitions), Diagnostics() if diagnostics is None else diagnostics
    )


def imported(source: str) -> dict[str, Any]:
    namespace: dict[str, Any] = {}
    exec(HEAD + source, namespace)
    return namespace


def record(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": [*properties][:1]}


TREE = {
    "Pet": record(id={"type": "integer"}, tag={"$ref": "#/$defs/Tag"}, note={}),
    "Tag": record(name={"type": "string"}, parent={"$ref": "#/$defs/Tag"}),
    "Owner": record(
        pets={"type": "array", "items": {"$ref": "#/$defs/Pet"}},
        kind={"enum": ["dog", "cat's", 'a "b"', None, 3]},
        either={"anyOf": [{"$ref": "#/$defs/Tag"}, {"type": "string"}, {"type": "null"}]},
        names={"type": "object", "additionalProperties": {"type": "number"}},
    ),
}


def test_records_are_typed_dicts() -> None:
    source = made(TREE)
    assert (
        "class Pet(TypedDict):\n    id: int\n    tag: NotRequired[Tag]\n    note: NotRequired[Any]"
        in source
    )
    assert "    pets: list[Pet]\n" in source
    assert "either: NotRequired[Tag | str | None]" in source
    assert {"Pet", "Tag", "Owner"} <= imported(source).keys()


def test_the_text_is_as_black_lays_it_out() -> None:
    odd = {"Odd": record(**{"a-b": {"$ref": "#/$defs/Pet"}, "class": {"type": "string"}})}
    many = {"Many": record(x={"enum": [f"value number {number}" for number in range(12)]})}
    refs = [{"$ref": f"#/$defs/{name}"} for name in ("Pet", "Tag", "Owner", "Odd")]
    long = {
        "Long": record(
            **{"x" * 90: {"anyOf": refs}, "y": {"anyOf": refs * 1 + [{"type": "string"}]}}
        )
    }
    source = HEAD + made({**TREE, **odd, **many, **long}) + "\n"
    assert by_black(source) == source


@pytest.mark.parametrize(
    "name", ["a-b", "class", "", "naïve", "q\"'\n", "__private", "Pet", "$ref", "\ud800"]
)
def test_any_property_name_can_be_a_key(name: str) -> None:
    definitions = {
        "Pet": record(id={"type": "integer"}),
        "Odd": record(**{name: {"$ref": "#/$defs/Pet"}}),
    }
    odd = imported(made(definitions))["Odd"]
    assert set(odd.__annotations__) == {name}


def test_a_property_called_like_a_type_does_not_hide_it() -> None:
    definitions = {
        "Box": record(list={"type": "array", "items": {"type": "string"}}, str={"type": "string"})
    }
    assert 'Box = TypedDict(\n    "Box"' in made(definitions) or 'Box = TypedDict("Box"' in made(
        definitions
    )


def test_the_order_of_definitions_changes_nothing() -> None:
    assert made(TREE) == made(dict(reversed(TREE.items())))


def test_one_bad_definition_becomes_any_and_is_named() -> None:
    diagnostics = Diagnostics()
    bad = {
        "Bad": {"type": "object", "properties": {"x": 7}},
        "Worse": {"type": "object", "required": 7},
    }
    source = made({**TREE, **bad}, diagnostics)
    assert "Bad: TypeAlias = Any" in source
    assert "class Pet(TypedDict):" in source
    named = " ".join(finding.message for finding in diagnostics)
    assert "Bad" in named
    assert {finding.code for finding in diagnostics} == {"MG351"}
    assert {"Bad", "Worse", "Pet"} <= imported(source).keys()


def test_when_many_are_bad_all_become_any(monkeypatch: pytest.MonkeyPatch) -> None:
    runs = []

    def refuse(document: Any) -> str:
        runs.append(document)
        raise RecursionError

    monkeypatch.setattr(types, "_run", refuse)
    source = made({f"T{number}": record(x={}) for number in range(40)})
    assert source.count(": TypeAlias = Any") == 40
    assert len(runs) < 100


def test_no_definitions_no_text() -> None:
    assert made({}) == ""
