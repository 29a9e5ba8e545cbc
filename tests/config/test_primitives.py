"""Resources, prompts and workflows in mcpgen.yaml, and what is said of their mistakes."""

from __future__ import annotations

import pytest

from mcpgen.config import Config, read_config
from mcpgen.config.primitives import Completion, Prompt, PromptArgument, Resource
from mcpgen.config.workflows import Step, Workflow
from mcpgen.diagnostics import Diagnostic, Diagnostics
from mcpgen.model import Block

HEAD = """
name: shop
tools:
  get_book:
    description: Gets a book.
    request: GET /books/{isbn}
    input: {isbn: {type: string}}
"""


def read(text: str) -> Config:
    diagnostics = Diagnostics()
    config = read_config(HEAD + text, "mcpgen.yaml", diagnostics)
    assert config is not None, list(diagnostics)
    return config


def mistake(text: str) -> Diagnostic:
    diagnostics = Diagnostics()
    assert read_config(HEAD + text, "mcpgen.yaml", diagnostics) is None
    (found,) = diagnostics
    return found


def test_a_resource_is_read() -> None:
    text = """
resources:
  Book_1:
    operation: get_book
    uri: books/{isbn}
    complete: {isbn: [a, b]}
    max_bytes: 1000
    ttl: 60
"""
    assert read(text).resources == {
        "Book_1": Resource(
            uri="books/{isbn}",
            operation="get_book",
            complete={"isbn": Completion(values=("a", "b"))},
            max_bytes=1000,
            ttl=60,
        )
    }


def test_a_resource_without_a_uri_has_one_of_its_name() -> None:
    assert read("resources: {Opening_Hours: {content: x}}").resources["Opening_Hours"].uri == (
        "opening-hours"
    )


def test_a_resource_may_have_a_scheme_of_its_own() -> None:
    found = read("resources: {a: {content: x, uri: 'test://a/b'}}").resources["a"]
    assert found.uri == "test://a/b"


def test_what_says_nothing_of_its_answer_is_a_function_of_the_owners() -> None:
    config = read("resources: {a: {uri: 'a/{b}'}}\nprompts: {p: {description: x}}")
    assert not (config.resources["a"].operation or config.resources["a"].has_content)
    assert config.prompts["p"].messages == ()


def test_the_messages_of_a_prompt_are_blocks_of_every_kind() -> None:
    text = """
prompts:
  p:
    description: x
    arguments: {uri: {}}
    messages:
      - {role: user, file: a.png, mime_type: image/png}
      - {role: assistant, resource: {uri: "{uri}", text: y}}
      - {role: user, link: {uri: "a://b", name: c}}
"""
    assert [block for _, block in read(text).prompts["p"].messages] == [
        Block(kind="file", file="a.png", mime_type="image/png"),
        Block(kind="resource", uri="{uri}", text="y"),
        Block(kind="link", uri="a://b", name="c"),
    ]


def test_a_prompt_is_read() -> None:
    text = """
prompts:
  recommend:
    description: Recommends books.
    arguments: {genre: {required: true, complete: {operation: get_book, select: name}}}
    text: "{genre}"
"""
    assert read(text).prompts == {
        "recommend": Prompt(
            description="Recommends books.",
            arguments={
                "genre": PromptArgument(
                    required=True, complete=Completion(operation="get_book", select="name")
                )
            },
            messages=(("user", Block(kind="text", text="{genre}")),),
        )
    }


def test_a_workflow_is_read() -> None:
    text = """
workflows:
  order:
    description: Orders a book.
    input: {isbn: {type: string, required: true}}
    steps:
      - stepId: find
        operationId: get_book
        parameters: {isbn: $inputs.isbn}
        successCriteria: ["stock > `0`"]
        outputs: {price: price}
      - stepId: buy
        operationId: get_book
        condition: $steps.find.outputs.price < `100`
        onFailure: continue
    outputs: {price: $steps.find.outputs.price}
"""
    assert read(text).workflows["order"] == Workflow(
        description="Orders a book.",
        input={"isbn": {"type": "string", "required": True}},
        steps=(
            Step(
                id="find",
                operation="get_book",
                parameters={"isbn": "$inputs.isbn"},
                criteria=("stock > `0`",),
                outputs={"price": "price"},
            ),
            Step(
                id="buy",
                operation="get_book",
                condition="steps.find.outputs.price < `100`",
                goes_on=True,
            ),
        ),
        outputs={"price": "$steps.find.outputs.price"},
    )


def workflow(step: str, outputs: str = "{}") -> str:
    return f"""
workflows:
  w:
    description: Does it.
    input: {{isbn: {{type: string}}}}
    steps:
      - {{stepId: one, operationId: get_book, outputs: {{id: id}}}}
      - {step}
    outputs: {outputs}
"""


