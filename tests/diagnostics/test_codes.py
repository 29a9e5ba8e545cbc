"""The registry and its users agree."""

from __future__ import annotations

import re
from pathlib import Path

from mcpgen.diagnostics import RULES

PACKAGE = Path(__file__).parents[2] / "mcpgen"
CODE = re.compile(r"\"(MG\d{3})\"")


def used(folder: Path) -> set[str]:
    files = (path for path in folder.rglob("*.py") if "diagnostics" not in path.parts)
    return {code for path in files for code in CODE.findall(path.read_text(encoding="utf-8"))}


def test_every_code_that_is_reported_is_registered() -> None:
    assert used(PACKAGE) <= set(RULES)


def test_every_code_of_reading_is_reported_somewhere() -> None:
    registered = {code for code in RULES if code[2] in "12"}

    assert registered <= used(PACKAGE)
