"""The files of one description: the entry, and whatever its references lead to, each read once."""

from __future__ import annotations

import posixpath
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import quote, unquote, urldefrag, urljoin, urlsplit

from mcpgen.diagnostics import Diagnostics, Source
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import Parsed
from mcpgen.model import Json, Origin

# Characters of a path that need no escape (RFC 3986, 3.3).
_PLAIN: Final = "/:@!$&'()*+,;=~"


@dataclass(slots=True, eq=False)
class File:
    """A parsed file. `name` is relative to the entry's folder, `uri` is what its references are resolved against.

    `label` is what findings call it. `places` says where `$id`s and anchors of the file are, once somebody asked.
    """

    name: str
    uri: str
    root: Json
    label: str
    places: dict[str, str] | None = field(default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a file is not there: a code, a sentence, and what to do."""

    code: str
    message: str
    help: str = ""


# Gives the file at a URI, and what to call it in front of the user, or raises Unreadable.
Read = Callable[[str], tuple[Parsed, str]]


class Library:
    """Reads files by URI. The first failure of a file is remembered, so it costs one attempt."""

    def __init__(
        self,
        entry: str,
        read: Read,
        policy: Policy,
        diagnostics: Diagnostics,
        *,
        label: str = "",
    ) -> None:
        self.entry = entry
        self.files: dict[str, File] = {}
        self._read = read
        self._policy = policy
        self._diagnostics = diagnostics
        self._refused: dict[str, Refusal] = {}
        self.label = label

    def file(self, uri: str) -> File | Refusal:
        """Give the file at a URI without fragment."""
        if uri in self.files:
            return self.files[uri]
        if uri in self._refused:
            return self._refused[uri]
        try:
            return self._open(uri)
        except Unreadable as fault:
            code = fault.code if fault.code in {"MG120", "MG121", "MG123"} else "MG122"
            place = f" (line {fault.line})" if fault.line else ""
            refusal = Refusal(code=code, message=fault.message + place)
            self._refused[uri] = refusal
            return refusal

    def open_entry(self) -> File:
        """Read the entry file; raise Unreadable when that fails."""
        return self._open(self.entry)

    def name(self, uri: str) -> str:
        """Say what a file is called from the entry's folder; a URL of another origin keeps its whole address."""
        base, other = urlsplit(self.entry), urlsplit(uri)
        if (base.scheme, base.netloc) != (other.scheme, other.netloc):
            return uri
        local = other.scheme == "file"
        name = posixpath.relpath(other.path or "/", posixpath.dirname(base.path) or "/")
        return unquote(name) if local else name + (f"?{other.query}" if other.query else "")

    def _open(self, uri: str) -> File:
        if len(self.files) >= self._policy.max_files:
            raise Unreadable(
                "MG103", f"the description has more than {self._policy.max_files:,} files"
            )
        parsed, shown = self._read(uri)
        name = self.name(uri)
        label = self.label + name
        if parsed.text:
            self._diagnostics.sources[label] = Source(shown=shown, text=parsed.text)
        self._tell(label, parsed)
        file = File(name, uri, parsed.value, label)
        self.files[uri] = file
        return file

    def _tell(self, name: str, parsed: Parsed) -> None:
        """Report what was odd about the text."""
        report = self._diagnostics.report
        for pointer in parsed.doubled:
            report("MG110", "a key is written twice; the last value counts", Origin(name, pointer))
        if parsed.more_documents:
            report("MG112", "only the first YAML document of the file is read", Origin(name))
        if parsed.replaced:
            report("MG111", "characters that are not text were replaced by U+FFFD", Origin(name))


def resolve(base: str, reference: str) -> tuple[str, str]:
    """Resolve a reference (RFC 3986, 5); give the URI of the file, which leads nowhere if it is none, and the fragment."""
    if reference.startswith("#"):
        return base, reference[1:]
    try:
        uri, fragment = urldefrag(urljoin(base, reference))
        uri = normal(uri)
    except ValueError:
        return f"invalid:{quote(reference, safe='')}", ""
    return uri, fragment


def normal(uri: str) -> str:
    """Spell a URI one way, so that `my file.yaml` and `my%20file.yaml` are the same file.

    In the path of a file every escape stands for its character; elsewhere `%2F` and `/` may differ, and escapes stay.
    """
    parts = urlsplit(uri)
    local = parts.scheme == "file"
    path = quote(unquote(parts.path), _PLAIN) if local else quote(parts.path, f"{_PLAIN}%")
    return parts._replace(path=path).geturl()
