"""Swagger 2.0."""

from __future__ import annotations

from typing import Final

from mcpgen.loaders.context import Context, Dialect
from mcpgen.model import Document

DIALECT: Final = Dialect(
    name="2.0",
    siblings=False,
    methods=("get", "put", "post", "delete", "options", "head", "patch"),
    locations=("path", "query", "header"),
)


def lift(context: Context) -> Document:
    """Lift a Swagger 2.0 document."""
    raise NotImplementedError
