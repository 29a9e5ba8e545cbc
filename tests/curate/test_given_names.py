"""A name that mcpgen.yaml gives holds for as long as it stands there; all others are kept."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mcpgen.cli import program

SHOP = """\
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://api.shop.example'}]
paths:
  /items: {get: {operationId: listItems, responses: {'204': {description: ok}}}}
  /items/{id}:
    get:
      operationId: getItem
      parameters: [{name: id, in: path, required: true, schema: {type: string}}]
      responses: {'204': {description: ok}}
"""
NAMED = "openapi: shop.yaml\noperations: {listItems: {name: search}}\n"


def run(*arguments: str) -> None:
    result = CliRunner().invoke(program, list(arguments))
    assert result.exit_code == 0, result.output


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("shop.yaml").write_text(SHOP)
    Path("choices.yaml").write_text(NAMED)
    run("generate", "choices.yaml", "--output", "shop-mcp")
    return Path("shop-mcp")


def snapshot(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def names(project: Path) -> list[str]:
    catalogs = sorted((project / "src/shop_mcp/catalog").glob("*.json"))
    return [
        each["tool"]["name"] for path in catalogs for each in json.loads(path.read_text())["tools"]
    ]


def without_name(project: Path) -> None:
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text().replace("{name: search}", "{title: Items}"))
    run("regenerate", str(project))


def test_a_name_that_is_no_longer_given_is_the_description_s_again(project) -> None:
    assert names(project) == ["search", "getItem"]

    without_name(project)

    assert names(project) == ["listItems", "getItem"]


def test_an_edit_follows(project) -> None:
    module = project / "src/shop_mcp/tools/operations.py"
    text = module.read_text()
    module.write_text(text.replace('await api.get("/items")', 'await api.get("/items?sort=name")'))
    assert module.read_text() != text

    without_name(project)

    assert "async def list_items(api: Api)" in module.read_text()
    assert 'await api.get("/items?sort=name")' in module.read_text()


def test_a_name_that_was_never_given_stays_when_the_operation_id_changes(project) -> None:
    Path("shop.yaml").write_text(SHOP.replace("getItem", "fetchItem"))

    run("regenerate", str(project))

    assert names(project) == ["search", "getItem"]


def test_a_given_name_does_not_take_that_of_another_tool(project) -> None:
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text().replace("{name: search}", "{name: getItem}"))
    before = snapshot(project)

    result = CliRunner().invoke(program, ["regenerate", str(project)])

    assert result.exit_code == 2
    assert "MG321" in result.output
    assert "the tool of `GET /items/{id}` is called `getItem` already" in result.output
    assert "mcpgen.yaml:" in result.output
    assert snapshot(project) == before


def test_an_added_tool_does_not_take_the_name_of_another(project) -> None:
    before = snapshot(project)

    result = CliRunner().invoke(program, ["add", "tool", "getItem", "--project", str(project)])

    assert result.exit_code == 2
    assert "the tool of `GET /items/{id}` is called `getItem` already" in result.output
    assert snapshot(project) == before


def test_two_tools_may_swap_their_names(project) -> None:
    swapped = "{listItems: {name: getItem}, getItem: {name: listItems}}"
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text().replace("{listItems: {name: search}}", swapped))

    run("regenerate", str(project))

    assert names(project) == ["getItem", "listItems"]


def test_the_name_of_an_operation_that_is_left_out_is_free(project) -> None:
    config = project / "mcpgen.yaml"
    named = config.read_text().replace("{name: search}", "{name: getItem}")
    config.write_text(f"{named}exclude: [getItem]\n")

    run("regenerate", str(project))

    assert names(project) == ["getItem"]


def test_an_operation_that_comes_later_leaves_a_given_name_alone(project) -> None:
    run("add", "tool", "greet", "--project", str(project))
    Path("shop.yaml").write_text(
        SHOP + "  /greet: {get: {operationId: greet, responses: {'204': {description: ok}}}}\n"
        "  /search: {get: {operationId: search, responses: {'204': {description: ok}}}}\n"
    )

    run("regenerate", str(project))
    run("check", str(project))

    called = names(project)
    assert {"search", "getItem", "greet"} < set(called)
    assert len(set(called)) == 5
