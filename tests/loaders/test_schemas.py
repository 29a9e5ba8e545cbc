"""Schemas of every dialect become JSON Schema 2020-12, whatever their author got wrong."""

from __future__ import annotations

from typing import Any

import pytest

from .describe import lifted, read, read_schema

REF = {"$ref": "#/components/schemas/Pet"}
PET = {"type": "object"}


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "nullable": False}, {"type": "string"}),
        ({"nullable": True}, {}),
        (
            {"type": "string", "nullable": True, "enum": ["a"]},
            {"type": ["string", "null"], "enum": ["a", None]},
        ),
        (
            {"nullable": True, "allOf": [REF], "description": "d"},
            {"description": "d", "anyOf": [{"allOf": [{"$ref": "#/$defs/Pet"}]}, {"type": "null"}]},
        ),
        ({**REF, "nullable": True}, {"anyOf": [{"$ref": "#/$defs/Pet"}, {"type": "null"}]}),
        (
            {"type": "number", "minimum": 1, "exclusiveMinimum": True},
            {"type": "number", "exclusiveMinimum": 1},
        ),
        (
            {"type": "number", "maximum": 1, "exclusiveMaximum": False},
            {"type": "number", "maximum": 1},
        ),
        ({"exclusiveMinimum": True}, {}),
        ({"type": "string", "example": "a"}, {"type": "string", "examples": ["a"]}),
        ({"type": "object", "x-thing": 1, "externalDocs": {"url": "u"}}, {"type": "object"}),
        ({**REF, "description": "d"}, {"$ref": "#/$defs/Pet", "description": "d"}),
        ({"xml": {"name": "n"}, "readOnly": True}, {"xml": {"name": "n"}, "readOnly": True}),
        (
            {"discriminator": {"propertyName": "k", "mapping": {"p": "Pet"}}},
            {"discriminator": {"propertyName": "k", "mapping": {"p": "#/$defs/Pet"}}},
        ),
    ],
)
def test_what_3_0_says_in_its_own_way(given: Any, made: Any) -> None:
    assert lifted(given, "3.0.3", Pet=PET) == made


@pytest.mark.parametrize(
    ("given", "made"),
    [
        ({"type": "string", "x-nullable": True}, {"type": ["string", "null"]}),
        ({"type": "file"}, {"type": "string", "format": "binary"}),
        ({"discriminator": "kind"}, {"discriminator": {"propertyName": "kind"}}),
        ({"type": "array", "items": [{}]}, {"type": "array", "prefixItems": [{}]}),
    ],
)
def test_what_2_0_says_in_its_own_way(given: Any, made: Any) -> None:
    found = read_schema(given, "2.0")

    assert found.operation().body.contents[0].schema == made
    assert found.codes == []


MODERN = {
    "type": ["object", "null"],
    "properties": {
        "level": {"exclusiveMinimum": 0, "exclusiveMaximum": 10},
        "unit": {"const": "bar"},
        "pair": {"type": "array", "prefixItems": [{"type": "string"}], "items": False},
    },
    "patternProperties": {"^x": {"type": "integer"}},
    "dependentRequired": {"a": ["b"]},
    "dependentSchemas": {"a": {"minProperties": 2}},
    "if": {"required": ["a"]},
    "then": {"maxProperties": 3},
    "else": {"maxProperties": 1},
    "propertyNames": {"maxLength": 9},
    "unevaluatedProperties": False,
    "contains": {"const": 1},
    "minContains": 0,
    "contentEncoding": "base64",
    "contentMediaType": "application/json",
    "contentSchema": {"type": "object"},
    "examples": [{}],
    "not": {"required": ["z"]},
    "$comment": "kept",
}


def test_keywords_of_2020_12_stay_as_they_are() -> None:
    found = read_schema(MODERN)

    assert found.operation().body.contents[0].schema == MODERN
    assert found.codes == []


def test_keywords_beside_a_reference_count_from_3_1_on() -> None:
    assert lifted({**REF, "maxLength": 3}, Pet=PET) == {"$ref": "#/$defs/Pet", "maxLength": 3}


def test_keywords_beside_a_reference_do_not_count_before() -> None:
    found = read_schema({**REF, "maxLength": 3}, "3.0.3", Pet=PET)

    assert found.operation().body.contents[0].schema == {"$ref": "#/$defs/Pet"}
    assert found.codes == ["MG214"]


@pytest.mark.parametrize(
    ("given", "made"),
    [
        (True, {}),
        (False, {"not": {}}),
        ({"properties": {"a": True, "b": False}}, {"properties": {"a": {}, "b": {"not": {}}}}),
        ({"additionalProperties": False}, {"additionalProperties": False}),
        ({"additionalProperties": True}, {"additionalProperties": True}),
    ],
)
def test_boolean_schemas(given: Any, made: Any) -> None:
    assert lifted(given) == made


