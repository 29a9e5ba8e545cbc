"""The owner's version of a part beside the generated one: to be shown, and to be given up for it."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from mcpgen.files import Ownership
from mcpgen.writers.base import read_base
from mcpgen.writers.changes import Change, ChangeKind
from mcpgen.writers.disk import Folder, Unreachable, found
from mcpgen.writers.manifest import Manifest
from mcpgen.writers.merge import Sides, Unmergeable, merge
from mcpgen.writers.merge.code import made_by, parse, read_by
from mcpgen.writers.merge.module import IMPORT, TYPE_CHECKING, join, split, tree_of
from mcpgen.writers.merge.parts import Part, arrange
from mcpgen.writers.sighting import Past, find_moved

# What becomes of a function that is no longer generated.
REMOVED: Final = "is removed"
IN_USE: Final = "stays, since your code there uses it"


@dataclass(frozen=True, slots=True, kw_only=True)
class Own:
    """A file: as its owner has it (empty where it was deleted), and as it was generated last."""

    id: str
    path: str
    ours: str
    generated: str
    raw: bytes | None = None

    def diff(self) -> Iterator[str]:
        """Lines of a unified diff, from the generated version to the owner's: `+` is the owner's."""
        return unified(self.path, self.generated, self.ours)


def unified(path: str, old: str, new: str) -> Iterator[str]:
    """Lines of a unified diff, without their ends."""
    lines = difflib.unified_diff(
        old.splitlines(), new.splitlines(), f"a/{path}", f"b/{path}", lineterm=""
    )
    yield from lines


def own_files(root: Path, manifest: Manifest) -> Iterator[Own]:
    """Every merged file that is not as it was generated."""
    folder, base = Folder(root), read_base(root)
    records = {key: each for key, each in manifest.files.items() if key in base}
    missing = {key: each for key, each in records.items() if not (root / each.path).exists()}
    moved = find_moved(missing, folder, Past(manifest=manifest, base=base))
    for key, record in sorted(records.items(), key=lambda item: item[1].path):
        path = moved.get(key, record.path)
        try:
            there = folder.read(path)
        except Unreachable:
            continue
        ours = there.text if there else ""
        if record.ownership is Ownership.MERGED and ours is not None and ours != base[key]:
            raw = there.raw if there else None
            yield Own(id=key, path=path, ours=ours, generated=base[key], raw=raw)


def only_function(own: Own, name: str) -> Own | None:
    """The file as far as one function is concerned; None where it has none of that name that differs."""
    mine, theirs = _parts(own.ours), _parts(own.generated)
    ours, generated = (join([each[name]]) if name in each else "" for each in (mine, theirs))
    if ours.strip() == generated.strip():
        return None
    return replace(own, ours=ours, generated=generated)


def _parts(text: str) -> Mapping[str, Part]:
    try:
        return split(text)
    except SyntaxError:
        return {}


def taken(own: Own, name: str = "") -> Change | None:
    """The change that takes the generated version: of the file, or of one function of it; None where that cannot be.

    A function that is no longer generated goes, unless what its owner wrote uses it; the reason then says which.
    """
    text = _with_function(own, name) if name else own.generated
    if text is None:
        return None
    reason = ""
    if name and name not in _parts(own.generated):
        reason = IN_USE if name in _parts(text) else REMOVED
    kind = ChangeKind.UPDATE if own.raw is not None else ChangeKind.CREATE
    after = text.encode() if own.raw is None else found(own.raw).encode(text)
    return Change(path=own.path, kind=kind, reason=reason, before=own.raw, after=after)


def _imported_for(
    part: Part, mine: Mapping[str, Part], theirs: Mapping[str, Part]
) -> dict[str, Part]:
    """The imports that a part reads from, as if they had been generated: nobody's once nothing reads them any more."""
    read = read_by(parse(part.text))
    found: dict[str, Part] = {}
    for key, own in mine.items():
        if key.startswith(IMPORT) and key != TYPE_CHECKING and made_by(tree_of([own])) & read:
            found[key] = _both_import(own, theirs[key]) if key in theirs else own
    return found


def _both_import(one: Part, other: Part) -> Part:
    """An import of all names of two, which are from the same module."""
    names = {
        ast.unparse(alias): None
        for part in (one, other)
        for node in ast.walk(parse(part.text))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return (
        replace(one, text=f"{one.key.removeprefix(IMPORT)} import {', '.join(names)}\n")
        if names
        else one
    )


def _with_function(own: Own, name: str) -> str | None:
    """A merge in which this function is all that was generated anew, so that its imports come along."""
    mine, theirs = dict(_parts(own.ours)), dict(_parts(own.generated))
    if name not in theirs and name not in mine:
        return None
    before = {key: part for key, part in theirs.items() if key != name}
    if name in mine:
        order = list(dict.fromkeys([*theirs, name]))
        placed = arrange({**before, name: mine[name]}, order, theirs)
        before = {part.key: part for part in placed}
        before |= _imported_for(mine[name], mine, theirs)
    try:
        sides = Sides(base=join(before.values()), ours=own.ours, theirs=own.generated)
        return merge(own.path, sides).text
    except Unmergeable:
        return None
