"""Our own notes in `.mcpgen/`: what they will be after this generation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mcpgen.files import File, Ownership
from mcpgen.writers.base import BASE, base_text
from mcpgen.writers.changes import Change, ChangeKind
from mcpgen.writers.disk import MEMORY, Folder, digest
from mcpgen.writers.manifest import MANIFEST, FileRecord, Manifest, ToolRecord, manifest_text
from mcpgen.writers.waiting import Kept

_IGNORED: Final = f"{MEMORY}/.gitignore"
_DESCRIPTION: Final = "description"
_CONFIG: Final = "config"


def remember(
    files: Sequence[File],
    folder: Folder,
    tools: Mapping[str, ToolRecord],
    kept: Mapping[str, Kept],
) -> tuple[Change, ...]:
    """The changes of the notes, `kept` parts by file among them; the manifest is the last, so that it stands only for what was written."""
    merged = {each.id: each.text for each in files if each.ownership is Ownership.MERGED}
    texts = {
        _IGNORED: "# What only concerns one machine.\nbackup/\nstage/\njournal.json\ncache.gz*\n",
        BASE: base_text(merged),
        MANIFEST: manifest_text(_manifest(files, tools, kept)),
    }
    return tuple(note(path, text, folder) for path, text in texts.items())


def _manifest(
    files: Sequence[File],
    tools: Mapping[str, ToolRecord],
    kept: Mapping[str, Kept],
) -> Manifest:
    records = {
        each.id: FileRecord(
            path=each.path,
            ownership=each.ownership,
            sha256=digest(each.text),
            waiting=kept.get(each.id, Kept()).waiting,
            dropped=kept.get(each.id, Kept()).dropped,
        )
        for each in files
    }
    return Manifest(
        description=records[_DESCRIPTION].sha256 if _DESCRIPTION in records else "",
        config=records[_CONFIG].sha256 if _CONFIG in records else "",
        files=records,
        tools=tools,
    )


def note(path: str, text: str, folder: Folder) -> Change:
    """The change of one of our own files."""
    found = folder.read(path)
    before = found.raw if found else None
    after = found.encode(text) if found else text.encode()
    kind = ChangeKind.CREATE if before is None else ChangeKind.UPDATE
    return Change(
        path=path,
        kind=ChangeKind.UNCHANGED if before == after else kind,
        before=before,
        after=after,
    )
