"""Where the files that travel with the program are: `templates/` and `specs/`.

They stand at the root of the repository and inside the package of a wheel (`mcpgen/_data`, see pyproject.toml).
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).parent


@cache
def _home() -> Path:
    packed = _PACKAGE / "_data"
    return packed if packed.is_dir() else _PACKAGE.parent


def templates_dir() -> Path:
    """The folder of `server/` (Jinja) and `runtime/` (copied as it is)."""
    return _home() / "templates"


def specs_dir() -> Path:
    """The folder of `capability.schema.json` and the sample descriptions."""
    return _home() / "specs"
