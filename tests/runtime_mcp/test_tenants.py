"""A tenant that is pinned to the caller's token: two callers over HTTP, with tokens of a real authorization server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

from .serving import server
from .test_authorization import RESOURCE, call, listed

SHOP = """\
openapi: 3.1.0
info: {title: Petstore, version: '1'}
servers: [{url: 'https://api.shop.example'}]
paths:
  /{tenant}/orders:
    get:
      operationId: listOrders
      parameters: [{name: tenant, in: path, required: true, schema: {type: string}}]
      responses: {'200': {description: ok}}
  /orders:
    post:
      operationId: addOrder
      requestBody:
        required: true
        content: {application/json: {schema: {type: object, required: [item, owner], properties: {
          item: {type: string},
          owner: {type: object, required: [tenant], properties: {tenant: {type: string}, note: {type: string}}}}}}}
      responses: {'200': {description: ok}}
"""
CHOICES = """\
openapi: shop.yaml
name: petstore
arguments:
  tenant: {pin: {claim: tenant}}
  owner.tenant: {pin: {claim: tenant}}
workflows:
  reorder:
    description: Lists and orders.
    steps:
      - {stepId: list, operationId: listOrders}
      - {stepId: add, operationId: addOrder, parameters: {item: x}}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sources of a server of that description."""
    folder = tmp_path_factory.mktemp("tenants")
    (folder / "shop.yaml").write_text(SHOP)
    (folder / "choices.yaml").write_text(CHOICES)
    found = Diagnostics()
    inputs = read_spec(str(folder / "choices.yaml"), None, policy=Policy(), diagnostics=found)
    assert inputs is not None, list(found)
    for file in make(inputs, found).files:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text)
    return folder / "src"


@pytest.fixture(scope="module")
def http(project, auth, api) -> Iterator[httpx2.Client]:
    env = {
        "PETSTORE_OAUTH_ISSUER": auth.issuer,
        "PETSTORE_PUBLIC_URL": RESOURCE,
        "PETSTORE_BASE_URL": api.url,
        "NO_PROXY": "127.0.0.1",
    }
    with server(project, **env) as (client, _):
        yield client


@pytest.mark.parametrize("person", ["ada", "bob"])
def test_each_caller_acts_for_the_tenant_of_its_token(http, auth, api, person) -> None:
    token = auth.issue(RESOURCE, person=person)

    call(http, token, "listOrders")
    call(http, token, "addOrder", item="x")

    assert api.requests[-2][1] == f"tenant-of-{person}/orders"
    assert json.loads(api.bodies[-1]) == {"item": "x", "owner": {"tenant": f"tenant-of-{person}"}}


@pytest.mark.parametrize("person", ["ada", "bob"])
def test_so_do_the_steps_of_a_workflow(http, auth, api, person) -> None:
    call(http, auth.issue(RESOURCE, person=person), "reorder")

    assert api.requests[-2][1] == f"tenant-of-{person}/orders"
    assert json.loads(api.bodies[-1])["owner"] == {"tenant": f"tenant-of-{person}"}


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("listOrders", {"tenant": "tenant-of-bob"}),
        ("addOrder", {"item": "x", "owner": {"tenant": "tenant-of-bob"}}),
    ],
)
def test_no_caller_can_name_another_tenant(http, auth, api, name, arguments) -> None:
    before = len(api.requests)

    answer = call(http, auth.issue(RESOURCE, person="ada"), name, **arguments)

    assert answer.json()["result"]["isError"]
    assert len(api.requests) == before


def test_a_token_without_a_tenant_can_call_nothing(http, auth, api) -> None:
    before = len(api.requests)
    token = auth.issue(RESOURCE, person="")  # the client's own

    answers = [call(http, token, "listOrders"), call(http, token, "addOrder", item="x")]

    assert all(answer.json()["result"]["isError"] for answer in answers)
    assert len(api.requests) == before


def test_no_model_sees_the_tenant(http, auth) -> None:
    tools = listed(http, auth.issue(RESOURCE, person="ada"))["tools"]

    assert "tenant" not in json.dumps([tool["inputSchema"] for tool in tools])
