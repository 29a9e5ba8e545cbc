from __future__ import annotations

from mcpgen.diagnostics import Diagnostics
from mcpgen.planners.plan import BodyKind, Slot, Tool, Wrap

from .build import plan_of, tool_of


def names(tool: Tool) -> list[str]:
    return list(tool.input_schema["properties"])


def parameter(text: str, at: str = "get /things") -> Tool:
    return tool_of(f"parameters:\n  - {text}", at=at)


def test_arguments_come_in_the_order_path_query_header_cookie_body() -> None:
    tool = tool_of(
        """
        parameters:
          - {name: session, in: cookie, schema: {type: string}}
          - {name: X-Trace, in: header, schema: {type: string}}
          - {name: limit, in: query, schema: {type: integer}}
          - {name: thingId, in: path, required: true, schema: {type: string}}
        requestBody:
          required: true
          content: {application/json: {schema: {type: object, required: [name], properties: {name: {type: string}}}}}
        """,
        at="post /things/{thingId}",
    )
    assert names(tool) == ["thingId", "limit", "X-Trace", "session", "name"]
    assert tool.input_schema["required"] == ["thingId", "name"]
    assert [argument.identifier for argument in tool.function.arguments] == [
        "thing_id", "limit", "x_trace", "session", "name",
    ]  # fmt: skip


def test_a_name_that_does_not_fit_is_cleaned_and_the_wire_name_told() -> None:
    tool = parameter(
        "{name: 'filter[status]', in: query, description: Only these., schema: {type: string}}"
    )
    assert tool.input_schema["properties"] == {
        "filter_status": {
            "type": "string",
            "description": "Only these. Sent as the query `filter[status]`.",
        }
    }
    assert tool.function.request.query == (Slot(wire="filter[status]", identifier="filter_status"),)


def test_one_name_in_two_places_is_told_apart_by_place() -> None:
    tool = tool_of(
        """
        parameters:
          - {name: id, in: path, required: true, schema: {type: string}}
          - {name: id, in: query, schema: {type: string}}
        """,
        at="get /things/{id}",
    )
    assert names(tool) == ["id", "id_query"]
    assert tool.function.request.query[0].wire == "id"


def test_a_body_whose_property_has_a_parameters_name_is_one_argument() -> None:
    tool = tool_of("""
        parameters: [{name: name, in: query, schema: {type: string}}]
        requestBody:
          required: true
          content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}
        """)
    assert names(tool) == ["name", "body"]


def body(
    schema: str, *, required: str = "true", media_type: str = "application/json", rest: str = ""
) -> Tool:
    content = f"content: {{{media_type}: {{schema: {schema}}}}}"
    return tool_of(f"requestBody:\n  required: {required}\n  {content}", rest=rest)


def test_the_parts_of_an_all_of_add_up_to_arguments() -> None:
    tool = body(
        "{allOf: [{$ref: '#/components/schemas/Base'}, {required: [b], properties: {b: {type: integer}}}]}",
        rest="components: {schemas: {Base: {type: object, required: [a], properties: {a: {type: string}}}}}",
    )
    assert names(tool) == ["a", "b"]
    assert tool.input_schema["required"] == ["a", "b"]


def test_other_bodies_are_one_argument() -> None:
    for schema in (
        "{type: array, items: {type: integer}}",
        "{oneOf: [{type: string}, {type: integer}]}",
        "{type: object, additionalProperties: {type: string}}",
        "{type: object, properties: {a: {}}, additionalProperties: true}",
        "{type: [object, 'null'], properties: {a: {}}}",
        "{}",
    ):
        assert names(body(schema)) == ["body"], schema


def test_an_optional_body_that_must_have_a_property_is_one_argument() -> None:
    schema = "{type: object, required: [a], properties: {a: {type: string}}}"
    tool = body(schema, required="false")
    assert names(tool) == ["body"]
    assert "required" not in tool.input_schema
    assert names(body(schema)) == ["a"]


def test_read_only_properties_are_not_asked_for() -> None:
    tool = body(
        "{type: object, required: [id, name], properties: {id: {type: string, readOnly: true}, name: {type: string}, "
        "owner: {$ref: '#/components/schemas/Owner'}}}",
        rest="components: {schemas: {Owner: {type: object, properties: {key: {readOnly: true}, nick: {type: string}}}}}",
    )
    assert names(tool) == ["name", "owner"]
    assert tool.input_schema["required"] == ["name"]
    assert list(tool.input_schema["properties"]["owner"]["properties"]) == ["nick"]


def test_a_discriminated_one_of_accepts_what_its_discriminator_names() -> None:
    tool = body(
        "{$ref: '#/components/schemas/Pet'}",
        rest="""
        components:
          schemas:
            Pet:
              oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]
              discriminator: {propertyName: kind, mapping: {cat: '#/components/schemas/Cat'}}
            Cat: {type: object, required: [kind, lives], properties: {kind: {type: string}, lives: {type: integer}}}
            Dog: {type: object, required: [kind], properties: {kind: {type: string}}}
        """,
    )
    branches = tool.input_schema["properties"]["body"]["anyOf"]
    assert [branch["properties"]["kind"] for branch in branches] == [
        {"type": "string", "const": "cat"},
        {"type": "string", "const": "Dog"},
    ]


