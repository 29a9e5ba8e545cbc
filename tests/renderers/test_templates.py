"""Templates loop and print, and print nothing but code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from jinja2 import Environment, nodes

from mcpgen.renderers.code import Code
from mcpgen.renderers.environment import only_code
from mcpgen.resources import templates_dir

TEMPLATES = sorted((templates_dir() / "server").rglob("*.jinja"))
ALLOWED = (
    nodes.Template,
    nodes.Output,
    nodes.TemplateData,
    nodes.Getattr,
    nodes.Name,
    nodes.For,
    nodes.If,
)


def test_there_are_templates() -> None:
    assert len(TEMPLATES) > 10


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_only_loops_and_prints(path: Path) -> None:
    tree = Environment(autoescape=False).parse(path.read_text(encoding="utf-8"))
    assert [node for node in _all(tree) if not isinstance(node, ALLOWED)] == []


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_is_not_nested_deeply(path: Path) -> None:
    depth = deepest = 0
    for tag in re.findall(r"{%\s*(\w+)", path.read_text(encoding="utf-8")):
        depth += {"for": 1, "if": 1, "endfor": -1, "endif": -1}.get(tag, 0)
        deepest = max(deepest, depth)
    assert deepest <= 3


def _all(node: nodes.Node) -> list[nodes.Node]:
    return [node, *(found for child in node.iter_child_nodes() for found in _all(child))]


def test_plain_text_is_not_printed() -> None:
    with pytest.raises(TypeError, match="not Code"):
        only_code("import os")


@pytest.mark.parametrize("printed", [Code("x = 1"), 7])
def test_code_and_numbers_are_printed(printed: object) -> None:
    assert only_code(printed) == printed
