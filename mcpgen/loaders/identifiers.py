"""Where the `$id`s and anchors of a file are (JSON Schema 2020-12 core, 8.2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice
from urllib.parse import urljoin

from mcpgen.loaders.library import File, normal
from mcpgen.loaders.pointers import escape, step
from mcpgen.model import Json, is_array, is_object

_DATA = frozenset({"example", "examples", "default", "const", "enum"})
_ANCHORS = ("$anchor", "$dynamicAnchor")


def base_of(file: File) -> str:
    """Give what the file's own references are resolved against: its URI, or OpenAPI 3.2's `$self`."""
    own = file.root.get("$self") if is_object(file.root) else None
    return normal(_joined(file.uri, own)) if isinstance(own, str) else file.uri


def places(file: File) -> dict[str, str]:
    """Give the pointer of each absolute `$id` and `$id#anchor` in a file; computed once."""
    if file.places is None:
        file.places = dict(_walk(file))
    return file.places


class Index:
    """Finds files and schemas by the names they give themselves, among all files read so far."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self._files = files
        self._done = 0
        self._found: dict[str, tuple[File, str]] = {}

    def find(self, uri: str) -> tuple[File, str] | None:
        """Give the file and the pointer of a `$self` or `$id`; the first one read has the name."""
        for file in islice(self._files.values(), self._done, None):
            self._found.setdefault(base_of(file), (file, ""))
            for name, pointer in places(file).items():
                self._found.setdefault(name, (file, pointer))
        self._done = len(self._files)
        return self._found.get(uri)


def base_at(file: File, keys: list[str]) -> str:
    """Give the base URI that holds at a place: that of the nearest `$id` at or above it."""
    base, value = base_of(file), file.root
    for key in [None, *keys]:
        value = value if key is None else step(value, key)
        own = value.get("$id") if is_object(value) else None
        if isinstance(own, str):
            base = _joined(base, own)
    return base


def _walk(file: File) -> Iterator[tuple[str, str]]:
    stack: list[tuple[Json, str, str]] = [(file.root, "", base_of(file))]
    while stack:
        value, pointer, base = stack.pop()
        if is_object(value):
            own = value.get("$id")
            if isinstance(own, str):
                base = _joined(base, own)
                yield normal(base.partition("#")[0]), pointer
            for key in _ANCHORS:
                if isinstance(value.get(key), str):
                    yield f"{normal(base)}#{value[key]}", pointer
            stack.extend(
                (child, f"{pointer}/{escape(key)}", base)
                for key, child in value.items()
                if key not in _DATA
            )
        elif is_array(value):
            stack.extend((child, f"{pointer}/{index}", base) for index, child in enumerate(value))


def _joined(base: str, reference: str) -> str:
    try:
        return urljoin(base, reference).rstrip("#")
    except ValueError:
        return base
