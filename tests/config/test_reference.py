"""The reference page says what the schema says."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_reference_is_that_of_the_schema() -> None:
    page = runpy.run_path(str(DOCS / "reference.py"))["page"]()
    assert (DOCS / "mcpgen-yaml.md").read_text() == page, "run `python docs/reference.py`"


def test_what_it_refers_to_is_on_the_page() -> None:
    page = (DOCS / "mcpgen-yaml.md").read_text()
    headings = {f"#{text.strip('`').lower()}" for text in re.findall(r"(?m)^## (.+)$", page)}

    assert set(re.findall(r"\]\((#[^)]+)\)", page)) <= headings | {"#the-file"}
