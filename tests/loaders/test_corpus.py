"""Real descriptions and other projects' fixtures, where they lie beside the repository."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
import yaml

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Loaded, Policy, load

from .invariants import check, check_bundle

SPECS = Path(__file__).parents[3] / "shared" / "specs"
NAMED = {"MG201", "MG202"}

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not SPECS.is_dir(), reason="the corpus is not here"),
]


def rows() -> list[dict[str, str]]:
    if not SPECS.is_dir():
        return []
    with (SPECS / "MANIFEST.tsv").open(encoding="utf-8") as lines:
        return list(csv.DictReader(lines, delimiter="\t"))


def fixtures() -> list[str]:
    found = (SPECS / "packs").rglob("*") if SPECS.is_dir() else ()
    wanted = {".json", ".yaml", ".yml"}
    return sorted(str(path.relative_to(SPECS)) for path in found if path.suffix in wanted)


def loaded(source: str, stdin: bytes | None = None) -> tuple[Loaded | None, Diagnostics]:
    diagnostics = Diagnostics()
    made = load(source, policy=Policy(), diagnostics=diagnostics, stdin=stdin)
    assert (made is None) == diagnostics.failed
    return made, diagnostics


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["name"])
def test_every_operation_is_there_or_named(row: dict[str, str]) -> None:
    made, diagnostics = loaded(str(SPECS / row["entry"]))

    if made is None:
        assert any(finding.severity == "error" for finding in diagnostics)
        return
    named = sum(finding.code in NAMED for finding in diagnostics)
    assert len(made.document.operations) + named >= int(row["operations"])
    check(made)
    check_bundle(made)


@pytest.mark.parametrize("name", fixtures())
def test_every_fixture_loads_or_says_why_not(name: str) -> None:
    made, _ = loaded(str(SPECS / name))

    if made is not None:
        check(made)
        check_bundle(made)


@pytest.mark.parametrize("name", fixtures())
def test_every_schema_of_every_fixture_can_be_lifted(name: str) -> None:
    """Most fixtures have schemas only: an operation is made up that sends them all."""
    try:
        root = yaml.safe_load((SPECS / name).read_text(encoding="utf-8"))
        schemas = root.get("definitions") or root["components"]["schemas"]
        text = json.dumps(with_operation(root, list(schemas)))
    except (yaml.YAMLError, ValueError, KeyError, TypeError, AttributeError):
        pytest.skip("no schemas")

    made, _ = loaded("-", text.encode())

    if made is not None:
        check(made)


def with_operation(root: dict, names: list[str]) -> dict:
    section = "definitions" if root.get("definitions") else "components/schemas"
    every = [{"$ref": f"#/{section}/{str(n).replace('~', '~0').replace('/', '~1')}"} for n in names]
    body = {"content": {"application/json": {"schema": {"anyOf": every}}}}
    old = {"in": "body", "name": "b", "schema": {"anyOf": every}}
    operation = {"parameters": [old]} if "swagger" in root else {"requestBody": body}
    return {**root, "paths": {"/all": {"post": operation}}}
