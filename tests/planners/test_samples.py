from __future__ import annotations

import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from mcpgen.planners.patterns import text_matching
from mcpgen.planners.samples import sample_arguments


def sample(**properties: dict[str, Any]) -> dict[str, Any] | None:
    return sample_arguments(
        {"type": "object", "properties": properties, "required": list(properties)}
    )


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "integer", "minimum": 100, "maximum": 1000, "multipleOf": 7},
        {"type": "integer", "exclusiveMinimum": 5, "exclusiveMaximum": 7},
        {"type": "number", "maximum": 0},
        {"type": "number", "minimum": 0, "maximum": 1},
        {"type": "string", "minLength": 30},
        {"type": "string", "maxLength": 2},
        {"type": "string", "format": "uuid"},
        {"type": "string", "pattern": "^[A-Z]{2}-\\d+$", "minLength": 8},
        {"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": True},
        {"type": "array", "items": {"enum": ["a", "b"]}, "uniqueItems": True},
        {
            "type": "array",
            "prefixItems": [{"type": "string"}, {"type": "integer"}],
            "items": {"not": {}},
        },
        {"type": ["null", "boolean"]},
        {
            "anyOf": [
                {"type": "null"},
                {"type": "object", "required": ["a"], "properties": {"a": {"const": 3}}},
            ]
        },
        {
            "allOf": [
                {"type": "object", "required": ["a"]},
                {"properties": {"a": {"type": "integer"}}},
            ]
        },
        {"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 3},
        {"type": "object", "properties": {"a": {"type": "string"}}, "oneOf": [{"required": ["a"]}]},
    ],
)
def test_a_sample_is_legal(schema: dict[str, Any]) -> None:
    made = sample(x=schema)
    assert made is not None
    assert Draft202012Validator(schema).is_valid(made["x"])


def test_values_of_one_kind_differ_so_that_a_swap_shows() -> None:
    made = sample(
        a={"type": "string"}, b={"type": "string"}, c={"type": "integer"}, d={"type": "integer"}
    )
    assert made is not None
    assert len(set(made.values())) == 4


def test_a_recursive_schema_ends() -> None:
    node = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    made = sample_arguments(
        {"type": "object", "properties": {"n": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": node}}
    )
    assert made is not None
    assert "n" in made


def test_an_optional_argument_without_legal_value_is_left_out() -> None:
    impossible = {"type": "string", "minLength": 5, "maxLength": 3}
    schema = {"type": "object", "properties": {"x": impossible, "y": {"type": "integer"}}}
    assert sample_arguments(schema) == {"y": 2}
    assert sample_arguments({**schema, "required": ["x"]}) is None


@pytest.mark.parametrize(
    "pattern",
    [
        r"^[a-z]{3,5}$", r"^\d{4}-\d\d$", r"^(foo|bar)[A-Z]+x?$", r"^[^/]+/[^/]+$", r"^\+?[1-9]\d{1,14}$",
        r"^(?:[A-Fa-f0-9]{2}:){5}[A-Fa-f0-9]{2}$", r"^(?!x)[\w-]+$", r"\s\S\D\W", r"^.{3,}$",
    ],
)  # fmt: skip
def test_a_text_matches_its_pattern(pattern: str) -> None:
    assert re.search(pattern, text_matching(pattern, 0, 1000))


def test_a_text_matches_pattern_and_length() -> None:
    assert text_matching("^[a-z]*$", 5, 8) == "aaaaa"
