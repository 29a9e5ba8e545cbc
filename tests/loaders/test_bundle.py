"""A bundle gives the same document, from nothing but itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Loaded, Policy, load_bundle

from .describe import Read, read, read_files
from .test_files import FILES, OUTSIDE


def again(loaded: Loaded) -> Read:
    diagnostics = Diagnostics()
    bundle = json.loads(json.dumps(loaded.bundle()))
    return Read(load_bundle(bundle, policy=Policy(), diagnostics=diagnostics), diagnostics)


def test_many_files(tmp_path: Path) -> None:
    first = read_files(tmp_path, FILES)

    second = again(first.loaded)

    assert second.document == first.document
    assert second.loaded.bundle() == first.loaded.bundle()


def test_files_outside_the_folder(tmp_path: Path) -> None:
    first = read_files(tmp_path, OUTSIDE, "api/api.yaml", allow_outside=True)

    assert again(first.loaded).document == first.document


def test_spelling_that_json_would_lose() -> None:
    first = read("""
        openapi: 3.0.3
        info: {title: T, version: 1.10}
        paths:
          /a: {get: {parameters: [{name: v, in: query, schema: {type: string, default: 007}}]}}
        """)

    second = again(first.loaded)

    assert second.document == first.document
    assert second.document.version == "1.10"


def test_what_was_missing_is_missing_again(tmp_path: Path) -> None:
    entry = "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: ../x.yaml}, {$ref: 'http://h.test/'}]}}}"
    first = read_files(tmp_path, {"api.yaml": entry})

    second = again(first.loaded)

    assert second.document == first.document
    assert sorted(second.pointers("MG122") + second.pointers("MG120")) == sorted(
        first.pointers("MG121") + first.pointers("MG120")
    )


@pytest.mark.parametrize(
    "bundle", [{}, {"source": 1, "entry": "a", "documents": {}}, {"documents": []}]
)
def test_a_damaged_bundle_is_an_error(bundle: dict) -> None:
    diagnostics = Diagnostics()

    assert load_bundle(bundle, policy=Policy(), diagnostics=diagnostics) is None
    assert diagnostics.failed


def test_a_bundle_without_its_entry_is_an_error() -> None:
    diagnostics = Diagnostics()
    bundle = {"source": "a.yaml", "entry": "a.yaml", "documents": {}}

    assert load_bundle(bundle, policy=Policy(), diagnostics=diagnostics) is None
    assert diagnostics.failed
