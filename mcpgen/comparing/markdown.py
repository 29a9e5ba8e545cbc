"""A comparison as Markdown, for a pull request; nothing of a description becomes markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from mcpgen.comparing.difference import Comparison
from mcpgen.comparing.grouping import Group, grouped

# Within a line: what begins emphasis, code, a link, HTML, an entity, or a mention of an issue or a person.
_SPECIAL: Final = re.compile(r"([\\`*_\[<#|~@&])")
_MOST: Final = 200  # lines of one section: GitHub takes 65,536 characters


def code(text: str) -> str:
    """A text as a code span."""
    plain = printable(text).replace("`", "'")
    return f"`{plain}`"


def printable(text: str) -> str:
    """A text of one line without characters that are not seen."""
    return "".join(each if each.isprintable() else " " for each in text)


def escaped(text: str) -> str:
    """A text that means itself."""
    return _SPECIAL.sub(r"\\\1", printable(text))


def line(group: Group) -> str:
    """What several tools share, in one line."""
    difference = group.difference
    who = code(group.tools[0]) if group.tools[0] else "the server"
    if len(group.tools) > 1:
        who += f" and {len(group.tools) - 1:,} more"
    where = f", {code(difference.place)}" if difference.place else ""
    return f"{who}, {difference.aspect}{where}: {escaped(difference.text)}"


def markdown(comparison: Comparison) -> str:
    """The whole report."""
    return "\n".join(_report(comparison)) + "\n"


def _report(comparison: Comparison) -> Iterator[str]:
    yield "## What changed for callers"
    yield ""
    if comparison.empty:
        yield "Nothing."
        return
    yield "**Breaking changes.**" if comparison.breaking else "No breaking change."
    yield from _section("Tools added", map(code, comparison.added))
    yield from _section("Tools removed (breaking)", map(code, comparison.removed))
    for kept, title in (
        (False, "Tools renamed (breaking)"),
        (True, "Tools renamed, the old name works"),
    ):
        told = (
            f"{code(each.old)} → {code(each.new)}"
            for each in comparison.renamed
            if each.kept is kept
        )
        yield from _section(title, told)
    for title, groups in grouped(comparison):
        yield from _section(title, map(line, groups))


def _section(title: str, lines: Iterable[str]) -> Iterator[str]:
    items = list(lines)
    if not items:
        return
    yield ""
    yield f"### {title}"
    yield ""
    yield from (f"* {item}" for item in items[:_MOST])
    if len(items) > _MOST:
        yield f"* … and {len(items) - _MOST:,} more"
