"""Arguments that clients repeat as a header."""

from __future__ import annotations

import pytest

from mcpgen.config import read_config
from mcpgen.diagnostics import Diagnostics

from .build import plan_of
from .test_curate import config_of

PATHS = """
    paths:
      /pets/{region}:
        get:
          operationId: listPets
          parameters:
            - {name: region, in: path, required: true, schema: {$ref: '#/components/schemas/Region'}}
            - {name: limit, in: query, schema: {type: integer, maximum: 9}}
            - {name: share, in: query, schema: {type: number, x-mcp-header: no name}}
            - {name: size, in: query, schema: {type: [string, 'null']}}
          responses: {'200': {description: ok}}
    components: {schemas: {Region: {type: string, enum: [eu, us]}}}
"""


def properties(choices: str) -> dict[str, object]:
    (tool,) = plan_of(PATHS, config=config_of(choices)).tools
    return tool.input_schema["properties"]


def test_a_mirrored_argument_names_its_header():
    found = properties(
        "arguments: {region: {mirror: Region}, limit: {mirror: X-Limit, default: 5}}"
    )

    assert found["region"] == {"type": "string", "enum": ["eu", "us"], "x-mcp-header": "Region"}
    assert found["limit"] == {
        "type": "integer",
        "maximum": 9,
        "x-mcp-header": "X-Limit",
        "default": 5,
    }


def test_a_description_mirrors_nothing_by_itself():
    assert properties("")["share"] == {"type": "number"}


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ("{share: {mirror: Share}}", "no text, whole number or boolean"),
        ("{size: {mirror: Size}}", "no text, whole number or boolean"),
        ("{region: {mirror: A}, limit: {mirror: a}}", "repeated as the header `a` already"),
    ],
)
def test_what_a_client_would_refuse_is_told(choices, message):
    found = Diagnostics()
    plan_of(PATHS, config=config_of(f"arguments: {choices}"), diagnostics=found)

    assert [each.code for each in found] == ["MG321"]
    assert message in next(each.message for each in found)


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ("input: {a: {type: string, x-mcp-header: not a token}}", "no name of a header"),
        ("input: {a: {type: number, x-mcp-header: A}}", "no text, whole number or boolean"),
        (
            "input: {a: {type: string, x-mcp-header: A}, b: {type: string, x-mcp-header: a}}",
            "`b` and `a` are repeated as the same header",
        ),
        (
            "input_schema: {type: object, additionalProperties: false, properties: {a: {x-mcp-header: A}}}",
            "no text, whole number or boolean",
        ),
    ],
)
def test_so_it_is_of_tools_described_by_hand(entry, message):
    found = Diagnostics()
    text = f"name: shop\ntools:\n  find: {{description: Finds., {entry}}}\n"

    assert read_config(text, "mcpgen.yaml", found) is None
    assert message in next(each.message for each in found)
