"""The version that a server package should have after a change, and its entry in a changelog."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from mcpgen.comparing.difference import Comparison
from mcpgen.comparing.grouping import breaking
from mcpgen.comparing.markdown import code, line

_VERSION: Final = re.compile(r"(\d+)\.(\d+)\.(\d+)")


def next_version(version: str, comparison: Comparison) -> str:
    """By semantic versioning: breaking, more, or else; before 1.0 a place lower. The same for one of another form."""
    match = _VERSION.fullmatch(version)
    if match is None or comparison.empty:
        return version
    major, minor, patch = (int(each) for each in match.groups())
    if comparison.breaking and major:
        return f"{major + 1}.0.0"
    if comparison.breaking or (comparison.added and major):
        return f"{major}.{minor + 1}.0"
    return f"{major}.{minor}.{patch + 1}"


def changelog_entry(version: str, comparison: Comparison) -> str:
    """A section for a changelog in Markdown."""
    return "\n".join([f"## {version}", "", *_entries(comparison)]) + "\n"


def _entries(comparison: Comparison) -> Iterator[str]:
    if comparison.added:
        yield f"* Added: {', '.join(map(code, comparison.added))}."
    if comparison.removed:
        yield f"* Removed (breaking): {', '.join(map(code, comparison.removed))}."
    for each in comparison.renamed:
        said = "Renamed, the old name is deprecated" if each.kept else "Renamed (breaking)"
        yield f"* {said}: {code(each.old)} → {code(each.new)}."
    yield from (f"* Breaking: {line(each)}." for each in breaking(comparison))
    gentle = [each.tool for each in comparison if not each.breaking]
    if gentle:
        names = [code(name) if name else "the server" for name in dict.fromkeys(gentle)]
        yield f"* Changed: {', '.join(names)}."
