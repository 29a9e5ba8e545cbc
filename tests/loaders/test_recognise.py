"""Files that are no OpenAPI document are told what they are."""

from __future__ import annotations

import pytest

from .describe import read

PATHS = "\npaths: {/a: {get: {}}}"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("arazzo: 1.0.0", "Arazzo"),
        ("overlay: 1.0.0", "Overlay"),
        ("asyncapi: 3.0.0", "AsyncAPI"),
        ("swaggerVersion: '1.2'\napis: []", "Swagger 1"),
        ("$schema: https://json-schema.org/draft/2020-12/schema", "JSON Schema"),
        ("type: object\nproperties: {}", "JSON Schema"),
        ("mcpgen: 1", "capability spec"),
        ("tools: {}", "capability spec"),
        ("info: {}\nitem: []", "Postman"),
        ("kind: Pod\napiVersion: v1", "Kubernetes"),
        ("[1, 2]", "a list"),
        ("just text", "plain text"),
        ("", "an empty file"),
        ("a: 1", "neither"),
    ],
)
def test_other_kinds(text: str, kind: str) -> None:
    found = read(text)

    assert found.loaded is None
    assert found.codes == ["MG104"]
    assert kind in found.messages


@pytest.mark.parametrize(
    "head",
    [
        "openapi: 3.0",
        "openapi: 3.1.0-rc1",
        "openapi: '3.0.3'",
        "openapi: 3",
        "swagger: 2.0",
        "swagger: '2.0'",
        "swagger: 2",
        "openapi: 2.0.0",
        "swagger: 3.0.0",
        '"openapi": "3.1.0"',
    ],
)
def test_versions_as_people_write_them(head: str) -> None:
    found = read(head + PATHS)

    assert len(found.document.operations) == 1
    assert found.codes == []


@pytest.mark.parametrize(
    "head", ["openapi: 4.0.0", "openapi: x", "swagger: 1.2", "openapi: {a: 1}"]
)
def test_versions_that_are_not_supported(head: str) -> None:
    assert read(head + PATHS).codes == ["MG105"]


@pytest.mark.parametrize(("head", "name"), [("a: 1", "3.0"), ("host: api.test", "2.0")])
def test_a_missing_version_is_guessed(head: str, name: str) -> None:
    found = read(head + PATHS)

    assert found.codes == ["MG107"]
    assert name in found.messages


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("openapi: 3.1.0", "no `paths`"),
        ("openapi: 3.1.0\nwebhooks: {a: {post: {}}}", "only webhooks"),
        ("openapi: 3.1.0\npaths: {}", "is empty"),
        ("openapi: 3.1.0\npaths: {/a: {}}", "is empty"),
        ("openapi: 3.1.0\npaths: {/a: {get: 7}}", "can be used"),
        ("openapi: 3.1.0\npaths: []", "is empty"),
    ],
)
def test_a_description_without_operations_is_an_error_that_says_why(text: str, words: str) -> None:
    found = read(text)

    assert found.loaded is None
    assert "MG106" in found.codes
    assert words in found.messages
