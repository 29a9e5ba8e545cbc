"""Who may call over HTTP: the server as an OAuth resource server, its callers' tokens from a real authorization server."""

from __future__ import annotations

import re
import subprocess
import sys
from urllib.parse import parse_qs, urlsplit

import httpx2
import pytest
from mcp import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata

from .authorization_server import CLIENT, REDIRECT, SERVER, AuthorizationServer
from .processes import INITIALIZE, PATIENCE, called, environment, request
from .serving import JSON, headers, server

RESOURCE = "https://mcp.example.com/petstore/mcp"
METADATA = "https://mcp.example.com/.well-known/oauth-protected-resource/petstore/mcp"
LIST = request(1, "tools/list")
SCOPED_TOOLS = {"listPets", "createPet", "deletePet"}


def settings(auth, api, **more: str) -> dict[str, str]:
    return {
        "PETSTORE_OAUTH_ISSUER": auth.issuer,
        "PETSTORE_PUBLIC_URL": RESOURCE,
        "PETSTORE_BASE_URL": api.url,
        "PETSTORE_OAUTH_TOKEN": "credential-of-the-server",
        "NO_PROXY": "127.0.0.1",
        **more,
    }


@pytest.fixture(scope="module")
def http(scoped, auth, api):
    with server(scoped, **settings(auth, api)) as (client, _):
        yield client


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def listed(http, token: str) -> dict:
    answer = http.post("/mcp", json=LIST, headers={**headers("tools/list"), **bearer(token)})
    assert answer.status_code == 200
    return answer.json()["result"]


def names(http, token: str) -> set[str]:
    return {tool["name"] for tool in listed(http, token)["tools"]}


def call(http, token: str, name: str, /, **arguments):
    return http.post(
        "/mcp",
        json=called(1, name, arguments),
        headers={**headers("tools/call", Mcp_Name=name), **bearer(token)},
    )


def challenge(answer) -> dict[str, str]:
    """The parameters of the one Bearer challenge."""
    text = answer.headers["www-authenticate"]
    assert text.startswith("Bearer ")
    return dict(re.findall(r'(\w+)="([^"]*)"', text))


@pytest.mark.parametrize("path", ["", "/mcp", "/petstore/mcp"])
def test_r119_the_metadata_names_the_authorization_server(http, auth, path):
    answer = http.get(f"/.well-known/oauth-protected-resource{path}")

    assert answer.json() == {
        "resource": RESOURCE,
        "authorization_servers": [auth.issuer],
        "bearer_methods_supported": ["header"],
        "resource_name": "Petstore",
        "scopes_supported": ["pets:read"],
    }
    assert answer.headers["access-control-allow-origin"] == "*"


def test_s97_nothing_is_registered_here(http):
    assert http.post("/register", json={}).status_code == 401
    assert http.post("/.well-known/oauth-protected-resource").status_code == 405


def test_r120_without_a_token_nothing_is_wrong_yet(http):
    answer = http.post("/mcp", json=LIST, headers=headers("tools/list"))

    assert answer.status_code == 401
    assert challenge(answer) == {"resource_metadata": METADATA, "scope": "pets:read"}


@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_r121_no_method_goes_without_a_token(http, method):
    assert http.request(method, "/mcp", headers=JSON).status_code == 401


@pytest.mark.parametrize(
    "given", ["Bearer x.y.z", "Bearer", "bearer a b", 'Bearer "quoted"', "BearerX y"]
)
def test_r121_a_bad_token_is_told_to_be_bad(http, given):
    answer = http.post("/mcp", json=LIST, headers={**headers("tools/list"), "Authorization": given})

    assert answer.status_code == 401
    assert challenge(answer)["error"] == "invalid_token"
    assert challenge(answer)["resource_metadata"] == METADATA


def test_another_scheme_is_no_token(http):
    given = {**headers("tools/list"), "Authorization": "Basic YTpi"}

    assert "error" not in challenge(http.post("/mcp", json=LIST, headers=given))


def test_two_tokens_are_none(http, auth):
    token = auth.issue(RESOURCE, "pets:read")
    given = [*headers("tools/list").items(), *[("Authorization", f"Bearer {token}")] * 2]

    assert http.post("/mcp", json=LIST, headers=given).status_code == 401


def test_r124_a_token_in_the_query_is_no_token(http, auth):
    query = {"access_token": auth.issue(RESOURCE)}

    answer = http.post("/mcp", params=query, json=LIST, headers=headers("tools/list"))

    assert answer.status_code == 401


def test_r122_a_token_for_another_resource_is_refused(http, auth):
    answer = call(http, auth.issue("https://other.example.com/mcp", "pets:read"), "listPets")

    assert answer.status_code == 401
    assert "another resource" in challenge(answer)["error_description"]


