"""Real descriptions: each becomes a server that keeps the promises, or stops with a finding that says why."""

from __future__ import annotations

import ast
import csv
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from tests import published

SPECS = Path(__file__).parents[3] / "shared" / "specs"
METHODS = ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query")
COMPOSITION = {"oneOf", "anyOf", "allOf", "not", "if", "then", "else", "$ref", "enum", "const"}
DATA = {"enum", "const", "default", "examples"}

pytestmark = pytest.mark.slow


def entries() -> list[str]:
    if not SPECS.is_dir():
        return []
    with (SPECS / "MANIFEST.tsv").open(encoding="utf-8") as rows:
        return [row["entry"] for row in csv.DictReader(rows, delimiter="\t")]


@dataclass(frozen=True)
class Run:
    code: int
    findings: list[dict[str, Any]]
    stderr: str
    out: Path


def generate(entry: str, folder: Path, seed: str, cwd: Path | None = None) -> Run:
    out = folder / "out"
    command = [sys.executable, "-m", "mcpgen", "generate", str(SPECS / entry), "--output", str(out)]
    env = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run(
        [*command, "--format", "json"],
        cwd=cwd or folder,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    report = json.loads(done.stdout)
    return Run(done.returncode, report["findings"], done.stderr, out)


@pytest.fixture(
    scope="module",
    params=entries() or [pytest.param("", marks=pytest.mark.skip("no real descriptions"))],
)
def run(request) -> Iterator[Run]:
    with tempfile.TemporaryDirectory() as folder:
        yield generate(request.param, Path(folder), "1")


@pytest.fixture
def server(run) -> Path:
    if run.code != 0:
        pytest.skip("not generated")
    return run.out


def catalog(server: Path) -> list[dict[str, Any]]:
    paths = sorted(server.glob("src/*/catalog/*.json"))
    return [
        tool for path in paths for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]
    ]


def test_it_generates_or_says_why_not(run) -> None:
    errors = [finding for finding in run.findings if finding["severity"] == "error"]

    assert "Traceback" not in run.stderr
    assert "has a bug" not in run.stderr
    assert run.code == (2 if errors else 0), run.stderr
    assert run.out.exists() == (not errors)


def test_every_operation_is_a_tool_or_is_named(run, server, request) -> None:
    made = {tool["operation"] for tool in catalog(server)}
    described = operations(SPECS / request.node.callspec.params["run"])

    unnamed = [
        key
        for key, pointer in described.items()
        if key not in made and not any(names(finding, key, pointer) for finding in run.findings)
    ]

    assert unnamed == []


def operations(path: Path) -> dict[str, str]:
    """`METHOD /path` and the JSON pointer of what the entry file itself describes, references not followed."""
    text = path.read_bytes()
    is_json = path.suffix == ".json"
    document = json.loads(text) if is_json else yaml.load(text, Loader=yaml.CSafeLoader)
    found: dict[str, str] = {}
    for name, item in (document.get("paths") or {}).items():
        for method in METHODS:
            if (
                isinstance(name, str)
                and name.startswith("/")
                and isinstance(item, dict)
                and item.get(method)
            ):
                escaped = name.replace("~", "~0").replace("/", "~1")
                found[f"{method.upper()} {name}"] = f"/paths/{escaped}/{method}"
    return found


def names(finding: dict[str, Any], key: str, pointer: str) -> bool:
    place = finding.get("pointer") or ""
    return key in finding["message"] or place.startswith(pointer) or pointer.startswith(f"{place}/")


def test_names_are_legal_and_unique(server) -> None:
    tools = [entry["tool"]["name"] for entry in catalog(server)]

    assert [name for name in tools if not re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name)] == []
    assert len(set(tools)) == len(tools)
    for entry in catalog(server):
        arguments = entry["tool"]["inputSchema"].get("properties", {})
        assert [name for name in arguments if not re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", name)] == []


@pytest.mark.parametrize("name", ["server.json", "manifest.json"])
def test_what_registries_read_is_as_their_schemas_want_it(server, name) -> None:
    assert published.problems(name, json.loads((server / name).read_text(encoding="utf-8"))) == []


def test_schemas_are_valid_and_inputs_plain_objects(server) -> None:
    for entry in catalog(server):
        tool = entry["tool"]
        for schema in filter(None, (tool["inputSchema"], tool.get("outputSchema"))):
            Draft202012Validator.check_schema(schema)
            assert schema["type"] == "object", tool["name"]
            assert dangling(schema) == [], tool["name"]
        assert not COMPOSITION & tool["inputSchema"].keys(), tool["name"]


def dangling(schema: dict[str, Any]) -> list[str]:
    """References that the schema itself does not answer."""
    defined = {f"#/$defs/{name}" for name in schema.get("$defs", {})}
    return [name for name in references(schema) if name not in defined]


def references(value: Any) -> Iterator[str]:
    if isinstance(value, list):
        for each in value:
            yield from references(each)
    elif isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for key in value.keys() - DATA:
            yield from references(value[key])


def test_python_compiles_and_every_tool_has_its_function(server) -> None:
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in server.rglob("*.py")}
    made = {
        (path.stem, node.name)
        for path, tree in trees.items()
        if path.parent.name == "tools"
        for node in tree.body
        if isinstance(node, ast.AsyncFunctionDef)
    }
    named = {
        (path.stem, tool["function"])
        for path in server.glob("src/*/catalog/*.json")
        for tool in json.loads(path.read_text(encoding="utf-8"))["tools"]
    }

    assert named <= made


def test_it_comes_out_the_same_every_time(server, request) -> None:
    # As deep as the first, since mcpgen.yaml has the way to the description.
    with tempfile.TemporaryDirectory() as folder:
        again = generate(request.node.callspec.params["run"], Path(folder), "2", cwd=Path("/"))

        assert snapshot(again.out) == snapshot(server)


def snapshot(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }
