"""A person's login: the browser is played by the test, the authorization server by a stand-in."""

from __future__ import annotations

import base64
import hashlib
import json
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import anyio
import httpx2
import pytest

from runtime._errors import CallError, SettingsError
from runtime.credentials.login import log_in, schemes_to_log_in, scopes_of
from runtime.credentials.session import Login
from runtime.credentials.store import Stored, TokenStore
from runtime.settings.settings import Settings
from runtime.upstream import settings

pytestmark = pytest.mark.anyio

PAGE = "https://login.elsewhere.test/authorize?tenant=1"
TOKEN_URL = "https://api.test/token"
FLOWS = {
    "authorizationCode": {"authorizationUrl": PAGE, "tokenUrl": TOKEN_URL, "scopes": {}},
    "deviceAuthorization": {
        "deviceAuthorizationUrl": "https://api.test/device",
        "tokenUrl": TOKEN_URL,
    },
}
Form = dict[str, str]


def given(path: Path, *flows: str, **env: str) -> Settings:
    scheme = {
        "type": "oauth2",
        "env": "OAUTH",
        "flows": {flow: FLOWS[flow] for flow in flows or FLOWS},
    }
    variables = {"OAUTH_CLIENT_ID": "me", "TOKEN_FILE": str(path / "tokens.json"), **env}
    return settings({k: v for k, v in variables.items() if v}, schemes={"OAuth": scheme})


class Server:
    """The authorization server: answers token requests one after another, and keeps their forms."""

    def __init__(self, *answers: tuple[int, Any]) -> None:
        self.answers = list(answers)
        self.forms: list[Form] = []

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        self.forms.append(dict(parse_qsl(request.content.decode())))
        status, body = self.answers.pop(0)
        return httpx2.Response(status, json=body)

    @property
    def transport(self) -> httpx2.MockTransport:
        return httpx2.MockTransport(self)


TOKENS = (200, {"access_token": "A1", "refresh_token": "R1", "expires_in": 60})


class Browser:
    """What a person's browser does with the page: `comes_back` makes the query from that of the page."""

    def __init__(self, comes_back: Callable[[Form], Form]) -> None:
        self.comes_back = comes_back
        self.pages: list[str] = []
        self.opened = anyio.Event()
        self.seen: list[tuple[int, str]] = []

    def open(self, url: str) -> bool:
        self.pages.append(url)
        self.opened.set()
        return True

    @property
    def query(self) -> Form:
        return dict(parse_qsl(urlsplit(self.pages[0]).query))

    async def run(self) -> None:
        await self.opened.wait()
        query = self.query
        async with httpx2.AsyncClient(trust_env=False) as client:
            for path in ("/favicon.ico", "/callback?state=forged&code=evil"):
                origin = query["redirect_uri"].removesuffix("/callback")
                self.seen.append(((await client.get(origin + path)).status_code, path))
            answer = await client.get(query["redirect_uri"], params=self.comes_back(query))
            self.seen.append((answer.status_code, answer.text))


async def log_in_with(found: Settings, server: Server, browser: Browser, **how: Any) -> None:
    async with anyio.create_task_group() as group:
        group.start_soon(browser.run)
        login = Login(browse=browser.open, tell=lambda _: None, **how)
        await log_in(found, "", login, transport=server.transport)


def with_code(query: Form) -> Form:
    return {"state": query["state"], "code": "C1"}


async def test_a_code_is_traded_for_tokens(tmp_path: Path) -> None:
    server, browser = Server(TOKENS), Browser(with_code)
    await log_in_with(given(tmp_path), server, browser, scopes={"OAuth": ("read", "write")})
    asked, (form,) = browser.query, server.forms
    assert browser.pages[0].startswith(f"{PAGE}&")
    assert (asked["response_type"], asked["client_id"], asked["scope"]) == (
        "code",
        "me",
        "read write",
    )
    assert asked["redirect_uri"].startswith("http://127.0.0.1:")
    assert form["grant_type"] == "authorization_code"
    assert (form["code"], form["redirect_uri"], form["client_id"]) == (
        "C1",
        asked["redirect_uri"],
        "me",
    )
    digest = hashlib.sha256(form["code_verifier"].encode()).digest()
    assert asked["code_challenge"] == base64.urlsafe_b64encode(digest).decode().rstrip("=")
    kept = TokenStore(tmp_path / "tokens.json").read("OAuth")
    assert (kept.access_token, kept.refresh_token, kept.client_id) == ("A1", "R1", "me")


async def test_only_the_answer_to_this_login_counts(tmp_path: Path) -> None:
    server, browser = Server(TOKENS), Browser(with_code)
    await log_in_with(given(tmp_path), server, browser)
    assert [status for status, _ in browser.seen] == [404, 404, 200]
    assert "You can close this window" in browser.seen[-1][1]
    assert server.forms[0]["code"] == "C1"


async def test_a_refusal_is_told(tmp_path: Path) -> None:
    def refuses(query: Form) -> Form:
        return {"state": query["state"], "error": "access_denied"}

    with pytest.RaisesGroup(
        pytest.RaisesExc(CallError, match="access_denied"), flatten_subgroups=True
    ):
        await log_in_with(given(tmp_path), Server(), Browser(refuses))
    assert not (tmp_path / "tokens.json").exists()


