"""JSON pointers (RFC 6901) as they occur in the fragments of references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from mcpgen.model import Json, is_array, is_object

MISSING: Final = object()


def step(value: Json, key: str) -> Json:
    """Give a member of an object or an item of an array, `MISSING` where there is none."""
    if is_object(value):
        return value.get(key, MISSING)
    if is_array(value) and key.isdecimal() and int(key) < len(value):
        return value[int(key)]
    return MISSING


def escape(key: str) -> str:
    """Write a key as a token of a pointer."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def split(pointer: str) -> list[str]:
    """Give the keys of a pointer; `""` has none."""
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def join(keys: Iterable[str]) -> str:
    """Write a pointer."""
    return "".join(f"/{escape(key)}" for key in keys)
