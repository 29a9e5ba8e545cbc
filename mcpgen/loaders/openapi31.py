"""OpenAPI 3.1: schemas are JSON Schema 2020-12, so keywords beside `$ref`, `$id` and anchors count."""

from __future__ import annotations

from typing import Final

from mcpgen.loaders.context import Dialect
from mcpgen.loaders.openapi30 import LOCATIONS, METHODS

DIALECT: Final = Dialect(name="3.1", siblings=True, methods=METHODS, locations=LOCATIONS)
