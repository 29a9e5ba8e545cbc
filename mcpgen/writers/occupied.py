"""What stands in a folder that no project was generated into yet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from mcpgen.files import File, Ownership
from mcpgen.writers.disk import MEMORY, Folder, Unreachable
from mcpgen.writers.manifest import MANIFEST

# What a fresh repository may hold, and what a person may have begun with.
_WELCOME: Final = frozenset({".git", ".github", ".hg", ".venv", "LICENSE", "LICENSE.md", MEMORY})


def has_lost_memory(root: Path) -> bool:
    """Whether a server stands in a folder that knows nothing of how it came there."""
    return not (root / MANIFEST).exists() and any(root.glob("src/*/_runtime"))


def occupants(files: Sequence[File], folder: Folder, welcome: frozenset[str]) -> Iterator[str]:
    """Paths that a first generation must not mix with: others' files, and ours with another content.

    Files that are exactly as generated are taken over, and those that would be their owner's anyway are left alone.
    """
    expected = {file.path.split("/")[0] for file in files}
    if folder.root.is_dir():
        names = sorted(each.name for each in folder.root.iterdir())
        yield from (name for name in names if name not in expected | _WELCOME | welcome)
    for file in files:
        if file.ownership is not Ownership.YOURS and _differs(file, folder):
            yield file.path


def _differs(file: File, folder: Folder) -> bool:
    try:
        found = folder.read(file.path)
    except Unreachable:
        return False  # told on its own, with the reason
    return found is not None and found.text != file.text
