"""Swagger 2.0."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest

from .describe import Read, read


def read_swagger(operation: str, rest: str = "", method: str = "post") -> Read:
    head = f"swagger: '2.0'\ninfo: {{title: T, version: '1'}}\npaths:\n  /things:\n    {method}:\n"
    return read(head + indent(dedent(operation).strip(), " " * 6) + "\n" + dedent(rest))


@pytest.mark.parametrize(
    ("rest", "urls"),
    [
        ("host: api.test\nbasePath: /v1\nschemes: [http, https, ws]", ["https://api.test/v1", "http://api.test/v1"]),
        ("host: api.test", ["https://api.test"]),
        ("host: api.test\nbasePath: v1", ["https://api.test/v1"]),
        ("basePath: /v1", ["/v1"]),
        ("host: 'http://api.test'\nbasePath: /v1", ["http://api.test/v1"]),
        ("", []),
    ],
)  # fmt: skip
def test_host_base_path_and_schemes_are_servers(rest: str, urls: list[str]) -> None:
    found = read_swagger("responses: {}", rest)

    assert [server.url for server in found.document.servers] == urls


def test_an_operation_may_have_its_own_schemes() -> None:
    found = read_swagger("schemes: [http]", "host: api.test\nschemes: [https]")

    assert [server.url for server in found.operation().servers] == ["http://api.test"]


def test_a_body_parameter_is_the_body_in_each_media_type() -> None:
    found = read_swagger(
        """
        parameters:
          - {in: body, name: anything, required: true, description: d, schema: {type: object}}
        """,
        "consumes: [application/json, application/xml]",
    )

    body = found.operation().body
    assert body is not None
    assert (body.required, body.description) == (True, "d")
    assert [(c.media_type, c.schema) for c in body.contents] == [
        ("application/json", {"type": "object"}),
        ("application/xml", {"type": "object"}),
    ]


def test_an_operations_media_types_replace_the_documents() -> None:
    found = read_swagger(
        "consumes: [text/plain]\nproduces: [text/csv]\n"
        "parameters: [{in: body, name: b, schema: {type: string}}]\n"
        "responses: {200: {schema: {type: string}}}",
        "consumes: [application/xml]\nproduces: [application/xml]",
    )

    operation = found.operation()
    assert operation.body.contents[0].media_type == "text/plain"
    assert operation.responses[0].contents[0].media_type == "text/csv"


def test_without_media_types_json_is_meant() -> None:
    found = read_swagger(
        "parameters: [{in: body, name: b, schema: {}}]\nresponses: {200: {schema: {type: string}}}"
    )

    operation = found.operation()
    assert operation.body.contents[0].media_type == "application/json"
    assert operation.responses[0].contents[0].media_type == "application/json"


def test_form_parameters_are_one_object() -> None:
    found = read_swagger("""
        parameters:
          - {in: formData, name: a, type: string, required: true, description: d, x-example: x}
          - {in: formData, name: b, type: array, items: {type: string}}
          - {in: formData, name: c, type: array, items: {type: string}, collectionFormat: multi}
        """)

    content = found.operation().body.contents[0]
    assert content.media_type == "application/x-www-form-urlencoded"
    assert content.schema == {
        "type": "object",
        "properties": {
            "a": {"type": "string", "description": "d", "examples": ["x"]},
            "b": {"type": "array", "items": {"type": "string"}},
            "c": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["a"],
    }
    assert [(name, e.style, e.explode) for name, e in content.encoding.by_name.items()] == [
        ("b", "form", False),
        ("c", "form", True),
    ]


def test_a_file_makes_the_form_multipart() -> None:
    found = read_swagger(
        "consumes: [application/x-www-form-urlencoded]\n"
        "parameters: [{in: formData, name: f, type: file, required: true}]"
    )

    content = found.operation().body.contents[0]
    assert content.media_type == "multipart/form-data"
    assert content.schema["properties"] == {"f": {"type": "string", "format": "binary"}}
    assert found.codes == []


@pytest.mark.parametrize(
    ("location", "written", "style", "explode"),
    [
        ("query", "", "form", False),
        ("query", ", collectionFormat: csv", "form", False),
        ("query", ", collectionFormat: multi", "form", True),
        ("query", ", collectionFormat: ssv", "spaceDelimited", False),
        ("query", ", collectionFormat: tsv", "tabDelimited", False),
        ("query", ", collectionFormat: pipes", "pipeDelimited", False),
        ("query", ", collectionFormat: odd", "form", False),
        ("header", "", "simple", False),
        ("header", ", collectionFormat: pipes", "pipeDelimited", False),
        ("header", ", collectionFormat: multi", "simple", False),
    ],
)
def test_collection_formats(location: str, written: str, style: str, *, explode: bool) -> None:
    found = read_swagger(
        f"parameters: [{{in: {location}, name: a, type: array, items: {{type: string}}{written}}}]"
    )

    made = found.operation().parameters[0]
    assert (made.style, made.explode) == (style, explode)
    assert made.schema == {"type": "array", "items": {"type": "string"}}


def test_a_parameters_own_keywords_are_its_schema() -> None:
    found = read_swagger(
        "parameters: [{in: query, name: a, type: integer, minimum: 1, exclusiveMinimum: true,"
        " default: 3, required: true, description: d, allowEmptyValue: true}]"
    )

    made = found.operation().parameters[0]
    assert made.schema == {"type": "integer", "exclusiveMinimum": 1, "default": 3}
    assert (made.required, made.description, made.allow_empty) == (True, "d", True)
    assert found.codes == []


def test_the_operations_body_replaces_that_of_the_path() -> None:
    found = read("""
        swagger: '2.0'
        paths:
          /a:
            parameters: [{in: body, name: x, schema: {type: string}}, {in: query, name: q, type: string}]
            post: {parameters: [{in: body, name: y, schema: {type: integer}}]}
        """)

    operation = found.operation()
    assert operation.body.contents[0].schema == {"type": "integer"}
    assert [p.name for p in operation.parameters] == ["q"]


def test_a_response_that_is_a_file_is_bytes() -> None:
    found = read_swagger("responses: {200: {description: d, schema: {type: file}}}")

    content = found.operation().responses[0].contents[0]
    assert content.media_type == "application/octet-stream"
    assert content.schema == {"type": "string", "format": "binary"}


def test_examples_and_headers_of_a_response() -> None:
    found = read_swagger("""
        produces: [application/json, text/plain]
        responses:
          200:
            schema: {type: object}
            examples: {application/json: {a: 1}}
            headers: {X-Left: {type: integer, description: d}}
        """)

    response = found.operation().responses[0]
    assert [content.examples for content in response.contents] == [({"a": 1},), ()]
    assert response.headers == {"X-Left": {"type": "integer"}}


def test_components_of_swagger_are_followed() -> None:
    found = read_swagger(
        """
        parameters: [{$ref: '#/parameters/A'}]
        responses: {200: {$ref: '#/responses/R'}}
        """,
        """
        parameters: {A: {in: query, name: a, type: string}}
        responses: {R: {description: d, schema: {$ref: '#/definitions/Pet'}}}
        definitions: {Pet: {type: object}}
        """,
    )

    assert [p.name for p in found.operation().parameters] == ["a"]
    assert found.operation().responses[0].contents[0].schema == {"$ref": "#/$defs/Pet"}
    assert found.codes == []


def test_security_definitions() -> None:
    document = read_swagger(
        "security: [{b: []}, {o: [read]}]",
        """
        host: api.test
        securityDefinitions:
          b: {type: basic}
          k: {type: apiKey, in: query, name: key}
          o: {type: oauth2, flow: accessCode, authorizationUrl: /auth, tokenUrl: /token, scopes: {read: r, x-a: b}}
          a: {type: oauth2, flow: application, tokenUrl: 'https://login.test/t', scopes: {}}
          bad: {type: oauth2, flow: odd}
        security: [{k: []}]
        """,
    ).document

    schemes = document.security_schemes
    assert (schemes["b"].type, schemes["b"].scheme) == ("http", "basic")
    assert (schemes["k"].location, schemes["k"].parameter) == ("query", "key")
    assert schemes["o"].flows["authorizationCode"].token_url == "https://api.test/token"
    assert list(schemes["a"].flows) == ["clientCredentials"]
    assert "bad" not in schemes
    assert document.operations[0].security == ({"b": ()}, {"o": ("read",)})


def test_trace_is_not_a_method_of_swagger() -> None:
    assert read("swagger: '2.0'\npaths: {/a: {trace: {}}}").codes == ["MG106"]
