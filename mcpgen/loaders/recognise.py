"""What kind of file this is."""

from __future__ import annotations

import re
from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import openapi2, openapi30, openapi31, openapi32
from mcpgen.loaders.context import Dialect
from mcpgen.loaders.node import Node
from mcpgen.model import Json, JsonObject, is_array, is_object

_DIALECTS: Final = {"3.0": openapi30.DIALECT, "3.1": openapi31.DIALECT, "3.2": openapi32.DIALECT}
_VERSION: Final = re.compile(r"3(?:\.(\d+))?(?:\..*|-.*)?")
_OLD: Final = ("definitions", "host", "basePath", "consumes", "produces")
_NEITHER: Final = "the file has neither an `openapi` nor a `swagger` field"
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
    if not is_object(value):
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
    version = version.strip()
    if version == "2" or version.startswith("2."):
        return openapi2.DIALECT
    found = _VERSION.fullmatch(version)
    if found is None:
        message = f"OpenAPI version {version!r} is not supported"
        diagnostics.report("MG105", message, root.origin.child("openapi"))
        return None
    known = _DIALECTS.get(f"3.{found[1] or 0}")
    if known is None:
        message = f"OpenAPI version {version!r} is read as 3.2"
        diagnostics.report("MG107", message, root.origin.child("openapi"))
    return known or openapi32.DIALECT


def _swagger(root: Node, version: str, diagnostics: Diagnostics) -> Dialect | None:
    if version.strip() in {"2.0", "2"}:
        return openapi2.DIALECT
    if version.strip().startswith("3."):
        return _openapi(root, version, diagnostics)
    message = f"Swagger version {version!r} is not supported"
    diagnostics.report("MG105", message, root.origin.child("swagger"))
    return None


def _guess(root: Node, value: JsonObject, diagnostics: Diagnostics) -> Dialect | None:
    """Read a file with `paths` but no version as what it resembles most; anything else is something else."""
    if not is_object(value.get("paths")):
        kind = next((kind for key, kind in _OTHERS if key in value), "")
        diagnostics.report(
            "MG104",
            f"the file is {kind}, not an OpenAPI document" if kind else _NEITHER,
            root.origin,
        )
        return None
    old = not value.keys().isdisjoint(_OLD)
    dialect = openapi2.DIALECT if old else openapi30.DIALECT
    message = f"the description does not say its version; read as {dialect.name}"
    diagnostics.report("MG107", message, root.origin)
    return dialect


def _kind(value: Json) -> str:
    if value is None:
        return "an empty file"
    return "a list" if is_array(value) else "plain text"
