"""Tools of mcpgen.yaml as operations of the model."""

from __future__ import annotations

from mcpgen.config import Argument, Config, Tool
from mcpgen.loaders.capability import load_capability
from mcpgen.model import Document, Operation, Origin

FILE = Origin("mcpgen.yaml")


def load(**tools: Tool) -> Document:
    return load_capability(Config(name="shop", tools=tools), FILE)


def operation(tool: Tool) -> Operation:
    (made,) = load(a=tool).operations
    return made


def argument(**schema: object) -> Argument:
    return Argument(schema=schema)


def test_an_operation_is_keyed_by_method_and_path() -> None:
    made = operation(
        Tool(method="GET", url="https://api.shop.example/v1/books", description="Lists.")
    )
    assert (made.key, made.operation_id, made.description) == ("GET /v1/books", "a", "Lists.")
    assert made.origin == Origin("mcpgen.yaml", "/tools/a")


def test_tools_of_the_same_request_stay_apart_in_any_order() -> None:
    rpc = Tool(method="POST", url="/rpc")
    forth = load(a=rpc, b=rpc, c=Tool(method="GET", url="/rpc"))
    back = load(b=rpc, a=rpc)
    assert [each.key for each in forth.operations] == ["POST /rpc#a", "POST /rpc#b", "GET /rpc"]
    assert {each.operation_id: each.key for each in back.operations}["a"] == "POST /rpc#a"


def test_the_origin_that_all_requests_share_is_the_server() -> None:
    made = load(
        a=Tool(method="GET", url="https://one.example/a"),
        b=Tool(method="GET", url="https://one.example/b"),
    )
    assert [each.url for each in made.servers] == ["https://one.example"]
    assert all(each.servers == () for each in made.operations)


def test_another_origin_is_the_operations_own_server() -> None:
    config = Config(
        name="shop",
        base_url="https://one.example/v1",
        tools={
            "a": Tool(method="GET", url="/a"),
            "b": Tool(method="GET", url="https://two.example/b"),
        },
    )
    made = load_capability(config, FILE)
    assert [each.url for each in made.servers] == ["https://one.example/v1"]
    assert [[server.url for server in each.servers] for each in made.operations] == [
        [],
        ["https://two.example"],
    ]


def test_the_path_takes_what_it_names_and_the_query_the_rest() -> None:
    made = operation(
        Tool(
            method="GET",
            url="/books/{id}",
            input={
                "id": argument(type="integer"),
                "lang": argument(type="string", description="Which."),
            },
        )
    )
    assert [(each.name, each.location, each.required) for each in made.parameters] == [
        ("id", "path", True),
        ("lang", "query", False),
    ]
    assert made.parameters[1].description == "Which."
    assert made.body is None


def test_what_has_no_place_is_the_body_of_a_post() -> None:
    made = operation(
        Tool(
            method="POST",
            url="/books",
            input={
                "title": Argument(schema={"type": "string"}, required=True),
                "pages": argument(type="integer"),
                "X-Trace": Argument(schema={"type": "string"}, place="header"),
            },
        )
    )
    assert [(each.name, each.location) for each in made.parameters] == [("X-Trace", "header")]
    assert made.body is not None
    assert made.body.required
    assert made.body.contents[0].media_type == "application/json"
    assert made.body.contents[0].schema == {
        "type": "object",
        "properties": {"title": {"type": "string"}, "pages": {"type": "integer"}},
        "required": ["title"],
    }


def test_a_result_without_a_schema_may_be_anything() -> None:
    known = operation(Tool(method="GET", url="/a", output={"type": "array"}))
    unknown = operation(Tool(method="GET", url="/a"))
    assert known.responses[0].contents[0].schema == {"type": "array"}
    assert unknown.responses[0].contents[0].schema == {}