@pytest.mark.parametrize(
    ("given", "made", "code"),
    [
        ({"type": "any"}, {}, "MG210"),
        ({"type": "objct"}, {}, "MG211"),
        ({"type": "String"}, {"type": "string"}, "MG210"),
        ({"type": "int64"}, {"type": "integer", "format": "int64"}, "MG210"),
        ({"type": "date-time"}, {"type": "string", "format": "date-time"}, "MG210"),
        ({"type": ["string", None]}, {"type": ["string", "null"]}, "MG210"),
        ({"type": None}, {"type": "null"}, "MG210"),
        ({"type": {"a": 1}}, {}, "MG211"),
        ({"type": []}, {}, None),
        ({"type": ["string", "string"]}, {"type": "string"}, "MG210"),
        ({"minLength": "3"}, {"minLength": 3}, "MG210"),
        ({"minLength": 3.0}, {"minLength": 3}, "MG210"),
        ({"minLength": -1}, {}, "MG211"),
        ({"maximum": True}, {}, "MG211"),
        ({"maximum": "1e999"}, {}, "MG211"),
        ({"multipleOf": 0}, {}, "MG211"),
        ({"pattern": 7}, {}, "MG211"),
        ({"pattern": "/^a$/i"}, {"pattern": "^a$"}, "MG210"),
        ({"pattern": "/^a/"}, {"pattern": "^a"}, "MG210"),
        ({"pattern": "/a$/"}, {"pattern": "a$"}, "MG210"),
        ({"pattern": r"/a\$/"}, {"pattern": r"/a\$/"}, None),
        ({"pattern": "/(?=.*[a-z])(?=.*[0-9])/"}, {"pattern": "(?=.*[a-z])(?=.*[0-9])"}, "MG210"),
        ({"pattern": "/[a-z]+/"}, {"pattern": "/[a-z]+/"}, None),
        ({"pattern": "/[a-z]+/", "example": "ab"}, {"pattern": "[a-z]+", "examples": ["ab"]}, "MG210"),
        ({"pattern": "/[a-z]+/", "default": "/ab/"}, {"pattern": "/[a-z]+/", "default": "/ab/"}, None),
        ({"pattern": "/[a-z]+/", "enum": ["a", "/b/"]}, {"pattern": "/[a-z]+/", "enum": ["a", "/b/"]}, "MG216"),
        ({"pattern": "^[a-z]$", "example": "7"}, {"pattern": "^[a-z]$", "examples": ["7"]}, "MG216"),
        ({"type": "string", "pattern": "^[0-9]$", "default": 7}, {"type": "string", "pattern": "^[0-9]$", "default": "7"}, "MG210"),
        ({"pattern": "[z-a]"}, {}, "MG215"),
        ({"format": 7}, {"format": "7"}, "MG210"),
        ({"format": []}, {}, "MG211"),
        ({"enum": "a"}, {"enum": ["a"]}, "MG210"),
        ({"enum": []}, {}, "MG211"),
        ({"enum": ["a", "a"]}, {"enum": ["a"]}, "MG210"),
        ({"type": "string", "enum": [1, True]}, {"type": "string", "enum": ["1", "true"]}, "MG210"),
        ({"type": "integer", "enum": ["1", 2]}, {"type": "integer", "enum": [1, 2]}, "MG210"),
        ({"type": "boolean", "default": "true"}, {"type": "boolean", "default": True}, "MG210"),
        ({"type": "number", "default": "x"}, {"type": "number", "default": "x"}, None),
        ({"required": "a"}, {"required": ["a"]}, "MG210"),
        ({"required": ["a", "a", 1]}, {"required": ["a"]}, "MG210"),
        ({"required": {}}, {}, "MG211"),
        ({"properties": None}, {}, "MG211"),
        ({"properties": []}, {}, "MG211"),
        ({"properties": {"required": ["a"]}}, {"properties": {}}, "MG211"),
        ({"properties": {"a": None}}, {"properties": {"a": {}}}, "MG211"),
        ({"properties": {"a": "string"}}, {"properties": {"a": {"type": "string"}}}, "MG210"),
        ({"items": None}, {}, "MG211"),
        ({"items": [{}, True]}, {"prefixItems": [{}, {}]}, None),
        ({"items": [{}], "additionalItems": False}, {"prefixItems": [{}], "items": False}, None),
        ({"allOf": []}, {}, "MG211"),
        ({"allOf": {"type": "string"}}, {"allOf": [{"type": "string"}]}, "MG210"),
        ({"oneOf": None}, {}, "MG211"),
        ({"not": None}, {}, "MG211"),
        ({"dependencies": {"a": ["b"], "c": {}}}, {"dependentRequired": {"a": ["b"]}, "dependentSchemas": {"c": {}}}, None),
        ({"examples": {"one": {"value": 1}, "two": 2}}, {"examples": [1, 2]}, None),
        ({"examples": "a"}, {"examples": ["a"]}, None),
        ({"discriminator": {}}, {}, "MG211"),
        ({"readOnly": "true"}, {"readOnly": True}, "MG210"),
        ({"$ref": 7}, {}, "MG211"),
        ({"minlength": 3}, {}, "MG212"),
        (7, {}, "MG211"),
        ([], {}, "MG211"),
        ("string", {"type": "string"}, "MG210"),
        ("nonsense", {}, "MG211"),
    ],
)  # fmt: skip
def test_wrong_keywords_are_repaired_or_left_out(given: Any, made: Any, code: str | None) -> None:
    found = read_schema(given)

    assert found.operation().body.contents[0].schema == made
    assert found.codes == ([code] if code else [])


