"""The line that each call leaves: who called what and what came of it, and nothing that should stay between the two."""

from __future__ import annotations

import json

import httpx2
import pytest
from mcp import Client, MCPError
from petstore_mcp._runtime._errors import SettingsError
from petstore_mcp._runtime.serving.app import create_server
from petstore_mcp._runtime.serving.audit import Audit, Outcome, Record, digest
from petstore_mcp._runtime.serving.catalog import load_api
from petstore_mcp._runtime.settings.settings import Settings

from .authorization_server import AuthorizationServer
from .processes import Process, called, request
from .scoped import recording_api, scoped_petstore
from .serving import headers, server
from .test_authorization import RESOURCE, call, settings

pytestmark = pytest.mark.anyio
SECRET = "secret-key-of-the-api"


class Api:
    """Answers what it is told to, or fails so."""

    def __init__(self) -> None:
        self.answer: httpx2.Response | Exception = httpx2.Response(
            200, json=[], headers={"X-Request-Id": "req-77"}
        )

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


class Audited:
    def __init__(self, path, api: Api, **env: str) -> None:
        given = {
            "PETSTORE_AUDIT": str(path),
            "PETSTORE_API_KEY_API_KEY": SECRET,
            "PETSTORE_RETRIES": "0",
            **env,
        }
        read = Settings.read(load_api("petstore_mcp"), given)
        self.server = create_server("petstore_mcp", read, transport=httpx2.MockTransport(api))
        self._path = path

    async def call(self, name: str, arguments: dict) -> dict:
        """Call a tool; the line that it left."""
        async with Client(self.server) as client:
            await client.call_tool(name, arguments)
        return self.lines()[-1]

    def lines(self) -> list[dict]:
        return [json.loads(text) for text in self._path.read_text().splitlines()]


@pytest.fixture
def api():
    return Api()


@pytest.fixture
def audited(tmp_path, api):
    return Audited(tmp_path / "audit.jsonl", api)


async def test_s99_a_call_leaves_a_line(audited):
    line = await audited.call("listPets", {"tags": ["private-argument"]})

    assert line.pop("time").endswith("+00:00")
    assert line.pop("ms") >= 0
    assert line.pop("request") is not None
    assert line == {
        "tool": "listPets",
        "operation": "GET /pets",
        "arguments": digest({"tags": ["private-argument"]}),
        "outcome": "ok",
        "requests": 1,
        "status": 200,
        "upstreamRequest": "req-77",
    }


async def test_neither_arguments_nor_secrets_are_in_it(audited, tmp_path):
    await audited.call("createPet", {"name": f"private-argument {SECRET}"})

    text = (tmp_path / "audit.jsonl").read_text()
    assert "private-argument" not in text
    assert SECRET not in text


@pytest.mark.parametrize(
    ("answer", "outcome", "status"),
    [
        (httpx2.Response(200, json={"id": 1}), "ok", 200),
        (httpx2.Response(404, json={}), "error", 404),
        (httpx2.ReadError("gone"), "unknown", None),
        (httpx2.ConnectError("no way"), "error", None),
    ],
)
async def test_the_outcome_of_a_write_is_told(audited, api, answer, outcome, status):
    api.answer = answer
    line = await audited.call("createPet", {"name": "Rex"})

    assert (line["outcome"], line.get("status")) == (outcome, status)


async def test_what_the_server_does_not_let_through_is_refused(audited):
    line = await audited.call("createPet", {"name": ""})

    assert (line["outcome"], line["requests"]) == ("refused", 0)


async def test_so_is_one_call_too_many(tmp_path, api):
    audited = Audited(tmp_path / "audit.jsonl", api, PETSTORE_RATE="1")
    async with Client(audited.server) as client:
        await client.call_tool("listPets", {})
        await client.call_tool("listPets", {})
    assert audited.lines()[-1]["outcome"] == "refused"


async def test_so_is_a_tool_that_there_is_not(audited):
    async with Client(audited.server) as client:
        with pytest.raises(MCPError):
            await client.call_tool("no\nsuch", {})

    (line,) = audited.lines()
    assert (line["tool"], line["outcome"]) == ("no\nsuch", "refused")


async def test_a_function_that_breaks_is_an_error(audited):
    assert (await audited.call("fail", {}))["outcome"] == "error"


