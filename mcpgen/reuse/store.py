"""`.mcpgen/cache.gz`: what the last generation worked out. A line that says what it is good for, then, each as JSON, a head and the modules."""

from __future__ import annotations

import gzip
import json
import os
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
_USED: Final = ("datamodel-code-generator", "pydantic", "jinja2", "black", "jsonschema")
# Nanoseconds that a store is dated before the manifest beside which it was written: no checkout dates them so.
_BEFORE: Final = 3_600_000_000_000
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
    """Everything that is kept.

    `ids` are the operationIds, `tools` the keys of each module's operations, `lines` the modules as they are written. `types` is the hash of what
    `schemas.py` was made of.
    """

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


def _purpose(root: Path, config: str) -> str:
    """What a store is good for: this program, what mcpgen.yaml says, and the manifest."""
    manifest = sha256((root / MANIFEST).read_bytes()).hexdigest()
    return _hash_of([code_hash(), config, manifest])


def _date(root: Path) -> int:
    """When a store is dated that was written beside this manifest; with it nothing is taken over that came with a commit."""
    return (root / MANIFEST).stat().st_mtime_ns - _BEFORE


def read_store(root: Path, config: str) -> Store | None:
    """Read what is kept with a project; None where there is nothing of use."""
    try:
        found = Folder(root).read(CACHE)
        if found is None or (root / CACHE).stat().st_mtime_ns != _date(root):
            return None
        lines = _unpacked(found.raw, _purpose(root, config))
        return _store(lines) if lines else None
    except (Unreachable, OSError, ValueError, KeyError, TypeError, AttributeError, zlib.error):
        return None


def _unpacked(raw: bytes, purpose: str) -> list[str] | None:
    """The lines behind the first, which is looked at before they are unpacked."""
    packed = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    if packed.decompress(raw, len(purpose) + 1) != f"{purpose}\n".encode():
        return None
    text = packed.decompress(packed.unconsumed_tail, _MOST)
    if not packed.eof:
        raise ValueError("cut off, or too long")
    return text.decode("ascii").splitlines()


def _store(lines: list[str]) -> Store:
    head: JsonObject = json.loads(lines[0])
    head["lines"] = dict(zip(head.pop("modules"), lines[1:], strict=True))
    store: Store = codec.read(Store, list(head.values()))
    return store


def keep(store: Store, root: Path, config: str) -> None:
    """Write what is to be kept; where that cannot be done, nothing is."""
    names = [name for name in Store.__dataclass_fields__ if name != "lines"]
    row = codec.write(store)
    head = {**dict(zip(names, row, strict=False)), "modules": list(store.lines)}
    try:
        text = "\n".join([_purpose(root, config), _dump(head), *store.lines.values()]) + "\n"
        folder, raw = Folder(root), gzip.compress(text.encode("ascii"), 1, mtime=0)
        known = folder.read(CACHE)
        if known is None or known.raw != raw:
            fresh = folder.place(f"{CACHE}.new")
            fresh.write_bytes(raw)
            fresh.replace(folder.place(CACHE))
        os.utime(folder.place(CACHE), ns=(_date(root), _date(root)))
    except (OSError, Unreachable):
        return
