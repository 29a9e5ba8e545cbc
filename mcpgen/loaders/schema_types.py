"""The `type` of a schema, the values that must fit it, and `nullable`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mcpgen.loaders import schema_checks
from mcpgen.loaders.json_text import number
from mcpgen.model import Json, Schema, is_array

TYPES: Final = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})
# Words that people write for types: (type, format), an empty type for "any".
_MEANT: Final = {
    "any": ("", ""),
    "mixed": ("", ""),
    "str": ("string", ""),
    "text": ("string", ""),
    "char": ("string", ""),
    "uuid": ("string", "uuid"),
    "uri": ("string", "uri"),
    "url": ("string", "uri"),
    "email": ("string", "email"),
    "date": ("string", "date"),
    "date-time": ("string", "date-time"),
    "datetime": ("string", "date-time"),
    "timestamp": ("string", "date-time"),
    "byte": ("string", "byte"),
    "binary": ("string", "binary"),
    "file": ("string", "binary"),
    "enum": ("string", ""),
    "int": ("integer", ""),
    "int32": ("integer", "int32"),
    "int64": ("integer", "int64"),
    "long": ("integer", "int64"),
    "float": ("number", "float"),
    "double": ("number", "double"),
    "decimal": ("number", ""),
    "bool": ("boolean", ""),
    "dict": ("object", ""),
    "map": ("object", ""),
    "list": ("array", ""),
    "none": ("null", ""),
    "nil": ("null", ""),
}
# Keywords that describe and do not constrain: they stay outside when a schema is made nullable from outside.
_ABOUT: Final = (
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
)
_COMPOSED: Final = frozenset({"$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"})


def read_type(value: Json) -> tuple[list[str] | None, str]:
    """Give the types and the format that a `type` keyword means; None when it means nothing."""
    words = value if is_array(value) else [value]
    types: list[str] = []
    format_ = ""
    for word in words:
        kind, implied = _one_type(word)
        if kind is None:
            return None, ""
        if not kind:
            return [], ""
        format_ = format_ or implied
        types.append(kind)
    return list(dict.fromkeys(types)), format_


def _one_type(word: Json) -> tuple[str | None, str]:
    if word is None:
        return "null", ""  # YAML's bare `null`
    if not isinstance(word, str):
        return None, ""
    word = word.strip()
    if word in TYPES:
        return word, ""
    lower = word.lower()
    return (lower, "") if lower in TYPES else _MEANT.get(lower, (None, ""))


def _types_of(schema: Schema) -> set[str]:
    """Give the types that a lifted schema names; none when it names none."""
    kinds = schema.get("type", [])
    return {kinds} if isinstance(kinds, str) else set(kinds)


def fit_values(schema: Schema) -> list[str]:
    """Make `enum`, `const`, `default` and `examples` fit the type, as their author meant; give the keywords changed."""
    kinds = _types_of(schema) - {"null"}
    convert = _CONVERSIONS.get(next(iter(kinds))) if len(kinds) == 1 else None
    changed: list[str] = []
    if convert is None:
        return changed
    for key in ("enum", "examples"):
        if key in schema:
            made = schema_checks.distinct([convert(item) for item in schema[key]])
            changed += _put(schema, key, made)
    for key in ("const", "default"):
        if key in schema:
            changed += _put(schema, key, convert(schema[key]))
    return changed


def _put(schema: Schema, key: str, value: Json) -> list[str]:
    if repr(schema[key]) == repr(value):
        return []
    schema[key] = value
    return [key]


def _as_text(value: Json) -> Json:
    return schema_checks.text(value) if isinstance(value, int | float) else value


def _as_number(value: Json) -> Json:
    read = number(value.strip()) if isinstance(value, str) else value
    return value if isinstance(read, str) else read


def _as_integer(value: Json) -> Json:
    read = _as_number(value)
    return int(read) if isinstance(read, float) and read.is_integer() else read


def _as_flag(value: Json) -> Json:
    read = schema_checks.flag(value)
    return value if read is schema_checks.WRONG else read


_CONVERSIONS: Final[dict[str, Callable[[Json], Json]]] = {
    "string": _as_text,
    "number": _as_number,
    "integer": _as_integer,
    "boolean": _as_flag,
}


def make_nullable(schema: Schema) -> Schema:
    """Let a schema accept null too, as `nullable: true` asks (OpenAPI 3.0.3, Schema Object).

    With a type, null joins the types; a composition is wrapped whole. APIs that forget null in a nullable `enum`
    send it all the same, so it is added.
    """
    if not schema.keys().isdisjoint(_COMPOSED):
        about: Schema = {key: schema.pop(key) for key in _ABOUT if key in schema}
        return {**about, "anyOf": [schema, {"type": "null"}]}
    kinds = schema.get("type")
    if isinstance(kinds, str):
        kinds = [kinds]
    if kinds and "null" not in kinds:
        schema["type"] = [*kinds, "null"]
    if "enum" in schema and None not in schema["enum"]:
        schema["enum"] = [*schema["enum"], None]
    return schema
