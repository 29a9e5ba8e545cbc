"""Operations whose operationId changed although method and path are the same."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.model import Json, JsonObject, is_object

_METHODS = frozenset({"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"})


def renamed_operations(old: JsonObject, new: JsonObject) -> Iterator[tuple[str, str, str]]:
    """Key, old and new operationId, from two bundled descriptions."""
    before, after = dict(_operation_ids(old)), dict(_operation_ids(new))
    for key, name in after.items():
        if before.get(key, name) != name:
            yield key, before[key], name


def _operation_ids(bundle: JsonObject) -> Iterator[tuple[str, str]]:
    for each in bundle.get("descriptions") or [bundle]:
        documents: dict[str, Json] = each.get("documents") or {}
        for document in documents.values():
            if is_object(document) and is_object(document.get("paths")):
                yield from _in_paths(document["paths"])


def _in_paths(paths: JsonObject) -> Iterator[tuple[str, str]]:
    for path, item in paths.items():
        for method, operation in item.items() if is_object(item) else ():
            if method in _METHODS and is_object(operation):
                name = operation.get("operationId")
                if isinstance(name, str):
                    yield f"{method.upper()} {path}", name
