"""No description, however broken, makes the loaders fail: hypothesis breaks good ones in random places."""

from __future__ import annotations

import copy
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.diagnostics import Diagnostics, as_json, render_github, render_text
from mcpgen.loaders import Policy, load

from .invariants import check, check_bundle

MODERN: dict[str, Any] = {
    "openapi": "3.2.0",
    "info": {"title": "T", "version": "1", "contact": {"url": "https://c.test"}},
    "servers": [{"url": "https://{a}.test", "variables": {"a": {"default": "b", "enum": ["b"]}}}],
    "tags": [{"name": "t", "description": "d"}],
    "security": [{"key": []}, {}],
    "paths": {
        "/a/{id}": {
            "parameters": [{"$ref": "#/components/parameters/Id"}],
            "servers": [{"url": "/v2"}],
            "summary": "s",
            "post": {
                "operationId": "a",
                "tags": ["t"],
                "parameters": [
                    {"name": "q", "in": "query", "style": "form", "schema": {"type": "string"}},
                    {"name": "c", "in": "cookie", "content": {"text/x": {"schema": {}}}},
                ],
                "requestBody": {
                    "required": True,
                    "content": {
                        "multipart/form-data": {
                            "schema": {"$ref": "#/components/schemas/Pet"},
                            "encoding": {"name": {"contentType": "a/b", "headers": {"X": {}}}},
                            "examples": {"o": {"value": 1}},
                        }
                    },
                },
                "responses": {
                    "200": {
                        "description": "d",
                        "headers": {"X-A": {"schema": {"type": "integer"}}},
                        "links": {"l": {"operationId": "a"}},
                        "content": {"application/json": {"itemSchema": {"type": "object"}}},
                    }
                },
                "security": [{"oauth": ["r"]}],
            },
            "additionalOperations": {"COPY": {}},
        },
        "/b": {"$ref": "#/components/pathItems/B"},
    },
    "components": {
        "parameters": {"Id": {"name": "id", "in": "path", "required": True, "schema": {}}},
        "pathItems": {"B": {"get": {}}},
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "K"},
            "oauth": {
                "type": "oauth2",
                "flows": {"implicit": {"authorizationUrl": "/a", "scopes": {"r": "R"}}},
            },
        },
        "schemas": {
            "Pet": {
                "$id": "https://s.test/pet",
                "type": ["object", "null"],
                "required": ["name"],
                "properties": {
                    "name": {"type": "string", "minLength": 1, "pattern": "a", "enum": ["a"]},
                    "age": {"type": "integer", "exclusiveMinimum": 0, "default": 1},
                    "friend": {"$ref": "#/components/schemas/Pet", "description": "d"},
                    "tags": {"type": "array", "items": {"$anchor": "x"}, "prefixItems": [{}]},
                },
                "oneOf": [{"$ref": "#x"}, {"$dynamicRef": "#x"}],
                "discriminator": {"propertyName": "k", "mapping": {"a": "Pet"}},
                "dependentRequired": {"a": ["b"]},
                "additionalProperties": {"nullable": True, "allOf": [{}]},
                "xml": {"name": "n"},
                "examples": [{}],
            }
        },
    },
}
OLD: dict[str, Any] = {
    "swagger": "2.0",
    "info": {"title": "T", "version": "1"},
    "host": "h.test",
    "basePath": "/v1",
    "schemes": ["https"],
    "consumes": ["application/json"],
    "produces": ["application/json"],
    "paths": {
        "/a/{id}": {
            "parameters": [{"$ref": "#/parameters/Id"}],
            "put": {
                "parameters": [{"in": "body", "name": "b", "schema": {"$ref": "#/definitions/P"}}],
                "responses": {
                    "200": {
                        "schema": {"$ref": "#/definitions/P"},
                        "headers": {"X": {"type": "string"}},
                        "examples": {"application/json": 1},
                    }
                },
            },
            "post": {
                "consumes": ["multipart/form-data"],
                "schemes": ["http"],
                "parameters": [
                    {"in": "formData", "name": "f", "type": "file"},
                    {
                        "in": "formData",
                        "name": "g",
                        "type": "array",
                        "items": {"type": "string"},
                        "collectionFormat": "multi",
                    },
                ],
            },
        }
    },
    "parameters": {"Id": {"in": "path", "name": "id", "type": "string", "required": True}},
    "definitions": {"P": {"discriminator": "k", "properties": {"k": {"x-nullable": True}}}},
    "securityDefinitions": {"o": {"type": "oauth2", "flow": "accessCode", "tokenUrl": "/t"}},
    "security": [{"o": ["a"]}],
}

ODD = st.recursive(
    st.sampled_from(
        [
            *(
                None,
                True,
                False,
                0,
                -1,
                1.5,
                1e300,
                "",
                "a",
                "#",
                "#/",
                "#/paths",
                "//",
                "http://[",
                "{",
            ),
            *(
                "#/components/schemas/Pet",
                "#/definitions/P",
                "x.yaml",
                "https://h.test/x",
                "\ud800",
            ),
            *(
                "$ref",
                "\u202e",
                "object",
                "any",
                "é",
                "/",
                "%",
                "%zz",
                "#%00",
                "file:///x",
                "a:b:c",
            ),
            *("\x00", "file:///%00", "a" * 300, "?", "//[", "$anchor", "../x", "\\x"),
        ]
    ),
    lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(["$ref", "type", "in", "name", "a", ""]), inner, max_size=3),
    max_leaves=4,
)


def places(value: Any, path: tuple = ()) -> list[tuple]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, child in value.items():
            found += places(child, (*path, key))
    if isinstance(value, list):
        for index, child in enumerate(value):
            found += places(child, (*path, index))
    return found


@st.composite
def broken(draw: st.DrawFn) -> dict[str, Any]:
    root = copy.deepcopy(draw(st.sampled_from([MODERN, OLD])))
    if draw(st.booleans()):
        root["openapi"] = draw(st.sampled_from(["3.0.0", "3.1.0", "3.2.0"]))
    for _ in range(draw(st.integers(1, 4))):
        *above, last = draw(st.sampled_from(places(root)))
        owner = root
        for key in above:
            owner = owner[key]
        if draw(st.booleans()):
            owner[last] = draw(ODD)
        elif isinstance(owner, dict):
            owner[str(draw(ODD))] = owner.pop(last)
        else:
            owner.pop(last)
    return root


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(broken())
def test_a_broken_description_is_loaded_or_refused(root: dict[str, Any]) -> None:
    diagnostics = Diagnostics()
    text = json.dumps(root).encode()

    made = load("-", policy=Policy(), diagnostics=diagnostics, stdin=text)

    assert (made is None) == diagnostics.failed
    if made is not None:
        check(made)
        check_bundle(made)
    assert len(as_json(diagnostics)) == len(diagnostics)
    assert bool(render_text(diagnostics)) == bool(render_github(diagnostics)) == bool(diagnostics)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_are_too_odd(raw: bytes) -> None:
    diagnostics = Diagnostics()

    assert load("-", policy=Policy(), diagnostics=diagnostics, stdin=raw) is None
    assert diagnostics.failed
    assert render_text(diagnostics)
