"""The journal of one writing: enough to finish it, or to take it back, after a stop at any point.

Before the first file of the project changes, `.mcpgen/stage/` holds every new content, `.mcpgen/backup/` every old one, and
then `.mcpgen/journal.json` says so. While it is there, each step can be done or undone again: one rename or removal each.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Final

from mcpgen.writers.disk import MEMORY, Folder

STAGE: Final = f"{MEMORY}/stage"
BACKUP: Final = f"{MEMORY}/backup"
JOURNAL: Final = f"{MEMORY}/journal.json"
_CACHE: Final = "__pycache__"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One file of the project. `before` and `after` are hashes of its bytes, empty where there is no file."""

    path: str
    staged: str
    before: str
    after: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Journal:
    """The steps of one writing in their order; `undo` once it was decided to take them back."""

    steps: tuple[Step, ...]
    undo: bool = False


def fingerprint(raw: bytes | None) -> str:
    """The hash of a file's bytes, empty for no file."""
    return "" if raw is None else hashlib.sha256(raw).hexdigest()


def write_journal(journal: Journal, folder: Folder) -> None:
    """Put the journal in its place, whole."""
    staged = folder.place(f"{STAGE}/journal")
    steps = [
        {each.name: getattr(step, each.name) for each in fields(step)} for step in journal.steps
    ]
    write_file(staged, json.dumps({"steps": steps, "undo": journal.undo}).encode())
    staged.replace(folder.place(JOURNAL))


def read_journal(folder: Folder) -> Journal | None:
    """Read the journal that an interrupted run left, if one did."""
    try:
        value = json.loads(folder.place(JOURNAL).read_bytes())
        steps = tuple(Step(**each) for each in value["steps"])
    except (FileNotFoundError, NotADirectoryError):
        return None
    return Journal(steps=steps, undo=value["undo"])


def finish(journal: Journal, folder: Folder) -> None:
    """Do every step that was not done yet, and forget the journal."""
    for step in journal.steps:
        _do(step, folder)
    _forget(journal.steps, folder)


def take_back(journal: Journal, folder: Folder) -> None:
    """Undo every step whose result nobody has changed since, and forget the journal."""
    write_journal(replace(journal, undo=True), folder)
    for step in reversed(journal.steps):
        if current(step, folder) == step.after:
            _undo(step, folder)
    _forget(journal.steps, folder)


def current(step: Step, folder: Folder) -> str:
    """The hash of what is in the step's place now."""
    found = folder.read(step.path)
    return fingerprint(found.raw if found else None)


def _do(step: Step, folder: Folder) -> None:
    target = folder.place(step.path)
    if step.after:
        _move(folder.place(f"{STAGE}/{step.staged}"), target)
    else:
        target.unlink(missing_ok=True)


def _move(staged: Path, target: Path) -> None:
    """Put a staged file in its place, unless it is there by now."""
    try:
        staged.replace(target)
    except FileNotFoundError:  # the file, or a folder for it
        if staged.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            staged.replace(target)


def _undo(step: Step, folder: Folder) -> None:
    target = folder.place(step.path)
    if step.before:
        restored = folder.place(f"{STAGE}/restored")
        shutil.copy2(folder.place(f"{BACKUP}/{step.path}"), restored)
        target.parent.mkdir(parents=True, exist_ok=True)
        restored.replace(target)
    else:
        target.unlink(missing_ok=True)


def _forget(steps: Sequence[Step], folder: Folder) -> None:
    """Remove what is needed no more: folders that have become empty, the journal, and then the stage."""
    for parent in {folder.place(step.path).parent for step in steps if not step.after}:
        _prune(parent, folder.root)
    folder.place(JOURNAL).unlink(missing_ok=True)
    clear_stage(folder)


def clear_stage(folder: Folder) -> None:
    """Remove what was staged."""
    shutil.rmtree(folder.place(STAGE), ignore_errors=True)


def set_aside(path: str, folder: Folder) -> None:
    """Remove a folder together with what is staged: file systems are slow to write while they forget many files."""
    place = folder.place(path)
    if place.exists():
        stage = folder.place(STAGE)
        stage.mkdir(parents=True)
        place.rename(stage / place.name)


def _prune(place: Path, root: Path) -> None:
    """Remove a folder that holds nothing but compiled Python, and then the one above it."""
    while place != root and place.is_dir():
        names = [each.name for each in place.iterdir()]
        if names not in ([], [_CACHE]):
            return
        shutil.rmtree(place)
        place = place.parent


def keep_file(place: Path, backup: Path) -> None:
    """Keep a file that is about to be replaced: by a second name for it where there can be one, else by a copy."""
    backup.parent.mkdir(parents=True, exist_ok=True)
    try:
        backup.hardlink_to(place)
    except OSError:
        shutil.copy2(place, backup)


def write_file(place: Path, raw: bytes, mode: int | None = None) -> None:
    """Write a file that is on the disk, not only in its cache, when this returns."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with place.open("wb") as file:
        file.write(raw)
        file.flush()
        os.fsync(file.fileno())
    if mode is not None:
        place.chmod(mode)
