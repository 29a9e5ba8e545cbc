"""How a server offers its tools: decided by size at first generation, and never again by itself."""

from __future__ import annotations

import json

import yaml

from .conftest import SHOP

HEAD = "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\nservers: [{url: 'https://x.example'}]\npaths:\n"


def many(count: int) -> str:
    paths = (
        f"  /p{n}: {{get: {{responses: {{'200': {{description: ok}}}}}}}}" for n in range(count)
    )
    return HEAD + "\n".join(paths) + "\n"


def mode(project) -> tuple[str | None, str | None]:
    """What the project's mcpgen.yaml says, and what its server reads."""
    config = yaml.safe_load((project / "mcpgen.yaml").read_text())
    api = json.loads(next(project.glob("src/*/api.json")).read_text())
    return config.get("mode"), api.get("mode")


def test_a_small_api_is_listed(project) -> None:
    assert mode(project) == (None, None)


def test_more_than_128_tools_are_searched(here, mcpgen) -> None:
    (here / "shop.yaml").write_text(many(129))

    result = mcpgen("generate", "shop.yaml")

    assert "MG307" in result.stderr
    assert "three find, describe and call them" in result.stdout
    assert mode(here / "shop-mcp") == ("search", "search")


def test_128_tools_are_listed(here, mcpgen) -> None:
    (here / "shop.yaml").write_text(many(128))
    mcpgen("generate", "shop.yaml")

    assert mode(here / "shop-mcp") == (None, None)


def test_more_than_50000_tokens_are_searched(here, mcpgen) -> None:
    choices = ", ".join(f"a rather long choice, number {number}" for number in range(100))
    parameter = f"{{name: a, in: query, schema: {{type: string, enum: ['{choices}']}}}}"
    operation = f"{{parameters: [{parameter}], responses: {{'200': {{description: ok}}}}}}"
    paths = "".join(f"  /p{n}: {{get: {operation}}}\n" for n in range(80))
    (here / "shop.yaml").write_text(HEAD + paths)

    result = mcpgen("generate", "shop.yaml")

    assert "MG307" in result.stderr


def test_tools_are_listed_when_asked_for(here, mcpgen) -> None:
    (here / "shop.yaml").write_text(many(129))

    result = mcpgen("generate", "shop.yaml", "--mode", "tools")

    assert "MG303" in result.stderr
    assert mode(here / "shop-mcp") == ("tools", None)


def test_a_few_tools_are_searched_when_asked_for(here, mcpgen) -> None:
    mcpgen("generate", "shop.yaml", "--mode", "search")

    assert mode(here / "shop-mcp") == ("search", "search")


def test_it_does_not_change_when_an_api_grows(here, project, mcpgen) -> None:
    (here / "shop.yaml").write_text(many(129))

    result = mcpgen("regenerate", "shop-mcp")

    assert "MG303" in result.stderr
    assert mode(project) == (None, None)


def test_it_does_not_change_when_an_api_shrinks(here, mcpgen) -> None:
    (here / "shop.yaml").write_text(many(129))
    mcpgen("generate", "shop.yaml")
    (here / "shop.yaml").write_text(SHOP)

    mcpgen("regenerate", "shop-mcp")

    assert mode(here / "shop-mcp") == ("search", "search")
