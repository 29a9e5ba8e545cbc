"""The only step that writes: all of it, or nothing."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Origin
from mcpgen.writers.changes import Change, Changes
from mcpgen.writers.disk import Folder, Unreachable
from mcpgen.writers.journal import (
    BACKUP,
    STAGE,
    Journal,
    Step,
    clear_stage,
    current,
    fingerprint,
    finish,
    keep_file,
    read_journal,
    set_aside,
    take_back,
    write_file,
    write_journal,
)
from mcpgen.writers.lock import alone


def apply(changes: Changes, root: Path, diagnostics: Diagnostics) -> bool:
    """Write the changes; after a failure the project is as it was, the failure is reported, and this is False.

    What was there before stays in `.mcpgen/backup/` until the next writing.
    """
    pending = changes.pending
    if not pending:
        return True
    folder = Folder(root)
    try:
        journal = _prepare(pending, folder)
    except (OSError, Unreachable) as trouble:
        clear_stage(folder)
        diagnostics.report("MG415", f"nothing was written: {_words(trouble)}", Origin(str(root)))
        return False
    try:
        finish(journal, folder)
    except (OSError, Unreachable) as trouble:
        done = _take_back(journal, folder)
        message = (
            f"what was written {'was' if done else 'could not be'} taken back: {_words(trouble)}"
        )
        diagnostics.report("MG415", message, Origin(str(root)))
        return False
    return True


def _take_back(journal: Journal, folder: Folder) -> bool:
    """Take back what can be; the journal stays for the rest."""
    try:
        take_back(journal, folder)
    except (OSError, Unreachable):
        return False
    return True


def recover(root: Path, diagnostics: Diagnostics) -> None:
    """Finish what an interrupted run has left, or take it back where files were edited since. First of every command."""
    with alone(root, diagnostics) as free:
        if free:
            _recover(root, diagnostics)


def _recover(root: Path, diagnostics: Diagnostics) -> None:
    folder = Folder(root)
    try:
        journal = read_journal(folder)
        if journal is None:
            clear_stage(folder)
        elif journal.undo or any(_edited(step, folder) for step in journal.steps):
            take_back(journal, folder)
            diagnostics.report("MG431", "an interrupted run was taken back", Origin(str(root)))
        else:
            finish(journal, folder)
            diagnostics.report("MG430", "an interrupted run was finished", Origin(str(root)))
    except (OSError, Unreachable, ValueError, KeyError, TypeError) as trouble:
        message = f"an interrupted run could not be finished: {_words(trouble)}"
        diagnostics.report("MG415", message, Origin(str(root)))


def _edited(step: Step, folder: Folder) -> bool:
    return current(step, folder) not in {step.before, step.after}


def _prepare(pending: Sequence[Change], folder: Folder) -> Journal:
    """Stage the new contents and back up the old ones; from the journal on, it is as good as done."""
    clear_stage(folder)
    set_aside(BACKUP, folder)
    steps = tuple(_stage(change, str(index), folder) for index, change in enumerate(pending))
    journal = Journal(steps=steps)
    write_journal(journal, folder)
    return journal


def _stage(change: Change, staged: str, folder: Folder) -> Step:
    found = folder.read(change.path)
    if (found.raw if found else None) != change.before:
        raise Unreachable(f"{change.path} was changed meanwhile")
    place = folder.place(change.path)
    mode = place.stat().st_mode & 0o7777 if found else None
    if found:
        keep_file(place, folder.place(f"{BACKUP}/{change.path}"))
    if change.after is not None:
        write_file(folder.place(f"{STAGE}/{staged}"), change.after, mode)
    return Step(
        path=change.path,
        staged=staged,
        before=fingerprint(change.before),
        after=fingerprint(change.after),
    )


def _words(trouble: Exception) -> str:
    if isinstance(trouble, OSError) and trouble.strerror:
        return f"{trouble.strerror}: {trouble.filename}"
    return str(trouble)
