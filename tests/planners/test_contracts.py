from __future__ import annotations

import json

from mcpgen.config import Config, TypeHints
from mcpgen.planners.outputs import budget
from mcpgen.planners.plan import Tool

from .build import plan_of, tool_of


def body(schema: str, rest: str) -> Tool:
    return tool_of(
        f"requestBody: {{required: true, content: {{application/json: {{schema: {schema}}}}}}}",
        rest=rest,
    )


def answering(schema: str, rest: str = "") -> Tool:
    responses = f"responses: {{'200': {{description: fine, content: {{application/json: {{schema: {schema}}}}}}}}}"
    return tool_of(responses, at="get /things", rest=rest)


def test_a_small_schema_has_no_references() -> None:
    tool = body(
        "{type: object, properties: {a: {$ref: '#/components/schemas/Zone'}, b: {$ref: '#/components/schemas/Zone'}}}",
        "components: {schemas: {Zone: {type: string, enum: [UTC, CET]}}}",
    )
    assert "$ref" not in json.dumps(tool.input_schema)
    assert tool.input_schema["properties"]["b"] == {"type": "string", "enum": ["UTC", "CET"]}


def test_a_recursive_definition_stays_once_in_defs() -> None:
    tool = body(
        "{$ref: '#/components/schemas/Node'}",
        "components: {schemas: {Node: {type: object, properties: {value: {type: string}, "
        "children: {type: array, items: {$ref: '#/components/schemas/Node'}}}}}}",
    )
    assert tool.input_schema["properties"]["children"] == {
        "type": "array",
        "items": {"$ref": "#/$defs/Node"},
    }
    assert list(tool.input_schema["$defs"]) == ["Node"]


def test_references_that_would_multiply_stay_references() -> None:
    levels = "\n".join(
        f"    L{n}: {{type: object, properties: {{a: {{$ref: '#/components/schemas/L{n + 1}'}}, "
        f"b: {{$ref: '#/components/schemas/L{n + 1}'}}, c: {{$ref: '#/components/schemas/L{n + 1}'}}}}}}"
        for n in range(14)
    )
    rest = f"components:\n  schemas:\n{levels}\n    L14: {{type: object, properties: {{x: {{type: string}}}}}}"
    tool = body("{type: object, properties: {top: {$ref: '#/components/schemas/L0'}}}", rest)
    assert len(json.dumps(tool.input_schema)) < 6_000


def test_what_stands_beside_a_reference_counts() -> None:
    tool = body(
        "{type: object, properties: {code: {$ref: '#/components/schemas/Code', maxLength: 3, description: the short one}}}",
        "components: {schemas: {Code: {type: string, description: any code}}}",
    )
    assert tool.input_schema["properties"]["code"] == {
        "type": "string", "maxLength": 3, "description": "the short one",
    }  # fmt: skip


def test_an_answer_is_one_alternative_and_any_object_the_other() -> None:
    tool = answering(
        "{type: object, required: [id], properties: {id: {type: string, format: uuid, pattern: '^x'}}}"
    )
    assert tool.output_schema == {
        "type": "object",
        "anyOf": [{"type": "object", "properties": {"id": {"type": "string"}}}, {}],
    }


def test_what_is_not_an_object_is_described_under_result() -> None:
    tool = answering("{type: array, items: {type: string}}")
    assert tool.output_schema is not None
    assert tool.output_schema["anyOf"][0] == {
        "type": "object",
        "properties": {"result": {"type": "array", "items": {"type": "string"}}},
    }


def test_write_only_properties_are_not_promised() -> None:
    tool = answering(
        "{type: object, properties: {name: {type: string}, password: {type: string, writeOnly: true}}}"
    )
    assert "password" not in json.dumps(tool.output_schema)


def test_a_large_answer_is_described_down_to_its_budget() -> None:
    wide = ", ".join(
        f"p{n}: {{type: object, properties: {{a: {{type: string, description: {'x ' * 60}}}}}}}"
        for n in range(40)
    )
    tool = answering(f"{{type: object, properties: {{{wide}}}}}")
    assert tool.output_schema is not None
    assert len(json.dumps(tool.output_schema)) <= 3_300
    assert len(tool.output_schema["anyOf"][0]["properties"]) == 40


def test_many_tools_share_a_budget() -> None:
    assert budget(1) == budget(20) == 3_200
    assert budget(1_000) == 320


