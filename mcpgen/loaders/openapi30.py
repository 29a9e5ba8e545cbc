"""OpenAPI 3.0: schemas are a dialect of their own, and only `$ref` counts where it stands."""

from __future__ import annotations

from typing import Final

from mcpgen.loaders.context import Dialect

METHODS: Final = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
LOCATIONS: Final = ("path", "query", "header", "cookie")

DIALECT: Final = Dialect(name="3.0", siblings=False, methods=METHODS, locations=LOCATIONS)
