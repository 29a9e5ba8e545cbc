"""The variables that a generated project tells of are those that its server reads, no more and no less."""

from __future__ import annotations

import re
from pathlib import Path
from shlex import split
from typing import Any

import pytest
from served_runtime.serving.catalog import load_api
from served_runtime.settings.settings import Settings
from served_runtime.transports.listener import Listener

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

from .served import generate, importable

URLS = "authorizationUrl: https://a.test, tokenUrl: https://a.test, deviceAuthorizationUrl: https://a.test, scopes: {}"
RICH = f"""
openapi: 3.2.0
info: {{title: Shop, version: "1"}}
servers: [{{url: "https://{{region}}.test/v1", variables: {{region: {{default: eu}}}}}}]
paths:
  /{{owner}}/pets:
    get:
      operationId: listPets
      parameters: [{{name: owner, in: path, required: true, schema: {{type: string}}}}]
      responses: {{"200": {{description: ok}}}}
    post: {{servers: [{{url: https://b.test}}], responses: {{"204": {{description: ok}}}}}}
components:
  securitySchemes:
    key: {{type: apiKey, in: header, name: X-Key}}
    basicAuth: {{type: http, scheme: basic}}
    digest: {{type: http, scheme: digest}}
    bearer: {{type: http, scheme: bearer}}
    mtls: {{type: mutualTLS}}
    oauth: {{type: oauth2, flows: {{password: {{{URLS}}}, clientCredentials: {{{URLS}}}}}}}
"""
LOGIN = f"""{RICH}
    people: {{type: oauth2, flows: {{authorizationCode: {{{URLS}}}}}}}
    device: {{type: oauth2, flows: {{deviceAuthorization: {{{URLS}}}}}}}
    machines: {{type: oauth2, flows: {{clientCredentials: {{{URLS}}}}}}}
    identity: {{type: openIdConnect, openIdConnectUrl: "https://a.test/.well-known/openid-configuration"}}
"""
PLAIN = """
openapi: 3.1.0
info: {title: Shop, version: "1"}
paths: {/pets: {get: {responses: {"200": {description: ok}}}}}
"""
PIN = "arguments: {owner: {pin: {env: OWNER}}}\n"


class Asked(dict[str, str]):
    """An environment that keeps what it is asked for."""

    def __init__(self, **given: str) -> None:
        super().__init__(given)
        self.names: set[str] = set()

    def get(self, key: str, default: Any = None) -> Any:
        self.names.add(key)
        return super().get(key, default)

    def __getitem__(self, key: str) -> str:
        self.names.add(key)
        return super().__getitem__(key)


@pytest.fixture(params=[(RICH, PIN), (LOGIN, PIN), (PLAIN, "")], ids=["rich", "login", "plain"])
def project(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, Any]:
    description, choices = request.param
    (tmp_path / "shop.yaml").write_text(description)
    spec = tmp_path / "mcpgen.yaml"
    spec.write_text(f"openapi: shop.yaml\n{choices}")
    diagnostics = Diagnostics()
    inputs = read_spec(str(spec), tmp_path, policy=Policy(), diagnostics=diagnostics)
    assert inputs is not None, list(diagnostics)
    files = {file.path: file.text for file in make(inputs, diagnostics).files}
    with importable(str(tmp_path)):
        api = load_api(generate(str(spec), tmp_path))
    lines = re.findall(r"^# ?([A-Z][A-Z0-9_]+)=(.*)$", files[".env.example"], re.MULTILINE)
    told = set(re.findall(r"`(?:SHOP_)?([A-Z][A-Z0-9_]{2,})`", files["README.md"]))
    names = {f"SHOP_{name}" for name in told}
    logs_in = description is LOGIN
    return {
        "api": api,
        "defaults": {name: "".join(split(value)) for name, value in lines if value},
        "listed": {name for name, _ in lines},
        "told": names,
        "read": read(api),
        "logs_in": logs_in,
    }


def read(api: dict[str, Any]) -> set[str]:
    """The variables of its own that the server asks the environment for."""
    env = Asked(
        SHOP_OAUTH_ISSUER="https://issuer.test",
        SHOP_IDENTITY="exchange",
        SHOP_EXCHANGE_AUDIENCE="https://api.test",
        SHOP_OAUTH_SERVER_CLIENT_ID="c",
        SHOP_OAUTH_SERVER_CLIENT_SECRET="s",
        SHOP_PUBLIC_URL="https://mcp.test/mcp",
        SHOP_BASE_URL_1="https://api.test",
    )
    Settings.read(api, env)
    Listener.read("SHOP", env, host="127.0.0.1", port=8000)
    return {name for name in env.names if name.startswith("SHOP_")}


def test_what_is_listed_is_read(project: dict[str, Any]) -> None:
    assert len(project["listed"]) > 15
    assert project["listed"] - project["read"] == set()


def test_what_is_read_is_told(project: dict[str, Any]) -> None:
    assert project["read"] - project["listed"] - project["told"] == set()


def test_where_tokens_of_people_are_kept_is_read_where_somebody_can_log_in(project) -> None:
    assert ("SHOP_TOKEN_FILE" in project["read"]) is project["logs_in"]


def test_a_value_in_a_comment_is_what_holds_without_it(project) -> None:
    base = {"SHOP_BASE_URL": "https://api.test", "SHOP_BASE_URL_1": "https://b.test"}
    given = {**project["defaults"], **base}
    assert len(given) > 12
    assert settings(project["api"], given) == settings(project["api"], base)


def settings(api: dict[str, Any], env: dict[str, str]) -> tuple[Settings, Listener]:
    return Settings.read(api, env), Listener.read("SHOP", env, host="127.0.0.1", port=8000)
