"""What somebody meets in the first hour: words that name the right thing, and commands that work as they are printed."""

from __future__ import annotations

import json
import re
import tomllib

import pytest
import yaml
from jsonschema import Draft202012Validator

from .conftest import SPECS

API = """
openapi: 3.1.0
info: {title: Pets, version: '1'}
servers: [{url: https://pets.test}]
paths:
  /pets:
    get:
      operationId: findPets
      parameters:
        - {name: status, in: query, schema: {type: string}}
        - {name: tenant, in: query, required: true, schema: {type: string}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: object}}}}}}
"""
FIRST = """
operations:
  findPets: {arguments: {status: {pin: available}, tenant: {pin: {env: TENANT}}}}
workflows:
  first_pet:
    description: The first pet.
    steps: [{stepId: find, operationId: findPets, outputs: {pet: "[0].id"}}]
    outputs: {pet: $steps.find.outputs.pet}
"""
LOGIN = """
components: {securitySchemes: {people: {type: oauth2, flows: {FLOW: {authorizationUrl: 'https://pets.test/a', MORE scopes: {}}}}}}
security: [{people: []}]
"""


def _project(here, mcpgen, api=API):
    (here / "api.yaml").write_text(api)
    result = mcpgen("generate", "api.yaml", "--output", "p")
    assert result.exit_code == 0, result.output
    return here / "p"


def test_a_workflow_over_pinned_arguments_is_rehearsed_with_them(here, mcpgen):
    project = _project(here, mcpgen)
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text() + FIRST)

    result = mcpgen("regenerate", "p")

    assert "MG310" not in result.output
    emitted = (project / "tests/test_workflows.py").read_text()
    assert '["GET /pets?status=available&tenant=fake-tenant"]' in emitted


def test_where_tokens_are_kept_is_told_only_where_there_is_a_login(here, mcpgen):
    implicit = API + LOGIN.replace("FLOW", "implicit").replace("MORE", "")
    code = API + LOGIN.replace("FLOW", "authorizationCode").replace(
        "MORE", "tokenUrl: 'https://pets.test/t',"
    )

    without = (_project(here, mcpgen, implicit) / "README.md").read_text()
    (here / "p").rename(here / "q")
    with_login = (_project(here, mcpgen, code) / "README.md").read_text()

    assert "_TOKEN_FILE" not in without
    assert "_TOKEN_FILE" in with_login


def test_the_tools_for_its_tests_are_an_extra_which_any_pip_knows(here, mcpgen):
    project = _project(here, mcpgen)
    table = tomllib.loads((project / "pyproject.toml").read_text())

    assert "dependency-groups" not in table
    assert any(
        each.startswith("pytest") for each in table["project"]["optional-dependencies"]["dev"]
    )
    assert "pip install --editable '.[dev]'" in (project / "README.md").read_text()


def test_the_example_of_settings_breaks_long_comments_and_cuts_none(here, mcpgen):
    about = "The key of your account, which " + "and which ".join(["is long "] * 12) + "ends here."
    (here / "shop.yaml").write_text(
        (here / "shop.yaml").read_text()
        + "security: [{key: []}]\ncomponents: {securitySchemes: {key: {type: apiKey, in: header, "
        f"name: X-Key, description: {about!r}}}}}}}\n"
    )
    mcpgen("generate", "shop.yaml")

    told = (here / "shop-mcp/.env.example").read_text().partition("\n\n")[2]
    assert " ".join(about.split()) in " ".join(told.replace("\n# ", " ").split())
    assert max(map(len, told.splitlines())) <= 112


def test_the_example_of_settings_says_how_to_load_it(here, mcpgen):
    text = (_project(here, mcpgen) / ".env.example").read_text()

    assert "set -a; . ./.env; set +a" in text


def test_nothing_to_offer_comes_with_what_to_do(here, mcpgen):
    (here / "api.yaml").write_text("openapi: 3.1.0\ninfo: {title: x, version: '1'}\n")

    assert "MG106" in (output := mcpgen("generate", "api.yaml").output)
    assert "help: " in output


def test_a_refusal_by_a_models_interface_names_the_profile_that_was_asked(here, mcpgen):
    (here / "api.yaml").write_text(API.replace("findPets", "find" + "Pets" * 20))

    output = mcpgen("lint", "api.yaml", "--profile", "openai-strict").output

    assert "MG511" in output
    assert "write `profile: openai-strict`" in output
    assert "gemini" not in output.lower()


@pytest.mark.parametrize(
    ("request_", "told"),
    [
        ("FETCH /items", "with one of GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, TRACE, QUERY"),
        ("GET /items/{id}", "`--argument id:string`"),
    ],
)
def test_a_request_that_cannot_be_is_refused_with_what_to_type(here, mcpgen, request_, told):
    result = mcpgen("add", "tool", "look", "--request", request_)

    assert result.exit_code == 2
    assert told in " ".join(result.output.split())


def test_an_added_tool_is_told_with_the_places_of_its_function_and_test(here, mcpgen):
    _project(here, mcpgen)

    output = mcpgen("add", "tool", "greet", "--project", "p").output

    assert "src/pets_mcp/tools/own.py has its function, `greet`" in output
    assert "tests/test_own.py has its test" in output
    assert "Now write the function" in output
    assert "tokens for a client" not in output


@pytest.mark.parametrize(
    "command",
    [
        ["generate", "shop.yaml"],
        ["generate", "marked.yaml"],
        ["new", "p", "--from", "shop.yaml", "--yes"],
        ["new", "p", "--yes"],
    ],
    ids=" ".join,
)
def test_mcpgen_yaml_begins_with_its_schema_for_editors(here, mcpgen, command):
    text = (SPECS / "weather.yaml").read_text(encoding="utf-8")
    (here / "marked.yaml").write_text(f"\ufeff{text}", encoding="utf-8")

    assert mcpgen(*command, "--output", "p").exit_code == 0

    text = (here / "p/mcpgen.yaml").read_text(encoding="utf-8")
    start, _, path = text.splitlines()[0].partition("=")
    assert start == "# yaml-language-server: $schema"
    schema = json.loads((here / "p" / path).read_text(encoding="utf-8"))
    assert list(Draft202012Validator(schema).iter_errors(yaml.safe_load(text))) == []
    assert "docs/" not in text


def test_a_readme_says_what_the_description_shows(here, mcpgen):
    described = (
        "# Pets\\n\\nAll **pets**, as the [handbook](https://pets.test/book) has them.\\n\\nMore."
    )
    api = API.replace("title: Pets,", f'title: Pets, description: "{described}",')

    readme = (_project(here, mcpgen, api) / "README.md").read_text()

    wanted = "with 1 tool. All pets, as the handbook has them."
    assert f"An MCP server for Pets, {wanted}\n" in readme


def test_a_server_without_an_api_asks_for_no_credential_of_one(here, mcpgen):
    (here / "spec.yaml").write_text(
        "name: words\ntools: {hello: {description: Says hello., content: Hello.}}\n"
    )

    told = mcpgen("generate", "spec.yaml").output

    assert "credentials" not in told
    for name in ("README.md", ".env.example", "server.json", "manifest.json"):
        text = (here / "words-mcp" / name).read_text()
        assert not {"WORDS_BASE_URL", "WORDS_TOKEN", "WORDS_HEADERS"} & set(
            re.findall("WORDS_[A-Z_]+", text)
        )
