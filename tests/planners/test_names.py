from __future__ import annotations

import keyword
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.model import Operation, Origin
from mcpgen.planners.names import (
    TOOL_NAME,
    Namespace,
    argument_name,
    function_name,
    identifier,
    module_name,
    server_names,
    tool_names,
    upper_snake,
)


def operation(key: str, operation_id: str | None = None) -> Operation:
    method, _, path = key.partition(" ")
    return Operation(
        key=key, method=method, path=path, operation_id=operation_id, origin=Origin("a.yaml")
    )


def names(*operations: Operation, kept: dict[str, str] | None = None) -> list[str]:
    return list(tool_names(operations, kept or {}).values())


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Swagger Petstore", "petstore"),
        ("Swagger Petstore - OpenAPI 3.0", "petstore"),
        ("GitHub v3 REST API", "github"),
        ("GitHub's Octokit Extension", "github-octokit-extension"),
        ("Stripe 2.0 (beta)", "stripe-beta"),
        ("Café Ordering", "cafe-ordering"),
        ("1Password Connect", "api-1password-connect"),
        ("Official MCP Server API", "api"),
        ("天気", "api"),
        ("../../etc/passwd", "etc-passwd"),
        ("An interface whose title goes on and on", "an-interface-whose-title-goes"),
    ],
)
def test_a_server_is_called_after_its_title(title: str, name: str) -> None:
    assert server_names(title).name == name


def test_a_given_name_is_kept_and_only_spelt_for_each_use() -> None:
    assert server_names("Anything", "My API_v2") == server_names("", "my-api-v2")
    assert server_names("", "My API_v2").package == "my_api_v2_mcp"
    assert server_names("", "My API_v2").env == "MY_API_V2"


def test_a_legal_operation_id_keeps_its_spelling_whatever_comes_first() -> None:
    found = tool_names([operation("GET /a", "get thing"), operation("GET /b", "get_thing")], {})
    assert found["GET /b"] == "get_thing"
    assert found["GET /a"].startswith("get_thing_")


def test_two_operations_of_one_name_are_told_apart_by_their_keys() -> None:
    both = names(operation("GET /cats", "listAll"), operation("GET /dogs", "listAll"))
    assert both[0] == "listAll"
    assert re.fullmatch(r"listAll_[0-9a-f]{6}", both[1])


def test_an_operation_without_id_is_called_after_method_and_path() -> None:
    assert names(operation("GET /"), operation("GET /users/{userId}/keys")) == [
        "get_root",
        "get_users_by_user_id_keys",
    ]


def test_an_id_without_latin_letters_falls_back_to_the_path() -> None:
    assert names(operation("GET /weather", "天気")) == ["get_weather"]


def test_a_name_from_an_earlier_generation_stays() -> None:
    assert names(operation("GET /a", "renamed"), kept={"GET /a": "original"}) == ["original"]
    both = names(
        operation("GET /b", "original"), operation("GET /a", "renamed"), kept={"GET /a": "original"}
    )
    assert both.count("original") == 1


@given(st.lists(st.one_of(st.none(), st.text(max_size=100)), max_size=20))
def test_tool_names_are_legal_and_unique(ids: list[str | None]) -> None:
    found = names(*(operation(f"GET /{number}/天{{x}}", one) for number, one in enumerate(ids)))
    assert len(set(found)) == len(ids)
    assert all(TOOL_NAME.fullmatch(name) for name in found)


@given(st.text())
def test_identifiers_are_identifiers(text: str) -> None:
    for name in (identifier(text), function_name(text), module_name(text)):
        assert name.isidentifier()
        assert not keyword.iskeyword(name)


@given(st.text(min_size=1))
def test_argument_names_are_legal(text: str) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", argument_name(text))


def test_names_that_the_code_needs_are_not_given_away() -> None:
    assert identifier("csv") == "csv_"
    assert identifier("class") == "class_"
    assert function_name("print") == "print_"
    assert module_name("Contract") == "contract_"


@pytest.mark.parametrize(
    ("scheme", "part"),
    [
        ("KeyH", "KEY_H"),
        ("JWTAuth", "JWTAUTH"),
        ("api_key", "API_KEY"),
        ("Bearer Auth", "BEARER_AUTH"),
    ],
)
def test_schemes_are_spelt_for_the_environment(scheme: str, part: str) -> None:
    assert upper_snake(scheme) == part


def test_a_namespace_numbers_what_is_taken() -> None:
    space = Namespace(["Pet"])
    assert [space.claim("pet"), space.claim("pet"), space.claim("Cat", "Dog")] == [
        "pet_2",
        "pet_3",
        "Cat",
    ]
