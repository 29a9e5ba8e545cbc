"""A comparison as lines for people, and as data for programs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from mcpgen.comparing.difference import Comparison, Renamed
from mcpgen.comparing.grouping import Group, grouped
from mcpgen.comparing.markdown import printable
from mcpgen.model import JsonObject

_MOST = 30  # lines of one section


def as_lines(comparison: Comparison) -> Iterator[str]:
    """The whole report as text."""
    if comparison.empty:
        yield "nothing changed for callers"
        return
    yield _counts(comparison)
    yield from _section("Added", list(comparison.added))
    yield from _section("Removed (breaking)", list(comparison.removed))
    yield from _section(
        "Renamed (breaking)", [_renaming(each) for each in comparison.renamed if not each.kept]
    )
    yield from _section(
        "Renamed, the old name works",
        [f"{each.old} → {each.new}" for each in comparison.renamed if each.kept],
    )
    for title, groups in grouped(comparison):
        yield from _section(title, [_line(each) for each in groups])


def _renaming(each: Renamed) -> str:
    """With what keeps callers of the old name going."""
    return (
        f"{each.old} → {each.new} (`aliases: [{each.old}]` under `operations` keeps the old name)"
    )


def _counts(comparison: Comparison) -> str:
    counts = {
        "added": len(comparison.added),
        "removed": len(comparison.removed),
        "renamed": len(comparison.renamed),
        "changed": len(comparison.changed),
    }
    said = ", ".join(f"{count:,} {what}" for what, count in counts.items() if count)
    verdict = "breaking" if comparison.breaking else "not breaking"
    return f"tools: {said or 'the same'}; {verdict}"


def _section(title: str, lines: Sequence[str]) -> Iterator[str]:
    if lines:
        yield f"{title}:"
        yield from (f"  {printable(line)}" for line in lines[:_MOST])
    if len(lines) > _MOST:
        yield f"  … and {len(lines) - _MOST:,} more"


def _line(group: Group) -> str:
    difference = group.difference
    more = f" and {len(group.tools) - 1:,} more" if len(group.tools) > 1 else ""
    who = f"{next(iter(group.tools), '') or 'server'}{more}"
    where = f" `{difference.place}`" if difference.place else ""
    return f"{who}: {difference.aspect}{where}: {difference.text}"


def as_data(comparison: Comparison) -> JsonObject:
    """Everything, for programs."""
    return {
        "breaking": comparison.breaking,
        "security": comparison.security,
        "added": list(comparison.added),
        "removed": list(comparison.removed),
        "renamed": [
            {"old": each.old, "new": each.new, **({"kept": True} if each.kept else {})}
            for each in comparison.renamed
        ],
        "changed": list(comparison.changed),
        "differences": [{**asdict(each), "aspect": str(each.aspect)} for each in comparison],
    }