def test_styles_become_wrappers_where_they_are_not_the_default() -> None:
    wraps = {
        "{name: a, in: query, schema: {type: array}}": None,
        "{name: a, in: query, explode: false, schema: {type: array}}": Wrap.CSV,
        "{name: a, in: query, style: spaceDelimited, explode: false, schema: {type: array}}": Wrap.SPACES,
        "{name: a, in: query, style: pipeDelimited, explode: false, schema: {type: array}}": Wrap.PIPES,
        "{name: a, in: query, style: deepObject, explode: true, schema: {type: object}}": Wrap.DEEP,
        "{name: a, in: query, content: {application/json: {schema: {type: object}}}}": Wrap.JSON_TEXT,
    }
    for text, wrap in wraps.items():
        assert parameter(text).function.request.query[0].wrap is wrap, text


def test_path_styles_become_wrappers() -> None:
    wraps = {
        "style: simple": None,
        "style: simple, explode: true": Wrap.EXPLODED,
        "style: label": Wrap.LABEL,
        "style: label, explode: true": Wrap.LABEL_EXPLODED,
        "style: matrix, explode: true": Wrap.MATRIX_EXPLODED,
    }
    for text, wrap in wraps.items():
        tool = parameter(
            f"{{name: a, in: path, required: true, {text}, schema: {{type: array}}}}", "get /t/{a}"
        )
        assert tool.function.request.path_values[0].wrap is wrap, text


def test_files_of_a_multipart_body_are_files() -> None:
    tool = body(
        "{type: object, properties: {file: {type: string, format: binary}, note: {type: string}, meta: {type: object}, "
        "more: {type: array, items: {type: string, format: binary}}}}",
        media_type="multipart/form-data",
    )
    request = tool.function.request.body
    assert request is not None
    assert request.fields is not None
    assert [slot.wrap for slot in request.fields] == [Wrap.FILE, None, Wrap.JSON_TEXT, Wrap.FILE]
    annotations = [argument.annotation for argument in tool.function.arguments]
    assert annotations == ["FileInput", "str", "dict[str, Any]", "list[FileInput]"]


def test_each_kind_of_body_has_its_keyword() -> None:
    kinds = {
        "application/json": BodyKind.JSON,
        "application/merge-patch+json": BodyKind.JSON,
        "application/xml": BodyKind.XML,
        "text/plain": BodyKind.TEXT,
        "application/octet-stream": BodyKind.BINARY,
        "image/png": BodyKind.BINARY,
    }
    for media_type, kind in kinds.items():
        request = body("{type: string}", media_type=media_type).function.request.body
        assert request is not None
        assert (request.kind, request.media_type) == (kind, media_type)


def test_a_form_is_a_form_unless_it_is_described_as_text() -> None:
    for schema, kind in {
        "{type: object}": BodyKind.FORM,
        "{}": BodyKind.FORM,
        "{type: string}": BodyKind.TEXT,
    }.items():
        request = body(schema, media_type="application/x-www-form-urlencoded").function.request.body
        assert request is not None
        assert request.kind is kind, schema


def test_media_types_that_take_the_same_value_can_be_chosen() -> None:
    schema = "{type: object, properties: {a: {type: string}}}"
    tool = tool_of(f"""
        requestBody:
          required: true
          content:
            application/xml: {{schema: {schema}}}
            application/json: {{schema: {schema}}}
            text/plain: {{schema: {{type: string}}}}
        """)
    assert tool.input_schema["properties"]["content_type"]["enum"] == [
        "application/json",
        "application/xml",
    ]
    assert names(tool) == ["a", "content_type"]


def test_an_argument_never_hides_what_the_function_needs() -> None:
    tool = tool_of(
        """
        parameters:
          - {name: api, in: query, schema: {type: string}}
          - {name: csv, in: query, schema: {type: string}}
          - {name: class, in: query, schema: {type: string}}
          - {name: Class, in: query, schema: {type: string}}
        """,
        at="get /things",
    )
    assert [argument.identifier for argument in tool.function.arguments] == [
        "api_",
        "csv_",
        "class_",
        "class__2",
    ]
    assert names(tool) == ["api", "csv", "class", "Class"]


def test_a_header_of_a_part_that_nothing_fills_is_named() -> None:
    described = """
        paths:
          /things:
            post:
              requestBody: {content: {multipart/mixed: {schema: {type: array, items: {}}, itemEncoding: {headers: {
                X-A: {schema: {type: string}}, X-B: {schema: {const: b}}}}}}}
              responses: {"204": {description: sent}}
        """
    diagnostics = Diagnostics()
    plan = plan_of(described, diagnostics=diagnostics, version="3.2.0")

    assert [found.code for found in diagnostics if found.code == "MG311"] == ["MG311"]
    assert plan.tools[0].private["parts"] == {"items": {"headers": {"X-B": "b"}}}
