"""Arguments are checked against a tool's schema, and what is wrong is told in words a model can act on."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from petstore_mcp._runtime.serving import arguments as _arguments
from petstore_mcp._runtime.serving.arguments import make_check


def wrong(properties: dict, arguments: dict, **root) -> list[str]:
    schema = {"type": "object", "properties": properties, "additionalProperties": False, **root}
    return make_check(schema)(arguments)


@pytest.fixture(params=["rust", "python"], autouse=True)
def engine(request, monkeypatch):
    if request.param == "python":
        monkeypatch.setattr(_arguments, "jsonschema_rs", None)


def test_good_arguments_have_no_problems():
    assert wrong({"limit": {"type": "integer", "maximum": 10}}, {"limit": 10}) == []


@pytest.mark.parametrize(
    ("schema", "value", "told"),
    [
        ({"type": "integer"}, "5", 'x: must be a whole number, not "5"'),
        (
            {"type": "integer"},
            None,
            "x: must be a whole number, not null; leave it out if it is not needed",
        ),
        ({"type": ["string", "null"]}, 5, "x: must be a string or null, not 5"),
        ({"type": "object"}, '{"a": 1}', "x: must be an object as JSON, not a string"),
        ({"type": "number"}, float("nan"), "x: must be a number, not NaN"),
        ({"maximum": 10}, 11, "x: 11 must be at most 10"),
        ({"minimum": 1}, 0, "x: 0 must be at least 1"),
        ({"exclusiveMinimum": 0}, 0, "x: 0 must be more than 0"),
        ({"multipleOf": 0.01}, 0.123, "x: 0.123 must be a multiple of 0.01"),
        ({"enum": ["cat", "dog"]}, "cow", 'x: must be one of "cat", "dog", not "cow"'),
        ({"const": "a"}, "b", 'x: must be "a", not "b"'),
        ({"maxLength": 2}, "abc", "x: must have at most 2 characters, not 3"),
        ({"minItems": 1}, [], "x: must have at least 1 item, not 0"),
        ({"minProperties": 2}, {"a": 1}, "x: must have at least 2 properties, not 1"),
        ({"pattern": "^a"}, "b", 'x: "b" must match the pattern ^a'),
        (False, 1, "1 is not allowed"),
        ({"not": {}}, 1, "x: does not meet not (1 should not be valid under {})"),
        ({"uniqueItems": True}, [1, 1], "x: must not hold the same item twice"),
        ({"items": {"type": "string"}}, ["a", 1], "x[1]: must be a string, not 1"),
    ],
)
def test_a_problem_says_where_and_what_is_allowed(schema, value, told):
    assert wrong({"x": schema}, {"x": value}) == [told]


def test_a_missing_argument_is_named():
    assert wrong({"name": {}}, {}, required=["name"]) == ['"name" is required']


def test_a_missing_member_is_named_with_its_place():
    pet = {"type": "object", "required": ["name"]}

    assert wrong({"pets": {"items": pet}}, {"pets": [{}]}) == ['pets[0]: "name" is required']


def test_an_unknown_argument_is_answered_with_the_nearest():
    assert wrong({"limit": {}}, {"limits": 1}) == ['"limits" is not known; did you mean "limit"?']


def test_an_unknown_argument_is_answered_with_what_there_is():
    assert wrong({"limit": {}}, {"colour": 1}) == ['"colour" is not known; there is "limit"']


def test_at_most_ten_problems_are_told():
    schema = {"type": "array", "items": {"type": "integer"}}

    told = wrong({"ids": schema}, {"ids": ["x"] * 25})

    assert len(told) == 11
    assert told[-1] == "and 15 more"


def test_a_problem_does_not_repeat_a_huge_value():
    (told,) = wrong({"x": {"enum": ["a"]}}, {"x": "b" * 100_000})

    assert len(told) < 200


CAT = {
    "type": "object",
    "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}},
    "required": ["kind"],
}
DOG = {
    "type": "object",
    "properties": {"kind": {"const": "dog"}, "tricks": {"type": "array"}},
    "required": ["kind"],
}


def test_only_the_alternative_that_the_tag_names_is_told():
    told = wrong(
        {"pet": {"oneOf": [CAT, DOG]}}, {"pet": {"kind": "cat", "lives": "nine", "tricks": 1}}
    )

    assert told == ['pet.lives: must be a whole number, not "nine"']


def test_a_tag_that_no_alternative_has_is_answered_with_those_there_are():
    told = wrong({"pet": {"oneOf": [CAT, DOG]}}, {"pet": {"kind": "cow"}})

    assert told == ['pet.kind: must be one of "cat", "dog", not "cow"']


def test_alternatives_of_other_types_are_told_as_types():
    told = wrong({"id": {"anyOf": [{"type": "integer"}, {"type": "string"}]}}, {"id": []})

    assert told == ["id: must be a whole number or a string, not []"]


def test_the_alternative_of_the_right_type_is_told():
    told = wrong(
        {"id": {"anyOf": [{"type": "integer", "minimum": 1}, {"type": "string"}]}}, {"id": 0}
    )

    assert told == ["id: 0 must be at least 1"]


def test_a_value_that_fits_two_alternatives_is_fine():
    assert wrong({"x": {"oneOf": [{"type": "integer"}, {"type": "number"}]}}, {"x": 1}) == []


@pytest.mark.parametrize(
    "pattern", [r"^\p{L}+$", "(?<year>[0-9]{4})", "[", "(?i", "a{99999999999}"]
)
def test_a_pattern_of_another_dialect_never_fails_a_call(pattern):
    assert wrong({"x": {"type": "string", "pattern": pattern}}, {"x": "2024"}) in (
        [],
        [f'x: "2024" must match the pattern {pattern}'],
    )
    assert (
        wrong(
            {"x": {"patternProperties": {pattern: False}, "additionalProperties": False}}, {"x": {}}
        )
        == []
    )


def test_a_number_beyond_all_floats_is_checked():
    huge = 10**400

    assert wrong({"x": {"type": "integer", "multipleOf": 0.01}}, {"x": huge}) == []
    assert "at most 5" in wrong({"x": {"maximum": 5}}, {"x": huge})[0]


def test_arguments_nested_beyond_reason_are_refused(monkeypatch):
    monkeypatch.setattr(_arguments, "jsonschema_rs", None)
    nested: list = []
    for _ in range(3000):
        nested = [nested]
    schema = {"$defs": {"n": {"type": "array", "items": {"$ref": "#/$defs/n"}}}}

    assert wrong({"x": {"$ref": "#/$defs/n"}}, {"x": nested}, **schema) == [
        "The arguments are nested too deeply."
    ]


def test_a_reference_out_of_the_schema_is_never_fetched(monkeypatch):
    monkeypatch.setattr("socket.socket", None)

    assert wrong({"x": {"$ref": "http://192.0.2.1/schema.json"}}, {"x": 1}) == []


def test_a_pattern_is_not_tried_on_long_texts():
    assert wrong({"x": {"pattern": "^(a|aa)+$"}}, {"x": "a" * 5000 + "b"}) == []


_TYPES = st.sampled_from(["string", "integer", "number", "boolean", "null", "array", "object"])
_SIMPLE = st.fixed_dictionaries(
    {"type": _TYPES},
    optional={
        "description": st.just("said"),
        "items": st.fixed_dictionaries({"type": _TYPES}, optional={"enum": st.just([1, "a"])}),
        "enum": st.just([1, "a", []]),
        "properties": st.just({"a": {"type": "string"}}),
    },
)
_VALUES = st.recursive(
    st.sampled_from([None, True, 0, 1, 1.0, 1.5, "", "a"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.just("a"), inner),
    max_leaves=4,
)


@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(schema=_SIMPLE, value=_VALUES)
def test_what_is_passed_without_a_validator_is_what_a_validator_passes(schema, value):
    fits = Draft202012Validator({"properties": {"x": schema}}).is_valid({"x": value})
    assert (wrong({"x": schema}, {"x": value}) == []) is fits
