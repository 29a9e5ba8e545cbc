"""Parts that both sides changed, where the owner's stayed: the generated version waits beside it, and is told each time.

What the owner had then is remembered by its hash: whoever takes the generated version, or changes their own, has decided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from mcpgen.diagnostics import Diagnostics
from mcpgen.diagnostics.text import counted
from mcpgen.model import Origin
from mcpgen.writers.disk import digest
from mcpgen.writers.merge.module import split
from mcpgen.writers.settle import Verdict, text_after
from mcpgen.writers.sighting import Sighting


class Kept(NamedTuple):
    """What is remembered of a file: parts that wait, with the hashes of what stayed, and those no longer generated."""

    waiting: Mapping[str, str] = {}
    dropped: tuple[str, ...] = ()


def kept_parts(sighting: Sighting, verdict: Verdict) -> Kept:
    """What to remember of a file.

    While the same is generated, all that was remembered stays so, whatever its owner does: an edit changes no memory.
    """
    record, waiting = sighting.record, _remembered(sighting)
    if record and record.sha256 == digest(sighting.file.text):
        return Kept(waiting, record.dropped)
    path, text = sighting.path, text_after(sighting, verdict)
    new = {part: _hash(text, part, path) for part in verdict.both}
    earlier = [each for each in (record.dropped if record else ()) if _hash(text, each, path)]
    dropped = tuple(dict.fromkeys([*earlier, *verdict.dropped]))
    return Kept(dict(_standing(waiting, text, path)) | new, dropped)


def tell_waiting(sighting: Sighting, verdict: Verdict, diagnostics: Diagnostics) -> None:
    """Tell the parts that waited before and still do; those of now are told as what they are."""
    before, text = _remembered(sighting), text_after(sighting, verdict)
    parts = [p for p in dict(_standing(before, text, sighting.path)) if p not in verdict.both]
    if parts and text != sighting.file.text:
        told = f"{counted(len(parts), 'part')} of yours in place of a newer generated one: {'; '.join(parts)}"
        help_ = f"`mcpgen diff {sighting.path}` shows the generated one. This is told until you take that, or change yours."
        diagnostics.report("MG442", told, Origin(sighting.path), help=help_)


def _remembered(sighting: Sighting) -> Mapping[str, str]:
    nothing: Mapping[str, str] = {}
    return sighting.record.waiting if sighting.record else nothing


def _standing(before: Mapping[str, str], text: str, path: str) -> Iterator[tuple[str, str]]:
    """What was remembered and is as it was."""
    for part, known in before.items():
        if _hash(text, part, path) == known:
            yield part, known


def _hash(text: str, part: str, path: str) -> str:
    """The hash of a part (`get_pet, body`) as far as it can be told apart: of the function, else of the whole file."""
    if path.endswith(".py"):
        try:
            parts = split(text)
        except (SyntaxError, ValueError):
            return ""
        name = part if part in parts else part.rpartition(", ")[0]
        return digest(parts[name].text.strip()) if name in parts else ""
    return digest(text)
