from __future__ import annotations

import pytest

from mcpgen.config import Config, TypeHints
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners import make_plan

from .build import plan_of

SCHEMES = """
paths:
  /a: {get: {operationId: a, security: [{Key: []}, {}]}}
  /b: {get: {operationId: b, security: []}}
  /c:
    servers: [{url: 'https://{region}.other.example.com:8443', variables: {region: {default: eu, enum: [eu, us]}}}]
    get: {operationId: c}
  /d: {get: {operationId: d, security: [{Unknown: []}]}}
security: [{OAuth: [read]}]
components:
  securitySchemes:
    Key: {type: apiKey, in: header, name: X-Key}
    BasicAuth: {type: http, scheme: basic}
    OAuth: {type: oauth2, flows: {clientCredentials: {tokenUrl: 'https://login.example.com/token', scopes: {}}}}
"""


def test_each_scheme_has_its_variables() -> None:
    plan = plan_of(SCHEMES)
    names = [variable.name for variable in plan.variables]
    assert names == [
        "SHOP_BASE_URL", "SHOP_BASE_URL_1", "SHOP_SERVER_REGION", "SHOP_KEY_API_KEY", "SHOP_BASIC_AUTH_USERNAME",
        "SHOP_BASIC_AUTH_PASSWORD", "SHOP_OAUTH_TOKEN", "SHOP_OAUTH_CLIENT_ID", "SHOP_OAUTH_CLIENT_SECRET",
        "SHOP_OAUTH_TOKEN_URL", "SHOP_OAUTH_SCOPES", "SHOP_HEADERS",
    ]  # fmt: skip
    assert plan.scheme_variables["BasicAuth"] == "BASIC_AUTH"


def test_an_address_is_shown_as_it_works_when_it_is_set() -> None:
    shown = {variable.name: variable.example for variable in plan_of(SCHEMES).variables}
    assert shown["SHOP_BASE_URL_1"] == "https://eu.other.example.com:8443"


def test_an_undeclared_security_has_variables_of_its_own() -> None:
    names = [
        variable.name for variable in plan_of("paths: {/a: {get: {operationId: a}}}").variables
    ]
    assert names == ["SHOP_BASE_URL", "SHOP_TOKEN", "SHOP_HEADERS"]


def test_the_alternatives_of_an_operation_are_kept() -> None:
    private = {tool.name: tool.private for tool in plan_of(SCHEMES).tools}
    assert private["a"]["security"] == [{"Key": []}, {}]
    assert "security" not in private["b"]
    assert private["c"]["security"] == [{"OAuth": ["read"]}]
    assert "security" not in private["d"]


def test_a_server_of_one_path_has_a_number() -> None:
    plan = plan_of(SCHEMES)
    assert [server.url for server in plan.servers] == [
        "https://shop.example.com/v1",
        "https://{region}.other.example.com:8443",
    ]
    assert {tool.name: tool.private.get("server", 0) for tool in plan.tools} == {
        "a": 0,
        "b": 0,
        "c": 1,
        "d": 0,
    }


def test_credentials_go_to_the_hosts_of_servers_and_tokens() -> None:
    assert plan_of(SCHEMES).credential_hosts == (
        "shop.example.com", "eu.other.example.com:8443", "us.other.example.com:8443", "login.example.com",
    )  # fmt: skip
    assert plan_of(SCHEMES, config=Config(hosts=("shop.example.com",))).credential_hosts == (
        "shop.example.com",
    )


def test_a_host_that_is_reached_in_plain_text_is_named_so() -> None:
    text = (
        "paths: {/a: {servers: [{url: 'http://plain.example.com:8080/v1'}], get: {operationId: a}}}"
    )
    assert plan_of(text).credential_hosts == ("shop.example.com", "http://plain.example.com:8080")


def test_the_owners_base_url_replaces_the_documents() -> None:
    plan = plan_of(SCHEMES, config=Config(base_url="https://staging.example.com"))
    assert plan.servers[0].url == "https://staging.example.com"


def test_operations_are_grouped_by_tag_in_the_order_of_the_tags() -> None:
    plan = plan_of("""
        tags: [{name: Zoo}, {name: contract, description: Papers.}, {name: unused}]
        paths:
          /a: {get: {operationId: a, tags: [other]}}
          /b: {get: {operationId: b, tags: [contract]}}
          /c: {get: {operationId: c, tags: [Zoo]}}
          /d: {get: {operationId: d}}
        """)
    assert [(module.name, [tool.name for tool in module.tools]) for module in plan.modules] == [
        ("zoo", ["c"]), ("contract_", ["b"]), ("other", ["a"]), ("operations", ["d"]),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("logo", "icons"),
    [
        (
            "{url: 'https://shop.example/logo.png', altText: Shop}",
            ({"src": "https://shop.example/logo.png"},),
        ),
        ("{url: 'http://shop.example/logo.png'}", ()),  # a client would fetch it without TLS
        ("{url: /logo.png}", ()),
        ("{url: 1}", ()),
        ("{}", ()),
        ("https://shop.example/logo.png", ()),
    ],
)
def test_r22_the_logo_of_a_document_becomes_an_icon(logo, icons):
    text = f"""
openapi: 3.1.0
info: {{title: Shop, version: "1", x-logo: {logo}}}
servers: [{{url: https://shop.example.com/v1}}]
paths: {{/a: {{get: {{responses: {{}}}}}}}}
"""
    found = Diagnostics()
    loaded = load("-", policy=Policy(), diagnostics=found, stdin=text.encode())
    config = Config(types=TypeHints.ALL)
    plan = make_plan(loaded.document, config, found, names={}, source="shop.yaml")

    assert plan.icons == icons
    assert not list(found)
