"""Operations, parameters, bodies and responses of OpenAPI 3.0 and 3.1."""

from __future__ import annotations

import pytest

from .describe import read, read_operation


def parameter(text: str, version: str = "3.1.0", path: str = "/things"):
    found = read_operation(f"parameters: [{{{text}}}]", version=version, path=path)
    return found.operation().parameters[-1], found


@pytest.mark.parametrize(
    ("location", "style", "explode"),
    [
        ("query", "form", True),
        ("cookie", "form", True),
        ("header", "simple", False),
        ("path", "simple", False),
    ],
)
def test_styles_have_their_defaults(location: str, style: str, *, explode: bool) -> None:
    made, _ = parameter(f"name: a, in: {location}, schema: {{}}", path="/things/{a}")

    assert (made.style, made.explode) == (style, explode)


@pytest.mark.parametrize(
    ("text", "style", "explode"),
    [
        ("style: form, explode: false", "form", False),
        ("style: spaceDelimited", "spaceDelimited", False),
        ("style: deepObject, explode: true", "deepObject", True),
        ("style: matrix", "form", True),
        ("style: 7, explode: 'true'", "form", True),
    ],
)
def test_styles_of_a_query_parameter(text: str, style: str, *, explode: bool) -> None:
    made, _ = parameter(f"name: a, in: query, schema: {{}}, {text}")

    assert (made.style, made.explode) == (style, explode)


def test_the_rest_of_a_parameter() -> None:
    made, found = parameter(
        "name: a, in: query, required: true, description: d, deprecated: true, allowReserved: true,"
        " allowEmptyValue: true, schema: {type: string}, example: x, examples: {o: {value: y}}"
    )

    assert (made.required, made.description, made.deprecated) == (True, "d", True)
    assert (made.allow_reserved, made.allow_empty) == (True, True)
    assert made.examples == ("x", "y")
    assert made.origin.pointer == "/paths/~1things/get/parameters/0"
    assert found.codes == []


def test_a_content_parameter_has_a_media_type() -> None:
    made, _ = parameter("name: a, in: query, content: {application/json: {schema: {type: object}}}")

    assert (made.media_type, made.schema) == ("application/json", {"type": "object"})


def test_keywords_beside_a_missing_schema_are_read() -> None:
    made, found = parameter("name: a, in: query, type: integer")

    assert made.schema == {"type": "integer"}
    assert found.codes == ["MG207"]


@pytest.mark.parametrize("name", ["Accept", "content-type", "AUTHORIZATION"])
def test_headers_that_openapi_ignores_are_ignored_with_a_note(name: str) -> None:
    found = read_operation(f"parameters: [{{name: {name}, in: header, schema: {{}}}}]")

    assert found.operation().parameters == ()
    assert found.codes == ["MG205"]


@pytest.mark.parametrize("text", ["in: query", "name: a", "name: a, in: body", "name: a, in: 7"])
def test_a_parameter_without_name_or_place_is_left_out(text: str) -> None:
    found = read_operation(f"parameters: [{{{text}}}, 7, {{name: b, in: query, schema: {{}}}}]")

    assert [p.name for p in found.operation().parameters] == ["b"]
    assert found.codes == ["MG203", "MG203"]


def test_an_operations_parameters_replace_those_of_its_path() -> None:
    found = read("""
        openapi: 3.0.0
        paths:
          /a/{id}:
            parameters:
              - {name: id, in: path, required: true, schema: {type: integer}}
              - {name: id, in: query, schema: {type: boolean}}
              - {name: X-A, in: header, schema: {type: string}}
            get:
              parameters:
                - {name: id, in: path, required: true, schema: {type: string}}
                - {name: x-a, in: header, schema: {type: number}}
        """)

    made = {(p.location, p.name): p.schema["type"] for p in found.operation().parameters}
    assert made == {
        ("path", "id"): "string",
        ("header", "x-a"): "number",
        ("query", "id"): "boolean",
    }
    assert found.codes == []


def test_of_two_parameters_of_one_name_the_first_counts() -> None:
    found = read_operation(
        "parameters: [{name: a, in: query, schema: {type: string}}, {name: a, in: query, schema: {}}]"
    )

    assert [p.schema for p in found.operation().parameters] == [{"type": "string"}]
    assert found.codes == ["MG208"]


def test_an_undeclared_template_is_a_required_string() -> None:
    found = read_operation("responses: {}", path="/a/{b}/{c}")

    assert [(p.name, p.location, p.required, p.schema) for p in found.operation().parameters] == [
        ("b", "path", True, {"type": "string"}),
        ("c", "path", True, {"type": "string"}),
    ]
    assert found.codes == ["MG204", "MG204"]


def test_a_path_parameter_that_is_not_in_the_path_is_left_out() -> None:
    found = read_operation("parameters: [{name: b, in: path, required: true, schema: {}}]")

    assert found.operation().parameters == ()
    assert found.codes == ["MG203"]


@pytest.mark.parametrize("template", ["{id*}", "{.id}", "{;id*}", "{ID}"])
def test_a_template_finds_its_parameter_though_spelt_otherwise(template: str) -> None:
    made, found = parameter("name: id, in: path, schema: {type: integer}", path=f"/a/{template}")

    assert (made.name, made.schema) == (template[1:-1], {"type": "integer"})
    assert made.required
    assert found.codes == []


def test_a_template_that_occurs_twice_is_one_parameter() -> None:
    found = read_operation("responses: {}", path="/a/{b}/{b}")

    assert [p.name for p in found.operation().parameters] == ["b"]


