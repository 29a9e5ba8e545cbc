"""The stand-in upstream: which answer belongs to which request, and where an answer comes from."""

from __future__ import annotations

import json

import pytest
import yaml

from mcpgen.config import Config
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import make_plan
from mcpgen.standin.environment import environment_of
from mcpgen.standin.routes import find_answer, routes_of

JSON = "application/json"


def made(paths: dict, **others):
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": paths,
        **others,
    }
    found = Diagnostics()
    loaded = load("-", policy=Policy(), diagnostics=found, stdin=yaml.safe_dump(document).encode())
    assert loaded is not None, list(found)
    return make_plan(loaded.document, Config(), found, names={}, source="t"), loaded.document


def get(content: dict, status: str = "200", **others) -> dict:
    return {"get": {"responses": {status: {"description": "ok", "content": content}}, **others}}


def said(value: object) -> dict:
    return get({JSON: {"example": value}})


def parameters(*names: str) -> list[dict]:
    return [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in names
    ]


def test_the_most_literal_path_wins() -> None:
    one = {**said("one"), "parameters": parameters("id")}
    routes = routes_of(*made({"/books/{id}": one, "/books/new": said("new")}))

    assert find_answer(routes, "GET", "/books/new", "").body == b'"new"'
    assert find_answer(routes, "GET", "/books/7", "").body == b'"one"'


def test_a_query_in_the_path_tells_operations_apart() -> None:
    routes = routes_of(*made({"/books": said("all"), "/books?view=short": said("short")}))

    assert find_answer(routes, "GET", "/books", "view=short&limit=1").body == b'"short"'
    assert find_answer(routes, "GET", "/books", "limit=1").body == b'"all"'


def test_an_unknown_request_is_told() -> None:
    answer = find_answer(routes_of(*made({"/books": said("all")})), "POST", "/books", "")

    assert answer.status == 404
    assert "POST /books" in json.loads(answer.body)["detail"]


@pytest.mark.parametrize(
    ("schema", "value"),
    [
        ({"type": "object", "properties": {"n": {"type": "integer", "examples": [7]}}}, {"n": 7}),
        ({"type": "string", "default": "as usual"}, "as usual"),
        ({"enum": ["a", "b"]}, "a"),
        ({"const": 3}, 3),
    ],
)
def test_without_an_example_the_schema_is_asked(schema, value) -> None:
    routes = routes_of(*made({"/x": get({JSON: {"schema": schema}})}))

    assert json.loads(find_answer(routes, "GET", "/x", "").body) == value


def test_an_answer_without_content_has_none() -> None:
    plan, document = made({"/x": {"delete": {"responses": {"204": {"description": "gone"}}}}})

    answer = find_answer(routes_of(plan, document), "DELETE", "/x", "")

    assert (answer.status, answer.media_type, answer.body) == (204, "", b"")


def test_a_picture_is_a_picture() -> None:
    answer = find_answer(routes_of(*made({"/x": get({"image/png": {}})})), "GET", "/x", "")

    assert answer.media_type == "image/png"
    assert answer.body.startswith(b"\x89PNG")


def test_every_server_stands_on_loopback_and_keeps_its_path() -> None:
    own = {**said(1), "servers": [{"url": "https://files.example.com/raw"}]}
    plan, _ = made(
        {"/x": said(1), "/y": own},
        servers=[
            {
                "url": "https://{region}.example.com/v{n}",
                "variables": {"region": {"default": "eu"}, "n": {"default": "2"}},
            }
        ],
    )

    assert environment_of(plan, "http://127.0.0.1:9").variables == {
        "T_BASE_URL": "http://127.0.0.1:9/v2",
        "T_BASE_URL_1": "http://127.0.0.1:9/raw",
    }


def test_credentials_are_made_up_for_each_scheme() -> None:
    schemes = {
        "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
        "login": {"type": "http", "scheme": "basic"},
        "oauth": {
            "type": "oauth2",
            "flows": {"clientCredentials": {"tokenUrl": "https://a.example/t", "scopes": {}}},
        },
    }
    plan, _ = made({"/x": said(1)}, components={"securitySchemes": schemes})

    variables = environment_of(plan, "http://127.0.0.1:9").variables

    assert set(variables) == {
        "T_BASE_URL",
        "T_KEY_API_KEY",
        "T_LOGIN_USERNAME",
        "T_LOGIN_PASSWORD",
        "T_OAUTH_TOKEN",
    }
