"""Files on this machine: only those of the description's own folder, unless the user allows more."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import url2pathname

from mcpgen.loaders.library import Read
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable


def local_reader(entry: Path, policy: Policy) -> Read:
    """Read the entry, wherever the user says it is, and regular files of its folder."""
    entry_uri = entry.absolute().as_uri()
    folder = entry.absolute().parent.resolve()

    def read(uri: str) -> tuple[bytes, str]:
        if uri == entry_uri:
            return read_file(entry, policy), str(entry)
        parts = urlsplit(uri)
        if parts.scheme != "file":
            raise Unreadable("MG120", "it is on another host")
        path = Path(url2pathname(parts.path))
        _check(path, folder, policy)
        return read_file(path, policy), _shown(path, entry)

    return read


def _check(path: Path, folder: Path, policy: Policy) -> None:
    real = path.resolve()
    if not policy.allow_outside and not real.is_relative_to(folder):
        raise Unreadable("MG121", "it is outside the folder of the description")
    if real.exists() and not real.is_file():
        raise Unreadable("MG122", "it is not a regular file")


def read_file(path: Path, policy: Policy) -> bytes:
    """Read a file of bounded size."""
    try:
        with path.open("rb") as file:
            raw = file.read(policy.max_bytes + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Unreadable("MG101", f"the file cannot be read: {reason}") from error
    if len(raw) > policy.max_bytes:
        raise Unreadable("MG103", f"the file has more than {policy.max_bytes:,} bytes")
    return raw


def _shown(path: Path, entry: Path) -> str:
    """Name a file as the user named the entry: relative when that was."""
    if entry.is_absolute():
        return str(path)
    try:
        return str(path.relative_to(Path.cwd()))
    except ValueError:
        return str(path)
