"""What is said to break nobody breaks nobody: random schemas, random changes, and values that try to prove otherwise."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.comparing import argument_differences, result_differences

from .values import proof_of_break

LEAVES = [
    {},
    {"type": "string"},
    {"type": "string", "maxLength": 2},
    {"type": "string", "minLength": 1, "pattern": "^a"},
    {"type": "integer"},
    {"type": "integer", "minimum": 0, "maximum": 1},
    {"type": "number", "exclusiveMinimum": 0},
    {"type": "number", "multipleOf": 0.5},
    {"type": ["string", "null"]},
    {"type": "boolean"},
    {"enum": ["a", "b"]},
    {"enum": ["a", 1, None]},
    {"const": "a"},
    {"not": {"const": "a"}},
    {"$ref": "#/$defs/A"},
]
names = st.sampled_from("ab")


def _objects(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {"type": st.just("object"), "properties": st.dictionaries(names, children, max_size=2)},
        optional={
            "required": st.lists(names, unique=True, max_size=2),
            "additionalProperties": st.one_of(st.booleans(), children),
            "minProperties": st.integers(0, 2),
        },
    )


def _arrays(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.fixed_dictionaries(
        {"type": st.just("array")},
        optional={
            "items": children,
            "prefixItems": st.lists(children, min_size=1, max_size=2),
            "minItems": st.integers(0, 2),
            "maxItems": st.integers(0, 2),
            "uniqueItems": st.booleans(),
        },
    )


def _unions(children: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    keyword = st.sampled_from(["allOf", "anyOf", "oneOf"])
    return st.dictionaries(
        keyword, st.lists(children, min_size=1, max_size=3), min_size=1, max_size=1
    )


schemas = st.recursive(
    st.sampled_from(LEAVES),
    lambda children: st.one_of(_objects(children), _arrays(children), _unions(children)),
    max_leaves=6,
)
roots = st.builds(
    lambda schema, target: {**schema, "$defs": {"A": target}},
    schemas,
    st.sampled_from(LEAVES[1:-1]),
)


@pytest.mark.slow
@settings(max_examples=1500, deadline=None, suppress_health_check=list(HealthCheck))
@given(old=roots, new=roots)
def test_what_is_said_to_break_nobody_breaks_nobody(old: Any, new: Any) -> None:
    check(old, new)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(old=roots, new=roots)
def test_the_same_with_a_few(old: Any, new: Any) -> None:
    check(old, new)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(schema=roots, other=roots)
def test_widening_breaks_no_caller(schema: Any, other: Any) -> None:
    wider = {"anyOf": [schema, other], "$defs": {**schema["$defs"], **other["$defs"]}}
    if schema["$defs"] == other["$defs"]:
        assert not proof_of_break(schema, wider, result=False)
        check(schema, wider)


def check(old: Any, new: Any) -> None:
    if not any(each.breaking for each in argument_differences(old, new)):
        assert proof_of_break(old, new, result=False) == []
    if not any(each.breaking for each in result_differences(old, new)):
        assert proof_of_break(old, new, result=True) == []
