"""A command line in a scratch folder that holds a small description."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mcpgen.cli import program

SPECS = Path(__file__).parents[2] / "specs"

SHOP = """\
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://api.shop.example'}]
paths:
  /items:
    get:
      operationId: listItems
      tags: [items]
      summary: List the items
      parameters: [{name: limit, in: query, schema: {type: integer}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {type: string}}}}}}
"""
# One operation more, and one under another name.
GROWN = SHOP.replace("listItems", "findItems") + """\
    post:
      operationId: addItem
      tags: [items]
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {'204': {description: added}}
"""

Mcpgen = Callable[..., Result]


@pytest.fixture
def here(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "shop.yaml").write_text(SHOP)
    return tmp_path


@pytest.fixture
def mcpgen() -> Mcpgen:
    def run(*arguments: str, **options) -> Result:
        return CliRunner().invoke(program, [str(each) for each in arguments], **options)

    return run


@pytest.fixture
def project(here, mcpgen) -> Path:
    """A project made from `shop.yaml`."""
    result = mcpgen("generate", "shop.yaml")
    assert result.exit_code == 0, result.output
    return here / "shop-mcp"


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
