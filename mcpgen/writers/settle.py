"""What to do about one file, by who owns it and what is on disk."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import Final

from mcpgen.files import Ownership
from mcpgen.writers.changes import ChangeKind
from mcpgen.writers.disk import MEMORY, digest
from mcpgen.writers.merge import Clash, ClashKind, Merged, Sides, Unmergeable, merge
from mcpgen.writers.sighting import Sighting, State


@dataclass(frozen=True, slots=True)
class Finding:
    """What to report about a file: a code and a message."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What becomes of a file. `text` is None where the file stays as it is, or goes; `both` are parts that clashed.

    `dropped` are parts that stay although they are no longer generated.
    """

    kind: ChangeKind
    text: str | None = None
    reason: str = ""
    findings: tuple[Finding, ...] = ()
    both: tuple[str, ...] = ()
    dropped: tuple[str, ...] = ()


_SERVER: Final = "src/"  # below it is what a server runs from
_CALLED: Final = frozenset(
    {"resources", "prompts"}
)  # files that the server calls, beside those of tools
_UNCHANGED: Final = Verdict(kind=ChangeKind.UNCHANGED)
_YOURS: Final = Verdict(kind=ChangeKind.KEEP, reason="yours")


def text_after(sighting: Sighting, verdict: Verdict) -> str:
    """A file as it will be; empty where there is none."""
    if verdict.text is not None:
        return verdict.text
    return (sighting.found.text or "") if sighting.found else ""


def settle(sighting: Sighting, sides: Sides | None, *, force: bool) -> Verdict:
    """Decide about a file that is generated. `sides` are given where there is something to merge."""
    text = sighting.file.text
    if sighting.state is State.NEW and sides is None:
        return Verdict(kind=ChangeKind.CREATE, text=text)
    if sighting.path.startswith(f"{MEMORY}/"):
        return (
            _UNCHANGED
            if sighting.state is State.CURRENT
            else Verdict(kind=ChangeKind.UPDATE, text=text)
        )
    match sighting.file.ownership:
        case Ownership.YOURS:
            return _UNCHANGED if sighting.state is State.CURRENT else _YOURS
        case Ownership.GENERATED:
            return _generated(sighting, force=force)
        case Ownership.MERGED:
            return _merged(sighting, sides)


def _generated(sighting: Sighting, *, force: bool) -> Verdict:
    text = sighting.file.text
    match sighting.state:
        case State.CURRENT:
            return _UNCHANGED
        case State.PRISTINE:
            return Verdict(kind=ChangeKind.UPDATE, text=text)
        case State.EDITED if force:
            return Verdict(kind=ChangeKind.UPDATE, text=text, reason="your edit is in the backup")
        case State.GONE if force:
            return Verdict(kind=ChangeKind.CREATE, text=text)
        case State.GONE if sighting.path.startswith(_SERVER):
            told = Finding("MG440", "this file is missing, and the server needs it")
            return Verdict(
                kind=ChangeKind.CREATE, text=text, reason="it was missing", findings=(told,)
            )
        case State.GONE:
            return _gone(sighting)
        case State.EDITED:
            return _refused("MG413", "this generated file was edited")
        case State.FOREIGN:
            return _refused("MG412", "another file stands where a new one belongs")
        case _:
            return _refused("MG414", f"this {sighting.trouble}")


def _merged(sighting: Sighting, sides: Sides | None) -> Verdict:
    match sighting.state:
        case _ if sides is not None:
            return _merge(sighting, sides)
        case State.CURRENT:
            return _UNCHANGED
        case State.PRISTINE:
            return Verdict(kind=ChangeKind.UPDATE, text=sighting.file.text)
        case State.GONE:
            return _gone(sighting)
        case State.BLOCKED:
            return _refused("MG414", f"this {sighting.trouble}")
        case _ if sighting.found and sighting.found.text is None:
            return _kept("MG424", "not merged: it is not text in UTF-8")
        case _:
            return _kept("MG425", "not merged: what was generated last is not known")


def _merge(sighting: Sighting, sides: Sides) -> Verdict:
    found = sighting.found.text if sighting.found else None
    if sides.base == sides.theirs and sides.ours == found:
        if sighting.path.endswith(".py") and (fault := _fault(sides.ours)):
            return _kept("MG424", f"not Python: {fault}")
        return Verdict(kind=ChangeKind.KEEP, reason="your edits; nothing new")
    try:
        merged = merge(sighting.path, sides)
    except Unmergeable as trouble:
        return _kept("MG424", f"not merged: {trouble}")
    return _settled(merged, found)


def _fault(text: str) -> str:
    """Why a text cannot be read as Python; empty where it can."""
    try:
        ast.parse(text)
    except SyntaxError as error:
        return f"{error.msg}, line {error.lineno}, column {error.offset}"
    except ValueError as error:
        return str(error)
    return ""


def _settled(merged: Merged, found: str | None) -> Verdict:
    both, dropped = (
        tuple(clash.part for clash in merged.clashes if clash.kind is kind)
        for kind in (ClashKind.BOTH, ClashKind.DROPPED)
    )
    verdict = Verdict(
        kind=ChangeKind.MERGE,
        text=merged.text,
        reason="with your edits",
        findings=tuple(_finding(clash) for clash in merged.clashes),
        both=both,
        dropped=dropped,
    )
    if both:
        return replace(verdict, kind=ChangeKind.CONFLICT, reason=f"yours stays: {'; '.join(both)}")
    if merged.text == found:
        return replace(verdict, kind=ChangeKind.KEEP, text=None, reason="your edits; nothing new")
    return verdict if found is not None else replace(verdict, kind=ChangeKind.CREATE)


def _finding(clash: Clash) -> Finding:
    match clash.kind:
        case ClashKind.BOTH:
            told = "changed by you and by the description; yours stays"
            return Finding("MG420", f"{clash.part}: {told}")
        case ClashKind.DROPPED:
            told = "no longer generated; kept because you changed or use it"
            return Finding("MG421", f"{clash.part}: {told}")
        case ClashKind.DELETED:
            told = "there is a new version; it stays deleted, as you left it"
            return Finding("MG422", f"{clash.part}: {told}")


def _gone(sighting: Sighting) -> Verdict:
    """Told where there is something new that the file misses; that tools miss it is told each time, by their names."""
    finding = Finding("MG422", "you deleted this file; it stays deleted")
    news = sighting.record is None or digest(sighting.file.text) != sighting.record.sha256
    if sighting.file.id in _CALLED:
        finding = Finding("MG441", "this file is missing, and what it holds cannot work")
    told = news or sighting.file.id in _CALLED
    return Verdict(
        kind=ChangeKind.KEEP, reason="deleted by you", findings=(finding,) if told else ()
    )


def _kept(code: str, message: str) -> Verdict:
    return Verdict(kind=ChangeKind.KEEP, reason=message, findings=(Finding(code, message),))


def _refused(code: str, message: str) -> Verdict:
    return Verdict(kind=ChangeKind.REFUSE, reason=message, findings=(Finding(code, message),))


def settle_stale(sighting: Sighting, sides: Sides | None) -> Verdict:
    """Decide about a file that is no longer generated; it goes unless its owner's work is in it."""
    state, ownership = sighting.state, sighting.file.ownership
    if state in {State.GONE, State.BLOCKED} or ownership is Ownership.YOURS:
        return _YOURS
    if state in {State.PRISTINE, State.CURRENT}:
        return Verdict(kind=ChangeKind.DELETE, reason="no longer generated")
    if sides is not None and sighting.path.endswith(".py"):
        return _remains(sighting, sides)
    return _kept("MG421", "no longer generated; kept because you changed it")


def _remains(sighting: Sighting, sides: Sides) -> Verdict:
    verdict = _merge(sighting, sides)
    if verdict.text is not None and not verdict.text.strip():
        return Verdict(kind=ChangeKind.DELETE, reason="no longer generated")
    finding = Finding("MG421", "no longer generated; your own code in it stays")
    return replace(verdict, findings=verdict.findings or (finding,))
