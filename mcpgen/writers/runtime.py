"""The runtime of a project brought up to date by itself, everything else left as it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from mcpgen import __version__
from mcpgen.diagnostics import Diagnostics
from mcpgen.files import File
from mcpgen.writers.changes import Changes
from mcpgen.writers.disk import Folder, digest
from mcpgen.writers.manifest import MANIFEST, FileRecord, Manifest, manifest_text
from mcpgen.writers.memory import note
from mcpgen.writers.reconcile import reconcile

_RUNTIME: Final = "runtime/"


def renew_runtime(
    files: Sequence[File],
    root: Path,
    *,
    manifest: Manifest,
    diagnostics: Diagnostics,
) -> Changes:
    """What has to happen to the files of the runtime; edited ones are left as they are."""
    own = {key: each for key, each in manifest.files.items() if key.startswith(_RUNTIME)}
    changes = reconcile(
        files,
        root,
        manifest=replace(manifest, files=own),
        tools=manifest.tools,
        diagnostics=diagnostics,
        keep=True,
    )
    records = {key: each for key, each in manifest.files.items() if key not in own}
    records |= {
        each.id: FileRecord(path=each.path, ownership=each.ownership, sha256=digest(each.text))
        for each in files
    }
    text = manifest_text(replace(manifest, generator=__version__, files=records))
    return Changes(files=changes.files, memory=(note(MANIFEST, text, Folder(root)),))
