"""The files of a project as they were generated last: from its base, or from the folder where nobody edited them."""

from __future__ import annotations

from functools import cached_property
from pathlib import Path

from mcpgen.files import File, Ownership
from mcpgen.writers import Manifest
from mcpgen.writers.base import read_base
from mcpgen.writers.disk import Folder, Unreachable
from mcpgen.writers.sighting import Past


class Generated:
    """Reads what is left of the last generation."""

    def __init__(self, root: Path, manifest: Manifest) -> None:
        self._root = root
        self._manifest = manifest

    @cached_property
    def _past(self) -> Past:
        return Past(manifest=self._manifest, base=read_base(self._root))

    @cached_property
    def _folder(self) -> Folder:
        return Folder(self._root)

    def file(self, file_id: str) -> File | None:
        """A file; None where it is not known for certain."""
        record = self._manifest.files.get(file_id)
        if record is None:
            return None
        merged = record.ownership is Ownership.MERGED
        text = self._past.text(file_id) if merged else self._pristine(record.path, record.sha256)
        if text is None:
            return None
        return File(path=record.path, id=file_id, text=text, ownership=record.ownership)

    def _pristine(self, path: str, sha256: str) -> str | None:
        try:
            found = self._folder.read(path)
        except Unreachable:
            return None
        return found.text if found and found.digest == sha256 else None
