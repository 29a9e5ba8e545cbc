"""References within one file: to anything, through anything, in circles."""

from __future__ import annotations

import pytest

from .describe import lifted, read, read_operation, read_schema


def test_a_pointer_may_lead_into_paths_and_be_percent_encoded() -> None:
    found = read("""
        openapi: 3.0.3
        info: {title: T, version: '1'}
        paths:
          /depots/{depot}:
            get:
              parameters: [{name: depot, in: path, required: true, schema: {type: integer}}]
              responses: {'200': {description: fine}}
          /depots/{depot}/gates:
            get:
              parameters: [{$ref: '#/paths/~1depots~1%7Bdepot%7D/get/parameters/0'}]
              responses: {'200': {$ref: '#/paths/~1depots~1{depot}/get/responses/200'}}
        """)

    gates = found.operation("GET /depots/{depot}/gates")
    assert [(p.name, p.schema) for p in gates.parameters] == [("depot", {"type": "integer"})]
    assert gates.responses[0].description == "fine"
    assert found.codes == []


def test_a_pointer_may_be_written_as_it_is_though_it_looks_encoded() -> None:
    assert lifted({"$ref": "#/components/schemas/a%20b"}, **{"a%20b": {"type": "string"}}) == {
        "$ref": "#/$defs/A20b"
    }


def test_components_of_every_kind_are_followed() -> None:
    found = read_operation(
        """
        parameters: [{$ref: '#/components/parameters/Limit'}]
        requestBody: {$ref: '#/components/requestBodies/Pet'}
        responses:
          '200': {$ref: '#/components/responses/Pet'}
        """,
        rest="""
        components:
          parameters:
            Limit: {name: limit, in: query, schema: {$ref: '#/components/schemas/Limit'}}
          requestBodies:
            Pet: {required: true, content: {application/json: {schema: {type: string}}}}
          responses:
            Pet:
              description: a pet
              headers: {X-Left: {$ref: '#/components/headers/Left'}}
              links: {next: {$ref: '#/components/links/Next'}}
              content:
                application/json:
                  schema: {}
                  examples: {one: {$ref: '#/components/examples/One'}}
          headers: {Left: {schema: {type: integer}}}
          links: {Next: {operationId: getNext}}
          examples: {One: {value: 7}}
          schemas: {Limit: {type: integer}}
        """,
    )

    operation = found.operation()
    response = operation.responses[0]
    assert operation.parameters[0].schema == {"$ref": "#/$defs/Limit"}
    assert operation.body is not None
    assert operation.body.required
    assert response.headers == {"X-Left": {"type": "integer"}}
    assert [(link.name, link.operation_id) for link in response.links] == [("next", "getNext")]
    assert response.contents[0].examples == (7,)
    assert found.codes == []


def test_an_operation_and_a_path_item_may_be_references() -> None:
    found = read("""
        openapi: 3.1.0
        paths:
          /a: {$ref: '#/components/pathItems/A', summary: from beside, post: {summary: mine}}
          /b: {get: {$ref: '#/components/pathItems/A/get'}}
        components:
          pathItems:
            A: {summary: from A, get: {description: fine}, post: {summary: theirs}, delete: {}}
        """)

    assert [op.key for op in found.document.operations] == [
        "POST /a",
        "GET /a",
        "DELETE /a",
        "GET /b",
    ]
    assert found.operation("POST /a").summary == "mine"
    assert found.operation("DELETE /a").summary == "from beside"
    assert found.operation("GET /b").description == "fine"


def test_a_description_beside_a_reference_wins() -> None:
    found = read_operation(
        """
        parameters:
          - {$ref: '#/components/parameters/Limit', description: here}
          - $ref: '#/components/parameters/Alias'
        """,
        rest="""
        components:
          parameters:
            Alias: {$ref: '#/components/parameters/Offset', description: in between}
            Limit: {name: limit, in: query, description: there, schema: {}}
            Offset: {name: offset, in: query, description: there, schema: {}}
        """,
    )

    assert [p.description for p in found.operation().parameters] == ["here", "in between"]


