"""Findings for people: `file:line:col: warning MG203: …`, the line itself, and what to do.

Equal findings are shown a few times and then counted, since a fault in a much-used place of a description is found
hundreds of times.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from mcpgen.diagnostics.diagnostic import Diagnostic, Diagnostics
from mcpgen.diagnostics.located import Located, locate
from mcpgen.diagnostics.rule import Severity

_SHOWN_ALIKE: Final = 3
_SHOWN_OF_CODE: Final = 12
_WIDEST: Final = 110
_PLAIN, _BOLD, _DIM = "\x1b[0m", "\x1b[1m", "\x1b[2m"
_COLOURS: Final[Mapping[Severity, str]] = {
    Severity.ERROR: "\x1b[1;31m",
    Severity.WARNING: "\x1b[1;33m",
    Severity.NOTE: "\x1b[1;36m",
}
# Controls, and characters that turn or hide text: a description must not write on a terminal.
_UNSEEN: Final = re.compile(
    "[\x00-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
_WORD: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'[^']*'|[^\s:,\]}]+")


def render_text(diagnostics: Diagnostics, *, colour: bool = False) -> str:
    """Show all findings; `""` when there are none."""
    groups = _groups(diagnostics)
    shown = _chosen(groups)
    chosen = [finding for group in shown for finding in group[:_SHOWN_ALIKE]]
    places = dict(zip(map(id, chosen), locate(diagnostics, chosen), strict=True))
    lines: list[str] = []
    helped: set[str] = set()
    for group in shown:
        for finding in group[:_SHOWN_ALIKE]:
            lines += _finding(places[id(finding)], colour=colour)
        lines += _after(group, helped, colour=colour)
    lines += _left_out(groups, shown)
    return "".join(f"{line}\n" for line in lines)


def _groups(diagnostics: Diagnostics) -> list[list[Diagnostic]]:
    """Put findings of the same words together, in the order in which each was first found."""
    groups: dict[tuple[str, str], list[Diagnostic]] = {}
    for finding in diagnostics:
        groups.setdefault((finding.code, finding.message), []).append(finding)
    return list(groups.values())


def _chosen(groups: list[list[Diagnostic]]) -> list[list[Diagnostic]]:
    """Leave out what goes beyond a screenful of one code; errors are all shown."""
    seen: dict[str, int] = {}
    chosen: list[list[Diagnostic]] = []
    for group in groups:
        code = group[0].code
        seen[code] = seen.get(code, 0) + 1
        if seen[code] <= _SHOWN_OF_CODE or group[0].severity is Severity.ERROR:
            chosen.append(group)
    return chosen


def _finding(located: Located, *, colour: bool) -> Iterator[str]:
    finding = located.finding
    place = f"{_paint(visible(located.place), _BOLD, on=colour)}: " if located.file else ""
    severity = _paint(f"{finding.severity} {finding.code}", _COLOURS[finding.severity], on=colour)
    yield f"{place}{severity}: {visible(finding.message)}"
    if located.source.strip():
        yield from _excerpt(located, colour=colour)
    for fact in finding.notes:
        yield f"    note: {visible(fact)}"


def _excerpt(located: Located, *, colour: bool) -> Iterator[str]:
    """Show the line and what in it is meant."""
    start = max(0, located.column - 1 - _WIDEST // 2) if len(located.source) > _WIDEST else 0
    cut = located.source[start : start + _WIDEST].replace("\t", " ")
    column = located.column - 1 - start
    word = _WORD.match(cut, column)
    width = max(1, min(word.end() if word else column + 1, _WIDEST) - column)
    number = f"{located.line:>6} | "
    bar = " " * 6 + " | "
    yield _paint(number, _DIM, on=colour) + visible(cut, keep_width=True)
    mark = _paint("^" * width, _COLOURS[located.finding.severity], on=colour)
    yield _paint(bar, _DIM, on=colour) + " " * column + mark


def _after(group: list[Diagnostic], helped: set[str], *, colour: bool) -> Iterator[str]:
    """Count the rest of a group, and give its help unless it was just given."""
    rest = len(group) - _SHOWN_ALIKE
    if rest > 0:
        yield f"    … and {counted(rest, 'more place')}"
    help_ = group[0].help
    if help_ and help_ not in helped:
        helped.add(help_)
        yield f"    {_paint('help:', _BOLD, on=colour)} {visible(help_)}"


def _left_out(groups: list[list[Diagnostic]], shown: list[list[Diagnostic]]) -> Iterator[str]:
    """Count the findings whose groups were left out, by code."""
    left: dict[str, list[Diagnostic]] = {}
    kept = {id(group) for group in shown}
    for group in groups:
        if id(group) not in kept:
            left.setdefault(group[0].code, []).extend(group)
    for code, findings in left.items():
        yield f"… and {len(findings)} more of {findings[0].severity} {code}; --format json lists all"


def visible(text: str, *, keep_width: bool = False) -> str:
    """Write characters that are unseen, or that move the cursor, as escapes (or as one `·`, to keep columns)."""
    if keep_width:
        return _UNSEEN.sub("·", text)
    return _UNSEEN.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def counted(number: int, noun: str) -> str:
    """`1 tool`, `2 tools`."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def _paint(text: str, colour: str, *, on: bool) -> str:
    return f"{colour}{text}{_PLAIN}" if on else text
