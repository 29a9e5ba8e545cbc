"""What the tests of a generated server stand on: the stand-in for the API, and checks that bite."""

from __future__ import annotations

import copy

import httpx2
import pytest
from petstore_mcp._runtime import Api
from petstore_mcp._runtime.checks import contract as _contract
from petstore_mcp._runtime.checks import processes as _processes
from petstore_mcp._runtime.checks.fakes import TOKEN_URL, fake_environment
from petstore_mcp._runtime.serving.catalog import Entry, load_api, load_entries
from petstore_mcp._runtime.testing import Sent, Upstream, connect

pytestmark = pytest.mark.anyio

API = load_api("petstore_mcp")


def sent(**parts) -> Sent:
    url = "http://api.test/a%2Fb?x=1&x=%20"
    request = httpx2.Request(**{"method": "POST", "url": url, **parts})
    request.read()
    return Sent(request)


def test_a_request_is_seen_as_on_the_wire():
    request = sent(headers={"X-Odd": "v", "Cookie": "a=1; b=x=y"}, json={"a": [1]})

    assert (request.method, request.host, request.target) == (
        "POST",
        "api.test",
        "/a%2Fb?x=1&x=%20",
    )
    assert request.headers["x-odd"] == "v"
    assert request.cookies == {"a": "1", "b": "x=y"}
    assert request.media_type == "application/json"
    assert request.json() == {"a": [1]}


def test_a_request_without_cookies_has_none():
    assert sent().cookies == {}


def test_a_form_is_seen_as_pairs():
    request = sent(
        content=b"a=1&a=%26&b=", headers={"Content-Type": "application/x-www-form-urlencoded"}
    )

    assert request.form() == [["a", "1"], ["a", "&"], ["b", ""]]


def test_the_parts_of_a_multipart_body_are_seen():
    request = sent(
        data={"note": "k\r\n--x"},
        files=[
            ("file", ("a b.png", b"\x89x", "image/png")),
            ("plain", (None, "{}", "application/json")),
        ],
    )

    assert request.media_type == "multipart/form-data"
    assert request.parts() == [
        ["note", None, None, "k\r\n--x"],
        ["file", "a b.png", "image/png", "\ufffdx"],
        ["plain", None, "application/json", "{}"],
    ]


def test_a_quote_in_the_name_of_a_part_is_seen():
    request = sent(files={'fi"le': ('na"me.txt', b"x", "text/plain")})

    assert request.parts() == [['fi"le', 'na"me.txt', "text/plain", "x"]]


async def answered(upstream: Upstream, url: str = "http://api.test/") -> httpx2.Response:
    return await upstream(httpx2.Request("GET", url))


async def test_the_stand_in_answers_what_it_was_told():
    upstream = Upstream()
    upstream.answer([1], status=201, headers={"X-Y": "z"})

    response = await answered(upstream)

    assert (response.status_code, response.json(), response.headers["x-y"]) == (201, [1], "z")
    assert response.headers["content-type"] == "application/json"


async def test_the_stand_in_answers_text_bytes_and_nothing():
    upstream = Upstream()

    upstream.answer("a,b", media_type="text/csv")
    assert (await answered(upstream)).text == "a,b"
    upstream.answer(b"\xff", media_type="image/png")
    assert (await answered(upstream)).content == b"\xff"
    upstream.answer({"a": 1}, media_type="application/hal+json")
    assert (await answered(upstream)).json() == {"a": 1}
    upstream.answer(None)
    assert (await answered(upstream)).status_code == 204
    upstream.answer(None, status=404)
    assert (await answered(upstream)).status_code == 404


async def test_the_stand_in_hands_out_tokens_by_itself():
    upstream = Upstream()

    assert "access_token" in (await answered(upstream, TOKEN_URL)).json()
    assert upstream.requests == []


async def test_a_client_in_memory_calls_the_stand_in():
    upstream = Upstream()
    async with connect("petstore_mcp", upstream) as client:
        await client.call_tool("listPets", {"limit": 1})

    assert str(upstream.last.request.url) == "http://api.test/pets?limit=1"


def test_every_server_and_credential_has_a_fake():
    schemes = {
        "Key": {"type": "apiKey"},
        "basicAuth": {"type": "http", "scheme": "Basic"},
        "JWT": {"type": "http", "scheme": "bearer"},
        "app": {"type": "oauth2", "flows": {"clientCredentials": {"tokenUrl": "https://x.test/t"}}},
        "cert": {"type": "mutualTLS"},
    }
    env = fake_environment(
        {"env": "X", "servers": [{"url": "/"}, {"url": "https://b"}], "securitySchemes": schemes}
    )

    assert env["X_BASE_URL"] == "http://api.test"
    assert env["X_BASE_URL_1"] == "http://api1.test"
    assert set(env) == {
        "X_BASE_URL",
        "X_BASE_URL_1",
        "X_KEY_API_KEY",
        "X_BASIC_AUTH_USERNAME",
        "X_BASIC_AUTH_PASSWORD",
        "X_JWT_TOKEN",
        "X_APP_CLIENT_ID",
        "X_APP_CLIENT_SECRET",
        "X_APP_TOKEN_URL",
        "X_CERT_CERT_FILE",
        "X_CERT_KEY_FILE",
    }


