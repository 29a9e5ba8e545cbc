"""What the operator sets for a scheme is what the API gets, on the operations that ask for it, and nowhere else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl

import httpx2
import pytest

from .served import serve, text_of

pytestmark = pytest.mark.anyio

DESCRIBED = """
    security: [{key: []}]
    paths:
      /default: {get: {operationId: default, responses: {"204": {description: ok}}}}
      /public: {get: {operationId: public, security: [], responses: {"204": {description: ok}}}}
      /either: {get: {operationId: either, security: [{bearer: [], key: []}, {basic: []}, {}], responses: {"204": {description: ok}}}}
      /query: {get: {operationId: query, security: [{inQuery: []}], responses: {"204": {description: ok}}}}
      /cookie: {get: {operationId: cookie, security: [{inCookie: []}], responses: {"204": {description: ok}}}}
      /digest: {post: {operationId: digest, security: [{digest: []}], responses: {"204": {description: ok}}}}
      /oauth: {post: {operationId: oauth, security: [{oauth: [write]}], responses: {"204": {description: ok}}}}
      /elsewhere: {get: {operationId: elsewhere, servers: [{url: "https://evil.test"}], responses: {"204": {description: ok}}}}
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        inQuery: {type: apiKey, in: query, name: key}
        inCookie: {type: apiKey, in: cookie, name: sid}
        basic: {type: http, scheme: basic}
        bearer: {type: http, scheme: bearer}
        digest: {type: http, scheme: digest}
        oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: "https://auth.test/token", scopes: {write: w}}}}
    """
ENV = {
    "KEY_API_KEY": "k-header-1",
    "IN_QUERY_API_KEY": "k query&2",
    "IN_COOKIE_API_KEY": "k-cookie-3",
    "BASIC_USERNAME": "ada",
    "BASIC_PASSWORD": "p4ss w0rd",
    "BEARER_TOKEN": "b-token-4",
    "DIGEST_USERNAME": "ada",
    "DIGEST_PASSWORD": "Circle of Life",
    "OAUTH_CLIENT_ID": "client",
    "OAUTH_CLIENT_SECRET": "cl13nt-secret",
}
HOSTS = "hosts: [api.test, auth.test]\n"


async def asked(tool: str, *answers: Any, env: Mapping[str, str] = ENV) -> list[httpx2.Request]:
    """The requests that a call of the tool makes."""
    async with serve(DESCRIBED, *answers, env=env, choices=HOSTS) as shop:
        result = await shop.call(tool)
        assert not result.is_error, text_of(result)
    return shop.upstream.requests


def secrets_of(request: httpx2.Request) -> set[str]:
    """The headers and query parameters that hold something secret."""
    query = {name for name, _ in parse_qsl(request.url.query.decode())}
    return {"authorization", "x-key", "cookie"} & set(request.headers) | {"key"} & query


@pytest.mark.parametrize(
    ("tool", "header", "value"),
    [
        ("default", "x-key", "k-header-1"),
        ("cookie", "cookie", "sid=k-cookie-3"),
        ("either", "authorization", "Bearer b-token-4"),
    ],
)
async def test_a_credential_is_where_its_scheme_says(tool: str, header: str, value: str) -> None:
    (request,) = await asked(tool)
    assert request.headers[header] == value


async def test_a_key_may_be_in_the_query() -> None:
    (request,) = await asked("query")
    assert request.url.raw_path == b"/v1/query?key=k%20query%262"
    assert secrets_of(request) == {"key"}


async def test_an_alternative_is_whole_or_not_at_all() -> None:
    (both,) = await asked("either")
    (second,) = await asked("either", env={n: v for n, v in ENV.items() if "BEARER" not in n})
    (none,) = await asked("either", env={"KEY_API_KEY": "k-header-1"})

    assert secrets_of(both) == {"authorization", "x-key"}
    assert second.headers["authorization"].startswith("Basic ")
    assert secrets_of(second) == {"authorization"}
    assert secrets_of(none) == set()


async def test_nothing_secret_goes_to_a_public_operation() -> None:
    (request,) = await asked("public")
    assert secrets_of(request) == set()


async def test_a_server_of_one_operation_gets_no_secret_unless_it_is_among_the_hosts() -> None:
    (request,) = await asked("elsewhere")
    assert request.url.host == "evil.test"
    assert secrets_of(request) == set()


async def test_a_digest_challenge_is_answered_within_the_call() -> None:
    told = 'Digest realm="shop", nonce="n-1", algorithm=SHA-256, qop="auth"'
    challenge = httpx2.Response(401, headers={"WWW-Authenticate": told})
    bare, proved = await asked("digest", challenge, httpx2.Response(204))

    assert secrets_of(bare) == set()
    given = proved.headers["authorization"]
    assert given.startswith('Digest username="ada", realm="shop", nonce="n-1", uri="/v1/digest"')
    assert "Circle" not in given


async def test_a_token_is_asked_for_once_and_goes_to_the_api_alone() -> None:
    def answer(request: httpx2.Request) -> httpx2.Response:
        if request.url.host == "auth.test":
            return httpx2.Response(200, json={"access_token": "t0ken-5", "expires_in": 3600})
        return httpx2.Response(204)

    async with serve(DESCRIBED, answer, env=ENV, choices=HOSTS) as shop:
        for _ in range(2):
            assert not (await shop.call("oauth")).is_error

    token, *calls = shop.upstream.requests
    assert dict(parse_qsl(token.content.decode()))["scope"] == "write"
    assert [call.headers["authorization"] for call in calls] == ["Bearer t0ken-5"] * 2


@pytest.mark.parametrize("tool", ["default", "query", "cookie", "digest", "oauth"])
async def test_a_refusal_names_the_variables_and_no_secret(tool: str) -> None:
    echo = {"message": f"you sent {' '.join(ENV.values())}"}
    async with serve(DESCRIBED, httpx2.Response(403, json=echo), env=ENV, choices=HOSTS) as shop:
        result = await shop.call(tool)

    assert result.is_error
    assert "SHOP_" in text_of(result)
    for name, value in ENV.items():
        assert name.endswith(("USERNAME", "CLIENT_ID")) or value not in text_of(result)


async def test_without_credentials_the_variables_are_named() -> None:
    async with serve(DESCRIBED, httpx2.Response(401), choices=HOSTS) as shop:
        told = {tool: text_of(await shop.call(tool)) for tool in ("default", "digest", "oauth")}

    assert "SHOP_KEY_API_KEY" in told["default"]
    assert "SHOP_DIGEST_USERNAME and SHOP_DIGEST_PASSWORD" in told["digest"]
    assert "SHOP_OAUTH_CLIENT_ID and SHOP_OAUTH_CLIENT_SECRET" in told["oauth"]


async def test_an_operation_said_to_need_none_tells_how_it_gets_some_and_that_works() -> None:
    refused = httpx2.Response(401, json={"message": "who are you?"})
    env = {**ENV, "TOKEN": "general", "HEADERS": "Authorization: Bearer general"}
    async with serve(DESCRIBED, refused, env=env, choices=HOSTS) as shop:
        result = await shop.call("public")
        assert not secrets_of(shop.upstream.requests[0])
    assert "`auth` in mcpgen.yaml" in text_of(result)
    assert "bearer" in text_of(result)

    choices = HOSTS + "operations: {public: {auth: [bearer]}}\n"
    async with serve(DESCRIBED, env=env, choices=choices) as shop:
        assert not (await shop.call("public")).is_error
        (request,) = shop.upstream.requests
    assert request.headers["authorization"] == "Bearer b-token-4"
