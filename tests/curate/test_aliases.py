"""Names that tools had."""

from __future__ import annotations

import pytest

from .project import made


@pytest.mark.parametrize(
    "operations",
    [
        "{listItems: {aliases: [getItem]}}",
        "{listItems: {aliases: [old]}, getItem: {aliases: [old]}}",
    ],
)
def test_an_earlier_name_is_nobody_elses(tmp_path, operations: str) -> None:
    spec = f"openapi: shop.yaml\noperations: {operations}\n"
    _, diagnostics = made(tmp_path, spec)

    assert [each.code for each in diagnostics] == ["MG321"]
