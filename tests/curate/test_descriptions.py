"""Several descriptions, shared choices, overlays and private addresses, from mcpgen.yaml to a project and back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from mcpgen.cli import program
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.planners.plan import Plan

from .project import FILES, made, written

TWO = """\
name: both
openapi:
  - source: shop.yaml
  - {source: store.yaml, prefix: store}
"""
CLASHING = """\
openapi: 3.1.0
info: {title: Other, version: '1'}
servers: [{url: 'https://{region}.other.example', variables: {region: {default: a}}}]
security: [{key: []}]
paths:
  /items:
    get:
      operationId: listItems
      tags: [items]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
components:
  securitySchemes: {key: {type: http, scheme: bearer}}
  schemas:
    Item: {type: object, properties: {enum: {$ref: '#/components/schemas/Item'}, pieces: {type: integer}}}
"""
KEYED = CLASHING.replace("bearer", "basic").replace("other.example", "shop.example")


def plan_of(folder: Path, spec: str, **others: str) -> Plan:
    server, found = made(folder, spec, **others)
    assert server is not None, list(found)
    assert not found.failed, list(found)
    return server.plan


def mcpgen(*arguments: object) -> Result:
    return CliRunner().invoke(program, [str(each) for each in arguments])


def test_tools_and_modules_of_a_second_description_begin_with_its_prefix(tmp_path) -> None:
    plan = plan_of(tmp_path, TWO)
    assert [tool.name for tool in plan.tools][-1] == "store_getStock"
    assert [module.name for module in plan.modules] == ["items", "store"]


def test_each_tool_goes_to_its_own_api(tmp_path) -> None:
    plan = plan_of(tmp_path, TWO)
    assert [server.url for server in plan.servers] == [
        "https://api.shop.example",
        "https://store.example",
    ]
    assert plan.tools[-1].private["server"] == 1


def test_names_that_clash_are_told_apart(tmp_path) -> None:
    spec = TWO.replace("store.yaml", "other.yaml").replace("shop.yaml", "keyed.yaml")
    plan = plan_of(tmp_path, spec, **{"other.yaml": CLASHING, "keyed.yaml": KEYED})

    assert [scheme.name for scheme in plan.security_schemes] == ["key", "store_key"]
    assert plan.tools[1].private["security"] == [{"store_key": []}]
    assert dict(plan.scheme_variables) == {"key": "KEY", "store_key": "STORE_KEY"}
    assert [list(server.variables) for server in plan.servers] == [["region"], ["store_region"]]
    names = set(plan.types.definitions)
    assert {"Item", "StoreItem"} <= names
    # A property that is called like a keyword is a property all the same.
    item = plan.types.definitions["StoreItem"]
    assert item["properties"]["enum"] == {"$ref": "#/$defs/StoreItem"}


def test_an_operation_of_two_descriptions_is_named_with_its_prefix(tmp_path) -> None:
    spec = TWO.replace("store.yaml", "other.yaml") + "operations: {listItems: {title: A}}\n"
    _, found = made(tmp_path, spec, **{"other.yaml": CLASHING})
    (error,) = [each for each in found if each.code == "MG321"]
    assert "GET /items" in error.help
    assert "listItems#store" in error.help

    spec = spec.replace("listItems:", "listItems#store:")
    plan = plan_of(tmp_path, spec, **{"other.yaml": CLASHING})
    assert [tool.title for tool in plan.tools if tool.key == "GET /items#store"] == ["A"]


def test_a_base_url_of_a_description_is_where_its_requests_go(tmp_path) -> None:
    spec = TWO.replace("prefix: store", "prefix: store, base_url: 'https://test.example/x'")
    plan = plan_of(tmp_path, spec)
    assert plan.servers[1].url == "https://test.example/x"
    assert "test.example" in plan.credential_hosts


def test_auth_holds_for_a_description_without_any(tmp_path) -> None:
    spec = (
        "openapi: shop.yaml\nauth: {key: {type: apiKey, in: header, name: X-Key}}\n"
        "operations: {getItem: {auth: []}}\n"
    )
    asked = {tool.name: tool.private.get("security") for tool in plan_of(tmp_path, spec).tools}
    assert asked["addItem"] == [{"key": []}]
    assert asked["getItem"] is None


def test_auth_leaves_the_public_operations_of_other_descriptions_alone(tmp_path) -> None:
    public = CLASHING.replace("      tags: [items]", "      security: []\n      tags: [items]")
    spec = "openapi: other.yaml\nauth: {extra: {type: apiKey, in: header, name: X-Key}}\n"
    (tool,) = plan_of(tmp_path, spec, **{"other.yaml": public}).tools
    assert "security" not in tool.private


def test_an_overlay_changes_what_is_read(tmp_path) -> None:
    spec = "openapi: {source: shop.yaml, overlays: [overlay.yaml]}\n"
    titles = {tool.name: tool.title for tool in plan_of(tmp_path, spec).tools}
    assert titles["getItem"] == "One item"


def test_shared_choices_hold_where_the_project_makes_none(tmp_path) -> None:
    team = "limits: {timeout: 5, retries: 1}\ninstructions: Be kind.\n"
    spec = "extends: team.yaml\nopenapi: shop.yaml\nlimits: {timeout: 9}\n"
    plan = plan_of(tmp_path, spec, **{"team.yaml": team})
    assert plan.limits == {"resultTokens": 20_000, "timeout": 9, "retries": 1}
    assert plan.instructions == "Be kind."


def test_a_shared_choice_that_does_not_concern_this_api_is_no_mistake(tmp_path) -> None:
    team = "arguments: {tenant: {pin: acme}}\nlimits: {timeout: 5}\n"
    spec = "extends: team.yaml\nopenapi: shop.yaml\n"
    assert plan_of(tmp_path, spec, **{"team.yaml": team}).limits["timeout"] == 5


def test_a_mistake_in_a_shared_file_is_told_there(tmp_path) -> None:
    _, found = made(
        tmp_path, "extends: team.yaml\nopenapi: shop.yaml\n", **{"team.yaml": "limit: 1"}
    )
    (error,) = found
    assert error.origin is not None
    assert error.origin.file.endswith("team.yaml")


@pytest.mark.parametrize(
    ("reference", "message"),
    [
        ("mcpgen.yaml", "extends this file again"),
        ("team.yaml", "extends this file again"),
        ("missing.yaml", "no such file"),
        ("/etc/hosts.yaml", "cannot be"),
        ("https://example.com/a.yaml", "cannot be"),
        ("../secrets.txt", "cannot be"),
    ],
)
def test_what_must_not_be_extended_is_refused(tmp_path, reference: str, message: str) -> None:
    spec = f"extends: {reference}\nopenapi: shop.yaml\n"
    _, found = made(tmp_path, spec, **{"team.yaml": "extends: mcpgen.yaml\n"})
    assert any(message in each.message for each in found), list(found)


def test_a_project_is_checked_from_a_clone_alone(tmp_path) -> None:
    given = tmp_path / "given"
    given.mkdir()
    spec = TWO.replace("prefix: store", "prefix: store, overlays: [empty.yaml]")
    empty = FILES["overlay.yaml"].replace("/items/{id}", "/stock")
    path = written(given, f"extends: team.yaml\n{spec}", **{"empty.yaml": empty})
    path.rename(given / "both.yaml")
    project = tmp_path / "elsewhere" / "both-mcp"
    result = mcpgen("generate", given / "both.yaml", "--output", project)
    assert result.exit_code == 0, result.output
    assert yaml.safe_load((project / "mcpgen.yaml").read_text())["extends"] == (
        "../../given/team.yaml"
    )
    assert mcpgen("regenerate", project).output.startswith("both-mcp: nothing to change")

    for each in given.iterdir():
        each.unlink()
    result = mcpgen("check", project)
    assert result.exit_code == 0, result.output


def test_choices_are_changed_in_the_project_and_hold_at_the_next_generation(tmp_path) -> None:
    project = tmp_path / "shop-mcp"
    written(tmp_path)
    assert mcpgen("generate", tmp_path / "shop.yaml", "--output", project).exit_code == 0
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text() + "exclude: [getHistory]\n")

    assert "catalog/items.json" in mcpgen("check", project).output
    assert mcpgen("regenerate", project).exit_code == 0
    catalog = json.loads((project / "src/shop_mcp/catalog/items.json").read_text())
    assert "getHistory" not in [entry["tool"]["name"] for entry in catalog["tools"]]


def test_headers_come_from_the_environment_and_into_no_output(tmp_path, monkeypatch) -> None:
    asked: list[tuple[tuple[str, str], ...]] = []

    def fetched(source: str, *, policy: Policy, diagnostics: Diagnostics, **_):
        asked.append(policy.headers)
        return load(str(tmp_path / "shop.yaml"), policy=policy, diagnostics=diagnostics)

    monkeypatch.setattr("mcpgen.descriptions.load", fetched)
    monkeypatch.setenv("API_TOKEN", "very-secret")
    spec = (
        "name: shop\nopenapi:\n  source: https://api.shop.example/openapi.yaml\n"
        "  headers: {Authorization: 'Bearer ${API_TOKEN}'}\n"
    )
    server, found = made(tmp_path, spec)

    assert asked == [(("Authorization", "Bearer very-secret"),)]
    assert server is not None, list(found)
    assert not any("very-secret" in file.text for file in server.files)


def test_a_variable_that_is_not_set_is_named(tmp_path, monkeypatch) -> None:
    monkeypatch.delenv("API_TOKEN", raising=False)
    spec = "openapi: {source: 'https://a.example/b', headers: {X-Key: '${API_TOKEN}'}}\n"
    _, (error,) = made(tmp_path, spec)
    assert error.code == "MG133"
    assert "API_TOKEN" in error.message
    assert error.origin is not None
    assert error.origin.pointer == "/openapi/headers/X-Key"


def test_tools_without_a_request_are_content_or_the_owners_to_write(tmp_path) -> None:
    spec = """\
