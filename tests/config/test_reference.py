"""The reference page says what the schema says."""

from __future__ import annotations

import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_is_that_of_the_schema() -> None:
    page = runpy.run_path(str(DOCS / "reference.py"))["page"]()
    assert (DOCS / "mcpgen-yaml.md").read_text() == page, "run `python docs/reference.py`"
