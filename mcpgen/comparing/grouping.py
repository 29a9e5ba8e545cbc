"""Differences in the order in which they are read: breaking ones, those for a person to look at, the rest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from mcpgen.comparing.difference import Comparison, Difference


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """One difference that several tools share."""

    tools: tuple[str, ...]
    difference: Difference


def grouped(comparison: Comparison) -> Iterator[tuple[str, list[Group]]]:
    """Titles and what belongs under them; what is both breaking and a matter of security stands under both."""
    yield "Breaking", breaking(comparison)
    yield "Security: to be looked at", _groups(each for each in comparison if each.security)
    rest = (each for each in comparison if not each.breaking and not each.security)
    yield "Other changes", _groups(rest)


def breaking(comparison: Comparison) -> list[Group]:
    """Everything that may keep a caller from what worked."""
    return _groups(each for each in comparison if each.breaking)


def _groups(differences: Iterable[Difference]) -> list[Group]:
    shared: dict[Difference, list[str]] = {}
    for each in differences:
        shared.setdefault(replace(each, tool=""), []).append(each.tool)
    return [Group(tools=tuple(tools), difference=each) for each, tools in shared.items()]
