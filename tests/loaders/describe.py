"""Small descriptions, loaded as a user's would be."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from jsonschema import Draft202012Validator

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Loaded, Policy, load
from mcpgen.model import Document, Operation


class Read:
    """What came of loading a text: the document and the findings."""

    def __init__(self, loaded: Loaded | None, diagnostics: Diagnostics) -> None:
        self.loaded = loaded
        self.diagnostics = diagnostics

    @property
    def document(self) -> Document:
        assert self.loaded is not None, [finding.message for finding in self.diagnostics]
        return self.loaded.document

    @property
    def codes(self) -> list[str]:
        return [finding.code for finding in self.diagnostics]

    @property
    def messages(self) -> str:
        return "\n".join(finding.message for finding in self.diagnostics)

    def pointers(self, code: str) -> list[str]:
        return [f.origin.pointer for f in self.diagnostics if f.code == code and f.origin]

    def operation(self, key: str | None = None) -> Operation:
        operations = self.document.operations
        return next(op for op in operations if key in (None, op.key))


def read(text: str | bytes, **policy: Any) -> Read:
    """Load a text as if from standard input."""
    diagnostics = Diagnostics()
    raw = dedent(text).encode() if isinstance(text, str) else text
    return Read(load("-", policy=Policy(**policy), diagnostics=diagnostics, stdin=raw), diagnostics)


def read_files(folder: Path, files: dict[str, str], entry: str = "api.yaml", **policy: Any) -> Read:
    """Write files and load one of them."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(dedent(text), encoding="utf-8")
    diagnostics = Diagnostics()
    source = str(folder / entry)
    return Read(load(source, policy=Policy(**policy), diagnostics=diagnostics), diagnostics)


def read_operation(
    body: str, version: str = "3.1.0", path: str = "/things", rest: str = ""
) -> Read:
    """Load a description with one `get` operation, given as YAML, and more top-level keys."""
    head = f"openapi: {version}\ninfo: {{title: Things, version: '1'}}\npaths:\n  {path!r}:\n    get:\n"
    return read(head + indent(dedent(body).strip(), " " * 6) + "\n" + dedent(rest))


def read_schema(schema: Any, version: str = "3.1.0", **components: Any) -> Read:
    """Load a description with one operation that sends a schema, and others beside it in the components."""
    content = {"application/json": {"schema": schema}}
    old = version == "2.0"
    parameters = [{"in": "body", "name": "body", "schema": schema}]
    operation = {"parameters": parameters} if old else {"requestBody": {"content": content}}
    document = {
        ("swagger" if old else "openapi"): version,
        "info": {"title": "Things", "version": "1"},
        "paths": {"/things": {"post": {**operation, "responses": {}}}},
        **({"definitions": components} if old else {"components": {"schemas": components}}),
    }
    return read(json.dumps(document).encode())


def lifted(schema: Any, version: str = "3.1.0", **components: Any) -> dict[str, Any]:
    """Give what becomes of a schema, checked against the meta-schema."""
    body = read_schema(schema, version, **components).operation().body
    assert body is not None
    made = body.contents[0].schema
    Draft202012Validator.check_schema(made)
    return made
