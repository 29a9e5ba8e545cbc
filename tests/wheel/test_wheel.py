"""What users install is what git tracks: the program, its templates and its sample descriptions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(out)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    return next(out.glob("*.whl"))


def tracked(folder: str) -> set[str]:
    command = ["git", "ls-files", "--cached", "-z", "--", folder]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return {name for name in listed.split("\0") if name and (ROOT / name).exists()}


@pytest.mark.skipif(
    shutil.which("git") is None or not (ROOT / ".git").exists(), reason="needs a git checkout"
)
def test_it_holds_what_git_tracks_and_nothing_else(wheel) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}

    data = {f"mcpgen/_data/{name}" for folder in ("templates", "specs") for name in tracked(folder)}
    assert held == tracked("mcpgen") | data


def test_it_works_from_anywhere(wheel, tmp_path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    spec = tmp_path / "site" / "mcpgen" / "_data" / "specs" / "bookshop.yaml"
    command = [sys.executable, "-m", "mcpgen", "generate", str(spec)]
    env = {**os.environ, "PYTHONPATH": str(tmp_path / "site")}

    subprocess.run(command, cwd=tmp_path, env=env, check=True, capture_output=True)

    assert (tmp_path / "bookshop-mcp" / "src" / "bookshop_mcp" / "tools" / "books.py").is_file()
