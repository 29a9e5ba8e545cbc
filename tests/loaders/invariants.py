"""What holds for every document that was loaded, however odd its description."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Loaded, Policy, load_bundle
from mcpgen.model import Document, Schema

VALIDATOR = Draft202012Validator(Draft202012Validator.META_SCHEMA)
# Keywords whose value is data, in which `$ref` is only a word.
DATA = {"examples", "default", "const", "enum", "xml"}


def check(loaded: Loaded) -> None:
    document = loaded.document
    seen: set[int] = set()
    for name, schema in schemas(document):
        if id(schema) not in seen:
            seen.add(id(schema))
            assert VALIDATOR.is_valid(schema), name
            targets = set(references(schema))
            assert targets <= {f"#/$defs/{known}" for known in document.definitions}, name
    keys = [operation.key for operation in document.operations]
    assert len(keys) == len(set(keys))
    for operation in document.operations:
        places = [(p.location, p.name) for p in operation.parameters]
        assert len(places) == len(set(places))
        assert operation.path.startswith("/")


def check_bundle(loaded: Loaded) -> None:
    bundle = json.loads(json.dumps(loaded.bundle()))
    again = load_bundle(bundle, policy=Policy(), diagnostics=Diagnostics())
    assert again is not None
    assert again.document == loaded.document
    assert again.bundle() == loaded.bundle()


def schemas(document: Document) -> Iterator[tuple[str, Schema]]:
    yield from document.definitions.items()
    for operation in document.operations:
        yield from ((f"{operation.key} {p.name}", p.schema) for p in operation.parameters)
        contents = [*(operation.body.contents if operation.body else ())]
        for response in operation.responses:
            contents += response.contents
            yield from response.headers.items()
        for content in contents:
            yield f"{operation.key} {content.media_type}", content.schema
            for encoding in content.encoding.by_name.values():
                yield from ((header.name, header.schema) for header in encoding.headers)


def references(schema: Any) -> Iterator[str]:
    """Give the `$ref`s of a schema, not those in data or in names of properties."""
    if not isinstance(schema, dict):
        return
    for key, value in schema.items():
        if key == "$ref":
            yield value
        elif key == "discriminator":
            yield from value.get("mapping", {}).values()
        elif key in {"properties", "patternProperties", "dependentSchemas"}:
            for child in value.values():
                yield from references(child)
        elif isinstance(value, list) and key not in DATA:
            for child in value:
                yield from references(child)
        elif key not in DATA:
            yield from references(value)
