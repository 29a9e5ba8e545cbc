from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar
from urllib.parse import parse_qsl

import anyio
import httpx2
import pytest

from runtime._errors import NotSentError, UpstreamError
from runtime.credentials.store import Stored, TokenStore, default_path
from runtime.upstream import Made, entry, make

pytestmark = pytest.mark.anyio

TOKEN_URL = "https://api.test/token"
CLIENT = {"OAUTH_CLIENT_ID": "the id", "OAUTH_CLIENT_SECRET": "s:1/é"}


def scheme(*flows: str, **data: Any) -> dict[str, Any]:
    described = {flow: {"tokenUrl": TOKEN_URL, "scopes": {}} for flow in flows}
    return {"OAuth": {"type": "oauth2", "flows": described, "env": "OAUTH", **data}}


class Server:
    """An authorization server and an API in one: tokens are T1, T2, …, and the API takes only the newest."""

    def __init__(self, **answer: Any) -> None:
        self.grants: list[dict[str, str]] = []
        self.headers: list[httpx2.Headers] = []
        self.used: list[str] = []
        self.answer = {"expires_in": 3600, **answer}
        self.revoked: set[str] = set()

    async def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if request.url.path != "/token":
            token = request.headers.get("authorization", "").removeprefix("Bearer ")
            self.used.append(token)
            return httpx2.Response(401 if token in self.revoked else 200, json={"token": token})
        await anyio.sleep(0.001)
        self.grants.append(dict(parse_qsl(request.content.decode())))
        self.headers.append(request.headers)
        return httpx2.Response(200, json={"access_token": f"T{len(self.grants)}", **self.answer})


def shop(
    server: Callable[..., Any],
    env: dict[str, str],
    *,
    scopes: tuple[str, ...] = (),
    described: Any = None,
    **more: Any,
) -> Made:
    made = make(
        env=env,
        schemes=described or scheme("clientCredentials"),
        of=entry(security=[{"OAuth": list(scopes)}]),
        **more,
    )
    made.upstream._transport = httpx2.MockTransport(server)
    return made


async def test_client_credentials() -> None:
    server = Server()
    assert await shop(server, CLIENT, scopes=("read", "write")).call() == {"token": "T1"}
    assert server.grants == [{"grant_type": "client_credentials", "scope": "read write"}]
    # RFC 6749, 2.3.1: both parts are form-encoded, then joined and put in base64.
    assert server.headers[0]["authorization"] == "Basic dGhlK2lkOnMlM0ExJTJGJUMzJUE5"


async def test_a_token_is_kept() -> None:
    server = Server()
    made = shop(server, CLIENT)
    for _ in range(3):
        await made.call()
    assert (len(server.grants), server.used) == (1, ["T1"] * 3)


async def test_calls_at_a_time_ask_once() -> None:
    server = Server()
    made = shop(server, CLIENT)
    async with anyio.create_task_group() as group:
        for _ in range(10):
            group.start_soon(made.call)
    assert (len(server.grants), server.used) == (1, ["T1"] * 10)


@pytest.mark.parametrize(("life", "asked"), [(3600, 1), (61, 1), (0, 3)])
async def test_a_token_is_renewed_early(life: int, asked: int) -> None:
    server = Server(expires_in=life)
    made = shop(server, CLIENT)
    for _ in range(3):
        await made.call()
    assert len(server.grants) == asked


async def test_a_token_is_renewed_before_its_end() -> None:
    server, times = Server(expires_in=1000), [0.0]
    made = shop(server, CLIENT)
    made.upstream.auth._tokens._clock = lambda: times[-1]
    for time in (0.0, 900.0, 941.0):
        times.append(time)
        await made.call()
    assert server.used == ["T1", "T1", "T2"]


async def test_a_refused_token_is_replaced_once() -> None:
    server = Server()
    made = shop(server, CLIENT)
    await made.call()
    server.revoked = {"T1"}
    assert await made.call() == {"token": "T2"}
    server.revoked = {"T2", "T3", "T4"}
    with pytest.raises(UpstreamError, match="SHOP_OAUTH_CLIENT_ID"):
        await made.call()
    assert len(server.grants) == 3


async def test_calls_at_a_time_replace_a_refused_token_once() -> None:
    server = Server()
    made = shop(server, CLIENT)
    await made.call()
    server.revoked = {"T1"}
    async with anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(made.call)
    assert len(server.grants) == 2


async def test_a_write_is_sent_again_when_its_token_was_refused() -> None:
    server = Server()
    made = shop(server, CLIENT)
    await made.call("POST")
    server.revoked = {"T1"}
    assert await made.call("POST", json={"a": 1}) == {"token": "T2"}