name: desk
tools:
  hours: {description: When., content: 9 to 17}
  price: {description: What it costs., input: {pieces: {type: integer, required: true}}}
"""
    server, _ = made(tmp_path, spec)
    assert server is not None
    text = next(f.text for f in server.files if f.path == "src/desk_mcp/tools/operations.py")
    assert 'return "9 to 17"' in text
    assert "async def price(api: Api, *, pieces: int) -> Any:" in text
    assert "raise NotImplementedError" in text


def test_a_whole_body_is_one_argument_of_its_own_name(tmp_path) -> None:
    spec = """\
name: notes
base_url: https://notes.example
tools:
  send:
    description: Sends a note.
    request: POST /notes
    body_type: text/plain
    input: {text: {type: string, required: true}}
"""
    server, _ = made(tmp_path, spec)
    assert server is not None
    (tool,) = server.plan.tools
    assert list(tool.input_schema["properties"]) == ["text"]
    assert tool.sample is not None
    assert tool.sample.expected.media_type == "text/plain"


def test_another_description_is_changed_by_the_same_overlays(tmp_path) -> None:
    project = tmp_path / "shop-mcp"
    written(tmp_path, "name: shop\nopenapi: {source: shop.yaml, overlays: [overlay.yaml]}\n")
    (tmp_path / "mcpgen.yaml").rename(tmp_path / "spec.yaml")
    assert mcpgen("generate", tmp_path / "spec.yaml", "--output", project).exit_code == 0
    (tmp_path / "new.yaml").write_text(FILES["shop.yaml"].replace("Everything", "All of it"))

    result = mcpgen("regenerate", project, "--spec", tmp_path / "new.yaml")

    assert result.exit_code == 0, result.output
    catalog = (project / "src/shop_mcp/catalog/items.json").read_text()
    assert "One item" in catalog
    assert "All of it" in catalog


def test_each_description_speaks_for_its_own_operations(tmp_path) -> None:
    store = f"x-mcp: false\n{FILES['store.yaml']}"
    plan = plan_of(tmp_path, TWO, **{"store.yaml": store})
    assert [module.name for module in plan.modules] == ["items"]


def test_a_team_may_call_an_operation_otherwise_than_the_project(tmp_path) -> None:
    team = """\