def test_a_reference_goes_through_others() -> None:
    components = {
        "A": {"$ref": "#/components/schemas/B"},
        "B": {"properties": {"x": {"$ref": "#/components/schemas/C"}}},
        "C": {"properties": {"y": {"type": "integer"}}},
    }
    found = read_schema({"$ref": "#/components/schemas/A/properties/x/properties/y"}, **components)

    assert list(found.document.definitions.values()) == [{"type": "integer"}]
    assert found.codes == []


def test_references_to_references_are_one_definition() -> None:
    schema = {"anyOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]}
    found = read_schema(schema, A={"$ref": "#/components/schemas/B"}, B={"type": "string"})

    assert list(found.document.definitions) == ["B"]


def test_recursive_schemas_are_definitions_that_name_themselves() -> None:
    node = {"properties": {"next": {"$ref": "#/components/schemas/Node"}}}
    found = read_schema({"$ref": "#/components/schemas/Node"}, Node=node)

    assert found.document.definitions == {
        "Node": {"properties": {"next": {"$ref": "#/$defs/Node"}}}
    }


@pytest.mark.parametrize(
    "components",
    [
        {"A": {"$ref": "#/components/schemas/A"}},
        {"A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"}},
        {"A": {"$ref": "#/components/schemas/A/properties/x"}},
    ],
)
def test_a_reference_that_leads_to_itself_accepts_anything(components: dict) -> None:
    found = read_schema({"properties": {"a": {"$ref": "#/components/schemas/A"}}}, **components)

    assert found.operation().body.contents[0].schema == {"properties": {"a": {}}}
    assert found.codes == ["MG124"]


def test_a_parameter_that_refers_to_itself_is_left_out() -> None:
    found = read_operation(
        "parameters: [{$ref: '#/components/parameters/A'}]",
        rest="components: {parameters: {A: {$ref: '#/components/parameters/A'}}}",
    )

    assert found.operation().parameters == ()
    assert "leads back to itself" in found.messages


def test_a_reference_to_nothing_is_named_with_its_place() -> None:
    found = read_schema({"properties": {"a/b": {"$ref": "#/components/schemas/Gone"}}})

    assert found.pointers("MG124") == [
        "/paths/~1things/post/requestBody/content/application~1json/schema/properties/a~1b/$ref"
    ]
    assert "#/components/schemas/Gone" in found.messages


def test_an_operation_whose_body_is_unknown_costs_only_itself() -> None:
    found = read("""
        openapi: 3.0.0
        paths:
          /a: {post: {requestBody: {$ref: '#/nowhere'}}, get: {}}
          /b: {$ref: '#/nowhere'}
          /c: {get: 7, put: {}}
        """)

    assert [op.key for op in found.document.operations] == ["GET /a", "PUT /c"]
    for named in ("POST /a", "/b", "GET /c"):
        assert f"`{named}`" in found.messages


def test_a_schema_is_no_response_and_no_body() -> None:
    found = read("""
        openapi: 3.0.0
        paths:
          /a:
            get: {responses: {'200': {description: d, $ref: '#/components/schemas/Pet'}}}
            put: {requestBody: {$ref: '#/components/schemas/Pet'}, responses: {'204': {$ref: '#/components/responses/None'}}}
        components: {schemas: {Pet: {type: object}}, responses: {None: {description: nothing}}}
        """)

    assert [op.key for op in found.document.operations] == ["GET /a"]
    assert [(r.status, r.contents) for r in found.operation().responses] == [("200", ())]
    assert found.pointers("MG124") == [
        "/paths/~1a/get/responses/200/$ref",
        "/paths/~1a/put/requestBody/$ref",
    ]


def test_a_schema_of_swagger_is_no_response() -> None:
    found = read("""
        swagger: '2.0'
        paths:
          /a: {get: {responses: {'200': {description: d, $ref: /definitions/Pet}}}}
        definitions: {Pet: {type: object, properties: {a: {type: string}}}}
        """)

    assert [(r.status, r.contents) for r in found.operation().responses] == [("200", ())]
    assert found.pointers("MG124") == ["/paths/~1a/get/responses/200/$ref"]
    assert "`schema`" in next(each.help for each in found.diagnostics if each.code == "MG124")


