"""mcpgen.yaml as values, and what is said of its mistakes."""

from __future__ import annotations

import pytest

from mcpgen.config import Argument, Choices, Config, Limits, Source, Tool, TypeHints, read_config
from mcpgen.diagnostics import Diagnostic, Diagnostics

TOOL = (
    "name: shop\ntools:\n  get_book:\n    description: Gets a book.\n    request: GET /books/{id}\n"
)


def read(text: str) -> Config:
    diagnostics = Diagnostics()
    config = read_config(text, "mcpgen.yaml", diagnostics)
    assert config is not None, list(diagnostics)
    return config


def mistakes(text: str) -> list[Diagnostic]:
    diagnostics = Diagnostics()
    assert read_config(text, "mcpgen.yaml", diagnostics) is None
    return list(diagnostics)


def test_a_document_alone_is_enough() -> None:
    assert read("openapi: petstore.yaml") == Config(openapi=(Source(source="petstore.yaml"),))


@pytest.mark.parametrize(
    ("written", "help_"),
    [
        ("hosts: redocly.com", "Write a list: `hosts: [redocly.com]`."),
        ("hosts: 'a, b'", 'Write a list: `hosts: ["a, b"]`.'),
        ("operations: {a: {aliases: hours}}", "Write a list: `aliases: [hours]`."),
        ("mode: serch", "Did you mean `search`?"),
        ("mode: x", "Write one of these."),
    ],
)
def test_a_wrong_value_is_told_with_what_to_write(written: str, help_: str) -> None:
    (found,) = mistakes(f"openapi: a.yaml\n{written}\n")

    assert (found.code, found.help) == ("MG402", help_)


def test_every_choice_is_read() -> None:
    text = """
name: shop
title: The shop
description: Sells books.
instructions: Search before you order.
openapi: ../shop.yaml
base_url: https://api.shop.example/v1
hosts: [api.shop.example, 'localhost:8080']
types: all
page_size: 50
limits: {result_tokens: 5000, timeout: 2.5}
"""
    assert read(text) == Config(
        name="shop",
        title="The shop",
        description="Sells books.",
        instructions="Search before you order.",
        openapi=(Source(source="../shop.yaml"),),
        base_url="https://api.shop.example/v1",
        hosts=("api.shop.example", "localhost:8080"),
        types=TypeHints.ALL,
        page_size=50,
        limits=Limits(result_tokens=5000, timeout=2.5),
    )


def test_no_hosts_differs_from_hosts_not_yet_decided() -> None:
    assert read("openapi: a.yaml\nhosts: []").hosts == ()
    assert read("openapi: a.yaml").hosts is None


def test_a_tool_is_read() -> None:
    text = TOOL + (
        "    title: Get a book\n"
        "    input:\n"
        "      id: {type: integer, required: true}\n"
        "      X-Trace: {in: header, type: object, required: [a]}\n"
        "    output: true\n"
        "    annotations: {readOnlyHint: true}\n"
    )
    assert read(text).tools["get_book"] == Tool(
        method="GET",
        url="/books/{id}",
        title="Get a book",
        description="Gets a book.",
        input={
            "id": Argument(schema={"type": "integer"}, required=True),
            "X-Trace": Argument(schema={"type": "object", "required": ["a"]}, place="header"),
        },
        output={},
        choices=Choices(annotations={"readOnlyHint": True}),
    )


def test_scalars_are_those_of_yaml_1_2() -> None:
    text = TOOL + "    input: {id: {enum: [no, on, 2024-05-01, 0x10]}}\n"
    argument = read(text).tools["get_book"].input["id"]
    assert argument.schema == {"enum": ["no", "on", "2024-05-01", 16]}


def test_a_fault_of_syntax_is_told_with_its_line() -> None:
    (found,) = mistakes("name: shop\ntools: [\n")
    assert found.code == "MG401"
    assert found.origin is not None
    assert found.origin.line == 3