operations:
  GET /items/{id}: {title: One, confirm: always, limits: {timeout: 3, retries: 1}, arguments: {id: {rename: number}}}
"""
    spec = (
        "extends: team.yaml\nopenapi: shop.yaml\n"
        "operations: {getItem: {title: The item, limits: {timeout: 9}}}\n"
    )
    plan = plan_of(tmp_path, spec, **{"team.yaml": team})

    (tool,) = [tool for tool in plan.tools if tool.name == "getItem"]
    assert tool.title == "The item"
    assert tool.private["confirm"] == "always"
    assert tool.private["limits"] == {"timeout": 9, "retries": 1}
    assert list(tool.input_schema["properties"]) == ["number"]


def test_no_model_is_sent_to_a_tool_that_it_cannot_call(tmp_path) -> None:
    spec = """\
openapi: shop.yaml
exclude: [getItem]
operations: {addItem: {status_query: {tool: getItem}}}
resources: {item: {uri: "items/{id}", operation: getItem}}
"""
    _, found = made(tmp_path, spec)

    (error,) = [each for each in found if each.code == "MG320"]
    assert "there is no tool `getItem`" in error.message


@pytest.mark.parametrize(("pin", "called"), [("{env: OWNER}", True), ("{claim: org}", False)])
def test_over_http_only_what_needs_no_token_of_a_caller_is_called_in_tests(
    tmp_path, pin, called
) -> None:
    choices = f"operations: {{listItems: {{arguments: {{owner: {{pin: {pin}}}}}}}}}\n"
    server, _ = made(tmp_path, f"openapi: shop.yaml\ninclude: [listItems]\n{choices}")

    assert server is not None
    text = next(file.text for file in server.files if file.path == "tests/test_acceptance.py")
    assert ("listItems" in text) is called
