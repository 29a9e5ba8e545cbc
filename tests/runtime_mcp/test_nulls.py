"""Null for what is left out, as models give it whose interface has no optional arguments."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime.serving.nulls import without_nulls

SCHEMA = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "owner": {"type": ["string", "null"]},
        "tags": {"type": ["array", "null"], "items": {"$ref": "#/$defs/Tag"}},
        "home": {"oneOf": [{"$ref": "#/$defs/House"}, {"$ref": "#/$defs/Ship"}]},
        "labels": {"type": "object", "additionalProperties": True},
        "parent": {"$ref": "#/$defs/Pet"},
    },
    "required": ["name", "owner"],
    "$defs": {
        "Tag": {"allOf": [{"properties": {"id": {}, "hue": {"type": "string"}}}, {"required": ["id"]}]},
        "House": {"properties": {"street": {"type": "string"}}, "required": ["street"]},
        "Ship": {"properties": {"street": {"type": "string"}, "port": {"type": "string"}}},
        "Pet": {"properties": {"child": {"$ref": "#/$defs/Pet"}, "name": {"type": "string"}}},
    },
}  # fmt: skip


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ({"name": "a", "owner": "b", "tags": None, "home": None}, {"name": "a", "owner": "b"}),
        ({"name": "a", "owner": None}, {"name": "a", "owner": None}),  # required, and may be null
        ({"name": None}, {}),  # so that it is told to be missing
        ({"tags": [{"id": 1, "hue": None}]}, {"tags": [{"id": 1}]}),
        ({"tags": [{"id": None, "hue": "x"}]}, {"tags": [{"id": None, "hue": "x"}]}),
        ({"home": {"street": None, "port": "x"}}, {"home": {"port": "x"}}),
        ({"labels": {"a": None}}, {"labels": {"a": None}}),  # not a property that is described
        ({"parent": {"child": {"child": None, "name": "x"}}}, {"parent": {"child": {"name": "x"}}}),
        ({"other": None}, {"other": None}),  # so that it is refused
    ],
)
def test_null_is_taken_away_unless_it_is_meant(given, meant) -> None:
    assert without_nulls(given, SCHEMA) == meant
