"""A text as named parts in an order: which of them stay, and where a new one goes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from mcpgen.writers.merge.merged import Clash, ClashKind


@dataclass(frozen=True, slots=True)
class Part:
    """A definition, statement or entry. `lead` is what stands before it and belongs to it: blank lines, comments."""

    key: str
    lead: str
    text: str


Parts: TypeAlias = Mapping[str, Part]
# Merges a part that both sides changed (or both added: base is None): the text, and what clashed, in words.
Both: TypeAlias = Callable[[Part | None, Part, Part], tuple[str, Sequence[str]]]
Same: TypeAlias = Callable[[str, str], bool]


@dataclass(slots=True)
class Decided:
    """What becomes of each part: `kept` by key, `dropped` those of ours that nobody changed and nobody generates."""

    kept: dict[str, Part] = field(default_factory=dict[str, Part])
    dropped: dict[str, Part] = field(default_factory=dict[str, Part])
    clashes: list[Clash] = field(default_factory=list[Clash])


def keyed(parts: Iterable[Part]) -> dict[str, Part]:
    """Parts by key; a second one of a key gets a number behind it."""
    found: dict[str, Part] = {}
    for part in parts:
        key, count = part.key, 1
        while key in found:
            count += 1
            key = f"{part.key} #{count}"
        found[key] = part if count == 1 else Part(key, part.lead, part.text)
    return found


def decide(base: Parts, ours: Parts, theirs: Parts, *, same: Same, both: Both) -> Decided:
    """Decide about each part by itself. What its owner removed stays away."""
    decided = Decided()
    for key, mine in ours.items():
        old, new = base.get(key), theirs.get(key)
        if new is not None:
            decided.kept[key] = _merge(old, mine, new, same, both, decided.clashes)
        elif (
            old is not None and same(mine.text, old.text) and mine.lead.strip() == old.lead.strip()
        ):
            decided.dropped[key] = mine
        else:
            decided.kept[key] = mine
            if old is not None:
                decided.clashes.append(Clash(key, ClashKind.DROPPED))
    for key, new in theirs.items():
        if key not in ours and key not in base:
            decided.kept[key] = new
        elif key not in ours and not same(new.text, base[key].text):
            decided.clashes.append(Clash(key, ClashKind.DELETED))
    return decided


def _merge(
    old: Part | None, mine: Part, new: Part, same: Same, both: Both, clashes: list[Clash]
) -> Part:
    lead = pick_lead(old, mine, new)
    if old is not None and same(mine.text, old.text):
        text = mine.text if same(new.text, old.text) else new.text
    elif same(mine.text, new.text) or (old is not None and same(new.text, old.text)):
        text = mine.text
    else:
        text, parts = both(old, mine, new)
        clashes += [Clash(part) for part in parts]
    return Part(mine.key, lead, text)


def pick_lead(old: Part | None, mine: Part | None, new: Part | None) -> str:
    """What stands before a part: theirs where only the other side changed more than blank lines."""
    if mine is None or new is None:
        return mine.lead if mine else new.lead if new else ""
    before = old.lead.strip() if old else ""
    return new.lead if mine.lead.strip() == before != new.lead.strip() else mine.lead


def arrange(kept: Parts, ours: Iterable[str], theirs: Iterable[str]) -> list[Part]:
    """Put parts in their owner's order, each new one behind the part that it was generated behind."""
    order = [key for key in ours if key in kept]
    placed = set(order)
    generated = [key for key in theirs if key in kept]
    for index, key in enumerate(generated):
        if key not in placed:
            order.insert(_position(order, generated, index, placed), key)
            placed.add(key)
    return [kept[key] for key in order]


def _position(order: Sequence[str], generated: Sequence[str], index: int, placed: set[str]) -> int:
    """Behind the one generated before; in front of the next one that is there; else at the end."""
    if index:
        return order.index(generated[index - 1]) + 1
    return next((order.index(key) for key in generated if key in placed), len(order))
