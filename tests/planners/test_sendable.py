"""What HTTP cannot say is left out and named."""

from __future__ import annotations

from mcpgen.config import Config
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import Plan, make_plan


def planned(paths: str, rest: str = "") -> tuple[Plan, list[str]]:
    text = f"openapi: 3.1.0\ninfo: {{title: Shop, version: '1'}}\npaths:\n{paths}{rest}"
    found = Diagnostics()
    loaded = load("-", policy=Policy(), diagnostics=found, stdin=text.encode())
    assert loaded is not None
    plan = make_plan(loaded.document, Config(), found, names={}, source="shop")
    return plan, [f"{each.code} {each.message}" for each in found]


def test_a_header_whose_name_is_no_token_is_left_out() -> None:
    plan, found = planned(
        "  /a: {get: {parameters: [{name: 'a b', in: header, schema: {}}, {name: c, in: header, schema: {}}], "
        "responses: {'200': {description: ok}}}}\n"
    )

    assert list(plan.tools[0].input_schema["properties"]) == ["c"]
    assert found == ["MG302 'a b' cannot be the name of a header, so it is left out"]


def test_a_key_whose_header_is_no_token_is_left_out() -> None:
    plan, found = planned(
        "  /a: {get: {security: [{key: []}], responses: {'200': {description: ok}}}}\n",
        "components: {securitySchemes: {key: {type: apiKey, in: header, name: 'X: Y'}}}\n",
    )

    assert plan.security_schemes == ()
    assert [message[:5] for message in found] == ["MG302", "MG301"]


def test_a_path_that_clients_would_change_is_left_out() -> None:
    plan, found = planned(
        "  /a/../b: {get: {responses: {'200': {description: ok}}}}\n"
        "  /a/%2e/b: {get: {responses: {'200': {description: ok}}}}\n"
        "  /a/..b: {get: {responses: {'200': {description: ok}}}}\n"
    )

    assert [tool.key for tool in plan.tools] == ["GET /a/..b"]
    assert [message[:5] for message in found] == ["MG304", "MG304"]


def test_a_key_is_no_argument() -> None:
    plan, found = planned(
        "  /a: {get: {security: [{key: []}], parameters: [{name: token, in: query, schema: {}}, {name: n, in: query, "
        "schema: {}}], responses: {'200': {description: ok}}}}\n"
        "  /b: {get: {parameters: [{name: token, in: query, schema: {}}], responses: {'200': {description: ok}}}}\n",
        "components: {securitySchemes: {key: {type: apiKey, in: query, name: token}}}\n",
    )

    assert [list(tool.input_schema["properties"]) for tool in plan.tools] == [["n"], ["token"]]
    assert found == ["MG305 the query parameter `token` is a credential"]


def test_a_scheme_with_a_handshake_is_named() -> None:
    plan, found = planned(
        "  /a: {get: {security: [{who: []}], responses: {'200': {description: ok}}}}\n",
        "components: {securitySchemes: {who: {type: http, scheme: Negotiate}}}\n",
    )

    assert [scheme.name for scheme in plan.security_schemes] == ["who"]
    assert found == ["MG308 security scheme 'who' is HTTP negotiate"]


def test_digest_has_a_user_and_a_password() -> None:
    plan, found = planned(
        "  /a: {get: {security: [{who: []}], responses: {'200': {description: ok}}}}\n",
        "components: {securitySchemes: {who: {type: http, scheme: Digest}}}\n",
    )

    names = [variable.name for variable in plan.variables if variable.secret]
    assert {"SHOP_WHO_USERNAME", "SHOP_WHO_PASSWORD"} <= set(names)
    assert found == []
