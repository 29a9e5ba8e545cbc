"""As whom the API knows the callers: two of them, over HTTP, with a real authorization server and an API that keeps all."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import jwt as pyjwt
import pytest

from .authorization_server import EXCHANGE, SERVER
from .processes import called, environment, line
from .scoped import recording_api
from .serving import headers, server
from .test_authorization import RESOURCE, bearer, call, settings, start

OWN = "credential-of-the-server"


def exchanging(auth, api, **more: str) -> dict[str, str]:
    return settings(
        auth,
        api,
        PETSTORE_IDENTITY="exchange",
        PETSTORE_OAUTH_SERVER_CLIENT_ID=SERVER[0],
        PETSTORE_OAUTH_SERVER_CLIENT_SECRET=SERVER[1],
        PETSTORE_EXCHANGE_AUDIENCE="https://petstore.example.com",
        PETSTORE_HEADERS=f"X-Static-Key: {OWN}",
        **more,
    )


@pytest.fixture(scope="module")
def exchange(scoped, auth, api):
    with server(scoped, **exchanging(auth, api)) as (client, process):
        client.said = process.said.so_far
        yield client


@pytest.fixture(autouse=True)
def fresh(auth, api):
    auth.exchanges.clear()
    api.requests.clear()
    api.status = 200


def upstream_claims(api) -> dict:
    token = api.last["authorization"].removeprefix("Bearer ")
    return pyjwt.decode(token, options={"verify_signature": False})


def test_two_callers_are_two_at_the_api(exchange, auth, api):
    seen = []
    for person in ("ada", "bob"):
        token = auth.issue(RESOURCE, "pets:read", person=person)
        assert call(exchange, token, "listPets").json()["result"].get("isError") is not True
        assert token not in str(api.requests)
        seen.append(upstream_claims(api))

    assert [claims["sub"] for claims in seen] == ["ada", "bob"]
    assert {claims["aud"] for claims in seen} == {"https://petstore.example.com"}
    assert {claims["scope"] for claims in seen} == {"pets:read"}
    assert OWN not in str(api.requests)


def test_an_exchange_is_asked_for_once_per_caller_and_scopes(exchange, auth):
    ada = auth.issue(RESOURCE, "pets:read pets:write")
    for _ in range(3):
        call(exchange, ada, "listPets")
    assert [asked["scope"] for asked in auth.exchanges] == ["pets:read"]

    call(exchange, ada, "createPet", name="Rex")

    assert [asked["scope"] for asked in auth.exchanges] == ["pets:read", "pets:read pets:write"]
    assert auth.exchanges[0]["grant_type"] == EXCHANGE


def test_a_narrower_token_of_the_same_caller_does_not_get_what_the_wider_got(exchange, auth):
    for _ in range(2):
        call(exchange, auth.issue(RESOURCE, "pets:read"), "listPets")

    assert len(auth.exchanges) == 2


def test_a_token_that_the_api_refuses_is_exchanged_anew(exchange, auth, api):
    ada = auth.issue(RESOURCE, "pets:read")
    call(exchange, ada, "listPets")
    api.status = 401

    result = call(exchange, ada, "listPets").json()["result"]

    assert len(auth.exchanges) == 2
    assert result["isError"] is True
    assert "as its caller" in result["content"][0]["text"]


def test_where_the_exchange_is_refused_nothing_is_sent(exchange, auth, api):
    ada = auth.issue(RESOURCE, "pets:read")
    auth.tokens[ada].revoked = True

    result = call(exchange, ada, "listPets").json()["result"]

    assert "Not sent: no access token for the caller" in result["content"][0]["text"]
    assert api.requests == []
    assert ada not in str(result)


def test_an_operation_that_takes_only_the_servers_own_key_is_not_sent(exchange, auth, api):
    result = call(exchange, auth.issue(RESOURCE), "getPet", petId=1).json()["result"]

    assert "takes no identity of a caller" in result["content"][0]["text"]
    assert api.requests == []


def test_a_public_operation_goes_without_anybodys_identity(exchange, auth, api):
    call(exchange, auth.issue(RESOURCE), "searchPets")

    assert "authorization" not in api.last
    assert OWN not in str(api.last)


@pytest.fixture(scope="module")
def header(scoped, api):
    env = {
        "PETSTORE_BASE_URL": api.url,
        "PETSTORE_IDENTITY": "header",
        "PETSTORE_IDENTITY_HEADER": "X-Petstore-Key",
        "PETSTORE_API_KEY_API_KEY": OWN,
        "PETSTORE_OAUTH_TOKEN": OWN,
        "PETSTORE_HTTP_TOKEN": "token-of-the-test",
        "NO_PROXY": "127.0.0.1",
    }
    with server(scoped, **env) as (client, _):
        yield client


def call_with(header, name: str, key: str, **arguments):
    given = {**headers("tools/call", Mcp_Name=name), **bearer("token-of-the-test")}
    if key:
        given["X-Petstore-Key"] = key
    return header.post("/mcp", json=called(1, name, arguments), headers=given).json()["result"]


def test_each_caller_brings_a_key_of_its_own(header, api):
    for key in ("key-of-ada", "key-of-bob"):
        call_with(header, "getPet", key, petId=1)
        assert api.last["x-api-key"] == key
        assert "authorization" not in api.last
        assert "x-petstore-key" not in api.last

    assert OWN not in str(api.requests)


def test_a_key_becomes_a_bearer_token_where_the_api_wants_one(header, api):
    call_with(header, "listPets", "key-of-ada")

    assert api.last["authorization"] == "Bearer key-of-ada"


def test_without_a_key_nothing_is_sent(header, api):
    result = call_with(header, "getPet", "", petId=1)

    assert "x-petstore-key header" in result["content"][0]["text"]
    assert api.requests == []


def test_a_key_is_shown_to_one_host_only(scoped, api):
    """The tool's own server is another host than that of the base URL."""
    with tempfile.TemporaryDirectory() as folder, recording_api() as other:
        package = Path(folder) / "petstore_mcp"
        shutil.copytree(scoped / "petstore_mcp", package, symlinks=True)
        described = json.loads((package / "api.json").read_text())
        described["servers"].append({"url": other.url})
        (package / "api.json").write_text(json.dumps(described))
        catalog = package / "catalog" / "pets.json"
        tools = json.loads(catalog.read_text())
        for entry in tools["tools"]:
            entry["server"] = 1
        catalog.write_text(json.dumps(tools))
        env = {
            "PETSTORE_BASE_URL": api.url,
            "PETSTORE_BASE_URL_1": other.url,
            "PETSTORE_IDENTITY": "header",
            "PETSTORE_IDENTITY_HEADER": "X-Petstore-Key",
            "PETSTORE_HTTP_TOKEN": "token-of-the-test",
            "NO_PROXY": "127.0.0.1",
        }
        with server(Path(folder), **env) as (client, _):
            result = call_with(client, "getPet", "key-of-ada", petId=1)

    assert "is shown to" in result["content"][0]["text"]
    assert other.requests == []


