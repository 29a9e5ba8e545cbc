"""JSON as Python sees it."""

from __future__ import annotations

from typing import Any, TypeAlias, TypeGuard

# Any JSON value. A recursive alias would make every access a cast; shapes are checked where they are read.
Json: TypeAlias = Any
JsonObject: TypeAlias = dict[str, Any]

# A JSON Schema 2020-12 that is an object; boolean schemas are lifted to `{}` and `{"not": {}}`, except under `items`,
# `additionalProperties`, `unevaluatedItems` and `unevaluatedProperties`, where a boolean says it best.
# References have one form only: `#/$defs/<name of a definition of the Document>`.
Schema: TypeAlias = dict[str, Any]


def is_object(value: object) -> TypeGuard[JsonObject]:
    """Whether a JSON value is an object."""
    return isinstance(value, dict)


def is_array(value: object) -> TypeGuard[list[Json]]:
    """Whether a JSON value is an array."""
    return isinstance(value, list)
