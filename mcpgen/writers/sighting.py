"""Each generated file beside what is on disk: the six states that it can be in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import PurePosixPath

from mcpgen.files import File
from mcpgen.writers.disk import Folder, Found, Unreachable, digest
from mcpgen.writers.manifest import FileRecord, Manifest


class State(StrEnum):
    """What is on disk, against what was generated last and what is generated now."""

    NEW = "new"  # not there, and never was
    GONE = "gone"  # not there, but was generated
    FOREIGN = "foreign"  # there, but never generated
    CURRENT = "current"  # there, exactly as generated now
    PRISTINE = "pristine"  # there, exactly as generated last
    EDITED = "edited"
    BLOCKED = "blocked"  # must not be read or written


@dataclass(frozen=True, slots=True, kw_only=True)
class Past:
    """What is remembered of the last generation: its manifest, and the texts of merged files by id."""

    manifest: Manifest
    base: Mapping[str, str]

    def text(self, file_id: str) -> str | None:
        """A merged file as generated last; None when that is not known for certain."""
        record = self.manifest.files.get(file_id)
        text = self.base.get(file_id)
        return text if text is not None and record and digest(text) == record.sha256 else None

    def known_as(self, files: Sequence[File]) -> Past:
        """The same under the ids of now: a file whose id has changed is the one that was at its path."""
        ids = {file.path: file.id for file in files}
        given = set(ids.values())
        names = {
            old: ids.get(record.path, old)
            for old, record in self.manifest.files.items()
            if old not in given
        }
        records = {names.get(old, old): each for old, each in self.manifest.files.items()}
        base = {names.get(old, old): text for old, text in self.base.items()}
        return Past(manifest=replace(self.manifest, files=records), base=base)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sighting:
    """A generated file and its counterpart at `path`. `old_path` is set where our own layout moved it."""

    file: File
    path: str
    state: State
    found: Found | None = None
    record: FileRecord | None = None
    old_path: str = ""
    moved: bool = False  # by its owner
    trouble: str = ""


def look(files: Sequence[File], folder: Folder, past: Past) -> list[Sighting]:
    """Look at each file where it should be, then where it was, then where its owner may have moved it."""
    seen = [_look(file, folder, past.manifest.files.get(file.id)) for file in files]
    missing = {each.file.id: each.record for each in seen if each.state is State.GONE}
    places = find_moved({key: each for key, each in missing.items() if each}, folder, past)
    return [
        _at(each, places[each.file.id], folder) if each.file.id in places else each for each in seen
    ]


def find_moved(missing: Mapping[str, FileRecord], folder: Folder, past: Past) -> dict[str, str]:
    """Where files that are not in their place are: by the id in the header; without one, by name and content.

    As to git, a file of the same name is the one that moved where at least half of its lines are as they were generated. An id
    or a likeness that two files have is nobody's.
    """
    if not missing:
        return {}
    places = folder.find_marked(missing)
    others = {key: each for key, each in missing.items() if key not in places}
    known = {record.path for record in past.manifest.files.values()}
    named = folder.find_named({PurePosixPath(each.path).name for each in others.values()})
    for key, record in others.items():
        found = [
            path for path in named.get(PurePosixPath(record.path).name, ()) if path not in known
        ]
        alike = [path for path in found if _is_alike(path, record, past.base.get(key), folder)]
        if len(alike) == 1:
            places[key] = alike[0]
    return places


def _is_alike(path: str, record: FileRecord, base: str | None, folder: Folder) -> bool:
    try:
        found = folder.read(path)
    except Unreachable:
        return False
    if found is None or found.text is None:
        return False
    if found.digest == record.sha256:
        return True
    lines = Counter(line for line in (base or "").splitlines() if line.strip())
    kept = lines & Counter(found.text.splitlines())
    return kept.total() * 2 >= lines.total() > 0


def _look(file: File, folder: Folder, record: FileRecord | None) -> Sighting:
    blank = Sighting(file=file, path=file.path, state=State.NEW, record=record)
    try:
        found = folder.read(file.path)
        if found is None and record and record.path != file.path:
            found = folder.read(record.path)
            if found is not None:
                blank = replace(blank, old_path=record.path)
    except Unreachable as trouble:
        return replace(blank, state=State.BLOCKED, trouble=str(trouble))
    return replace(blank, found=found, state=_state(file, found, record))


def _at(sighting: Sighting, path: str, folder: Folder) -> Sighting:
    try:
        found = folder.read(path)
    except Unreachable:
        return sighting
    state = _state(sighting.file, found, sighting.record)
    return replace(sighting, path=path, found=found, state=state, moved=True)


def _state(file: File, found: Found | None, record: FileRecord | None) -> State:
    if found is None:
        return State.GONE if record else State.NEW
    if found.text == file.text:
        return State.CURRENT
    if record is None:
        return State.FOREIGN
    return State.PRISTINE if found.digest == record.sha256 else State.EDITED
