"""Another place of a description, written into `mcpgen.yaml` as its owner wrote that."""

from __future__ import annotations

import pytest

from mcpgen.config.write import with_source


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("openapi: a.yaml # here\nname: x\n", 'openapi: "../b.yaml" # here\nname: x\n'),
        ("openapi: ['a.yaml']\n", 'openapi: ["../b.yaml"]\n'),
        ("openapi:\n  - prefix: p\n    source: a.yaml # s\n", 'openapi:\n  - prefix: p\n    source: "../b.yaml" # s\n'),
        ("openapi: {source: a.yaml, overlays: [o.yaml]}\n", 'openapi: {source: "../b.yaml", overlays: [o.yaml]}\n'),
        ("name: x\n", 'name: x\nopenapi: "../b.yaml"\n'),
    ],
)  # fmt: skip
def test_only_the_place_changes(before, after) -> None:
    assert with_source(before, "../b.yaml") == after


def test_a_text_that_cannot_be_added_to_stays() -> None:
    assert with_source("{name: x}\n", "../b.yaml") is None