def test_s28_a_caller_sees_what_it_may_call(http, auth):
    everything = names(http, auth.issue(RESOURCE, "pets:read pets:write pets:delete"))
    public = everything - SCOPED_TOOLS

    assert everything > SCOPED_TOOLS
    assert {"getPet", "searchPets"} <= public
    assert names(http, auth.issue(RESOURCE)) == public
    assert names(http, auth.issue(RESOURCE, "pets:read")) == {*public, "listPets"}
    assert names(http, auth.issue(RESOURCE, "pets:admin")) == {*public, "deletePet"}


def test_s40_a_list_that_depends_on_the_caller_is_private(http, auth):
    assert listed(http, auth.issue(RESOURCE, "pets:read"))["cacheScope"] == "private"


def test_r126_a_hidden_tool_is_refused_with_all_that_it_needs(http, auth, api):
    api.requests.clear()
    answer = call(http, auth.issue(RESOURCE, "pets:read"), "createPet", name="Rex")

    assert answer.status_code == 403
    assert challenge(answer) == {
        "error": "insufficient_scope",
        "error_description": "More scopes are needed",
        "resource_metadata": METADATA,
        "scope": "pets:read pets:write",
    }
    assert api.requests == []


def test_r126_of_several_ways_the_shortest_is_named(http, auth):
    write = auth.issue(RESOURCE, "pets:write")

    assert challenge(call(http, write, "deletePet", petId=1))["scope"] == "pets:admin"


def test_r126_holds_for_older_clients(http, auth):
    token = bearer(auth.issue(RESOURCE, "pets:read"))
    opened = http.post(
        "/mcp",
        json=request(0, "initialize", INITIALIZE, modern=False),
        headers={**JSON, **token},
    )
    session = {
        **JSON,
        **token,
        "Mcp-Session-Id": opened.headers["mcp-session-id"],
        "MCP-Protocol-Version": "2025-11-25",
    }
    http.post(
        "/mcp", json={"jsonrpc": "2.0", "method": "notifications/initialized"}, headers=session
    )
    body = called(1, "createPet", {"name": "Rex"}, modern=False)

    assert http.post("/mcp", json=body, headers=session).status_code == 403
    listed = http.post("/mcp", json=request(2, "tools/list", modern=False), headers=session)
    assert '"listPets"' in listed.text
    assert '"createPet"' not in listed.text


def test_a_tool_that_says_otherwise_in_its_header_gets_no_further(http, auth):
    answer = http.post(
        "/mcp",
        json=called(1, "createPet", {"name": "Rex"}),
        headers={
            **headers("tools/call", Mcp_Name="listPets"),
            **bearer(auth.issue(RESOURCE, "pets:read")),
        },
    )

    assert answer.status_code == 403


def test_with_the_scopes_a_call_is_served(http, auth):
    answer = call(http, auth.issue(RESOURCE, "pets:read pets:write"), "createPet", name="Rex")

    assert answer.status_code == 200
    assert "error" not in answer.json()


def test_s94_the_callers_token_stays_here(http, auth, api):
    token = auth.issue(RESOURCE, "pets:read")
    api.requests.clear()

    call(http, token, "listPets")

    assert api.last["authorization"] == "Bearer credential-of-the-server"
    assert token not in str(api.requests)


@pytest.mark.parametrize("person", ["ada", "bob"])
def test_a_function_knows_its_caller_and_what_the_token_says(http, auth, person):
    answer = call(http, auth.issue(RESOURCE, person=person), "chatter")

    known = answer.json()["result"]["structuredContent"]
    assert known == {"subject": person, "tenant": f"tenant-of-{person}"}


def test_r12_a_session_is_its_owners(http, auth):
    initialize = request(0, "initialize", INITIALIZE, modern=False)
    ada, bob = (bearer(auth.issue(RESOURCE, person=name)) for name in ("ada", "bob"))
    opened = http.post("/mcp", json=initialize, headers={**JSON, **ada})
    session = {**JSON, "Mcp-Session-Id": opened.headers["mcp-session-id"]}
    ping = request(1, "ping", modern=False)

    assert http.post("/mcp", json=ping, headers={**session, **bob}).status_code == 404
    assert http.post("/mcp", json=ping, headers={**session, **ada}).status_code == 200


def test_health_needs_no_token(http):
    assert http.get("/health").status_code == 200


def test_required_scopes_are_asked_of_everybody(scoped, auth, api):
    more = {
        "PETSTORE_OAUTH_REQUIRED_SCOPES": "mcp",
        "PETSTORE_OAUTH_ASKED_SCOPES": "mcp store",
        "PETSTORE_OAUTH_IMPLIED_SCOPES": '{"store": ["pets:read", "pets:write"]}',
    }
    with server(scoped, **settings(auth, api, **more)) as (http, _):
        asked = challenge(http.post("/mcp", json=LIST, headers=headers("tools/list")))
        without = call(http, auth.issue(RESOURCE, "store"), "listPets")
        step_up = call(http, auth.issue(RESOURCE, "mcp"), "createPet", name="Rex")
        served = call(http, auth.issue(RESOURCE, "mcp store"), "createPet", name="Rex")

    assert asked["scope"] == "mcp store"
    assert (without.status_code, challenge(without)["scope"]) == (403, "mcp")
    assert (step_up.status_code, challenge(step_up)["scope"]) == (403, "mcp store")
    assert served.status_code == 200


