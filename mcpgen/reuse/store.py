"""`.mcpgen/cache.gz`: what the last generation worked out; a head, and a line for each module, each of them JSON."""

from __future__ import annotations

import gzip
import json
import platform
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Final

from mcpgen.model import Json, JsonObject
from mcpgen.planners.known import Worked
from mcpgen.planners.plan import Module, Plan
from mcpgen.resources import specs_dir, templates_dir
from mcpgen.reuse import codec
from mcpgen.reuse.prints import Hashes
from mcpgen.writers.disk import MEMORY, Folder, Unreachable
from mcpgen.writers.manifest import MANIFEST

CACHE: Final = f"{MEMORY}/cache.gz"
_MOST: Final = 1 << 29  # bytes, unpacked
_USED: Final = ("datamodel-code-generator", "jinja2", "black", "jsonschema")
_dump: Final = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A module without its tools, these as worked out, and the ids of the files that it became; `final` where it was changed before."""

    bare: Module
    worked: tuple[Worked, ...]
    final: Module | None
    files: tuple[str, ...]

    @property
    def module(self) -> Module:
        """The module as it was rendered."""
        return self.final or replace(self.bare, tools=tuple(each.tool for each in self.worked))


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept of a description: its hashes, what of it is `troubled`, and the names of its definitions by pointer."""

    hashes: Hashes
    troubled: tuple[str, ...]
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Store:
    """Everything that is kept, and the hashes of what it depends on beside the descriptions: `code`, `manifest` and `config`.

    `ids` are the operationIds, `tools` the keys of each module's operations, `lines` the modules as they are written.
    """

    code: str
    manifest: str
    config: str
    descriptions: tuple[Kept, ...]
    ids: Mapping[str, str]
    tools: Mapping[str, tuple[str, ...]]
    types: str = ""
    lines: Mapping[str, str] = field(default_factory=dict[str, str])

    def entry(self, module: str) -> Entry:
        """Read what is kept of a module."""
        value: Entry = codec.read(Entry, json.loads(self.lines[module]))
        return value


def line_of(entry: Entry) -> str:
    """What is kept of a module, as it is written."""
    return _dump(codec.write(entry))


@cache
def code_hash() -> str:
    """A hash of this program and of what it writes code with: what another one worked out is of no use."""
    found = sha256(platform.python_version().encode())
    for name in _USED:
        found.update(version(name).encode())
    for path in _sources():
        found.update(str(path).encode() + path.read_bytes())
    return found.hexdigest()


def _sources() -> Iterator[Path]:
    package = Path(__file__).parents[1]
    yield from sorted(package.rglob("*.py"))
    yield from sorted(
        path for path in templates_dir().rglob("*") if path.suffix in {".py", ".jinja"}
    )
    yield specs_dir() / "capability.schema.json"


def config_hash(text: str, bundle: JsonObject) -> str:
    """A hash of an mcpgen.yaml and of the files that it extends or gives, as far as they are remembered."""
    return _hash_of([text, bundle.get("extends"), bundle.get("files")])


def types_hash(plan: Plan) -> str:
    """A hash of what `schemas.py` is made of."""
    return _hash_of([plan.title, plan.types.definitions])


def _hash_of(value: Json) -> str:
    return sha256(_dump(value).encode()).hexdigest()


def manifest_hash(root: Path) -> str:
    """A hash of the manifest that a store belongs to."""
    return sha256((root / MANIFEST).read_bytes()).hexdigest()


def read_store(root: Path) -> Store | None:
    """Read what is kept with a project; None where there is nothing of use."""
    try:
        found = Folder(root).read(CACHE)
        return _store(_unpacked(found.raw), root) if found else None
    except (Unreachable, OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error):
        return None


def _unpacked(raw: bytes) -> list[str]:
    packed = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    text = packed.decompress(raw, _MOST)
    if not packed.eof:
        raise ValueError("cut off, or too long")
    return text.decode("ascii").splitlines()


def _store(lines: list[str], root: Path) -> Store | None:
    head: JsonObject = json.loads(lines[0])
    fits = head["code"] == code_hash() and head["manifest"] == manifest_hash(root)
    head["lines"] = dict(zip(head.pop("modules"), lines[1:], strict=True))
    return codec.read(Store, list(head.values())) if fits else None


def keep(store: Store, root: Path) -> None:
    """Write what is to be kept; where that cannot be done, nothing is."""
    names = [name for name in Store.__dataclass_fields__ if name != "lines"]
    row = codec.write(store)
    head = {**dict(zip(names, row, strict=False)), "modules": list(store.lines)}
    text = "\n".join([_dump(head), *store.lines.values()]) + "\n"
    try:
        folder, raw = Folder(root), gzip.compress(text.encode("ascii"), 1, mtime=0)
        known = folder.read(CACHE)
        if known is None or known.raw != raw:
            fresh = folder.place(f"{CACHE}.new")
            fresh.write_bytes(raw)
            fresh.replace(folder.place(CACHE))
    except (OSError, Unreachable):
        return
