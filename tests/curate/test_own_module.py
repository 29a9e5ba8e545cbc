"""Tools of one's own stand in a module of their own, and stay where a project has them."""

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
  /hours:
    get: {operationId: getHours, tags: [TAG], responses: {'204': {description: ok}}}
"""
GREET = "tools:\n  greet: {description: Greets.}\n"


def run(*arguments: str) -> None:
    result = CliRunner().invoke(program, list(arguments))
    assert result.exit_code == 0, result.output


def modules(project: Path) -> dict[str, str]:
    """The module of each tool."""
    tools = json.loads((project / ".mcpgen/manifest.json").read_text())["tools"].values()
    return {each["name"]: each["function"].partition(".")[0] for each in tools}


@pytest.fixture
def project(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path / "shop-mcp"


def made(tag: str, own: str = "") -> None:
    Path("shop.yaml").write_text(SHOP.replace("TAG", tag))
    Path("spec.yaml").write_text(f"openapi: shop.yaml\n{own}")
    run("generate", "spec.yaml", "--output", "shop-mcp", "--name", "shop")


@pytest.mark.parametrize(
    ("tag", "module"), [("Operations", "own"), ("hours", "own"), ("Own", "own_2")]
)
def test_they_are_beside_those_of_the_api(project, tag, module) -> None:
    made(tag)
    run("add", "tool", "greet", "--project", "shop-mcp")
    run("add", "tool", "bow", "--project", "shop-mcp")

    assert modules(project) == {"getHours": tag.lower(), "greet": module, "bow": module}
    assert "async def bow(" in (project / f"src/shop_mcp/tools/{module}.py").read_text()


def test_a_group_says_otherwise(project) -> None:
    made("hours", GREET.replace("}", ", group: manners}"))

    assert modules(project)["greet"] == "manners"


def test_a_group_of_one_leaves_the_others_where_they_are(project) -> None:
    more = "  bow: {description: Bows., group: manners}\n"
    made("hours", GREET + more)
    run("regenerate", "shop-mcp")

    assert modules(project) == {"getHours": "hours", "greet": "own", "bow": "manners"}


def test_where_a_project_has_them_elsewhere_they_stay(project) -> None:
    made("Operations", GREET)
    manifest = project / ".mcpgen/manifest.json"
    manifest.write_text(manifest.read_text().replace('"own.greet"', '"operations_2.greet"'))

    run("add", "tool", "bow", "--project", "shop-mcp")

    assert modules(project) == {
        "getHours": "operations",
        "greet": "operations_2",
        "bow": "operations_2",
    }


def test_without_an_api_they_are_where_they_were(project) -> None:
    Path("spec.yaml").write_text(f"name: shop\n{GREET}")
    run("generate", "spec.yaml", "--output", "shop-mcp")

    assert modules(project) == {"greet": "operations"}