def test_tokens_can_be_asked_for(scoped, api):
    with AuthorizationServer(opaque=True) as opaque:
        more = {
            "PETSTORE_OAUTH_INTROSPECTION_URL": f"{opaque.issuer}/introspect",
            "PETSTORE_OAUTH_SERVER_CLIENT_ID": SERVER[0],
            "PETSTORE_OAUTH_SERVER_CLIENT_SECRET": SERVER[1],
        }
        with server(scoped, **settings(opaque, api, **more)) as (http, _):
            good = opaque.issue(RESOURCE, "pets:read")

            assert call(http, good, "listPets").status_code == 200
            assert call(http, "made-up", "listPets").status_code == 401
            assert call(http, good, "createPet", name="Rex").status_code == 403


def test_when_the_authorization_server_is_down_nobody_logs_in_again(scoped, auth, api):
    token = auth.issue(RESOURCE)
    with server(scoped, **settings(auth, api)) as (http, _):
        auth.down = True
        try:
            answer = call(http, token, "listPets")
        finally:
            auth.down = False

    assert answer.status_code == 503
    assert "www-authenticate" not in answer.headers


def start(source, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "petstore_mcp", "http", *arguments],
        env=environment(source, **env),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize(
    ("arguments", "env", "said"),
    [
        (
            ["--host", "0.0.0.0"],
            {"PETSTORE_OAUTH_ISSUER": "https://a.example"},
            "PETSTORE_PUBLIC_URL",
        ),
        ([], {"PETSTORE_OAUTH_ISSUER": "http://a.example"}, "PETSTORE_OAUTH_ISSUER must begin"),
        (
            [],
            {"PETSTORE_OAUTH_ISSUER": "https://a.example", "PETSTORE_HTTP_TOKEN": "t"},
            "no other token",
        ),
        (["--token"], {"PETSTORE_HTTP_TOKEN": "t"}, "PETSTORE_HTTP_TOKEN is set already"),
        (
            [],
            {"PETSTORE_OAUTH_ISSUER": "https://a.example", "PETSTORE_OAUTH_IMPLIED_SCOPES": "a b"},
            "PETSTORE_OAUTH_IMPLIED_SCOPES must be a JSON object",
        ),
    ],
)
def test_settings_that_do_not_go_together_are_told(source, arguments, env, said):
    done = start(source, *arguments, **env)

    assert done.returncode == 2
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_r132_a_token_for_one_run_is_made_and_shown(source):
    with server(source, "--token") as (http, process):
        token = re.search(r"^Authorization: Bearer (\S{43})$", process.said.so_far, re.MULTILINE)[1]

        assert http.post("/mcp", json=LIST, headers=headers("tools/list")).status_code == 401
        assert listed(http, token)["cacheScope"] == "public"


class Wallet:
    """What a client keeps; it was registered with the authorization server before."""

    tokens = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return OAuthClientInformationFull(
            client_id=CLIENT[0],
            client_secret=CLIENT[1],
            redirect_uris=[REDIRECT],
            token_endpoint_auth_method="client_secret_basic",
        )

    async def set_client_info(self, client_info):
        raise AssertionError


class Browser:
    """Goes where it is sent, and says where it was sent back to."""

    def __init__(self) -> None:
        self.sent: dict[str, list[str]] = {}
        self.back: dict[str, list[str]] = {}

    async def open(self, url: str) -> None:
        self.sent = parse_qs(urlsplit(url).query)
        async with httpx2.AsyncClient(trust_env=False) as client:
            answer = await client.get(url)
        self.back = parse_qs(urlsplit(answer.headers["location"]).query)

    async def close(self):
        return AuthorizationCodeResult(code=self.back["code"][0], state=self.back["state"][0])


@pytest.mark.anyio
async def test_the_sdks_client_logs_in_by_what_it_is_told_here(scoped, auth, api):
    local = settings(auth, api)
    del local["PETSTORE_PUBLIC_URL"]
    with server(scoped, **local) as (http, _):
        url, browser = f"{http.base_url}/mcp", Browser()
        provider = OAuthClientProvider(
            server_url=url,
            client_metadata=OAuthClientMetadata(redirect_uris=[REDIRECT], client_name="test"),
            storage=Wallet(),
            redirect_handler=browser.open,
            callback_handler=browser.close,
        )
        async with (
            httpx2.AsyncClient(auth=provider, trust_env=False) as connection,
            Client(streamable_http_client(url, http_client=connection)) as client,
        ):
            tools = await client.list_tools()
            result = await client.call_tool("listPets", {})

    assert browser.sent["resource"] == [url]
    assert browser.sent["scope"] == ["pets:read"]
    assert {tool.name for tool in tools.tools} & SCOPED_TOOLS == {"listPets"}
    assert result.structured_content == {"result": [{"id": 1}]}
