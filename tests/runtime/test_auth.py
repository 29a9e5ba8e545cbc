from __future__ import annotations

from typing import Any

import httpx2
import pytest

from runtime._errors import UpstreamError
from runtime.sending.hooks import Call
from runtime.upstream import Made, entry, make

pytestmark = pytest.mark.anyio

SCHEMES: dict[str, Any] = {
    "Head": {"type": "apiKey", "in": "header", "name": "X-Key", "env": "HEAD"},
    "Query": {"type": "apiKey", "in": "query", "name": "key", "env": "QUERY"},
    "Cookie": {"type": "apiKey", "in": "cookie", "name": "sid", "env": "COOKIE"},
    "Basic": {"type": "http", "scheme": "Basic", "env": "BASIC"},
    "Bearer": {"type": "http", "scheme": "bearer", "env": "BEARER"},
    "Other": {"type": "http", "scheme": "token", "env": "OTHER"},
    "OAuth": {"type": "oauth2", "flows": {"authorizationCode": {}}, "env": "OAUTH"},
}
GIVEN = {
    "HEAD_API_KEY": "hk-1",
    "QUERY_API_KEY": "qk 2&",
    "COOKIE_API_KEY": "ck;3",
    "BASIC_USERNAME": "ada",
    "BASIC_PASSWORD": "p:w é",
    "BEARER_TOKEN": "t0k",
    "OTHER_TOKEN": "o-1",
    "OAUTH_TOKEN": "oa-1",
}


def shop(
    *names: str, env: dict[str, str] | None = None, security: Any = None, **options: Any
) -> Made:
    """A tool with one alternative of these schemes, or with `security`."""
    wanted = [{name: [] for name in names}] if names else security or []
    options.setdefault("schemes", SCHEMES)
    return make(
        *options.pop("answers", ()),
        env=GIVEN if env is None else env,
        of=entry(security=wanted),
        **options,
    )


async def sent(made: Made, **parts: Any) -> httpx2.Request:
    await made.call(**parts)
    return made.api.last


@pytest.mark.parametrize(
    ("name", "header", "value"),
    [
        ("Head", "x-key", "hk-1"),
        ("Cookie", "cookie", "sid=ck%3B3"),
        ("Basic", "authorization", "Basic YWRhOnA6dyDDqQ=="),
        ("Bearer", "authorization", "Bearer t0k"),
        ("Other", "authorization", "Token o-1"),
        ("OAuth", "authorization", "Bearer oa-1"),
    ],
)
async def test_each_scheme_has_its_place(name: str, header: str, value: str) -> None:
    assert (await sent(shop(name))).headers[header] == value


async def test_a_key_in_the_query_follows_the_arguments() -> None:
    request = await sent(shop("Query"), query={"a": "b"})
    assert request.url.raw_path == b"/v1/pets?a=b&key=qk%202%26"


async def test_all_schemes_of_an_alternative_are_used() -> None:
    request = await sent(shop("Head", "Bearer", "Cookie"), cookies={"a": 1, "sid": "mine"})
    assert request.headers["x-key"] == "hk-1"
    assert request.headers["authorization"] == "Bearer t0k"
    assert request.headers["cookie"] == "a=1; sid=ck%3B3"


async def test_a_credential_wins_over_an_argument_of_its_name() -> None:
    request = await sent(shop("Head"), headers={"x-KEY": "from the model"})
    assert request.headers.get_list("x-key") == ["hk-1"]


@pytest.mark.parametrize("name", ["Host", "content-length", "Transfer-Encoding", "Connection"])
async def test_an_argument_does_not_frame_or_route_the_request(name: str) -> None:
    request = await sent(shop("Head"), headers={name: "evil.test"})
    assert "evil.test" not in request.headers.values()


async def test_the_first_alternative_that_is_complete_is_used() -> None:
    security = [{"Head": [], "Bearer": []}, {"Bearer": []}, {"Cookie": []}]
    request = await sent(
        shop(security=security, env={"BEARER_TOKEN": "t0k", "COOKIE_API_KEY": "c"})
    )
    assert request.headers["authorization"] == "Bearer t0k"
    assert "x-key" not in request.headers


async def test_optional_security_uses_what_is_set() -> None:
    security = [{}, {"Bearer": []}]
    assert "authorization" not in (await sent(shop(security=security, env={}))).headers
    assert (await sent(shop(security=security))).headers["authorization"] == "Bearer t0k"


async def test_nothing_secret_goes_to_a_public_operation() -> None:
    env = {**GIVEN, "TOKEN": "general", "HEADERS": "X-Auth-Token: a\nX-Tenant: b"}
    request = await sent(shop(env=env))
    assert not {"authorization", "x-key", "cookie", "x-auth-token"} & set(request.headers)
    assert request.headers["x-tenant"] == "b"