@pytest.mark.parametrize(
    ("written", "path"), [("/a?x={y}", "/a?x={y}"), ("/a#b", "/a#b"), ("a/b", "/a/b")]
)
def test_paths_stay_as_written(written: str, path: str) -> None:
    operation = read_operation("responses: {}", path=written).operation()

    assert (operation.key, operation.path) == (f"GET {written}", path)


def test_every_method_is_an_operation_and_nothing_else_is() -> None:
    found = read("""
        openapi: 3.0.0
        paths:
          x-extension: {get: {}}
          /a:
            x-get: {}
            get: {}
            put: {}
            post: {callbacks: {done: {'{$request.body#/url}': {post: {operationId: no}}}}}
            delete: {}
            options: {}
            head: {}
            patch: {}
            trace: {}
            query: {}
            additionalOperations: {COPY: {}}
        webhooks: {made: {post: {operationId: no}}}
        """)

    assert [op.method for op in found.document.operations] == [
        "GET",
        "PUT",
        "POST",
        "DELETE",
        "OPTIONS",
        "HEAD",
        "PATCH",
        "TRACE",
    ]


def test_the_words_of_an_operation() -> None:
    operation = read_operation("""
        operationId: getThings
        summary: Get things
        description: All of them
        tags: [things, 7, more]
        deprecated: true
        x-internal: {a: 1}
        """).operation()

    assert operation.operation_id == "getThings"
    assert (operation.summary, operation.description) == ("Get things", "All of them")
    assert operation.tags == ("things", "more")
    assert operation.deprecated
    assert operation.extensions == {"x-internal": {"a": 1}}
    assert (operation.origin.file, operation.origin.pointer) == ("stdin", "/paths/~1things/get")


def test_bodies_keep_their_media_types_as_written() -> None:
    body = read_operation("""
        requestBody:
          required: true
          description: d
          content:
            application/json; charset=utf-8: {schema: {type: object}, example: {a: 1}}
            multipart/form-data:
              schema: {type: object}
              encoding:
                file: {contentType: image/png, headers: {X-A: {schema: {type: integer}}}}
                tags: {style: pipeDelimited, explode: false, allowReserved: true}
                odd: {style: strange}
            text/plain:
        """).operation().body

    assert body is not None
    assert (body.required, body.description) == (True, "d")
    json, form = body.contents
    assert (json.media_type, json.examples) == ("application/json; charset=utf-8", ({"a": 1},))
    assert form.encoding.by_name["file"].media_type == "image/png"
    assert [(h.name, h.schema) for h in form.encoding.by_name["file"].headers] == [
        ("X-A", {"type": "integer"})
    ]
    assert (form.encoding.by_name["tags"].style, form.encoding.by_name["tags"].explode) == (
        "pipeDelimited",
        False,
    )
    assert form.encoding.by_name["tags"].allow_reserved
    assert (form.encoding.by_name["odd"].style, form.encoding.by_name["odd"].explode) == (
        None,
        None,
    )


def test_responses_by_status() -> None:
    found = read_operation("""
        responses:
          200: {description: fine, headers: {x-next: {schema: {type: string}}}}
          4xx: {description: theirs}
          default: {description: rest}
          x-note: {}
          2000: {description: wrong}
          fine: {}
          404:
        """)

    responses = found.operation().responses
    assert [r.status for r in responses] == ["200", "4XX", "default", "404"]
    assert responses[0].headers == {"x-next": {"type": "string"}}
    assert found.codes == ["MG206", "MG206"]


def test_a_schema_straight_in_a_response_is_that_of_json() -> None:
    found = read_operation("responses: {'200': {description: d, schema: {type: string}}}")

    content = found.operation().responses[0].contents[0]
    assert (content.media_type, content.schema) == ("application/json", {"type": "string"})
    assert found.codes == ["MG207"]


@pytest.mark.parametrize(
    "broken",
    [
        "parameters: 7",
        "parameters: {name: a}",
        "responses: []",
        "requestBody: {content: []}",
        "security: 7",
        "servers: {}",
        "tags: a",
        "summary: [a]",
        "description: {a: 1}",
        "deprecated: maybe",
        "operationId: [a]",
        "parameters: [{name: a, in: query, schema: 7, examples: [1]}]",
        "responses: {'200': 7}",
    ],
)
def test_a_wrong_part_costs_only_itself(broken: str) -> None:
    found = read_operation(broken)

    assert [op.key for op in found.document.operations] == ["GET /things"]


def test_the_document() -> None:
    document = read("""
        openapi: 3.1.0
        info:
          {title: T, version: 2, summary: s, description: d, contact: {url: 'https://contact.test'}}
        tags: [{name: a, description: about a}, {name: 7}, {}, b]
        externalDocs: {url: 'https://docs.test'}
        x-key: 1
        paths: {/a: {get: {}}}
        """).document

    assert (document.title, document.version, document.summary) == ("T", "2", "s")
    assert (document.description, document.website) == ("d", "https://docs.test")
    assert [(tag.name, tag.description) for tag in document.tags] == [("a", "about a"), ("7", "")]
    assert document.extensions == {"x-key": 1}


def test_a_component_is_lifted_once_for_all_operations() -> None:
    found = read("""
        openapi: 3.0.0
        paths:
          /a: {get: {parameters: [{$ref: '#/components/parameters/A'}]}}
          /b: {get: {parameters: [{$ref: '#/components/parameters/A'}]}}
        components: {parameters: {A: {name: a, in: query, schema: {minLength: -1}}}}
        """)

    first, second = (op.parameters[0] for op in found.document.operations)
    assert first is second
    assert found.codes == ["MG211"]
