"""The registry of findings: `mcpgen explain CODE` prints an entry.

MG0xx the program and its options, MG1xx reading, MG2xx what the document says, MG3xx what becomes of it, MG4xx writing.
"""

from __future__ import annotations

from collections.abc import Mapping
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


def _error(title: str, explanation: str, help: str = "") -> Rule:  # noqa: A002
    return Rule(severity=Severity.ERROR, title=title, explanation=explanation, help=help)


def _warning(title: str, explanation: str, help: str = "") -> Rule:  # noqa: A002
    return Rule(severity=Severity.WARNING, title=title, explanation=explanation, help=help)


def _note(title: str, explanation: str, help: str = "") -> Rule:  # noqa: A002
    return Rule(severity=Severity.NOTE, title=title, explanation=explanation, help=help)


RULES: Mapping[str, Rule] = {
    "MG101": _error(
        "The description cannot be read",
        "The file or URL does not exist, cannot be opened, or is not text in UTF-8 (or UTF-16 with a byte order mark).",
        "Check the path or URL.",
    ),
}