async def test_an_undeclared_credential_is_sent_where_nothing_is_declared() -> None:
    env = {"TOKEN": "general", "HEADERS": "X-Auth-Token: a"}
    request = await sent(shop(env=env, schemes={}))
    assert request.headers["authorization"] == "Bearer general"
    assert request.headers["x-auth-token"] == "a"


async def test_the_general_token_stands_in_for_a_scheme_that_is_not_set() -> None:
    request = await sent(shop("Head", env={"TOKEN": "general"}))
    assert request.headers["authorization"] == "Bearer general"


async def test_a_token_may_be_given_with_its_scheme() -> None:
    request = await sent(shop("Bearer", env={"BEARER_TOKEN": "Bearer t0k"}))
    assert request.headers["authorization"] == "Bearer t0k"


async def test_a_key_may_be_a_user_name_alone() -> None:
    request = await sent(shop("Basic", env={"BASIC_USERNAME": "sk_1"}))
    assert request.headers["authorization"] == "Basic c2tfMTo="


@pytest.mark.parametrize("name", ["Head", "Query", "Cookie", "Basic", "Bearer"])
async def test_no_host_but_those_known_gets_a_credential(name: str) -> None:
    made = shop(
        name, servers=("https://evil.test",), env={**GIVEN, "TOKEN": "t", "HEADERS": "X-A: b"}
    )
    request = await sent(made)
    assert str(request.url) == "https://evil.test/pets"
    assert not {"authorization", "x-key", "cookie", "x-a"} & set(request.headers)


async def test_a_base_url_of_the_operator_gets_them() -> None:
    request = await sent(shop("Head", env={**GIVEN, "BASE_URL": "http://localhost:1/v2"}))
    assert str(request.url) == "http://localhost:1/v2/pets"
    assert request.headers["x-key"] == "hk-1"


REFUSED = httpx2.Response(401, json={"message": "who are you?"})


@pytest.mark.parametrize(
    ("names", "env", "told"),
    [
        (("Head",), {}, "No credentials were sent: the operator must set SHOP_HEAD_API_KEY."),
        (
            ("Head", "Basic"),
            {},
            "SHOP_HEAD_API_KEY and SHOP_BASIC_USERNAME and SHOP_BASIC_PASSWORD.",
        ),
        (("OAuth",), {}, "SHOP_OAUTH_TOKEN (or run `shop-mcp login`)"),
        (("Bearer",), GIVEN, "should check the credentials (SHOP_BEARER_TOKEN)"),
        ((), {}, "`auth` in mcpgen.yaml has to name them: Head, "),
    ],
)
async def test_a_refusal_names_the_variables(
    names: tuple[str, ...], env: dict[str, str], told: str
) -> None:
    made = shop(*names, env=env, answers=[REFUSED])
    with pytest.raises(UpstreamError) as caught:
        await made.call()
    assert "401 Unauthorized: who are you?" in str(caught.value)
    assert told in str(caught.value)
    assert len(made.api.requests) == 1


async def test_a_refusal_where_nothing_is_declared_names_the_general_variables() -> None:
    with pytest.raises(UpstreamError, match="can set SHOP_TOKEN or SHOP_HEADERS"):
        await shop(answers=[REFUSED], schemes={}, env={}).call()


async def test_a_refusal_by_a_host_that_got_no_credential_says_so() -> None:
    made = shop("Head", servers=("https://evil.test",), answers=[httpx2.Response(403)])
    with pytest.raises(UpstreamError, match=r"evil\.test is not among the hosts"):
        await made.call()


async def test_a_secret_in_an_error_answer_is_hidden() -> None:
    made = shop(
        "Bearer",
        env={"BEARER_TOKEN": "t0k-secret"},
        answers=[lambda r: httpx2.Response(400, text=r.headers["authorization"])],
    )
    with pytest.raises(UpstreamError) as caught:
        await made.call()
    assert "t0k-secret" not in str(caught.value)


class TestHook:
    class Own:
        def __init__(self) -> None:
            self.calls: list[Call] = []

        async def authenticate(self, call: Call) -> None:
            self.calls.append(call)
            call.request.headers["X-Signature"] = f"{call.tool} {call.operation}"

    async def test_the_owner_adds_credentials(self) -> None:
        request = await sent(shop("Head", hooks=self.Own()))
        assert request.headers["x-signature"] == "listPets GET /pets"
        assert request.headers["x-key"] == "hk-1"

    async def test_but_not_for_a_host_that_may_have_none(self) -> None:
        hooks = self.Own()
        await shop("Head", hooks=hooks, servers=("https://evil.test",)).call()
        assert hooks.calls == []
