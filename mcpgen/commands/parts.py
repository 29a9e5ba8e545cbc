"""The parts of a project that a person may name: a tool, or a path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mcpgen.diagnostics import Diagnostics
from mcpgen.files import Ownership
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.planners.names import function_name
from mcpgen.sources import read_project
from mcpgen.writers import (
    Manifest,
    Own,
    only_function,
    own_files,
    read_manifest,
    recover,
    tell_no_project,
)
from mcpgen.writers.disk import MEMORY, Found, found


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnPart:
    """A file, or one function of it, where it is not as it was generated; `shown` is cut down to the function.

    A `dropped` function is no longer generated.
    """

    own: Own
    shown: Own
    function: str = ""
    dropped: bool = False


def open_project(root: Path, diagnostics: Diagnostics) -> Manifest | None:
    """The manifest of a project; None after an error was reported."""
    recover(root, diagnostics)
    manifest = read_manifest(root, diagnostics)
    if manifest is None and not diagnostics.failed:
        tell_no_project(root, diagnostics)
    return manifest


def own_parts(name: str, root: Path, manifest: Manifest) -> list[OwnPart] | None:
    """What of a project is not as it was generated: of a tool, of a path, or (without a name) all of it.

    None where nothing is called so.
    """
    files = [*own_files(root, manifest), *_edited(name, root, manifest)]
    if not name:
        return [OwnPart(own=each, shown=each) for each in files]
    functions = dict(_functions(name, manifest))
    if functions:
        return [part for own in files if (part := _part(own, functions))]
    kept = dict(_dropped(name, manifest))
    if kept:
        return [part for own in files if (part := _part(own, kept, dropped=True))]
    path = _path(name, root)
    if path not in _paths(manifest) and path not in {each.path for each in files}:
        return None
    return [OwnPart(own=each, shown=each) for each in files if each.path == path]


def is_owners(name: str, root: Path, manifest: Manifest) -> bool:
    """Whether a path is that of a file which is written once, and then its owner's."""
    path = _path(name, root)
    records = manifest.files.values()
    return any(each.path == path and each.ownership is Ownership.YOURS for each in records)


def _edited(name: str, root: Path, manifest: Manifest) -> Iterator[Own]:
    """The edited files that are only generated; these are not remembered, so they are made again."""
    wanted = _path(name, root) if name else ""
    edited: dict[str, Found] = {}
    for key, record in manifest.files.items():
        if record.ownership is Ownership.GENERATED and wanted in {"", record.path}:
            there = _changed(root / record.path, record.sha256)
            if there is not None and not record.path.startswith(f"{MEMORY}/"):
                edited[key] = there
    if not edited:
        return
    notes = Diagnostics()
    inputs = read_project(root, policy=Policy(), diagnostics=notes, offline=True)
    for file in make(inputs, notes).files if inputs else ():
        mine = edited.get(file.id)
        if mine is not None:
            text = mine.text or ""
            yield Own(id=file.id, path=file.path, ours=text, generated=file.text, raw=mine.raw)


def _changed(path: Path, sha256: str) -> Found | None:
    """A file that is not as it was generated; None where it is, or cannot be read as text."""
    try:
        there = found(path.read_bytes())
    except OSError:
        return None
    return None if there.text is None or there.digest == sha256 else there


def _functions(name: str, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """By the id of the file: the function of a tool, and that of its test."""
    for tool in manifest.tools.values():
        if tool.name == name:
            module, _, function = tool.function.partition(".")
            yield f"tools/{module}", function
            yield f"tests/{module}", f"test_{function}"


def _dropped(name: str, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """The same of a tool that is no more, where its owner's work kept them; a function's own name does as well."""
    function = function_name(name)
    for key, record in manifest.files.items():
        for part in record.dropped:
            if part in {function, f"test_{function}"}:
                yield key, part


def _part(own: Own, functions: dict[str, str], *, dropped: bool = False) -> OwnPart | None:
    function = functions.get(own.id, "")
    shown = only_function(own, function) if function else None
    if shown is None or (dropped and shown.generated):  # it is generated again
        return None
    return OwnPart(own=own, shown=shown, function=function, dropped=dropped)


def _path(name: str, root: Path) -> str:
    """A path as the project calls it, whether it is given from there or from here."""
    place = Path(name)
    if place.is_absolute() or place.exists():
        try:
            return place.resolve().relative_to(root.resolve()).as_posix()
        except ValueError:
            pass
    return place.as_posix()


def _paths(manifest: Manifest) -> set[str]:
    return {record.path for record in manifest.files.values()}