async def test_scopes_have_tokens_of_their_own_unless_the_operator_says_which() -> None:
    server = Server()
    made = shop(server, CLIENT, scopes=("a",))
    await made.call()
    made.entry = entry(security=[{"OAuth": ["b"]}])
    await made.call()
    assert [grant["scope"] for grant in server.grants] == ["a", "b"]
    server = Server()
    made = shop(server, {**CLIENT, "OAUTH_SCOPES": "api://x/.default"}, scopes=("a",))
    await made.call()
    assert server.grants[0]["scope"] == "api://x/.default"


async def test_a_server_that_wants_the_secret_in_the_form_gets_it() -> None:
    asked: list[str] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        if request.url.path != "/token":
            return httpx2.Response(200)
        asked.append(request.content.decode())
        if "authorization" in request.headers:
            return httpx2.Response(400, json={"error": "invalid_client"})
        return httpx2.Response(200, json={"access_token": "T1"})

    await shop(server, CLIENT).call()
    assert asked[1] == "grant_type=client_credentials&client_id=the+id&client_secret=s%3A1%2F%C3%A9"


async def test_a_refresh_token_is_used_and_rotated() -> None:
    server = Server(refresh_token="R2", expires_in=0)
    described = scheme("authorizationCode")
    made = shop(
        server,
        {"OAUTH_REFRESH_TOKEN": "R1", "OAUTH_CLIENT_ID": "me"},
        described=described,
        scopes=("x",),
    )
    await made.call()
    await made.call()
    assert server.grants == [
        {"grant_type": "refresh_token", "refresh_token": "R1", "client_id": "me"},
        {"grant_type": "refresh_token", "refresh_token": "R2", "client_id": "me"},
    ]


async def test_a_password_where_that_flow_is_offered() -> None:
    server = Server()
    env = {"OAUTH_USERNAME": "ada", "OAUTH_PASSWORD": "pw"}
    await shop(server, env, described=scheme("password")).call()
    assert server.grants == [{"grant_type": "password", "username": "ada", "password": "pw"}]


async def test_a_given_token_is_used_as_it_is() -> None:
    server = Server()
    assert await shop(server, {**CLIENT, "OAUTH_TOKEN": "given"}).call() == {"token": "given"}
    assert server.grants == []


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (
            httpx2.Response(
                400, json={"error": "invalid_scope", "error_description": "no such scope"}
            ),
            "no such scope",
        ),
        (httpx2.Response(200, json={"no": "token"}), "answered 200"),
        (httpx2.Response(200, text="<html>"), "answered 200"),
        (httpx2.Response(503), "answered 503"),
        (httpx2.ConnectError("refused"), "refused"),
    ],
)
async def test_without_a_token_nothing_is_sent(answer: Any, told: str) -> None:
    used: list[str] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        if request.url.path != "/token":
            used.append("x")
        elif isinstance(answer, Exception):
            raise answer
        return answer

    with pytest.raises(NotSentError) as caught:
        await shop(server, CLIENT).call()
    assert told in str(caught.value)
    assert "s:1" not in str(caught.value)
    assert used == []


async def test_a_token_endpoint_elsewhere_gets_no_secret() -> None:
    server = Server()
    described = {
        "OAuth": {
            "type": "oauth2",
            "env": "OAUTH",
            "flows": {"clientCredentials": {"tokenUrl": "https://evil.test/token"}},
        }
    }
    with pytest.raises(NotSentError, match="SHOP_OAUTH_TOKEN_URL"):
        await shop(server, CLIENT, described=described).call()
    assert server.grants == []
    await shop(
        server, {**CLIENT, "OAUTH_TOKEN_URL": "https://other.test/token"}, described=described
    ).call()
    assert len(server.grants) == 1


async def test_a_relative_token_url_is_below_the_base_url() -> None:
    urls: list[str] = []

    def server(request: httpx2.Request) -> httpx2.Response:
        urls.append(str(request.url))
        return httpx2.Response(200, json={"access_token": "T1"})

    described = {
        "OAuth": {
            "type": "oauth2",
            "env": "OAUTH",
            "flows": {"clientCredentials": {"tokenUrl": "oauth/token"}},
        }
    }
    await shop(server, CLIENT, described=described).call()
    assert urls[0] == "https://api.test/v1/oauth/token"


