"""What kind of file this is."""

from __future__ import annotations

import re
from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import openapi2, openapi30, openapi31, openapi32
from mcpgen.loaders.context import Dialect
from mcpgen.loaders.node import Node
from mcpgen.model import Json, JsonObject

_DIALECTS: Final = {"3.0": openapi30.DIALECT, "3.1": openapi31.DIALECT, "3.2": openapi32.DIALECT}
_VERSION: Final = re.compile(r"(\d+)(?:\.(\d+))?")
# Keys by which other formats are known.
_OTHERS: Final = (
    ("arazzo", "an Arazzo workflow description"),
    ("overlay", "an OpenAPI Overlay"),
    ("asyncapi", "an AsyncAPI description"),
    ("openrpc", "an OpenRPC description"),
    ("mcpgen", "a capability spec"),
    ("tools", "a capability spec"),
    ("workflows", "a workflow description"),
    ("swaggerVersion", "a Swagger 1.x description"),
    ("smithy", "a Smithy model"),
    ("discoveryVersion", "a Google API discovery document"),
    ("item", "a Postman collection"),
    ("apiVersion", "a Kubernetes manifest"),
    ("$schema", "a JSON Schema"),
    ("$defs", "a JSON Schema"),
    ("properties", "a JSON Schema"),
)


def recognise(root: Node, diagnostics: Diagnostics) -> Dialect | None:
    """Give the dialect of a description; None when it is something else, which is reported."""
    value = root.value
    if not isinstance(value, dict):
        diagnostics.report(
            "MG104", f"an API description is an object, not {_kind(value)}", root.origin
        )
        return None
    if "openapi" in value:
        return _openapi(root, str(value["openapi"]), diagnostics)
    if "swagger" in value:
        return _swagger(root, str(value["swagger"]), diagnostics)
    return _guess(root, value, diagnostics)


def _openapi(root: Node, version: str, diagnostics: Diagnostics) -> Dialect | None:
    found = _VERSION.match(version.strip())
    major, minor = (int(found[1]), int(found[2] or 0)) if found else (0, 0)
    if major == 2:
        return openapi2.DIALECT
    if major != 3:
        diagnostics.report(
            "MG105", f"OpenAPI version {version!r} is not supported", root.origin.child("openapi")
        )
        return None
    if minor > 2:
        diagnostics.report(
            "MG107", f"OpenAPI version {version!r} is read as 3.2", root.origin.child("openapi")
        )
    return _DIALECTS[f"3.{min(minor, 2)}"]


def _swagger(root: Node, version: str, diagnostics: Diagnostics) -> Dialect | None:
    if version.strip() in {"2.0", "2"}:
        return openapi2.DIALECT
    if version.strip().startswith("3."):
        return _openapi(root, version, diagnostics)
    diagnostics.report(
        "MG105", f"Swagger version {version!r} is not supported", root.origin.child("swagger")
    )
    return None


def _guess(root: Node, value: JsonObject, diagnostics: Diagnostics) -> Dialect | None:
    for key, kind in _OTHERS:
        if key in value:
            diagnostics.report("MG104", f"the file is {kind}, not an OpenAPI document", root.origin)
            return None
    if not isinstance(value.get("paths"), dict):
        diagnostics.report(
            "MG104", "the file has neither an `openapi` nor a `swagger` field", root.origin
        )
        return None
    old = not value.keys().isdisjoint({"definitions", "host", "basePath", "consumes", "produces"})
    dialect = openapi2.DIALECT if old else openapi30.DIALECT
    diagnostics.report(
        "MG107", f"the description does not say its version; read as {dialect.name}", root.origin
    )
    return dialect


def _kind(value: Json) -> str:
    if value is None:
        return "an empty file"
    return "a list" if isinstance(value, list) else "plain text"