@pytest.mark.parametrize(
    ("text", "message", "help_"),
    [
        ("resources: {a: {content: x, file: y}}", "both `content` and `file`", "Keep"),
        ("resources: {a: {arguments: {b: c}}}", "there is none", "Name an `operation`"),
        ("resources: {a: {content: x, uri: 'a/{b}'}}", "never changes", "`operation`"),
        ("resources: {a: {content: x, ttl: 5}}", "never changes, so `ttl`", "`operation`"),
        ("resources: {a: {content: x, uri: 'https://a'}}", "cannot be", "What follows"),
        ("resources: {a: {content: x, uri: 'A'}}", "cannot be", "For instance"),
        ("resources: {a: {content: x, uri: 'a/..'}}", "segment of dots", "plain segments"),
        ("resources: {a: {content: x, uri: 'a/%2e%2E'}}", "segment of dots", "plain segments"),
        ("resources: {a: {content: x, uri: 'a/{+b}'}}", "cannot be", "For instance"),
        ("resources: {a: {operation: b, uri: 'a/{b}{c}'}}", "told apart", "put `/`"),
        ("resources: {a: {operation: b, complete: {c: [x]}}}", "no variable `c`", "none here"),
        (
            "resources: {a: {operation: b, uri: 'a/{b}', complete: {b: {operation: c, select: '['}}}}",
            "no JMESPath",
            "jmespath.org",
        ),
        ("resources: {a: {file: /etc/passwd}}", "cannot be", "relative to this file"),
        (
            "prompts: {a: {description: x, text: y, messages: [{role: user, text: z}]}}",
            "both `text` and `messages`",
            "Keep one",
        ),
        (
            "prompts: {a: {description: x, messages: [{role: user, link: {uri: '{b}', name: y}}]}}",
            "no argument is called",
            "brace",
        ),
        ("prompts: {a: {description: x, messages: [{role: user}]}}", "needs one of `text`", ""),
        ("prompts: {a: {description: x, messages: [{text: y}]}}", "lacks `role`", ""),
        (
            "prompts: {a: {description: x, messages: [{role: user, text: y, lenk: z}]}}",
            "`lenk`",
            "`link`",
        ),
        ("prompts: {a: {description: x, text: 'a {b}'}}", "no argument is called", "brace"),
        ("prompts: {a: {description: x, text: 'a { b'}}", "single `{`", "`{{`"),
        (
            "prompts: {a: {description: x, text: 'a {{b}}', arguments: {b: {}}}}",
            "no message of `prompts.a` uses",
            "`{b}`",
        ),
        (
            "prompts: {a: {description: x, text: '{b}{c}', arguments: {b: {}, c: {complete: {operation: d, arguments: {e: $inputs.c}}}}}}",
            "nothing else is called so",
            "`b`",
        ),
        (workflow("{stepId: one, operationId: get_book}"), "two steps", "`stepId`"),
        (workflow("{stepId: b, operationId: x, outputs: {a: '['}}"), "no JMESPath", "jmespath.org"),
        (workflow("{stepId: b, operationId: x, condition: 'a ='}"), "no JMESPath", "jmespath.org"),
        (
            workflow("{stepId: b, operationId: x, parameters: {a: [{b: $inputs.isbm}]}}"),
            "there is no input `isbm`",
            "`isbn`",
        ),
        (
            workflow("{stepId: b, operationId: x, parameters: {a: $steps.b.outputs.id}}"),
            "no step before this one is called `b`",
            "`one`",
        ),
        (
            workflow("{stepId: b, operationId: x, parameters: {a: $steps.one.outputs.name}}"),
            "no output `name`",
            "`id`",
        ),
        (
            workflow("{stepId: b, operationId: x, condition: $steps.one.outputs.idd}"),
            "no output `idd`",
            "`id`",
        ),
        (
            workflow("{stepId: b, operationId: x, parameters: {a: $steps.one.id}}"),
            "cannot be",
            "`$inputs.<name>`",
        ),
        (
            workflow("{stepId: b, operationId: x, parameters: {a: 'is $inputs.isbn'}}"),
            "cannot be",
            "in braces",
        ),
        (
            workflow("{stepId: b, operationId: x, parameters: {a: 'is {$inputs.isb}'}}"),
            "no input `isb`",
            "`isbn`",
        ),
        (workflow("{stepId: b, operationId: x}", "{a: $inputs.x}"), "no input `x`", "`isbn`"),
        (
            "workflows: {w: {description: x, input: {a: {pin: b}}, steps: [{stepId: c, operationId: d}]}}",
            "no step need pass it on",
            "where the tool",
        ),
        (workflow("{stepId: b, operationID: x}"), "lacks `operationId`", ""),
    ],
)
def test_a_mistake_is_told_with_what_to_write(text: str, message: str, help_: str) -> None:
    if "operationID" in text:
        found = Diagnostics()
        assert read_config(HEAD + text, "mcpgen.yaml", found) is None
        assert any(message in each.message for each in found)
        return
    told = mistake(text)

    assert message in told.message
    assert help_ in told.help
    assert told.origin is not None
