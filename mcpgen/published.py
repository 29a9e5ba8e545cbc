"""Under which version and name the owner of a project publishes it: each said in one file, which other files follow."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

_REGISTRY_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9.-]*/[A-Za-z0-9][A-Za-z0-9._-]*")


def version_of(root: Path) -> str:
    """The version of the project's package, by its `pyproject.toml`; empty where that has none."""
    return _text(root / "pyproject.toml", tomllib.loads, "project", "version")


def registry_name_of(root: Path) -> str:
    """The name in the MCP registry, by the project's `server.json`; empty where that has none that a registry takes."""
    name = _text(root / "server.json", json.loads, "name")
    return name if _REGISTRY_NAME.fullmatch(name) else ""


def _text(path: Path, read: Callable[[str], Any], *keys: str) -> str:
    """The text under these keys, empty where the file has none."""
    try:
        value = read(path.read_text(encoding="utf-8"))
        for key in keys:
            value = value[key]
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return ""
    return value if isinstance(value, str) else ""
