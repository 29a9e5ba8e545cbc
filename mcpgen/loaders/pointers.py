"""JSON pointers (RFC 6901) as they occur in the fragments of references."""

from __future__ import annotations

from collections.abc import Iterable


def escape(key: str) -> str:
    """Write a key as a token of a pointer."""
    return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key


def split(pointer: str) -> list[str]:
    """Give the keys of a pointer; `""` has none."""
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def join(keys: Iterable[str]) -> str:
    """Write a pointer."""
    return "".join(f"/{escape(key)}" for key in keys)