def test_defs_and_anchors_are_found() -> None:
    tag = {"$anchor": "tag", "type": "string", "$defs": {"Short": {"maxLength": 2}}}
    made = read_schema(
        {
            "properties": {
                "a": {"$ref": "#/components/schemas/Tag/$defs/Short"},
                "b": {"$ref": "#tag"},
            }
        },
        Tag=tag,
    )

    assert made.document.definitions == {"Short": {"maxLength": 2}, "Tag": {"type": "string"}}
    assert made.codes == []


def test_an_id_is_the_base_of_what_is_inside() -> None:
    components = {
        "Tree": {
            "$id": "https://schemas.test/tree",
            "properties": {"leaf": {"$ref": "leaf"}, "own": {"$ref": "#/$defs/Own"}},
            "$defs": {"Own": {"type": "integer"}},
        },
        "Leaf": {"$id": "https://schemas.test/leaf", "type": "string"},
    }
    found = read_schema({"$ref": "https://schemas.test/tree"}, **components)

    assert found.document.definitions == {
        "Leaf": {"type": "string"},
        "Own": {"type": "integer"},
        "Tree": {"properties": {"leaf": {"$ref": "#/$defs/Leaf"}, "own": {"$ref": "#/$defs/Own"}}},
    }
    assert found.codes == []


def test_a_pointer_beside_an_id_may_still_mean_the_document() -> None:
    pet = {"$id": "https://x.test/Pet", "properties": {"o": {"$ref": "#/components/schemas/Owner"}}}
    found = read_schema({"$ref": "#/components/schemas/Pet"}, Pet=pet, Owner={"type": "string"})

    assert found.codes == []
    assert set(found.document.definitions) == {"Pet", "Owner"}


def test_dynamic_references_are_taken_as_plain_ones() -> None:
    node = {"$dynamicAnchor": "node", "items": {"$dynamicRef": "#node"}}
    found = read_schema({"$ref": "#/components/schemas/Node"}, Node=node)

    assert found.document.definitions == {"Node": {"items": {"$ref": "#/$defs/Node"}}}


def test_recursive_references_of_2019_mean_the_schema_around() -> None:
    node = {"$recursiveAnchor": True, "items": {"$recursiveRef": "#"}}
    found = read_schema({"$ref": "#/components/schemas/Node"}, Node=node)

    assert found.document.definitions == {"Node": {"items": {"$ref": "#/$defs/Node"}}}


def test_self_is_the_base_of_references_in_3_2() -> None:
    found = read("""
        openapi: 3.2.0
        $self: https://api.test/openapi
        paths:
          /a: {get: {parameters: [{$ref: 'openapi#/components/parameters/A'}]}}
        components: {parameters: {A: {name: a, in: query, schema: {}}}}
        """)

    assert [p.name for p in found.operation().parameters] == ["a"]
    assert found.codes == []


@pytest.mark.parametrize("written", ["Pet", "/components/schemas/Pet", "#components/schemas/Pet"])
def test_what_old_tools_wrote_is_understood(written: str) -> None:
    assert lifted({"$ref": written}, Pet={"type": "string"}) == {"$ref": "#/$defs/Pet"}


def test_a_whole_description_is_no_schema() -> None:
    found = read_schema({"$ref": "#"})

    assert found.operation().body.contents[0].schema == {}
    assert found.codes == ["MG124"]


def test_text_may_come_by_reference() -> None:
    found = read_operation(
        "description: {$ref: '#/x-texts/about'}", rest="x-texts: {about: All of it}"
    )

    assert found.operation().description == "All of it"


@pytest.mark.parametrize(("reference", "named"), [("", "an empty reference"), ("#", "`#`")])
def test_the_whole_description_is_no_part_of_itself(reference, named) -> None:
    ref = f"{{$ref: '{reference}'}}"
    found = read(f"""
        openapi: 3.1.0
        info: {{title: T, version: '1'}}
        paths:
          /things:
            get:
              parameters: [{ref}]
              responses: {{'200': {{description: ok, content: {{application/json: {{schema: {ref}}}}}}}}}
            put:
              responses: {{'200': {ref}}}
          /others: {ref}
        """)

    told = [each.message for each in found.diagnostics if each.code == "MG124"]
    assert told == [f"{named} stands for a whole description, not for a part of one"] * 4
    assert not found.operation("GET /things").parameters