@pytest.mark.parametrize("pattern", ["(a+)+$", "^(a|aa)+$", "((?:a|a)*)*b", "(?:x(a*)y?){30,}$"])
def test_a_pattern_that_could_take_for_ever_is_not_tried(pattern: str) -> None:
    found = read_schema({"pattern": pattern, "example": "a" * 60 + "!"})

    assert found.codes == []


def test_a_pattern_is_shown_as_it_is_written() -> None:
    found = read_schema({"pattern": r"/^\d$/"})

    assert r"`/^\d$/` is read as `^\d$`" in found.messages


def test_a_flag_on_a_property_makes_it_required() -> None:
    given = {"required": ["a"], "properties": {"a": {}, "b": {"type": "string", "required": True}}}

    assert lifted(given, "3.0.3") == {
        "required": ["a", "b"],
        "properties": {"a": {}, "b": {"type": "string"}},
    }


def test_a_property_may_be_called_like_an_extension_or_a_keyword() -> None:
    given = {"properties": {"x-a": {"type": "string"}, "$ref": {"type": "string"}, "nullable": {}}}

    assert lifted(given) == given


def test_properties_may_be_kept_elsewhere() -> None:
    given = {"properties": {"$ref": "#/components/schemas/Pet/properties"}}

    assert lifted(given, Pet={"properties": {"a": {"type": "string"}}}) == {
        "properties": {"a": {"type": "string"}}
    }


def test_an_example_may_come_by_reference() -> None:
    given = {"type": "object", "example": {"$ref": "#/components/schemas/Pet/default"}}

    assert lifted(given, Pet={"default": {"a": 1}})["examples"] == [{"a": 1}]


def test_a_finding_names_the_keyword() -> None:
    found = read_schema({"properties": {"a": {"minLength": "x"}}})

    assert found.pointers("MG211") == [
        "/paths/~1things/post/requestBody/content/application~1json/schema/properties/a/minLength"
    ]


def test_a_schema_nested_too_deeply_is_cut_with_a_warning() -> None:
    given: dict[str, Any] = {"type": "string"}
    for _ in range(100):
        given = {"properties": {"a": given}}

    found = read_schema(given)

    assert found.codes == ["MG213"]


def test_only_definitions_that_are_reached_are_lifted() -> None:
    found = read_schema(REF, Pet=PET, Broken={"type": "objct"})

    assert found.document.definitions == {"Pet": PET}
    assert found.codes == []


def test_a_mapping_of_a_discriminator_may_name_files_and_pointers() -> None:
    found = read("""
        openapi: 3.2.0
        paths:
          /a:
            post:
              requestBody:
                content:
                  application/json:
                    schema:
                      oneOf: [{$ref: '#/components/schemas/Cat'}]
                      discriminator:
                        propertyName: kind
                        mapping: {cat: '#/components/schemas/Cat', dog: Dog, gone: Gone.yaml, odd: 7}
                        defaultMapping: Dog
        components: {schemas: {Cat: {type: object}, Dog: {type: object}}}
        """)

    schema = found.operation().body.contents[0].schema
    assert schema["discriminator"] == {
        "propertyName": "kind",
        "mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"},
        "defaultMapping": "#/$defs/Dog",
    }
    assert found.codes == ["MG121"]


def test_big_integers_are_exact() -> None:
    assert lifted({"maximum": 9223372036854775807})["maximum"] == 9223372036854775807
