"""Whatever a caller may give, no request leaves that the description forbids, and no call brings the server down.

Schemathesis draws the arguments from each tool's input schema, openapi-core (bravado-core for Swagger 2.0) reads what was
sent against the document. Both live in an environment of their own.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from served_runtime.serving.catalog import load_api, load_entries
from served_runtime.testing import Upstream, connect

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load

from .served import generate, importable, text_of

HERE = Path(__file__).parent
OWN = [HERE / "kinds.yaml", HERE.parents[1] / "specs" / "bookshop.yaml"]
REAL = HERE.parents[2] / "shared" / "specs"

pytestmark = pytest.mark.slow

EXAMPLES = 5  # of arguments that fit, and as many that do not
# Documents, and the operations whose requests a validator cannot read: what openapi-core does not decode (label, matrix,
# objects exploded in a path, styles inside a form, arrays of objects in a query, multipart bodies described by oneOf), and
# a body that is no JSON, which bravado-core takes every one for.
DOCUMENTS = {
    "petstore3-swagger/openapi.yaml": "",
    "petstore-fake-3.0/petstore3fake.yaml": "",
    "museum/openapi.yaml": "",
    "box/openapi.json": "GET /search$",
    "figma/openapi.yaml": "",
    "notion-mcp/notion-openapi.json": "",
    "clerk/clerk-2025-11-10.yaml": "",
    "readme-parameters-style-3.0/parameters-style.json": r"/path/(label|matrix|simple)|/form-data/",
    "redocly-cafe-3.2/cafe.yaml": "POST /menu$",
    "docker-engine/swagger.yaml": "PUT /containers/{id}/archive",
    "petstorev2/petstorev2.json": "",
}


@dataclass
class Outcome:
    """What became of the calls of one server."""

    calls: int = 0
    broken: list[str] = field(default_factory=list[str])
    sent: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    faults: list[str] = field(default_factory=list[str])


PARAMS = [
    *(pytest.param((path, ""), id=f"ours-{path.stem}") for path in OWN),
    *(pytest.param((REAL / name, unread), id=name) for name, unread in DOCUMENTS.items()),
]


@pytest.fixture(scope="module", params=PARAMS)
def outcome(
    request: pytest.FixtureRequest, checkers: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Outcome]:
    document, unreadable = request.param
    if not document.is_file():
        pytest.skip("there are no real documents beside the repository")
    folder = tmp_path_factory.mktemp("server")
    with importable(str(folder)):
        package = generate(str(document), folder)
        entries = list(load_entries(package, load_api(package)))
        draws = draw(checkers, {entry.name: entry.tool["inputSchema"] for entry in entries})
        outcome = anyio.run(call_all, package, draws)
    operations = {entry.name: str(entry.data["operation"]) for entry in entries}
    for each in outcome.sent:
        each["operation"] = operations[each["tool"]]
    judged = [
        each
        for each in outcome.sent
        if each["fits"] and not (unreadable and re.search(unreadable, each["operation"]))
    ]
    outcome.faults = list(judge(checkers, raw(document), judged))
    yield outcome


def draw(python: str, tools: dict[str, Any]) -> list[dict[str, Any]]:
    asked = json.dumps({"tools": tools, "examples": EXAMPLES})
    return [json.loads(line) for line in output([python, "draw_arguments.py"], asked)]


def output(command: list[str], given: str) -> list[str]:
    """The lines that a script of this folder prints."""
    done = subprocess.run(command, input=given, cwd=HERE, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()


async def call_all(package: str, draws: list[dict[str, Any]]) -> Outcome:
    outcome, upstream = Outcome(), Upstream()
    async with connect(package, upstream) as client:
        for each in draws:
            before = len(upstream.requests)
            outcome.calls += each["fits"]
            said = await say(client, each)
            if "inside this server" in said or "nested too deeply" in said:
                outcome.broken.append(
                    f"{each['tool']}: {said} {json.dumps(each['arguments'])[:300]}"
                )
            outcome.sent += [{**each, **raw_request(sent)} for sent in upstream.requests[before:]]
    return outcome


async def say(client: Client, draw: dict[str, Any]) -> str:
    """What a failed call says."""
    result = await client.call_tool(draw["tool"], draw["arguments"])
    return text_of(result) if result.is_error else ""


def raw_request(request: httpx2.Request) -> dict[str, Any]:
    return {
        "method": request.method,
        "target": request.url.raw_path.decode(),
        "headers": [
            (name.decode(), value.decode("latin-1")) for name, value in request.headers.raw
        ],
        "body": request.content.decode("latin-1"),
    }


def raw(path: Path) -> dict[str, Any]:
    """The document as it stands, nothing resolved."""
    loaded = load(str(path), policy=Policy(), diagnostics=Diagnostics())
    assert loaded is not None
    document: dict[str, Any] = loaded.documents[loaded.entry]
    return document


def judge(python: str, document: dict[str, Any], requests: list[dict[str, Any]]) -> Iterator[str]:
    """What is wrong with each request that has a fault."""
    lines = "".join(f"{json.dumps(each)}\n" for each in [document, *requests])
    script = "judge_swagger.py" if "swagger" in document else "judge_requests.py"
    found_in = output([python, "-W", "ignore", script], lines)
    for request, line in zip(requests, found_in, strict=True):
        if found := json.loads(line):
            sent = f"{request['method']} {request['target'][:200]} {request['body'][:300]!r}"
            yield f"{request['tool']}: {sent}: {found[0][-300:]}"


def test_what_leaves_for_arguments_that_fit_is_valid(outcome: Outcome) -> None:
    assert not outcome.faults, "\n".join(outcome.faults)


def test_most_calls_with_arguments_that_fit_are_sent(outcome: Outcome) -> None:
    sent = sum(each["fits"] for each in outcome.sent)

    assert sent > outcome.calls // 2 > 0


def test_no_arguments_bring_the_server_down(outcome: Outcome) -> None:
    assert not outcome.broken, "\n".join(outcome.broken)
