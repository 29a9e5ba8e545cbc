"""What the API *is*: one model for every dialect, its schemas JSON Schema 2020-12."""

from mcpgen.model.api import (
    Body,
    Content,
    Document,
    Encoding,
    Encodings,
    Flow,
    Link,
    Local,
    Operation,
    Parameter,
    Requirement,
    Response,
    SecurityScheme,
    Server,
    ServerVariable,
    Tag,
)
from mcpgen.model.blocks import Block
from mcpgen.model.json import Json, JsonObject, Schema, is_array, is_object
from mcpgen.model.origin import Origin

__all__ = [
    "Block",
    "Body",
    "Content",
    "Document",
    "Encoding",
    "Encodings",
    "Flow",
    "Json",
    "JsonObject",
    "Link",
    "Local",
    "Operation",
    "Origin",
    "Parameter",
    "Requirement",
    "Response",
    "Schema",
    "SecurityScheme",
    "Server",
    "ServerVariable",
    "Tag",
    "is_array",
    "is_object",
]
