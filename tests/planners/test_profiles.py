"""What models' interfaces refuse, and schemas shaped for Gemini's."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from mcpgen.config import Config, Profile
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import make_plan
from mcpgen.planners.plan import Plan, Tool
from mcpgen.planners.profiles import for_gemini, for_profile, refusals
from mcpgen.planners.strict import for_strict

SPECS = Path(__file__).parents[2] / "specs"


@pytest.fixture(scope="module")
def plan() -> Plan:
    diagnostics = Diagnostics()
    loaded = load(str(SPECS / "bookshop.yaml"), policy=Policy(), diagnostics=diagnostics)
    assert loaded
    return make_plan(loaded.document, Config(), diagnostics, names={}, source="")


@pytest.fixture(scope="module")
def tool(plan) -> Tool:
    return plan.tools[0]


def reasons(tool: Tool, profile: str, schema, name: str = "listThings") -> list[str]:
    return list(refusals(replace(tool, input_schema=schema, name=name), Profile(profile)))


CLOSED = {
    "type": "object",
    "properties": {"a": {"type": "string"}},
    "required": ["a"],
    "additionalProperties": False,
}


@pytest.mark.parametrize("profile", list(Profile))
def test_a_plain_schema_is_taken_by_all(tool, profile) -> None:
    assert reasons(tool, profile, CLOSED) == []


@pytest.mark.parametrize(
    ("profile", "schema", "reason"),
    [
        ("openai-strict", {**CLOSED, "required": []}, "`a` is optional"),
        ("openai-strict", {"type": "object", "properties": {}}, "additionalProperties: false"),
        ("openai-strict", {**CLOSED, "properties": {"a": {"oneOf": [{}]}}}, "`oneOf`"),
        ("gemini", {**CLOSED, "properties": {"a": {"type": ["string", "null"]}}}, "one type"),
        ("gemini", {**CLOSED, "properties": {"a": {"enum": [1, 2]}}}, "text only"),
        ("gemini", {**CLOSED, "$defs": {"A": {}}}, "`$defs`"),
        ("anthropic", {**CLOSED, "properties": {"a b": {}}}, "the argument a b"),
    ],
)
def test_what_is_refused_is_told(tool, profile, schema, reason) -> None:
    assert any(reason in each for each in reasons(tool, profile, schema))


def test_a_name_that_begins_with_a_digit_is_refused_by_gemini(tool) -> None:
    assert "name 2fa" in reasons(tool, "gemini", CLOSED, name="2fa")[0]


def test_what_is_inside_definitions_counts(tool) -> None:
    schema = {**CLOSED, "properties": {"a": {"$ref": "#/$defs/A"}}, "$defs": {"A": {"not": {}}}}

    assert "it does not take `not`" in reasons(tool, "openai-strict", schema)


def test_gemini_takes_what_was_shaped_for_it(plan) -> None:
    shaped = for_profile(plan, Profile.GEMINI)

    assert any(list(refusals(tool, Profile.GEMINI)) for tool in plan.tools)
    assert not any(list(refusals(tool, Profile.GEMINI)) for tool in shaped.tools)


def test_strict_mode_takes_what_was_shaped_for_it(plan) -> None:
    shaped = for_profile(plan, Profile.OPENAI_STRICT)

    assert any(list(refusals(tool, Profile.OPENAI_STRICT)) for tool in plan.tools)
    assert not any(list(refusals(tool, Profile.OPENAI_STRICT)) for tool in shaped.tools)


def test_calls_are_checked_against_what_the_api_allows(plan) -> None:
    for profile in (Profile.OPENAI_STRICT, Profile.GEMINI):
        for before, after in zip(plan.tools, for_profile(plan, profile).tools, strict=True):
            shaped = after.input_schema != before.input_schema
            assert after.private.get("accepts") == (before.input_schema if shaped else None)


def test_other_profiles_shape_nothing(plan) -> None:
    assert for_profile(plan, Profile.ANTHROPIC) is plan
    assert for_profile(plan, None) is plan


@pytest.mark.parametrize(
    ("schema", "strict"),
    [
        ({"type": "string", "maxLength": 9, "format": "uri"}, {"type": ["string", "null"]}),
        ({"type": "string", "format": "date"}, {"type": ["string", "null"], "format": "date"}),
        ({"enum": ["x", "y"]}, {"anyOf": [{"enum": ["x", "y"], "type": "string"}, {"type": "null"}]}),
        ({}, {"type": ["string", "number", "boolean", "null"]}),
        ({"oneOf": [{"type": "integer"}, {"type": "object"}]}, {"anyOf": [{"type": "integer"}, {"type": "null"}]}),
        ({"type": "array"}, {"type": ["array", "null"], "items": {"type": ["string", "number", "boolean"]}}),
        (
            {"$ref": "#/$defs/Part", "description": "A part."},
            {"anyOf": [{"$ref": "#/$defs/Part"}, {"type": "null"}], "description": "A part."},
        ),
    ],
)  # fmt: skip
def test_what_is_optional_takes_null_in_strict_mode(schema, strict) -> None:
    part = {"type": "object", "properties": {"x": {"type": "integer"}}, "required": ["x"]}
    whole = {"type": "object", "properties": {"a": schema}, "$defs": {"Part": part}}

    shaped = for_strict(whole)

    assert shaped is not None
    assert shaped["required"] == ["a"]
    assert shaped["properties"]["a"] == strict


def test_what_has_no_shape_is_left_out_where_it_may_be() -> None:
    free = {"type": "object", "additionalProperties": {"type": "string"}}
    whole = {"type": "object", "properties": {"labels": free, "a": {"type": "integer"}}}

    shaped = for_strict({**whole, "required": ["a"]})

    assert shaped is not None
    assert list(shaped["properties"]) == ["a"]
    assert for_strict({**whole, "required": ["labels"]}) is None


def test_what_is_recursive_stays_so_in_strict_mode() -> None:
    tree = {"type": "object", "properties": {"child": {"$ref": "#/$defs/Tree"}}}
    whole = {
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        "$defs": {"Tree": tree},
    }

    shaped = for_strict({**whole, "required": ["tree"]})

    assert shaped == {
        "type": "object",
        "properties": {"tree": {"$ref": "#/$defs/Tree"}},
        "required": ["tree"],
        "additionalProperties": False,
        "$defs": {
            "Tree": {
                "type": "object",
                "properties": {"child": {"anyOf": [{"$ref": "#/$defs/Tree"}, {"type": "null"}]}},
                "required": ["child"],
                "additionalProperties": False,
            }
        },
    }


def test_recursion_ends() -> None:
    tree = {"type": "object", "properties": {"child": {"$ref": "#/$defs/Tree"}}}

    shaped = for_gemini(
        {**CLOSED, "properties": {"tree": {"$ref": "#/$defs/Tree"}}, "$defs": {"Tree": tree}}
    )

    assert shaped["properties"]["tree"] == {"type": "object", "properties": {"child": {}}}


leaves = st.sampled_from(
    [
        {},
        {"type": "string"},
        {"type": ["integer", "string"]},
        {"const": 1},
        {"enum": ["a", "b"]},
        {"enum": [1, "a"]},
        {"$ref": "#/$defs/Part"},
    ]
)
schemas = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(lambda a, b: {"oneOf": [a, b]}, inner, inner),
        st.builds(lambda a, b: {"allOf": [a, b]}, inner, inner),
        st.builds(lambda a: {"type": "array", "items": a}, inner),
        st.builds(
            lambda a, required: {"type": "object", "properties": {"x": a}, "required": required},
            inner,
            st.sampled_from([[], ["x"]]),
        ),
    ),
    max_leaves=6,
)
values = st.recursive(
    st.sampled_from([1, 2, "a", "b", True]),
    lambda inner: st.lists(inner, max_size=2) | st.fixed_dictionaries({}, optional={"x": inner}),
    max_leaves=4,
)


@settings(deadline=None)
@given(schemas, values)
def test_what_was_allowed_is_allowed_still(schema, value) -> None:
    part = {"Part": {"type": "object", "properties": {"x": {"type": "integer"}}}}
    whole = {"type": "object", "properties": {"a": schema}, "$defs": part}

    if Draft202012Validator(whole).is_valid({"a": value}):
        assert Draft202012Validator(for_gemini(whole)).is_valid({"a": value})


@settings(deadline=None)
@given(schemas)
def test_strict_mode_refuses_nothing_that_was_shaped(tool, schema) -> None:
    part = {"Part": {"type": "object", "properties": {"x": {"type": "integer"}}}}
    shaped = for_strict({"type": "object", "properties": {"a": schema}, "$defs": part})

    assert shaped is not None
    assert reasons(tool, "openai-strict", shaped) == []
    Draft202012Validator.check_schema(shaped)