async def test_a_code_that_is_refused_is_told(tmp_path: Path) -> None:
    server = Server((400, {"error": "invalid_grant", "error_description": "too old"}))
    with pytest.RaisesGroup(pytest.RaisesExc(CallError, match="too old"), flatten_subgroups=True):
        await log_in_with(given(tmp_path), server, Browser(with_code))


async def test_a_device_code_is_asked_about_until_it_is_granted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr("runtime.credentials.device_flow.anyio.sleep", sleep)
    begun = {
        "device_code": "D1",
        "user_code": "WXYZ",
        "verification_uri": "https://api.test/go",
        "interval": 1,
    }
    pending = (400, {"error": "authorization_pending"})
    server = Server((200, begun), pending, (400, {"error": "slow_down"}), pending, TOKENS)
    told: list[str] = []
    login = Login(device=True, tell=told.append, browse=lambda _: False)
    await log_in(given(tmp_path), "OAuth", login, transport=server.transport)
    assert told == ["Open this page to log in:\nhttps://api.test/go\nThe code is WXYZ"]
    assert slept == [1, 1, 6, 6]
    assert server.forms[1] == {
        "grant_type": "urn:ietf:params:oauth:grant-type:device_code",
        "device_code": "D1",
        "client_id": "me",
    }
    assert TokenStore(tmp_path / "tokens.json").read("OAuth").access_token == "A1"


async def test_a_device_code_that_expires_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("runtime.credentials.device_flow._INTERVAL", 0.001)
    server = Server((200, {"device_code": "D1"}), (400, {"error": "expired_token"}))
    login = Login(tell=lambda _: None, browse=lambda _: False)
    with pytest.raises(CallError, match="expired_token"):
        await log_in(given(tmp_path, "deviceAuthorization"), "", login, transport=server.transport)


@pytest.mark.parametrize(
    ("name", "env", "told"),
    [
        ("", {"OAUTH_CLIENT_ID": ""}, "SHOP_OAUTH_CLIENT_ID must name"),
        ("Other", {}, "Name the security scheme to log in for: OAuth"),
        ("", {"TOKEN_FILE": ""}, "SHOP_TOKEN_FILE"),
    ],
)
async def test_what_is_missing_is_named(tmp_path: Path, name: str, env: Form, told: str) -> None:
    with pytest.raises(SettingsError, match=told):
        await log_in(given(tmp_path, **env), name, Login(), transport=Server().transport)


async def test_a_port_that_is_taken_is_told(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        login = Login(port=taken.getsockname()[1])
        with pytest.raises(SettingsError, match="cannot be listened on"):
            await log_in(given(tmp_path), "", login, transport=Server().transport)


async def test_nobody_waits_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("runtime.credentials.login._PATIENCE", 0.01)
    login = Login(tell=lambda _: None, browse=lambda _: True)
    with pytest.raises(CallError, match="nobody answered"):
        await log_in(given(tmp_path), "", login, transport=Server().transport)


def test_which_schemes_have_a_login(tmp_path: Path) -> None:
    assert schemes_to_log_in(given(tmp_path)) == ["OAuth"]
    assert (
        schemes_to_log_in(
            settings(
                schemes={
                    "Key": {"type": "apiKey"},
                    "M2M": {"type": "oauth2", "flows": {"clientCredentials": {}}},
                }
            )
        )
        == []
    )


async def test_discovery_tells_pages_scopes_and_issuer(tmp_path: Path) -> None:
    metadata = {
        "issuer": "https://api.test",
        "authorization_endpoint": PAGE,
        "token_endpoint": TOKEN_URL,
        "scopes_supported": ["openid", "offline_access"],
    }

    def server(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(
            200, json=metadata if "well-known" in str(request.url) else TOKENS[1]
        )

    scheme = {
        "type": "openIdConnect",
        "env": "OAUTH",
        "openIdConnectUrl": "https://api.test/.well-known/openid-configuration",
    }
    env = {"OAUTH_CLIENT_ID": "me", "TOKEN_FILE": str(tmp_path / "tokens.json")}
    found = settings(env, schemes={"OAuth": scheme})

    async def run(issuer: str) -> Browser:
        browser = Browser(lambda query: {**with_code(query), "iss": issuer})
        async with anyio.create_task_group() as group:
            group.start_soon(browser.run)
            login = Login(browse=browser.open, tell=lambda _: None, scopes={"OAuth": ("openid",)})
            await log_in(found, "", login, transport=httpx2.MockTransport(server))
        return browser

    assert (await run("https://api.test")).query["scope"] == "openid offline_access"
    with pytest.RaisesGroup(
        pytest.RaisesExc(CallError, match="another authorization server"), flatten_subgroups=True
    ):
        await run("https://evil.test")


async def test_what_is_kept_is_json_that_a_person_can_read(tmp_path: Path) -> None:
    TokenStore(tmp_path / "t.json").write("OAuth", Stored(access_token="A", expires_at=1.5))
    assert json.loads((tmp_path / "t.json").read_text())["OAuth"]["expires_at"] == 1.5


def test_the_scopes_are_those_that_tools_ask_for() -> None:
    entries = [{"security": [{"A": ["x"]}, {}]}, {"security": [{"A": ["y", "x"], "B": []}]}, {}]
    assert scopes_of(entries) == {"A": ["x", "y"], "B": []}
