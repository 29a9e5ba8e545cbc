"""Pairs of real descriptions: regenerated over the edits of twenty tools, a server passes its own tests and keeps each edit."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mcpgen.cli import program

SHARED = Path(__file__).parents[2] / "../shared/specs"
EDITED = 20
MARK = "# Mine, number {}."

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SHARED.is_dir(), reason="needs the real descriptions beside this repo"),
]


def mcpgen(*arguments: Any) -> str:
    result = CliRunner().invoke(program, [str(each) for each in arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def edit_tools(project: Path) -> list[str]:
    """Comment the first statement of twenty functions, spread over the modules; gives the comments."""
    marks: list[str] = []
    paths = sorted(project.glob("src/*/tools/*.py"))
    functions = [
        (path, node)
        for path in paths
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.AsyncFunctionDef)
    ]
    step = max(1, len(functions) // EDITED)
    chosen = functions[::step][:EDITED]
    for path, node in reversed(chosen):
        mark = MARK.format(len(marks))
        lines = path.read_text().split("\n")
        lines.insert(node.body[1].lineno - 1, f"    {mark}")
        path.write_text("\n".join(lines))
        marks.append(mark)
    return marks


def text_of(project: Path) -> str:
    return "\n".join(path.read_text() for path in project.glob("src/*/tools/*.py"))


def run_own_tests(project: Path) -> None:
    """The tests that come with the server, which also start it."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "tests"]
    env = {**os.environ, "PYTHONPATH": str(project / "src")}
    done = subprocess.run(command, cwd=project, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def lint(project: Path) -> None:
    """With the rules of the project's own pyproject.toml."""
    done = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "."],
        cwd=project,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def check_pair(old: Path, new: Path, project: Path) -> str:
    mcpgen("generate", old, "--output", project)
    marks = edit_tools(project)
    assert marks

    told = mcpgen("regenerate", project, "--spec", new, "--format", "json")

    text = text_of(project)
    assert [mark for mark in marks if mark not in text] == []
    for path in project.rglob("*.py"):
        ast.parse(path.read_text())
    run_own_tests(project)
    lint(project)
    again = json.loads(mcpgen("regenerate", project, "--spec", new, "--format", "json"))
    assert again["changes"] == []
    return told


def test_docker_engine(tmp_path: Path) -> None:
    old = SHARED / "docker-engine-v1.40/v1.40.yaml"
    told = check_pair(old, SHARED / "docker-engine/swagger.yaml", tmp_path / "docker-mcp")

    assert "VolumeUpdate" in json.loads(told)["callers"]["added"]


def test_petstore(tmp_path: Path) -> None:
    old = SHARED / "petstore-2.0-oai/petstore.json"
    check_pair(old, SHARED / "petstore-3.0-oai/petstore.yaml", tmp_path / "petstore-mcp")


def grown(document: Any) -> Any:
    """Fifty operations removed, fifty added, fifty changed."""
    found = [
        (path, method)
        for path, item in document["paths"].items()
        for method in item
        if method in {"get", "put", "post", "delete", "patch"}
    ]
    for path, method in found[10:400:7][:50]:
        del document["paths"][path][method]
    for number in range(50):
        path, method = found[401 + number * 3]
        operation = json.loads(json.dumps(document["paths"][path][method]))
        operation["operationId"] = f"added/number-{number}"
        document["paths"][f"/added/{number}{path}"] = {method: operation}
    for path, method in found[402:700:5][:50]:
        operation = document["paths"][path][method]
        extra = {"name": "trace_label", "in": "query", "schema": {"type": "string"}}
        operation.setdefault("parameters", []).append(extra)
    return document


def test_github(tmp_path: Path) -> None:
    old = SHARED / "github/api.github.com.json"
    new = tmp_path / "github.json"
    new.write_text(json.dumps(grown(json.loads(old.read_text()))))

    callers = json.loads(check_pair(old, new, tmp_path / "github-mcp"))["callers"]

    assert len(callers["added"]) == 50
    assert len(callers["removed"]) == 50
    assert len(callers["changed"]) >= 50