class TestDiscovery:
    DESCRIBED: ClassVar[Any] = {
        "OAuth": {
            "type": "openIdConnect",
            "env": "OAUTH",
            "openIdConnectUrl": "https://id.test/.well-known/openid-configuration",
        }
    }

    @staticmethod
    def server(endpoint: str, asked: list[str]) -> Any:
        def answer(request: httpx2.Request) -> httpx2.Response:
            asked.append(str(request.url))
            if "well-known" in str(request.url):
                assert "authorization" not in request.headers
                return httpx2.Response(200, json={"token_endpoint": endpoint})
            return httpx2.Response(200, json={"access_token": "T1"})

        return answer

    async def test_the_endpoint_is_discovered_once(self) -> None:
        asked: list[str] = []
        made = shop(
            self.server("https://id.test/t", asked),
            CLIENT,
            described=self.DESCRIBED,
            hosts=("api.test", "id.test"),
        )
        await made.call()
        made.upstream.auth._tokens._tokens.clear()
        await made.call()
        assert [url.rpartition("/")[2] for url in asked] == [
            "openid-configuration",
            "t",
            "pets",
            "t",
            "pets",
        ]

    async def test_a_discovered_endpoint_elsewhere_gets_no_secret(self) -> None:
        asked: list[str] = []
        made = shop(
            self.server("https://evil.test/t", asked),
            CLIENT,
            described=self.DESCRIBED,
            hosts=("api.test", "id.test"),
        )
        with pytest.raises(NotSentError, match=r"evil\.test"):
            await made.call()
        assert len(asked) == 1

    async def test_a_failing_discovery_is_told(self) -> None:
        made = shop(lambda _: httpx2.Response(404), CLIENT, described=self.DESCRIBED)
        with pytest.raises(NotSentError, match="discovery"):
            await made.call()


class TestLogin:
    """Tokens that `<name>-mcp login` has left."""

    @pytest.fixture
    def store(self, tmp_path: Path) -> TokenStore:
        return TokenStore(tmp_path / "shop-mcp" / "tokens.json")

    def made(self, server: Server, store: TokenStore) -> Made:
        return shop(server, {"TOKEN_FILE": str(store.path)}, described=scheme("authorizationCode"))

    async def test_the_file_is_its_owners_alone(self, store: TokenStore) -> None:
        store.write("OAuth", Stored(access_token="A"))
        store.write("Other", Stored(access_token="B"))
        assert store.path is not None
        assert store.path.stat().st_mode & 0o777 == 0o600
        assert [path.name for path in store.path.parent.iterdir()] == ["tokens.json"]
        assert (store.read("OAuth").access_token, store.read("Other").access_token) == ("A", "B")

    async def test_a_token_that_is_still_good_is_used(self, store: TokenStore) -> None:
        store.write("OAuth", Stored(access_token="A", expires_at=9e12))
        server = Server()
        assert await self.made(server, store).call() == {"token": "A"}
        assert server.grants == []

    async def test_an_expired_one_is_renewed_and_kept(self, store: TokenStore) -> None:
        store.write(
            "OAuth", Stored(access_token="A", refresh_token="R1", expires_at=1.0, client_id="me")
        )
        server = Server(refresh_token="R2")
        assert await self.made(server, store).call() == {"token": "T1"}
        kept = store.read("OAuth")
        assert (kept.access_token, kept.refresh_token, kept.client_id) == ("T1", "R2", "me")

    async def test_a_refused_one_is_renewed(self, store: TokenStore) -> None:
        store.write("OAuth", Stored(access_token="A", refresh_token="R1", expires_at=9e12))
        server = Server()
        server.revoked = {"A"}
        assert await self.made(server, store).call() == {"token": "T1"}

    async def test_one_that_cannot_be_renewed_asks_for_a_login(self, store: TokenStore) -> None:
        store.write("OAuth", Stored(access_token="A", expires_at=1.0))
        with pytest.raises(NotSentError, match="Log in again"):
            await self.made(Server(), store).call()

    @pytest.mark.parametrize("text", ["", "[]", "{", '{"OAuth": 1}'])
    async def test_a_broken_file_is_as_good_as_none(self, store: TokenStore, text: str) -> None:
        assert store.path is not None
        store.path.parent.mkdir()
        store.path.write_text(text)
        assert store.read("OAuth") == Stored()

    @pytest.mark.parametrize(
        ("env", "path"),
        [
            ({"HOME": "/h"}, "/h/.local/state/shop-mcp/tokens.json"),
            ({"HOME": "/h", "XDG_STATE_HOME": "/s"}, "/s/shop-mcp/tokens.json"),
            ({}, "None"),
        ],
    )
    async def test_where_the_file_is(self, env: dict[str, str], path: str) -> None:
        assert str(default_path("shop", env)) == path


async def test_no_secret_is_in_a_repr() -> None:
    stored = Stored(access_token="hush", refresh_token="hush")
    assert "hush" not in repr(stored)