CHECKS = [
    _contract.check_names,
    _contract.check_functions,
    _contract.check_schemas,
    _contract.check_annotations,
]


@pytest.mark.parametrize("check", CHECKS)
def test_a_good_server_passes(check):
    check("petstore_mcp")


async def test_a_good_server_keeps_its_credentials_where_they_belong():
    await _contract.check_credentials("petstore_mcp")


@pytest.fixture
def broken(monkeypatch):
    """Change the entry of listPets."""

    def change(edit) -> None:
        entries = list(load_entries("petstore_mcp", API))
        data = copy.deepcopy(entries[0].data)
        edit(data)
        entries[0] = Entry(tool=data["tool"], module=entries[0].module, data=data)
        monkeypatch.setattr(_contract, "load_entries", lambda *_: entries)

    return change


def renamed(entry) -> None:
    entry["tool"]["name"] = "list pets"


def doubled(entry) -> None:
    entry["tool"]["name"] = "getPet"


def another_argument(entry) -> None:
    entry["tool"]["inputSchema"]["properties"]["colour"] = {}


def one_argument_less(entry) -> None:
    del entry["tool"]["inputSchema"]["properties"]["limit"]


def required(entry) -> None:
    entry["tool"]["inputSchema"]["required"] = ["limit"]


def wrong_type(entry) -> None:
    entry["tool"]["inputSchema"]["properties"]["limit"]["type"] = "int"


def composed(entry) -> None:
    entry["tool"]["inputSchema"]["oneOf"] = [{}]


def no_object(entry) -> None:
    entry["tool"]["outputSchema"] = {"type": "array"}


def no_hint(entry) -> None:
    del entry["tool"]["annotations"]["openWorldHint"]


def another_operation(entry) -> None:
    entry["operation"] = "GET /other"


@pytest.mark.parametrize(
    ("edit", "check", "told"),
    [
        (renamed, _contract.check_names, "list pets is no name"),
        (doubled, _contract.check_names, "getPet is there twice"),
        (another_argument, _contract.check_functions, "does not take colour"),
        (one_argument_less, _contract.check_functions, "does not offer limit"),
        (required, _contract.check_functions, "whether limit is required"),
        (wrong_type, _contract.check_schemas, "its inputSchema is not valid"),
        (composed, _contract.check_schemas, "oneOf at the root"),
        (no_object, _contract.check_schemas, "outputSchema is no object"),
        (no_hint, _contract.check_annotations, "does not state all hints"),
        (another_operation, _contract.check_annotations, "listPets"),
    ],
)
def test_a_broken_server_does_not_pass(broken, edit, check, told):
    broken(edit)

    with pytest.raises(AssertionError, match=told):
        check("petstore_mcp")


async def test_a_credential_that_is_not_sent_is_noticed(broken, monkeypatch):
    monkeypatch.setattr(
        _contract,
        "bind",
        lambda entry, upstream: _contract_bind({**entry.data, "security": []}, upstream),
    )

    with pytest.raises(AssertionError, match="the credential of api_key is not sent"):
        await _contract.check_credentials("petstore_mcp")


async def test_a_credential_sent_to_a_public_operation_is_noticed(monkeypatch):
    monkeypatch.setattr(
        _contract,
        "bind",
        lambda entry, upstream: _contract_bind(
            {**entry.data, "security": [{"api_key": []}]}, upstream
        ),
    )

    with pytest.raises(AssertionError, match="is public, and gets PETSTORE_API_KEY_API_KEY"):
        await _contract.check_credentials("petstore_mcp")


def _contract_bind(data, upstream):
    return Api(upstream, data)


@pytest.mark.parametrize("era", ["legacy", "2026-07-28"])
async def test_processes_of_a_good_server_pass(era):
    await _processes.check_stdio("petstore_mcp", era)
    await _processes.check_http("petstore_mcp", era)


def test_stdout_of_a_good_server_passes():
    _processes.check_stdout("petstore_mcp")


def test_the_target_is_without_the_credentials_in_its_query():
    credentials = frozenset({"fake-key"})
    for url, target in (
        ("/x?a=1&key=fake-key&b=", "/x?a=1&b="),
        ("/x?key=fake-key", "/x"),
        ("/x?key=other", "/x?key=other"),
        ("/x?", "/x?"),
        ("/x", "/x"),
    ):
        request = httpx2.Request("GET", f"http://api.test{url}")
        assert Sent(request, credentials).target == target