def test_the_file_is_the_owners_and_may_be_moved_away(tmp_path):
    path = tmp_path / "audit.jsonl"
    audit = Audit(str(path))
    record = Record(tool="t", outcome=Outcome.OK)
    audit.write(record)
    assert path.stat().st_mode & 0o777 == 0o600

    path.rename(tmp_path / "audit.1")
    audit.write(record)

    assert len(path.read_text().splitlines()) == 1


def test_a_file_that_cannot_be_written_stops_no_call(tmp_path, caplog):
    Audit(str(tmp_path / "none" / "audit.jsonl")).write(Record(tool="t", outcome=Outcome.OK))

    assert "No line of audit was written" in caplog.text


def test_a_file_in_no_folder_is_told_at_start():
    with pytest.raises(SettingsError, match="PETSTORE_AUDIT must be stderr, or a file"):
        Settings.read(load_api("petstore_mcp"), {"PETSTORE_AUDIT": "/no/such/folder/audit"})


def test_the_order_of_arguments_does_not_matter_to_the_digest():
    assert digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    assert digest({"a": 1}) != digest({"a": 2})


def test_the_id_of_the_request_and_a_call_that_nobody_waited_for(source, tmp_path):
    path = tmp_path / "audit.jsonl"
    with Process(source, PETSTORE_AUDIT=str(path)) as process:
        process.ask(called("number-seven", "wait", {"seconds": 0}))
        process.send(called(8, "wait", {"seconds": 60}))
        process.finish()

    lines = [json.loads(text) for text in path.read_text().splitlines()]
    assert [(line["request"], line["outcome"]) for line in lines] == [
        ("number-seven", "ok"),
        (8, "unknown"),
    ]


def test_callers_are_named_and_refused_ones_too(source):
    with AuthorizationServer() as auth, recording_api() as api:
        env = settings(auth, api, PETSTORE_AUDIT="stderr")
        with server(scoped_petstore(source), **env) as (http, process):
            ada = auth.issue(RESOURCE, "pets:read")
            call(http, ada, "listPets")
            call(http, ada, "createPet", name="Rex")
            process.terminate()
            said = process.said.text

    lines = [json.loads(text) for text in said.splitlines() if text.startswith("{")]
    ada_is = {"subject": "ada", "client": "mcp-client", "issuer": auth.issuer}
    assert [(line["who"], line["tool"], line["outcome"]) for line in lines] == [
        (ada_is, "listPets", "ok"),
        (ada_is, "createPet", "refused"),
    ]
    assert lines[0]["upstreamRequest"] == "up-1"
    assert ada not in said


def refusals(source, tries, **env: str) -> list[tuple[str, str]]:
    """What was written of requests with these headers: from where, and why they were not let in."""
    with server(source, PETSTORE_AUDIT="stderr", **env) as (http, process):
        for given in tries:
            asked = request(1, "tools/list")
            answer = http.post("/mcp", json=asked, headers={**headers("tools/list"), **given})
            assert answer.status_code in {401, 403}
        process.terminate()
        said = process.said.text

    lines = [json.loads(text) for text in said.splitlines() if text.startswith("{")]
    assert all(line["outcome"] == "refused" and "tool" not in line for line in lines)
    assert "a-wrong-token" not in said
    return [(line["from"], line["reason"]) for line in lines]


def test_who_has_no_token_or_a_wrong_one_leaves_a_line(source):
    tries = [{}, {"Authorization": "Bearer a-wrong-token"}]

    found = refusals(source, tries, PETSTORE_HTTP_TOKEN="token-of-the-test")

    assert found == [("127.0.0.1", "no token"), ("127.0.0.1", "wrong token")]


def test_so_does_who_has_a_bad_access_token(source):
    with AuthorizationServer() as auth, recording_api() as api:
        tries = [
            {},
            {"Authorization": "Bearer a-wrong-token"},
            {"Authorization": f"Bearer {auth.sign({'aud': RESOURCE, 'exp': 1})}"},
            {"Authorization": f"Bearer {auth.sign({'aud': RESOURCE, 'scope': 'pets:read'})}"},
        ]
        env = settings(auth, api, PETSTORE_OAUTH_REQUIRED_SCOPES="mcp")
        found = refusals(source, tries, **env)

    assert [reason for _, reason in found] == [
        "no token",
        "The token is no JSON Web Token",
        "The token has expired",
        "a scope is missing that every call needs",
    ]
