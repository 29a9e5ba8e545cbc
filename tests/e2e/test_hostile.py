"""Nothing of a hostile description is run, and nothing is written outside the output folder."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml

from .hostile import document


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("hostile")


@pytest.fixture(scope="module")
def canary(folder) -> Path:
    return folder / "canary"


@pytest.fixture(scope="module")
def project(folder, canary) -> Path:
    """The server made from the hostile description, by a real process from a folder of its own."""
    (folder / "api.json").write_text(json.dumps(document(canary)), encoding="utf-8")
    command = [sys.executable, "-m", "mcpgen", "generate", "api.json", "--output", "out"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    return folder / "out"


def test_every_operation_becomes_a_tool_or_is_named(project, folder, canary) -> None:
    made = {
        tool["operation"]
        for path in catalogs(project)
        for tool in json.loads(path.read_text())["tools"]
    }

    assert len(made) >= 100


def test_python_parses_and_calls_nothing_of_the_texts(project) -> None:
    for path in project.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert "__import__" not in names, path
        attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        assert "system" not in attributes, path


def test_data_files_parse(project) -> None:
    for path in project.rglob("*.json"):
        json.loads(path.read_text(encoding="utf-8"))
    for path in project.rglob("*.toml"):
        assert "python_files" not in str(
            tomllib.loads(path.read_text(encoding="utf-8")).get("tool")
        )
    for path in project.rglob("*.yaml"):
        yaml.safe_load(path.read_text(encoding="utf-8"))


def test_text_files_hold_no_character_that_hides_text(project) -> None:
    hidden = set("\u202e\u202c\u2066\u2069\u200b\u200d\ufeff\x1b\x00\x07\x7f")
    for path in project.rglob("*"):
        if path.is_file() and path.name not in {"description.json", "cache.gz"}:
            assert not hidden & set(path.read_text(encoding="utf-8")), path


def test_nothing_is_written_outside(project, folder) -> None:
    assert {path.name for path in folder.iterdir()} == {"api.json", "out"}
    assert all(path.resolve().is_relative_to(project) for path in project.rglob("*"))


def test_its_own_tests_pass_and_run_nothing_else(project, folder, canary) -> None:
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        command, cwd=project, env=env, capture_output=True, text=True, check=False
    )

    assert done.returncode == 0, done.stdout[-3000:]
    assert not canary.exists()
    assert {path.name for path in folder.iterdir()} == {"api.json", "out"}


def catalogs(project: Path) -> list[Path]:
    return sorted(project.glob("src/*/catalog/*.json"))
