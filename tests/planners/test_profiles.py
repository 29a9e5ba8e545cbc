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
from mcpgen.planners.profiles import for_gemini, refusals, shape

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

    assert reasons(tool, "openai-strict", schema) == ["it does not take `not`"]


def test_gemini_takes_what_was_shaped_for_it(plan) -> None:
    shaped = shape(plan, Profile.GEMINI)

    assert any(list(refusals(tool, Profile.GEMINI)) for tool in plan.tools)
    assert not any(list(refusals(tool, Profile.GEMINI)) for tool in shaped.tools)


def test_other_profiles_shape_nothing(plan) -> None:
    assert shape(plan, Profile.OPENAI_STRICT) is plan
    assert shape(plan, None) is plan


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
