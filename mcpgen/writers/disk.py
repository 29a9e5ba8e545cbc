"""A project's folder as it is: read within its bounds, never through a link that leads out of it."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Final

MEMORY: Final = ".mcpgen"
# A header names mcpgen and ends in the file's id, in brackets; it stands in the first lines.
_MARK: Final = re.compile(rb"\bmcpgen\b[^\n]*\[([\w./-]+)\]")
_HEAD: Final = 400
_SKIPPED: Final = frozenset({"__pycache__", "node_modules", "build", "dist"})
_NAMELESS: Final = frozenset({"", ".", ".."})
# What leads elsewhere on Windows.
_FOREIGN: Final = re.compile(r"[\\:]")
_BOM: Final = b"\xef\xbb\xbf"


class Unreachable(Exception):  # noqa: N818  # a state of the folder, not a fault of ours
    """A path that must not be read or written; the text says why, as a clause."""


@dataclass(frozen=True, slots=True)
class Found:
    """A file on disk. `text` has plain newlines; it is None where the bytes are not UTF-8."""

    raw: bytes
    text: str | None

    @property
    def digest(self) -> str:
        """The hash to compare with the manifest's: the same for both kinds of line ends."""
        return hashlib.sha256(self.raw).hexdigest() if self.text is None else digest(self.text)

    def encode(self, text: str) -> bytes:
        """Another text in the line ends and byte order mark of this file."""
        if b"\r" in self.raw and self.raw.count(b"\r\n") * 2 > self.raw.count(b"\n"):
            text = text.replace("\n", "\r\n")
        return (_BOM if self.raw.startswith(_BOM) else b"") + text.encode()


def digest(text: str) -> str:
    """The SHA-256 of a text as UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


def found(raw: bytes) -> Found:
    """Bytes of a file as its text."""
    try:
        text = raw.removeprefix(_BOM).decode()
    except UnicodeDecodeError:
        return Found(raw, None)
    return Found(raw, text.replace("\r\n", "\n"))


class Folder:
    """Reads a project. `root` need not exist yet; a folder is checked for links once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._real = root.resolve()
        self._checked: set[str] = set()
        self._places: dict[str, Path] = {}

    def place(self, path: str) -> Path:
        """Where a relative path is on disk; Unreachable when that is outside the project or no plain file."""
        if path not in self._places:
            self._places[path] = self._place(path)
        return self._places[path]

    def _place(self, path: str) -> Path:
        *folders, name = path.split("/")
        if name in _NAMELESS or ".." in folders or folders[:1] == [""] or _FOREIGN.search(path):
            raise Unreachable("is not a path below the project")
        self._check_parent("/".join(folders))
        return self.root / path

    def _check_parent(self, parent: str) -> None:
        if parent in self._checked:
            return
        if not (self.root / parent).resolve().is_relative_to(self._real):
            raise Unreachable("is in a folder whose link leads out of the project")
        self._checked.add(parent)

    def read(self, path: str) -> Found | None:
        """Read a file; None when there is none."""
        place = self.place(path)
        if place.is_symlink():
            raise Unreachable("is a symbolic link")
        try:
            return found(place.read_bytes())
        except FileNotFoundError:
            return None
        except IsADirectoryError:
            raise Unreachable("is a folder") from None
        except NotADirectoryError:
            raise Unreachable("is below a file") from None
        except OSError as error:
            raise Unreachable(f"cannot be read ({error.strerror})") from error

    def find_marked(self, ids: Collection[str]) -> dict[str, str]:
        """Where files with these ids in their header are; an id that two files carry is left out."""
        places: dict[str, list[str]] = {}
        for path in self._walk():
            mark = _mark(self.root / path)
            if mark in ids:
                places.setdefault(mark, []).append(path)
        return {mark: paths[0] for mark, paths in places.items() if len(paths) == 1}

    def find_named(self, names: Collection[str]) -> dict[str, list[str]]:
        """Where files of these names are, by name."""
        places: dict[str, list[str]] = {}
        for path in self._walk() if names else ():
            name = PurePosixPath(path).name
            if name in names:
                places.setdefault(name, []).append(path)
        return places

    def _walk(self) -> Iterator[str]:
        for folder, folders, names in os.walk(self.root):
            here = Path(folder)
            folders[:] = sorted(each for each in folders if _is_source(here / each))
            for name in names:
                yield (here / name).relative_to(self.root).as_posix()


def _is_source(folder: Path) -> bool:
    """Whether a folder may hold files of this project: not hidden, built, an environment or another project."""
    if folder.name.startswith(".") or folder.name in _SKIPPED:
        return False
    return not ((folder / "pyvenv.cfg").exists() or (folder / MEMORY).exists())


def _mark(path: Path) -> str:
    try:
        with path.open("rb") as file:
            match = _MARK.search(file.read(_HEAD))
    except OSError:
        return ""
    return match[1].decode() if match else ""
