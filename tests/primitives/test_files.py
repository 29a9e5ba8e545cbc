"""Files that resources give: read once, kept with the project, never opened by the server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from mcpgen.cli import program

SPEC = """\
name: shop
tools:
  hours:
    description: When the shop is open.
    content: From 9 to 17.
resources:
  guide: {file: texts/guide.md}
  logo: {file: logo.png}
"""


def run(*arguments: str):
    return CliRunner().invoke(program, list(arguments))


@pytest.fixture
def spec(tmp_path) -> Path:
    folder = tmp_path / "specs"
    (folder / "texts").mkdir(parents=True)
    (folder / "shop.yaml").write_text(SPEC)
    (folder / "texts/guide.md").write_text("# Guide\n")
    (folder / "logo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    return folder / "shop.yaml"


@pytest.fixture
def project(spec, tmp_path) -> Path:
    project = tmp_path / "shop-mcp"
    result = run("generate", str(spec), "--output", str(project))
    assert result.exit_code == 0, result.output
    return project


def resources(project: Path):
    return json.loads((project / "src/shop_mcp/resources.json").read_text())["resources"]


def test_the_content_becomes_part_of_the_server(project):
    guide, logo = resources(project)

    assert guide["text"] == "# Guide\n"
    assert guide["resource"]["uri"] == "shop://guide"
    assert guide["resource"]["mimeType"] == "text/markdown"
    assert logo["blob"] == "iVBORw0KGgo="
    assert logo["resource"]["mimeType"] == "image/png"


def test_paths_are_as_the_project_sees_them(project):
    assert "../specs/texts/guide.md" in (project / "mcpgen.yaml").read_text()


def test_a_clone_alone_can_be_checked(project, spec):
    (spec.parent / "texts/guide.md").unlink()

    assert run("check", str(project)).exit_code == 0


def test_a_changed_file_is_seen(project, spec):
    (spec.parent / "texts/guide.md").write_text("# New guide\n")

    assert run("check", str(project)).exit_code == 1
    assert run("regenerate", str(project)).exit_code == 0
    assert resources(project)[0]["text"] == "# New guide\n"


def test_a_file_that_is_not_there_is_named(spec, tmp_path):
    (spec.parent / "logo.png").unlink()
    result = run("generate", str(spec), "--output", str(tmp_path / "out"))

    assert result.exit_code == 2
    assert "`logo.png` cannot be read" in result.output


def test_a_file_that_is_too_big_is_refused(spec, tmp_path):
    (spec.parent / "logo.png").write_bytes(b"x" * (1 << 20) + b"x")
    result = run("generate", str(spec), "--output", str(tmp_path / "out"))

    assert result.exit_code == 2
    assert "more than 1,048,576 bytes" in result.output
