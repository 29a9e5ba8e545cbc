"""What OpenAPI 3.2 adds."""

from __future__ import annotations

from .describe import read, read_operation


def test_query_and_other_methods() -> None:
    found = read("""
        openapi: 3.2.0
        paths:
          /a:
            query: {operationId: search}
            additionalOperations:
              COPY: {operationId: copy}
              Move: {$ref: '#/components/pathItems/M/get'}
              'BAD METHOD': {}
        components: {pathItems: {M: {get: {operationId: move}}}}
        """)

    assert [(op.key, op.method, op.operation_id) for op in found.document.operations] == [
        ("QUERY /a", "QUERY", "search"),
        ("COPY /a", "COPY", "copy"),
        ("Move /a", "Move", "move"),
    ]
    assert found.codes == ["MG201"]


def test_the_whole_query_as_one_parameter() -> None:
    made = read_operation(
        """
        parameters:
          - {name: q, in: querystring, content: {application/x-www-form-urlencoded: {schema: {type: object}}}}
        """,
        version="3.2.0",
    ).operation()

    assert [(p.location, p.media_type, p.schema) for p in made.parameters] == [
        ("querystring", "application/x-www-form-urlencoded", {"type": "object"})
    ]


def test_the_cookie_style() -> None:
    made = read_operation(
        "parameters: [{name: a, in: cookie, style: cookie, schema: {}}]", version="3.2.0"
    ).operation()

    assert (made.parameters[0].style, made.parameters[0].explode) == ("cookie", True)


def test_media_types_may_be_components() -> None:
    made = read_operation(
        "requestBody: {content: {application/json: {$ref: '#/components/mediaTypes/Pet'}}}",
        version="3.2.0",
        rest="components: {mediaTypes: {Pet: {schema: {type: string}}}}",
    ).operation()

    assert made.body.contents[0].schema == {"type": "string"}


def test_a_stream_is_a_sequence_of_items() -> None:
    made = read_operation(
        "responses: {'200': {content: {application/jsonl: {itemSchema: {type: integer}}}}}",
        version="3.2.0",
    ).operation()

    assert made.responses[0].contents[0].schema == {"type": "array", "items": {"type": "integer"}}


def test_examples_may_be_data_or_serialised() -> None:
    made = read_operation(
        """
        parameters:
          - name: a
            in: query
            schema: {}
            examples: {o: {dataValue: [1], serializedValue: 'a=1'}, p: {serializedValue: 'a=2'}}
        """,
        version="3.2.0",
    ).operation()

    assert made.parameters[0].examples == ([1], "a=2")


def test_tags_with_a_summary_only() -> None:
    document = read(
        "openapi: 3.2.0\ntags: [{name: a, summary: About a, parent: b, kind: nav}]\npaths: {/a: {get: {}}}"
    ).document

    assert [(tag.name, tag.description) for tag in document.tags] == [("a", "About a")]


def test_the_device_flow() -> None:
    document = read("""
        openapi: 3.2.0
        servers: [{url: 'https://api.test/v1/'}]
        paths: {/a: {get: {security: [{'#/components/securitySchemes/dev': [read]}]}}}
        components:
          securitySchemes:
            dev:
              type: oauth2
              flows:
                deviceAuthorization:
                  {deviceAuthorizationUrl: /device, tokenUrl: token, scopes: {read: Read}}
        """).document

    flow = document.security_schemes["dev"].flows["deviceAuthorization"]
    assert flow.device_authorization_url == "https://api.test/device"
    assert flow.token_url == "https://api.test/v1/token"
    assert flow.scopes == {"read": "Read"}
    assert document.operations[0].security == ({"dev": ("read",)},)


def test_a_later_version_is_read_as_3_2_with_a_note() -> None:
    found = read("openapi: 3.7.1\npaths: {/a: {query: {}}}")

    assert [op.method for op in found.document.operations] == ["QUERY"]
    assert found.codes == ["MG107"]