@pytest.mark.parametrize(
    ("text", "pointer", "message", "help_"),
    [
        ("opnapi: a.yaml\nname: a\ntools: {}", "/opnapi", "no key `opnapi`", "`openapi`"),
        ("openapi: a.yaml\ntypes: input", "/types", "one of inputs, all, none", "`inputs`"),
        ("openapi: a.yaml\npage_size: ten", "/page_size", 'a whole number, not "ten"', "per page"),
        ("openapi: a.yaml\npage_size: -1", "/page_size", "at least 0, not -1", "per page"),
        ("openapi: a.yaml\nlimits: {timeout: 0}", "/limits/timeout", "more than 0", "Seconds"),
        ("openapi: a.yaml\nlimits: {time: 1}", "/limits/time", "no key `time`", "`timeout`"),
        ("openapi: ''", "/openapi", "is empty", "petstore.yaml"),
        ("openapi: a.yaml\nname: My Shop", "/name", 'cannot be "My Shop"', '"petstore"'),
        ("openapi: a.yaml\nhosts: ['https://a.b']", "/hosts/0", "cannot be", '"api.example.com"'),
        ("openapi: a.yaml\nbase_url: a.b", "/base_url", "cannot be", "https://api.example.com/v1"),
        ("- a", "", "must be a mapping", ""),
        ("", "", "describes nothing", ""),
        (TOOL.removeprefix("name: shop\n") + "    input: {id: {}}\n", "", "what the server is called", "name: petstore"),
        (TOOL.replace("get_book", "get book"), "/tools/get book", "cannot be a name", "Letters"),
        (TOOL.replace("GET", "get"), "/tools/get_book/request", "cannot be", '"GET https'),
        (TOOL.replace("request", "requst"), "/tools/get_book/requst", "no key `requst`", "`request`"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place_and_what_to_write(
    text: str, pointer: str, message: str, help_: str
) -> None:
    found = [each for each in mistakes(text) if message in each.message]
    assert [(each.code, each.origin and each.origin.pointer) for each in found] == [
        ("MG402", pointer)
    ]
    assert help_.lower() in found[0].help.lower()


@pytest.mark.parametrize(
    ("input_", "pointer", "message"),
    [
        ("{id: {tpye: string}}", "/input/id/tpye", "no key `tpye`"),
        ("{id: {type: strng}}", "/input/id/type", 'not "strng"'),
        ("{id: {properties: {a: {type: objct}}}}", "/input/id/properties/a/type", 'not "objct"'),
        ("{id: {items: {$ref: '#/x'}}}", "/input/id/items/$ref", "not followed"),
        ("{id: {in: url}}", "/input/id/in", 'not "url"'),
        ("{id: {required: 1}}", "/input/id/required", "true or false"),
        ("{id: string}", "/input/id", "must be a mapping"),
    ],
)
def test_the_schema_of_an_argument_is_checked(input_: str, pointer: str, message: str) -> None:
    (found,) = mistakes(TOOL + f"    input: {input_}\n")
    assert found.origin is not None
    assert (found.code, found.origin.pointer) == ("MG402", f"/tools/get_book{pointer}")
    assert message in found.message


def test_a_reference_in_data_is_only_data() -> None:
    assert read(TOOL + "    input: {id: {const: {$ref: '#/x'}}}\n")


def test_a_result_schema_is_checked() -> None:
    (found,) = mistakes(
        TOOL + "    input: {id: {}}\n    output: {properties: {a: {type: [strg]}}}\n"
    )
    assert found.origin is not None
    assert found.origin.pointer == "/tools/get_book/output/properties/a/type/0"
    assert found.help == "Did you mean `string`?"


def test_a_path_names_only_arguments() -> None:
    (found,) = mistakes(TOOL + "    input: {idd: {}}\n")
    assert found.code == "MG403"
    assert "`{id}`" in found.message
    assert found.help == "Did you mean `idd`?"


@pytest.mark.parametrize("input_", ["{id: {in: query}}", "{id: {}, kind: {in: path}}"])
def test_place_and_path_agree(input_: str) -> None:
    (found,) = mistakes(TOOL + f"    input: {input_}\n")
    assert found.code == "MG403"
    assert found.origin is not None
    assert found.origin.pointer.endswith("/in")


def test_reading_a_mistake_twice_gives_no_config_twice() -> None:
    diagnostics = Diagnostics()
    for _ in range(2):
        assert read_config("types: input", "mcpgen.yaml", diagnostics) is None


def test_a_host_may_be_in_any_script() -> None:
    assert read("openapi: a.yaml\nhosts: [bücher.example]").hosts == ("bücher.example",)


def test_whole_numbers_are_whole() -> None:
    limits = read("openapi: a.yaml\npage_size: 5.0\nlimits: {result_tokens: 100.0}")
    assert f"{limits.page_size} {limits.limits.result_tokens}" == "5 100"


def test_a_doubled_key_is_a_mistake() -> None:
    (found,) = mistakes("name: a\nname: b\nopenapi: a.yaml")
    assert (found.code, found.origin and found.origin.pointer) == ("MG404", "/name")
