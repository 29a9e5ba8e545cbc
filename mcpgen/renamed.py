"""Operations whose operationId changed although method and path are the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.model import Json, JsonObject, is_object

_METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})


def renamed_operations(
    before: Mapping[str, str], after: Mapping[str, str]
) -> Iterator[tuple[str, str, str]]:
    """Key, old and new operationId, from those of two descriptions."""
    for key, name in after.items():
        if before.get(key, name) != name:
            yield key, before[key], name


def operation_ids(bundle: JsonObject) -> dict[str, str]:
    """The operationIds of a bundled description, by the keys of operations."""
    found: dict[str, str] = {}
    for each in bundle.get("descriptions") or [bundle]:
        documents: dict[str, Json] = each.get("documents") or {}
        for document in documents.values():
            if is_object(document) and is_object(document.get("paths")):
                found |= _in_paths(document["paths"])
    return found


def _in_paths(paths: JsonObject) -> Iterator[tuple[str, str]]:
    for path, item in paths.items():
        for method, operation in item.items() if is_object(item) else ():
            if method in _METHODS and is_object(operation):
                name = operation.get("operationId")
                if isinstance(name, str):
                    yield f"{method.upper()} {path}", name
