"""OpenAPI 3.2: the QUERY method and any other by `additionalOperations`, and the query string as one parameter."""

from __future__ import annotations

from typing import Final

from mcpgen.loaders.context import Dialect
from mcpgen.loaders.openapi30 import LOCATIONS, METHODS

DIALECT: Final = Dialect(
    name="3.2",
    siblings=True,
    methods=(*METHODS, "query"),
    locations=(*LOCATIONS, "querystring"),
    additional_operations=True,
)
