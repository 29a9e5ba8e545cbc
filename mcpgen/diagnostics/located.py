"""Findings with the lines that they are about."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from mcpgen.diagnostics.diagnostic import Diagnostic, Diagnostics
from mcpgen.diagnostics.lines import Position, positions


@dataclass(frozen=True, slots=True, kw_only=True)
class Located:
    """A finding, the file as the user knows it, and where in it; 0 where a line or column isn't known.

    `source` is the line itself, and empty where there is none to show.
    """

    finding: Diagnostic
    file: str
    line: int = 0
    column: int = 0
    source: str = ""

    @property
    def place(self) -> str:
        """`file:line:column`, as far as it is known."""
        return ":".join(str(part) for part in (self.file, self.line, self.column) if part)


def locate(diagnostics: Diagnostics, findings: Iterable[Diagnostic]) -> list[Located]:
    """Look up the lines of findings, each file once."""
    chosen = list(findings)
    pointers: dict[str, set[str]] = {}
    for finding in chosen:
        if finding.origin is not None and not finding.origin.line:
            pointers.setdefault(finding.origin.file, set()).add(finding.origin.pointer)
    found = {
        file: positions(diagnostics.sources[file].text, wanted)
        for file, wanted in pointers.items()
        if file in diagnostics.sources
    }
    return [_located(diagnostics, finding, found) for finding in chosen]


def _located(
    diagnostics: Diagnostics, finding: Diagnostic, found: dict[str, dict[str, Position]]
) -> Located:
    origin = finding.origin
    if origin is None:
        return Located(finding=finding, file="")
    known = (origin.line, origin.column)
    line, column = known if origin.line else found.get(origin.file, {}).get(origin.pointer, (0, 0))
    source = diagnostics.sources.get(origin.file)
    return Located(
        finding=finding,
        file=source.shown if source else origin.file,
        line=line,
        column=column,
        source=_line(source.text, line) if source and line else "",
    )


def _line(text: str, number: int) -> str:
    """Give one line without splitting a large text into all of them."""
    start = 0
    for _ in range(number - 1):
        start = text.find("\n", start) + 1
        if not start:
            return ""
    end = text.find("\n", start)
    return text[start : len(text) if end < 0 else end].rstrip("\r")
