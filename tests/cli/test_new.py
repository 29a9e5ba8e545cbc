"""`mcpgen new`: a project that works at once."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys

import pytest
import yaml

from mcpgen.planners.names import server_names

from .conftest import snapshot

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="no Git here")


def own_tests(project) -> subprocess.CompletedProcess[str]:
    """The project's own tests; its protocol tests start processes, and run with those of the servers."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--deselect=tests/test_protocol.py"],
        cwd=project,
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": "src"},
    )  # fmt: skip


def test_a_sample_works_at_once(here, mcpgen) -> None:
    result = mcpgen("new", "sky", "--yes")

    assert result.exit_code == 0, result.output
    done = own_tests(here / "sky-mcp")
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_a_project_from_a_description_works_at_once(here, mcpgen) -> None:
    result = mcpgen("new", "corner", "--from", "shop.yaml", "--yes")

    assert result.exit_code == 0, result.output
    assert (
        yaml.safe_load((here / "corner-mcp/mcpgen.yaml").read_text())["openapi"] == "../shop.yaml"
    )
    assert own_tests(here / "corner-mcp").returncode == 0


def test_its_mcpgen_yaml_is_commented_and_holds_what_was_decided(here, mcpgen) -> None:
    mcpgen("new", "corner", "--from", "shop.yaml", "--yes")

    text = (here / "corner-mcp/mcpgen.yaml").read_text()
    assert "# include:" in text
    assert yaml.safe_load(text)["hosts"] == ["api.shop.example"]


def test_it_is_as_it_would_be_written_now(here, mcpgen) -> None:
    mcpgen("new", "sky", "--yes")

    assert mcpgen("check", "sky-mcp").exit_code == 0


def test_it_ends_with_the_next_three_commands(here, mcpgen) -> None:
    lines = mcpgen("new", "sky", "--yes").stdout.splitlines()

    assert lines[-4:] == [
        "Next:",
        "  cd sky-mcp && pip install --editable '.[dev]'",
        "  pytest",
        "  sky-mcp config claude --write",
    ]


def test_a_repository_is_made_where_there_is_none(here, mcpgen) -> None:
    mcpgen("new", "sky", "--yes")

    assert (here / "sky-mcp/.git").is_dir()


def test_no_repository_is_made_inside_another(here, mcpgen) -> None:
    subprocess.run(["git", "init", "-q", "."], cwd=here, check=True)

    mcpgen("new", "sky", "--yes")

    assert not (here / "sky-mcp/.git").exists()


def test_it_asks_what_was_not_said(here, mcpgen) -> None:
    result = mcpgen("new", "corner", input="shop.yaml\nservers/corner\n")

    assert result.exit_code == 0, result.output
    assert (here / "servers/corner/src/corner_mcp").is_dir()


def test_nothing_said_is_a_sample_in_the_usual_folder(here, mcpgen) -> None:
    mcpgen("new", "sky", input="\n\n")

    assert "find_place" in (here / "sky-mcp/mcpgen.yaml").read_text()


def test_a_folder_that_is_not_empty_is_left_alone(here, mcpgen) -> None:
    (here / "sky-mcp").mkdir()
    (here / "sky-mcp/mine.txt").write_text("mine")

    result = mcpgen("new", "sky", "--yes")

    assert result.exit_code == 2
    assert "MG006" in result.stderr
    assert [path.name for path in (here / "sky-mcp").iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("source", ["missing.yaml", "broken.yaml"])
def test_what_cannot_be_read_leaves_nothing_behind(here, mcpgen, source) -> None:
    (here / "broken.yaml").write_text("openapi: [")
    before = snapshot(here)

    result = mcpgen("new", "corner", "--from", source, "--yes", "--output", "deep/down")

    assert result.exit_code == 2
    assert snapshot(here) == before
    assert not (here / "deep").exists()


def test_facts_for_programs(here, mcpgen) -> None:
    told = json.loads(mcpgen("new", "sky", "--yes", "--format", "json").stdout)

    assert told["tools"] == 2
    assert told["git"] is True


@pytest.mark.parametrize("name", ["../Corner Shop!", "no", "1a: {b}"])
def test_any_name_makes_a_project(here, mcpgen, name) -> None:
    result = mcpgen("new", name, "--yes", "--output", "out")

    assert result.exit_code == 0, result.output
    config = yaml.safe_load((here / "out/mcpgen.yaml").read_text())
    assert config["name"] == server_names("", name).name
