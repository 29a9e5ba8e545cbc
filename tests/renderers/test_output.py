"""What comes out is as clean as what we write ourselves, by the project's own configuration."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from mcpgen.config import Config
from mcpgen.diagnostics import Diagnostics
from mcpgen.files import File
from mcpgen.loaders import Policy, load
from mcpgen.planners import make_plan
from mcpgen.renderers import render
from mcpgen.resources import specs_dir

from .conftest import by_black
from .plans import petstore

SPECS = Path(__file__).parents[2] / "../shared/specs"
REAL = [
    *("petstore3-swagger/openapi.yaml", "museum/openapi.yaml", "notion-mcp/notion-openapi.json"),
    *("docker-engine/swagger.yaml", "figma/openapi.yaml", "box/openapi.json"),
    *("adyen-CheckoutService-v71/CheckoutService-v71.json", "redocly-cafe-3.2/cafe.yaml"),
    *("opc-baseline-3.1/baseline_openapi_3.1.yaml", "github/api.github.com.json"),
]


def files_of(spec: Path) -> tuple[File, ...]:
    diagnostics = Diagnostics()
    loaded = load(str(spec), policy=Policy(), diagnostics=diagnostics)
    assert loaded is not None
    config = Config()
    plan = make_plan(loaded.document, config, diagnostics, names={}, source=spec.name)
    bundle = {"source": spec.name, "entry": loaded.entry, "documents": dict(loaded.documents)}
    files = render(plan, bundle=bundle, config_text="", diagnostics=diagnostics)
    assert not diagnostics.failed
    return files


def rendered_petstore() -> tuple[File, ...]:
    return render(
        petstore(), bundle={}, config_text="openapi: petstore.yaml\n", diagnostics=Diagnostics()
    )


def written(files: tuple[File, ...], root: Path) -> Path:
    for file in files:
        path = root / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(file.text, encoding="utf-8")
    return root


def run(root: Path, *command: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *command], cwd=root, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]


def assert_black_changes_nothing(files: tuple[File, ...]) -> None:
    ours = [file for file in files if file.path.endswith(".py") and "_runtime" not in file.path]
    assert [file.path for file in ours if by_black(file.text) != file.text] == []


@pytest.mark.parametrize(
    "make", [rendered_petstore, lambda: files_of(specs_dir() / "bookshop.yaml")]
)
def test_small_projects_are_clean(make, tmp_path: Path) -> None:
    files = make()
    assert_black_changes_nothing(files)
    run(written(files, tmp_path), "ruff", "check", "--no-cache", ".")


@pytest.mark.slow
def test_a_project_is_clean_under_black_and_both_type_checkers(tmp_path: Path) -> None:
    root = written(files_of(specs_dir() / "bookshop.yaml"), tmp_path)
    run(root, "black", "--check", ".")
    run(root, "mypy")
    run(root, "pyright", "--pythonpath", sys.executable)


@pytest.mark.slow
@pytest.mark.skipif(not SPECS.is_dir(), reason="the real descriptions are not here")
@pytest.mark.parametrize("name", REAL)
def test_projects_of_real_descriptions_are_clean(name: str, tmp_path: Path) -> None:
    files = files_of(SPECS / name)
    assert_black_changes_nothing(files)
    run(written(files, tmp_path), "ruff", "check", "--no-cache", ".")
