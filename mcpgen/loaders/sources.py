"""Where files come from, and which of them a description may have."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import Parsed, parse
from mcpgen.loaders.web import Web

# The address of what came from standard input: it has a name, but no folder.
STDIN = "file:///-/stdin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """The files of one description. `folder` is where local ones may be; None allows none at all.

    `entry` is the URI of the description; its bytes are at hand already when it came from standard input or a URL.
    """

    entry: str
    shown: str
    raw: bytes | None = None
    folder: Path | None = None
    policy: Policy
    web: Web

    def read(self, uri: str) -> tuple[Parsed, str]:
        """Give a file, parsed, and what to call it in front of the user; raise Unreadable when it may not be had."""
        if uri == self.entry:
            raw = read_file(Path(self.shown), self.policy) if self.raw is None else self.raw
            return parse(raw, self.policy), self.shown
        if urlsplit(uri).scheme != "file":
            return parse(self.web.read(uri), self.policy), uri
        # Slow to import, and most descriptions are one file.
        from urllib.request import url2pathname  # noqa: PLC0415

        path = Path(url2pathname(urlsplit(uri).path))
        self._check(path)
        return parse(read_file(path, self.policy), self.policy), self._name(path)

    def _check(self, path: Path) -> None:
        try:
            irregular = path.exists() and not path.is_file()
            inside = self.folder is not None and path.resolve().is_relative_to(
                self.folder.resolve()
            )
        except (OSError, ValueError) as error:
            raise Unreadable("MG122", "it is not the name of a file") from error
        if not inside and not self.policy.allow_outside:
            raise Unreadable("MG121", _outside(self.folder))
        if irregular:
            raise Unreadable("MG122", "it is not a regular file")

    def _name(self, path: Path) -> str:
        """Name a file as the user named the entry: by a relative path when that was one."""
        here = Path.cwd()
        relative = not Path(self.shown).is_absolute() and path.is_relative_to(here)
        return str(path.relative_to(here)) if relative else str(path)


def _outside(folder: Path | None) -> str:
    if folder is None:
        return "a description that is not a file has no folder to refer to"
    return "it is outside the folder of the description"


def read_file(path: Path, policy: Policy) -> bytes:
    """Read a file of bounded size."""
    try:
        if path.is_dir():
            raise Unreadable("MG101", "it is a folder, not a file")
        with path.open("rb") as file:
            raw = file.read(policy.max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("MG101", f"the file cannot be read: {reason}") from error
    if len(raw) > policy.max_bytes:
        raise Unreadable("MG103", f"the file has more than {policy.max_bytes:,} bytes")
    return raw
