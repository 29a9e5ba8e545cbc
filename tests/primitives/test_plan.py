"""What mcpgen.yaml says of resources, prompts and workflows, against the tools that there are."""

from __future__ import annotations

import pytest

from mcpgen.config import read_config
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders.capability import load_capability
from mcpgen.model import Origin
from mcpgen.planners import Plan, make_plan

HEAD = """
name: shop
base_url: https://api.shop.example
auth: {key: {type: http, scheme: bearer}}
tools:
  get_book:
    description: Gets a book.
    request: GET /books/{isbn}
    input: {isbn: {type: string}, full: {type: boolean}, kind: {enum: [a, b]}}
  buy_book:
    description: Buys a book.
    request: POST /orders
    input: {isbn: {type: string, required: true}}
    auth: [key]
"""


def planned(text: str) -> tuple[Plan, Diagnostics]:
    found = Diagnostics()
    config = read_config(HEAD + text, "mcpgen.yaml", found)
    assert config is not None, list(found)
    document = load_capability(config, Origin("mcpgen.yaml"))
    return make_plan(document, config, found, names={}, source="mcpgen.yaml"), found


def test_an_operation_is_named_by_its_tool_or_by_its_request():
    plan, found = planned("""
resources:
  a: {uri: "a/{isbn}", operation: get_book, arguments: {full: true}}
  b: {uri: "b/{isbn}/{full}/{kind}", operation: "GET /books/{isbn}"}
""")

    assert not found.failed
    assert [each.tool for each in plan.resources] == ["get_book", "get_book"]
    assert plan.resources[0].fixed == {"full": True}
    assert plan.resources[1].data["variables"] == {
        "full": {"type": "boolean"},
        "kind": {"complete": {"values": ["a", "b"]}},
    }


def test_a_workflow_needs_and_does_what_its_steps_need_and_do():
    plan, found = planned("""
workflows:
  buy:
    description: Buys.
    input: {isbn: {type: string, required: true}}
    steps:
      - {stepId: get, operationId: get_book, parameters: {isbn: $inputs.isbn}}
      - {stepId: pay, operationId: buy_book, parameters: {isbn: $inputs.isbn}}
""")
    tool = plan.tools[-1]

    assert not found.failed
    assert tool.private["security"] == [{"key": []}]
    assert not tool.annotations.read_only
    assert tool.rehearsal is not None
    assert [each.partition("?")[0] for each in tool.rehearsal.asked] == [
        "GET /books/isbn%201",
        "POST /orders",
    ]


def step(parameters: str, operation: str = "get_book") -> str:
    return f"""
workflows:
  w:
    description: Does it.
    input: {{isbn: {{type: string}}}}
    steps: [{{stepId: one, operationId: {operation}, parameters: {parameters}}}]
"""


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        ("resources: {a: {operation: get_bok}}", "MG320", "there is no tool `get_bok`"),
        ("resources: {a: {operation: buy_book}}", "MG321", "changes something"),
        ("resources: {a: {operation: get_book}}", "MG321", "needs `isbn`"),
        (
            "resources: {a: {operation: get_book, uri: 'a/{isbn}/{x}'}}",
            "MG320",
            "has no argument `x`",
        ),
        (
            "resources: {a: {operation: get_book, uri: 'a/{isbn}', arguments: {ful: true}}}",
            "MG320",
            "has no argument `ful`",
        ),
        (
            "prompts: {a: {description: x, text: '{b}', arguments: {b: {complete: {operation: c}}}}}",
            "MG320",
            "there is no tool `c`",
        ),
        (step("{isbn: $inputs.isbn}", "get_bok"), "MG320", "there is no tool `get_bok`"),
        (step("{}"), "MG321", "does not give `isbn`"),
        (step("{isbn: $inputs.isbn, fulll: true}"), "MG320", "has no argument `fulll`"),
        (step("{isbn: a}").replace("  w:", "  get_book:"), "MG321", "another tool is called"),
        (step("{isbn: 3}"), "MG321", "does not take this value for `isbn`"),
        (step("{isbn: a, full: 'is {$inputs.isbn}'}"), "MG321", "this value for `full`"),
        (step("{isbn: [$inputs.isbn]}"), "MG321", "this value for `isbn`"),
        (step("{isbn: a, kind: c}"), "MG321", "this value for `kind`"),
        (
            "resources: {a: {operation: get_book, uri: 'a/{isbn}', arguments: {full: 1}}}",
            "MG321",
            "this value for `full`",
        ),
    ],
)
def test_what_does_not_meet_a_tool_is_an_error(text, code, message):
    _, found = planned(text)

    assert any(each.code == code and message in each.message for each in found), list(found)
    assert found.failed


def test_a_server_without_any_has_no_files_for_them():
    plan, _ = planned("")

    assert (plan.resources, plan.prompts, plan.selects) == ((), (), False)


def test_a_resource_may_be_looked_at_for_who_subscribes():
    plan, found = planned("""
resources:
  a: {uri: "a/{isbn}", operation: get_book, poll: 60}
  b: {uri: b, poll: 1.5}
  c: {uri: c, operation: get_book, arguments: {isbn: x}}
""")

    assert not found.failed
    assert [each.data.get("poll") for each in plan.resources] == [60, 1.5, None]


def test_what_clients_show_of_a_server():
    plan, _ = planned("""
website: https://shop.example
icons: ["https://shop.example/i.png", {src: "data:image/png;base64,AA==", mime_type: image/png, sizes: [any], theme: dark}]
changes: [tools, prompts]
""")

    assert plan.website == "https://shop.example"
    assert plan.icons == (
        {"src": "https://shop.example/i.png"},
        {
            "src": "data:image/png;base64,AA==",
            "sizes": ["any"],
            "theme": "dark",
            "mimeType": "image/png",
        },
    )
    assert plan.changes == ("tools", "prompts")


@pytest.mark.parametrize(
    "text",
    [
        "icons: [http://shop.example/i.png]",
        "icons: ['javascript:alert(1)']",
        "icons: [{mime_type: image/png}]",
        "website: shop.example",
        "changes: [everything]",
        "resources: {a: {operation: get_book, poll: 0}}",
        "resources: {a: {content: text, poll: 60}}",
    ],
)
def test_what_cannot_be_is_told(text):
    found = Diagnostics()

    read_config(HEAD + text, "mcpgen.yaml", found)

    assert found.failed
