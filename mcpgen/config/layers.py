"""`extends`: files whose choices hold wherever the project's own file makes none."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from mcpgen.model import Json, JsonObject, Origin, is_array, is_object

_URL = re.compile(r"https?://", re.IGNORECASE)
_MOST = 8  # files one above the other
_MOST_BYTES = 1 << 20
# Where content blocks stand: under this key of each entry.
BLOCKS: Mapping[str, str] = {"tools": "blocks", "prompts": "messages"}

# Gives the text of a file that is extended, by its path, or raises ValueError with a reason.
Fetch = Callable[[Path], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One file: `path` as findings call it, its text and what that says."""

    path: str
    text: str
    value: JsonObject

    def holds(self, keys: Iterable[str | int]) -> bool:
        """Whether there is something under these keys."""
        value: Json = self.value
        for key in keys:
            if not _has(value, key):
                return False
            value = value[key]
        return True


def _has(value: Json, key: str | int) -> bool:
    if is_object(value):
        return key in value
    return is_array(value) and isinstance(key, int) and 0 <= key < len(value)


def origin_of(layers: tuple[Layer, ...], keys: tuple[str | int, ...]) -> Origin | None:
    """The place of a key in the first file that holds it, else of the nearest key around it in the first file."""
    if not layers:
        return None
    layer = next((each for each in layers if each.holds(keys)), layers[0])
    return Origin(layer.path).child(*keys)


def joined(own: Json, shared: Json) -> Json:
    """Both, `own` winning: mappings are joined key by key, anything else is replaced."""
    if not (is_object(own) and is_object(shared)):
        return own
    missing = {key: value for key, value in shared.items() if key not in own}
    return {**{key: joined(value, shared.get(key)) for key, value in own.items()}, **missing}


def extended(path: Path, reference: str, above: tuple[Path, ...]) -> Path:
    """The file that `path` extends; ValueError when it must not be one. `above` are those that led here."""
    target = Path(os.path.normpath(path.parent / reference))
    if target.resolve() in {each.resolve() for each in above}:
        raise ValueError(
            f"`{reference}` extends this file again, so neither would ever be complete"
        )
    if len(above) >= _MOST:
        raise ValueError(f"more than {_MOST} files extend one another")
    return target


def read_shared(path: Path) -> str:
    """The text of a file; ValueError says why it cannot be had."""
    try:
        if not path.is_file():
            raise ValueError("there is no such file")
        if path.stat().st_size > _MOST_BYTES:
            raise ValueError(f"it has more than {_MOST_BYTES:,} bytes")
        return path.read_text(encoding="utf-8")
    except OSError as problem:
        raise ValueError(f"it cannot be read ({problem.strerror})") from problem
    except UnicodeDecodeError as problem:
        raise ValueError("it is not text in UTF-8") from problem


def rebased(value: JsonObject, rebase: Callable[[str], str]) -> JsonObject:
    """The same with every relative path to a description, an overlay or another file made anew by `rebase`."""
    made = dict(value)
    if "openapi" in value:
        made["openapi"] = _source(value["openapi"], rebase)
    if "resources" in value:
        made["resources"] = {key: _file(each, rebase) for key, each in value["resources"].items()}
    for key, blocks in BLOCKS.items():
        if key in value:
            made[key] = {name: _files(each, blocks, rebase) for name, each in value[key].items()}
    return made


def _file(resource: JsonObject, rebase: Callable[[str], str]) -> JsonObject:
    return {**resource, "file": rebase(resource["file"])} if "file" in resource else resource


def _files(entry: JsonObject, key: str, rebase: Callable[[str], str]) -> JsonObject:
    """The content blocks in a list of an entry."""
    return {**entry, key: [_file(each, rebase) for each in entry[key]]} if key in entry else entry


def rebased_source(source: str, rebase: Callable[[str], str]) -> str:
    """A description's path made anew; its URL, or `-`, as it is."""
    return source if _URL.match(source) or source == "-" else rebase(source)


def _source(value: Json, rebase: Callable[[str], str]) -> Json:
    if isinstance(value, str):
        return rebased_source(value, rebase)
    if is_array(value):
        return [_source(item, rebase) for item in value]
    made: dict[str, Json] = {**value, "source": _source(value["source"], rebase)}
    if "overlays" in value:
        made["overlays"] = [rebase(item) for item in value["overlays"]]
    return made


def moved(path: Path, folder: Path) -> Callable[[str], str]:
    """Makes paths relative to `path`'s folder relative to `folder`."""
    return lambda reference: Path(os.path.relpath(path.parent / reference, folder)).as_posix()


def from_memory(texts: Mapping[str, str], root: Path) -> Fetch:
    """Files as they were when the project was generated, by their paths from its folder."""

    def fetch(path: Path) -> str:
        name = Path(os.path.relpath(path, root)).as_posix()
        if name not in texts:
            raise ValueError("there is no copy of it in the project; run `mcpgen regenerate`")
        return texts[name]

    return fetch
