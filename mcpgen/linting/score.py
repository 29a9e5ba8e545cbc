"""Look at all tools, report what is found, and say in points how fit the description is for agents."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from mcpgen.config import Profile
from mcpgen.diagnostics import Diagnostics, Severity
from mcpgen.diagnostics.text import counted
from mcpgen.linting.rules import RULES, Rule
from mcpgen.linting.subjects import Subject
from mcpgen.planners.profiles import refusals

_LIST_POINTS: Final = 15
_TWIN_POINTS: Final = 5
_UNUSABLE_POINTS: Final = 10
# Hosts stop at 40 to 128 tools; a list costs a model's attention from well below the size at which it fails.
_TOOLS: Final = (40, 128)
_TOKENS: Final = (20_000, 50_000)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What a rule gave: how many tools (or operations) it found fault with, and the points that are left of its own."""

    code: str
    found: int
    points: float
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """All marks; `tools` and `tokens` are those of tools/list."""

    marks: tuple[Mark, ...]
    tools: int
    tokens: int

    @property
    def total(self) -> int:
        """Points of 100."""
        return round(sum(mark.points for mark in self.marks))


def lint(
    subjects: Sequence[Subject],
    tokens: int,
    diagnostics: Diagnostics,
    profile: Profile | None = None,
) -> Score:
    """Report what is wrong with each tool and with all together; `diagnostics` holds what reading and planning found."""
    unusable = _unusable(diagnostics)
    marks = [
        *(
            _mark(code, rule.points, _faults(code, rule, subjects, diagnostics), len(subjects))
            for code, rule in RULES.items()
        ),
        _list_mark(len(subjects), tokens, diagnostics),
        _mark("MG509", _TWIN_POINTS, _twins(subjects, diagnostics), len(subjects)),
        _mark("MG510", _UNUSABLE_POINTS, unusable, len(subjects)),
    ]
    if unusable:
        diagnostics.report(
            "MG510", f"{counted(unusable, 'place')} of the description could not be used as written"
        )
    if profile is not None:
        _refused(subjects, profile, diagnostics)
    return Score(marks=tuple(marks), tools=len(subjects), tokens=tokens)


def _mark(code: str, points: int, found: int, of: int) -> Mark:
    share = min(1.0, found / of) if of else 0.0
    return Mark(code=code, found=found, points=points * (1 - share), of=points)


def _faults(code: str, rule: Rule, subjects: Sequence[Subject], diagnostics: Diagnostics) -> int:
    found = [(subject, message) for subject in subjects if (message := rule.look(subject))]
    for subject, message in found:
        diagnostics.report(code, f"{subject.tool.key}: {message}", subject.origin)
    return len(found)


def _list_mark(tools: int, tokens: int, diagnostics: Diagnostics) -> Mark:
    share = max(_over(tools, *_TOOLS), _over(tokens, *_TOKENS))
    if share:
        message = f"{counted(tools, 'tool')}, and about {tokens:,} tokens to list"
        diagnostics.report("MG504", message)
    return Mark(
        code="MG504",
        found=tools if share else 0,
        points=_LIST_POINTS * (1 - share),
        of=_LIST_POINTS,
    )


def _over(value: int, few: int, many: int) -> float:
    return min(1.0, max(0.0, (value - few) / (many - few)))


def _twins(subjects: Sequence[Subject], diagnostics: Diagnostics) -> int:
    """Tools that are described in the same words, so that only the name tells them apart."""
    first: dict[str, Subject] = {}
    found = 0
    for subject in subjects:
        other = first.setdefault(subject.tool.description, subject)
        if other is not subject:
            found += 1
            message = f"{subject.tool.key} is described in the same words as {other.tool.key}"
            diagnostics.report("MG509", message, subject.origin)
    return found


def _unusable(diagnostics: Diagnostics) -> int:
    """How many warnings there are of reading and planning: each leaves something out."""
    severities = Counter(finding.severity for finding in diagnostics)
    return severities[Severity.WARNING]


def _refused(subjects: Sequence[Subject], profile: Profile, diagnostics: Diagnostics) -> None:
    for subject in subjects:
        if reasons := tuple(refusals(subject.tool, profile)):
            message = f"{profile} would refuse the tool {subject.tool.name}: {reasons[0]}"
            help_ = f"Hide the argument, give it a plainer schema by an overlay, or write `profile: {profile}` into mcpgen.yaml."
            diagnostics.report("MG511", message, subject.origin, help=help_, notes=reasons[1:])
