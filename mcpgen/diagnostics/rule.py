"""What a diagnostic code means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Severity(StrEnum):
    """An error stops generation; a warning leaves something out; a note changes or tells something."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What a code means: a title for lists, an explanation for `explain`, and the usual remedy."""

    severity: Severity
    title: str
    explanation: str
    help: str = ""


def error(title: str, explanation: str, remedy: str = "") -> Rule:
    """Declare a finding that makes a server impossible."""
    return Rule(severity=Severity.ERROR, title=title, explanation=explanation, help=remedy)


def warning(title: str, explanation: str, remedy: str = "") -> Rule:
    """Declare a finding that leaves something out."""
    return Rule(severity=Severity.WARNING, title=title, explanation=explanation, help=remedy)


def note(title: str, explanation: str, remedy: str = "") -> Rule:
    """Declare a finding that changes or tells something."""
    return Rule(severity=Severity.NOTE, title=title, explanation=explanation, help=remedy)
