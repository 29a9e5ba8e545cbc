"""The runtime as a package called `runtime`, the way a generated server holds it as `_runtime`."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

RUNTIME = Path(__file__).parents[2] / "templates" / "runtime"


def _make_package() -> None:
    """Modules are imported one by one, so the package's own `__init__` (the MCP half) is left out."""
    spec = importlib.util.spec_from_loader("runtime", loader=None, is_package=True)
    assert spec is not None
    spec.submodule_search_locations = [str(RUNTIME)]
    sys.modules["runtime"] = importlib.util.module_from_spec(spec)


if "runtime" not in sys.modules:
    _make_package()
