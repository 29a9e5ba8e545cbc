"""A problem and the list of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from mcpgen.diagnostics.codes import RULES
from mcpgen.diagnostics.rule import Severity
from mcpgen.model.origin import Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding. `help` says what to do, `notes` add facts; both are plain text."""

    code: str
    severity: Severity
    message: str
    origin: Origin | None = None
    notes: tuple[str, ...] = ()
    help: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A file that findings point into: what to call it in front of the user, and its text for showing lines."""

    shown: str
    text: str


class Diagnostics:
    """Collects what the stages report; the same finding at the same place is kept once.

    `sources` are the files that were read, by the name that origins call them.
    """

    def __init__(self) -> None:
        self.sources: dict[str, Source] = {}
        self._found: dict[Diagnostic, None] = {}

    def report(
        self,
        code: str,
        message: str,
        origin: Origin | None = None,
        *,
        notes: tuple[str, ...] = (),
        help: str = "",  # noqa: A002  # the word the user reads
    ) -> None:
        """Report a finding under a code of `RULES`, which also fixes its severity."""
        rule = RULES[code]
        finding = Diagnostic(
            code=code,
            severity=rule.severity,
            message=message,
            origin=origin,
            notes=notes,
            help=help or rule.help,
        )
        self._found.setdefault(finding)

    def extend(self, findings: Iterable[Diagnostic]) -> None:
        """Take over what was found elsewhere."""
        for finding in findings:
            self._found.setdefault(finding)

    def __iter__(self) -> Iterator[Diagnostic]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)

    @property
    def failed(self) -> bool:
        """Whether anything found makes a server impossible."""
        return any(finding.severity is Severity.ERROR for finding in self._found)
