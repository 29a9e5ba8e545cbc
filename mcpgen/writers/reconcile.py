"""Files as generated, the project as it is, and what was generated last: what has to happen to each file.

Nothing is written here. One file that cannot be merged never keeps the others from being brought up to date.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from mcpgen.diagnostics import Diagnostics
from mcpgen.files import File, Ownership
from mcpgen.model import Origin
from mcpgen.writers.base import read_base
from mcpgen.writers.carry import carry, moved_functions
from mcpgen.writers.changes import Change, ChangeKind, Changes
from mcpgen.writers.disk import MEMORY, Folder, Unreachable
from mcpgen.writers.lacking import tell_lacking
from mcpgen.writers.manifest import MANIFEST, Manifest, ToolRecord
from mcpgen.writers.memory import remember
from mcpgen.writers.merge import Sides
from mcpgen.writers.occupied import has_lost_memory, occupants
from mcpgen.writers.settle import Verdict, settle, settle_stale
from mcpgen.writers.sighting import Past, Sighting, State, look
from mcpgen.writers.waiting import kept_parts, tell_waiting


def reconcile(
    files: Sequence[File],
    root: Path,
    *,
    manifest: Manifest | None,
    tools: Mapping[str, ToolRecord],
    diagnostics: Diagnostics,
    force: bool = False,
    keep: bool = False,
    welcome: frozenset[str] = frozenset(),
) -> Changes:
    """Say what has to happen to each file of a project for it to be up to date.

    `manifest` is the project's own, None for a first generation; `welcome` are names that may stand in its folder then.
    `force` takes back the edits and deletions of generated files; `keep` goes on past those that must not be overwritten,
    with a warning in place of an error. Every refusal and clash is reported.
    """
    folder = Folder(root)
    if taken := tuple(_in_the_way(files, folder, manifest, welcome)):
        for change in taken:
            code = "MG414" if change.path in {MEMORY, "."} else "MG412"
            diagnostics.report(code, f"this {change.reason}", Origin(change.path))
        return Changes(files=taken)
    past = Past(manifest=manifest or Manifest(), base=read_base(root)).known_as(files)
    seen, stale = look(files, folder, past), look(_dropped(files, past), folder, past)
    sides = {
        each.file.id: three for each in (*seen, *stale) if (three := _sides(each, past)) is not None
    }
    moves = moved_functions(past.manifest.tools, tools)
    carried = carry(sides, [*seen, *stale], past, moves)
    verdicts = [(each, settle(each, carried.sides.get(each.file.id), force=force)) for each in seen]
    verdicts += [(each, settle_stale(each, carried.sides.get(each.file.id))) for each in stale]
    for sighting, verdict in verdicts:
        notes = carried.notes.get(sighting.file.id, ())
        _report(sighting, verdict, notes, diagnostics, keep=keep)
        tell_waiting(sighting, verdict, diagnostics)
    tell_lacking(verdicts, tools, diagnostics)
    changes = tuple(change for each in verdicts for change in _changes(*each))
    kept = {each.file.id: kept_parts(each, verdict) for each, verdict in verdicts}
    return Changes(files=changes, memory=remember(files, folder, tools, kept))


def _in_the_way(
    files: Sequence[File], folder: Folder, manifest: Manifest | None, welcome: frozenset[str]
) -> Iterator[Change]:
    """What keeps us from writing anything at all."""
    try:
        folder.place(MANIFEST)
    except Unreachable as trouble:
        yield Change(path=MEMORY, kind=ChangeKind.REFUSE, reason=str(trouble))
        return
    if folder.root.exists() and not folder.root.is_dir():
        yield Change(path=".", kind=ChangeKind.REFUSE, reason="is a file, not a folder")
    elif manifest is None:
        reason = "was not written by mcpgen"
        if has_lost_memory(folder.root):
            reason = f"is not as it would be written now, and {MEMORY}, which tells your edits, is missing"
        for path in occupants(files, folder, welcome):
            yield Change(path=path, kind=ChangeKind.REFUSE, reason=reason)


def _dropped(files: Sequence[File], past: Past) -> list[File]:
    """The files that were generated last and no longer are, as if they were empty now."""
    kept = {file.id for file in files}
    return [
        File(path=record.path, id=file_id, text="", ownership=record.ownership)
        for file_id, record in past.manifest.files.items()
        if file_id not in kept
    ]


def _sides(sighting: Sighting, past: Past) -> Sides | None:
    """The three sides of a merged file that its owner edited, where all are known."""
    found = sighting.found
    if sighting.file.ownership is not Ownership.MERGED or found is None or found.text is None:
        return None
    base = "" if sighting.state is State.FOREIGN else past.text(sighting.file.id)
    if sighting.state not in {State.EDITED, State.FOREIGN} or base is None:
        return None
    return Sides(base=base, ours=found.text, theirs=sighting.file.text)


def _report(
    sighting: Sighting,
    verdict: Verdict,
    carried: Sequence[str],
    diagnostics: Diagnostics,
    *,
    keep: bool,
) -> None:
    if sighting.moved and verdict.kind not in {ChangeKind.UNCHANGED, ChangeKind.KEEP}:
        message = f"you moved this file here from {sighting.file.path}"
        diagnostics.report("MG423", message, Origin(sighting.path))
    for note in carried:
        diagnostics.report("MG426", note, Origin(sighting.path))
    for finding in verdict.findings:
        code = "MG416" if keep and verdict.kind is ChangeKind.REFUSE else finding.code
        diagnostics.report(code, finding.message, Origin(sighting.path))


def _changes(sighting: Sighting, verdict: Verdict) -> Iterator[Change]:
    """One change, or two where our own layout moved the file."""
    found = sighting.found
    before = found.raw if found else None
    after = before
    if verdict.kind is ChangeKind.DELETE:
        after = None
    elif verdict.text is not None:
        after = found.encode(verdict.text) if found else verdict.text.encode()
    if sighting.old_path:
        reason = f"now {sighting.path}"
        yield Change(path=sighting.old_path, kind=ChangeKind.DELETE, reason=reason, before=before)
        before = None
    yield Change(
        path=sighting.path, kind=verdict.kind, reason=verdict.reason, before=before, after=after
    )