def test_several_callers_on_one_credential_are_warned_of(scoped, auth, api, source):
    with server(scoped, **settings(auth, api)) as (_, process):
        assert (
            "all callers act at the API with the credentials of this server" in process.said.so_far
        )
        assert OWN not in process.said.so_far
    with server(source, PETSTORE_API_KEY_API_KEY="k", PETSTORE_HTTP_TOKEN="t") as (_, process):
        assert "all callers" not in process.said.so_far


def test_callers_of_their_own_are_not_warned_of(exchange):
    assert "all callers" not in exchange.said


@pytest.mark.parametrize(
    ("env", "said"),
    [
        ({"IDENTITY": "everyone"}, "PETSTORE_IDENTITY must be shared, exchange or header"),
        ({"IDENTITY": "exchange"}, "PETSTORE_IDENTITY exchange needs PETSTORE_OAUTH_ISSUER"),
        ({"IDENTITY": "header"}, "PETSTORE_IDENTITY_HEADER must name"),
        ({"IDENTITY": "header", "IDENTITY_HEADER": "Authorization"}, "and not Authorization"),
        ({"IDENTITY": "header", "IDENTITY_HEADER": "Mcp-Session-Id"}, "PETSTORE_IDENTITY_HEADER"),
        ({"IDENTITY": "header", "IDENTITY_HEADER": "a b"}, "PETSTORE_IDENTITY_HEADER"),
    ],
)
def test_settings_that_do_not_go_together_are_told(source, env, said):
    done = start(source, **{f"PETSTORE_{name}": value for name, value in env.items()})

    assert done.returncode == 2
    assert said in done.stderr


def test_over_stdio_there_is_nobody_else(source):
    env = {"PETSTORE_IDENTITY": "header", "PETSTORE_IDENTITY_HEADER": "X-Key"}
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp"],
        env=environment(source, **env),
        input=line({}),
        capture_output=True,
    )

    assert done.returncode == 2
    assert b"PETSTORE_IDENTITY is for callers over HTTP" in done.stderr


def test_doctor_knows_that_callers_bring_their_own(scoped, api):
    env = {
        "PETSTORE_BASE_URL": api.url,
        "PETSTORE_IDENTITY": "header",
        "PETSTORE_IDENTITY_HEADER": "X-Key",
        "NO_PROXY": "127.0.0.1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp", "doctor"],
        env=environment(scoped, **env),
        capture_output=True,
        text=True,
    )

    assert "each caller's own" in done.stdout
    assert done.returncode == 0, done.stdout
