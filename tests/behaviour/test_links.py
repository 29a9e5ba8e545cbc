"""What the links of a description lead to is offered in the answer, as far as it is known and allowed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx2
import pytest

from mcpgen.config import Config
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import make_plan
from mcpgen.planners.links import with_links

from .served import serve, text_of

pytestmark = pytest.mark.anyio

ORDERS = """
    paths:
      /shops/{shop}/orders:
        METHOD:
          operationId: placeOrder
          parameters:
            - {name: shop, in: path, required: true, schema: {type: string}}
            - {name: trace, in: header, schema: {type: string}}
          requestBody: {required: true, content: {application/json: {schema: {
            type: object, properties: {item: {type: string}, address: {type: object}}}}}}
          responses:
            "201":
              description: placed
              content: {application/json: {schema: {type: object}}}
              links: {LINKS}
            "202": {description: queued, links: {watch: {operationId: watch, parameters: {id: $response.body#/id}}}}
      /orders/{id}:
        get:
          operationId: getOrder
          parameters:
            - {name: id, in: path, required: true, schema: {type: string}}
            - {name: If-None-Match, in: header, schema: {type: string}}
            - {name: note, in: query, schema: {type: string}}
            - {name: status, in: query, schema: {type: integer}}
          responses: {"200": {description: order}}
        delete:
          operationId: cancelOrder
          parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
          responses: {"204": {description: gone}}
      /watches:
        post:
          operationId: watch
          parameters: [{name: id, in: query, schema: {type: integer}}]
          requestBody: {required: true, content: {application/json: {schema: {
            type: object, required: [order, address], properties: {order: {type: integer}, address: {type: string}}}}}}
          responses: {"204": {description: watched}}
      /raw:
        put:
          operationId: putRaw
          requestBody: {required: true, content: {application/json: {schema: {type: array, items: {type: string}}}}}
          responses: {"204": {description: put}}
    """
HEADERS = {"ETag": '"v1"', "X-Secret": "s3cr3t-token", "X-Id": "12"}
ANSWER = httpx2.Response(
    201, json={"id": 7, "lines": ["a", "b"], "long": "x" * 500}, headers=HEADERS
)


def described(links: str, method: str = "post") -> str:
    return ORDERS.replace("LINKS", " ".join(links.split())).replace("METHOD", method)


async def offered(links: str, answer: httpx2.Response = ANSWER, **more: Any) -> Any:
    """What is offered after an order was placed, and the text of the whole answer."""
    arguments = {"shop": "a b", "item": "tea", "address": {"street": "Elm"}, "trace": "t1"}
    async with serve(described(links, more.pop("method", "post")), answer, **more) as shop:
        result = await shop.call("placeOrder", **arguments)
        assert not result.is_error, text_of(result)
    return (result.meta or {}).get("mcpgen/links", []), text_of(result)


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("$response.body#/id", "7"),
        ("$response.body#/lines/1", "b"),
        ("$response.header.etag", '"v1"'),
        ("$request.path.shop", "a b"),
        ("$request.header.Trace", "t1"),
        ("$request.body#/item", "tea"),
        ("$request.body#/address/street", "Elm"),
        ("$method", "POST"),
        ("$statusCode", "201"),
        ("no expression", "no expression"),
        ("$5", "$5"),
        ("'{$request.path.shop}/{$response.body#/id}'", "a b/7"),
    ],
)
async def test_an_expression_is_worked_out(expression: str, value: str) -> None:
    calls, text = await offered(
        f"next: {{operationId: getOrder, parameters: {{id: {expression}}}}}"
    )

    assert calls == [{"tool": "getOrder", "arguments": {"id": value}}]
    assert "From here: call getOrder with" in text


async def test_what_is_offered_can_be_called() -> None:
    link = """next: {operationRef: '#/paths/~1orders~1{id}/get', description: Where it is., parameters: {
        path.id: $response.body#/id, header.if-none-match: $response.header.ETag, query.status: $statusCode}}"""
    async with serve(described(link), ANSWER) as shop:
        result = await shop.call("placeOrder", shop="a", item="tea")
        (call,) = result.meta["mcpgen/links"]
        await shop.call(call["tool"], **call["arguments"])

    assert "(Where it is.)" in text_of(result)
    assert shop.sent.target == "/v1/orders/7?status=201"
    assert shop.sent.headers["if-none-match"] == '"v1"'


async def test_a_text_is_a_number_where_the_next_call_wants_one() -> None:
    link = "next: {operationId: cancelOrder, parameters: {id: $response.header.X-Id}}"
    assert (await offered(link))[0] == [{"tool": "cancelOrder", "arguments": {"id": 12}}]


async def test_a_body_is_given_too() -> None:
    link = "all: {operationId: putRaw, requestBody: $response.body#/lines}"
    assert (await offered(link))[0] == [{"tool": "putRaw", "arguments": {"body": ["a", "b"]}}]


async def test_the_properties_of_a_body_are_arguments() -> None:
    body = "{order: $response.body#/id, address: $request.path.shop}"
    calls, _ = await offered(f"some: {{operationId: watch, requestBody: {body}}}")
    assert calls == [{"tool": "watch", "arguments": {"order": 7, "address": "a b"}}]


async def test_what_else_a_call_needs_is_named() -> None:
    calls, text = await offered(
        "some: {operationId: watch, requestBody: {order: $response.body#/id}}"
    )
    assert calls == [{"tool": "watch", "arguments": {"order": 7}}]
    assert 'watch with {"order":7}, and address' in text


@pytest.mark.parametrize(
    "link",
    [
        "{operationId: getOrder, parameters: {id: $response.body#/none}}",
        "{operationId: getOrder, parameters: {id: $response.header.none}}",
        "{operationId: getOrder, parameters: {id: $request.query.none}}",
        "{operationId: getOrder, parameters: {id: $url}}",
        "{operationId: getOrder, parameters: {id: $response.header.X-Secret}}",
        "{operationId: getOrder, parameters: {id: $response.body#/long}}",
        "{operationId: cancelOrder, parameters: {id: $request.path.shop}}",
        "{operationId: nowhere}",
    ],
)
async def test_what_is_not_known_not_taken_or_not_to_be_told_is_not_offered(link: str) -> None:
    env = {"TOKEN": "s3cr3t-token"}
    assert (await offered(f"a: {link}", env=env))[0] == []


async def test_an_optional_argument_that_is_not_known_is_left_out() -> None:
    link = "a: {operationId: getOrder, parameters: {id: x, note: $response.body#/none}}"
    assert (await offered(link))[0] == [{"tool": "getOrder", "arguments": {"id": "x"}}]


async def test_a_link_is_of_its_status() -> None:
    link = "a: {operationId: getOrder, parameters: {id: $response.body#/id}}"
    calls, _ = await offered(link, httpx2.Response(202, json={"id": 9}))
    assert [call["tool"] for call in calls] == ["watch"]


@pytest.mark.parametrize(
    ("env", "expected"), [({}, ["cancelOrder", "getOrder"]), ({"READ_ONLY": "1"}, ["getOrder"])]
)
async def test_what_a_caller_may_not_call_is_not_offered(
    env: dict[str, str], expected: list[str]
) -> None:
    links = "a: {operationId: cancelOrder, parameters: {id: 1}}, b: {operationId: getOrder, parameters: {id: x}}"
    calls, _ = await offered(links, env=env, method="get")
    assert [call["tool"] for call in calls] == expected


async def test_at_most_five_are_offered() -> None:
    links = ", ".join(
        f"l{n}: {{operationId: getOrder, parameters: {{id: x{n}}}}}" for n in range(9)
    )
    assert len((await offered(links))[0]) == 5


async def test_a_link_to_the_same_call_is_not_offered() -> None:
    link = "self: {operationId: getOrder, parameters: {id: $request.path.id}}"
    text = described("").replace("description: order}", f"description: order, links: {{{link}}}}}")
    async with serve(text, httpx2.Response(200, json={})) as shop:
        result = await shop.call("getOrder", id="7")
    assert "From here" not in text_of(result)


def test_an_operation_in_another_file_is_found_and_one_that_is_no_tool_named(
    tmp_path: Path,
) -> None:
    (tmp_path / "api.yaml").write_text(
        "openapi: 3.1.0\n"
        "info: {title: Shop, version: '1'}\n"
        "paths:\n"
        "  /a:\n"
        "    get:\n"
        "      operationId: a\n"
        "      responses:\n"
        "        '200':\n"
        "          description: ok\n"
        "          links:\n"
        "            b: {operationRef: 'items.yaml#/b/get', parameters: {n: $response.body#/n}}\n"
        "            c: {operationRef: 'other.yaml#/paths/~1c/get'}\n"
        "            d: {operationRef: 'https://example.com/api.yaml#/paths/~1d/get'}\n"
        "  /b: {$ref: 'items.yaml#/b'}\n"
    )
    (tmp_path / "items.yaml").write_text(
        "b: {get: {operationId: b, parameters: [{name: n, in: query, schema: {}}], responses: {'200': {description: ok}}}}\n"
    )
    (tmp_path / "other.yaml").write_text(
        "openapi: 3.1.0\ninfo: {title: O, version: '1'}\npaths: {/c: {get: {responses: {'200': {description: ok}}}}}\n"
    )
    diagnostics = Diagnostics()
    loaded = load(str(tmp_path / "api.yaml"), policy=Policy(), diagnostics=diagnostics)
    assert loaded is not None

    plan = make_plan(loaded.document, Config(), diagnostics, names={}, source="api.yaml")

    expected = [{"tool": "b", "status": "200", "arguments": {"n": {"pointer": "/n"}}}]
    assert [tool.private.get("links") for tool in plan.tools] == [expected, None]
    assert with_links(plan.modules, loaded.document, Diagnostics()) == plan.modules
    assert [found.message for found in diagnostics if found.code == "MG309"] == [
        "GET /a: the link `c` leads to no operation of this server",
        "GET /a: the link `d` leads to no operation of this server",
    ]