def test_annotations_follow_the_method() -> None:
    hints = {}
    for method in ("get", "put", "delete", "post", "patch"):
        shown = tool_of("summary: x", at=f"{method} /things").annotations
        hints[method] = (shown.read_only, shown.destructive, shown.idempotent)
    assert hints == {
        "get": (True, False, True),
        "put": (False, True, True),
        "delete": (False, True, True),
        "post": (False, False, False),
        "patch": (False, True, False),
    }


def test_a_description_is_cleaned_and_capped() -> None:
    tool = tool_of(
        'summary: "Find\\u202e it\\u200b"\ndescription: ' + '"' + "word " * 400 + '"',
        at="get /things",
    )
    assert tool.title == "Find it"
    assert tool.description.startswith("Find it\n\nword word")
    assert len(tool.description) <= 1024


def test_what_people_read_of_an_api_is_whole_sentences_without_links() -> None:
    told = "Keeps [books](https://books.example) and ![covers](x.png). " + "And more of it. " * 40
    config = Config(types=TypeHints.ALL, description=told)
    plan = plan_of("paths: {/books: {get: {}}}", config=config)

    assert plan.description.startswith("Keeps books and covers. And more of it.")
    assert plan.description.endswith("And more of it.")
    assert len(plan.description) <= 300


def test_pages_are_known_by_their_names() -> None:
    def listed(parameters: str, answer: str = "{type: object}") -> object:
        operation = (
            f"parameters: [{parameters}]\n"
            f"responses: {{'200': {{description: x, content: {{application/json: {{schema: {answer}}}}}}}}}"
        )
        return tool_of(operation, at="get /things").private.get("pagination")

    number = "schema: {type: integer}"
    text = "schema: {type: string}"
    assert listed(f"{{name: page, in: query, {number}}}") == {"kind": "page", "argument": "page"}
    assert listed(f"{{name: offset, in: query, {number}}}, {{name: limit, in: query, {number}}}") == {
        "kind": "offset", "argument": "offset", "limit": "limit",
    }  # fmt: skip
    assert listed(
        f"{{name: page, in: query, {number}}}, {{name: per_page, in: query, {number}}}"
    ) == {
        "kind": "page",
        "argument": "page",
        "limit": "per_page",
    }
    answer = "{type: object, properties: {meta: {type: object, properties: {next_cursor: {type: string}}}}}"
    assert listed(f"{{name: cursor, in: query, {text}}}", answer) == {
        "kind": "cursor", "argument": "cursor", "next": "/meta/next_cursor",
    }  # fmt: skip
    assert listed(f"{{name: query, in: query, {text}}}") is None


def test_definitions_are_typed_once_and_a_callers_view_apart() -> None:
    plan = plan_of("""
        paths:
          /pets:
            post:
              operationId: addPet
              requestBody: {required: true, content: {application/json: {schema: {type: object, required: [pet],
                properties: {pet: {$ref: '#/components/schemas/Pet'}, tag: {$ref: '#/components/schemas/Tag'}}}}}}
              responses: {'200': {description: x, content: {application/json: {schema: {$ref: '#/components/schemas/Pet'}}}}}
        components:
          schemas:
            Pet: {type: object, properties: {id: {type: integer, readOnly: true}, tag: {$ref: '#/components/schemas/Tag'}}}
            Tag: {type: object, properties: {name: {type: string}}}
        """)
    function = plan.tools[0].function
    assert [argument.annotation for argument in function.arguments] == ["PetInput", "Tag"]
    assert function.returns == "Pet"
    assert sorted(plan.types.definitions) == ["Pet", "PetInput", "Tag"]
    assert "id" not in plan.types.definitions["PetInput"]["properties"]


def test_a_literal_is_only_made_of_plain_short_texts() -> None:
    tool = tool_of(
        """
        parameters:
          - {name: a, in: query, schema: {enum: [asc, desc]}}
          - {name: b, in: query, schema: {enum: ['"]; import os', x]}}
          - {name: c, in: query, schema: {enum: [1, 2]}}
        """,
        at="get /things",
    )
    annotations = [argument.annotation for argument in tool.function.arguments]
    assert annotations == ['Literal["asc", "desc"]', "str", "int"]


def test_types_of_one_name_are_numbered_as_the_type_generator_writes_them() -> None:
    tool = tool_of("""
        requestBody:
          required: true
          content:
            application/json:
              schema:
                oneOf:
                  - {type: object, required: [a], properties: {a: {type: string}}}
                  - {type: object, required: [b], properties: {b: {type: string}}}
        """)
    assert tool.function.arguments[0].annotation == "DoItBody | DoItBody2"
