"""Merge TOML table by table and key by key, without touching the layout and comments of what stays."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from mcpgen.model import Json, JsonObject
from mcpgen.model.json import is_array
from mcpgen.writers.merge.code import lines_of
from mcpgen.writers.merge.lines import merge_lines
from mcpgen.writers.merge.merged import Clash, Merged, Sides, Unmergeable
from mcpgen.writers.merge.parts import Part, Parts, arrange, decide, keyed
from mcpgen.writers.merge.values import ABSENT, merge_values

_END: Final = "end of the table"
_WIDTH: Final = 100


@dataclass(frozen=True, slots=True)
class _Table:
    """A header with what stands before it, and its entries; the first table of a file has an empty header."""

    header: Part
    entries: Parts

    @property
    def part(self) -> Part:
        """The whole table as one text."""
        body = "".join(entry.lead + entry.text for entry in self.entries.values())
        return replace(self.header, text=self.header.text + body)


def merge_toml(sides: Sides) -> Merged:
    """Merge three TOML texts; Unmergeable when the owner's is none now, or the merge would not be."""
    try:
        tomllib.loads(sides.ours)
        base, ours, theirs = (_tables(text) for text in (sides.base, sides.ours, sides.theirs))
        clashes: list[Clash] = []
        kept: dict[str, Part] = {}
        for key in [*ours, *(key for key in theirs if key not in ours and key not in base)]:
            table = _merge(base.get(key), ours.get(key), theirs.get(key), clashes)
            if table is not None:
                kept[key] = table.part
        text = "".join(part.lead + part.text for part in arrange(kept, ours, theirs))
        tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Unmergeable(f"it is not TOML ({error})") from error
    return Merged(text, tuple(clashes))


def _merge(
    old: _Table | None, mine: _Table | None, new: _Table | None, clashes: list[Clash]
) -> _Table | None:
    """One table: None where it goes."""
    if mine is None or (new is None and old is None):
        return mine or new
    entries: list[Parts] = [each.entries if each else {} for each in (old, mine, new)]
    decided = decide(*entries, same=_same, both=_both)
    clashes += [
        replace(each, part=f"{mine.header.key}.{each.part}".lstrip(".")) for each in decided.clashes
    ]
    if new is None and not decided.kept:
        return None
    parts = arrange(decided.kept, mine.entries, entries[2])
    return _Table(mine.header, {part.key: part for part in parts})


def _tables(text: str) -> dict[str, _Table]:
    """Take a file apart, losslessly."""
    headers: list[Part] = [Part("", "", "")]
    bodies: list[list[Part]] = [[]]
    lead = ""
    lines = iter(lines_of(text))
    for line in lines:
        if not line.strip() or line.lstrip().startswith("#"):
            lead += line
            continue
        if line.lstrip().startswith("["):
            headers.append(Part(line.split("#")[0].strip().strip("[]"), lead, line))
            bodies.append([])
        else:
            bodies[-1].append(_entry(lead, line, lines))
        lead = ""
    if lead.strip():
        bodies[-1].append(Part(_END, "", lead))
    named = keyed(headers)
    return {key: _Table(named[key], keyed(body)) for key, body in zip(named, bodies, strict=True)}


def _entry(lead: str, line: str, lines: Iterator[str]) -> Part:
    """A key with its value, which ends where it parses."""
    text = line
    while _value(text) is None and (more := next(lines, "")):
        text += more
    return Part(line.partition("=")[0].strip(), lead, text)


def _value(text: str) -> Json:
    """What an entry says, None where it is not at its end yet."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _same(one: str, other: str) -> bool:
    """Whether two entries say the same; a comment is more than layout."""
    if one.strip() == other.strip():
        return True
    return "#" not in one + other and _value(one) == _value(other)


def _both(old: Part | None, mine: Part, new: Part) -> tuple[str, Sequence[str]]:
    """Merge two changes of an entry: lists by item, anything else is mine."""
    found: list[Clash] = []
    before = _value(old.text) if old else ABSENT
    value = merge_values(before, _value(mine.text), _value(new.text), "", found)
    if not found and old:
        text = merge_lines(Sides(base=old.text, ours=mine.text, theirs=new.text)).text
        if _value(text) == value:
            return text, ()
        if "#" not in mine.text and (text := _written(mine.key, value)):
            return text, ()
    return mine.text, [mine.key]


def _written(key: str, value: JsonObject) -> str:
    """An entry whose value is a list of texts, laid out anew; nothing for any other."""
    items = next(iter(value.values()))
    if not is_array(items) or not all(isinstance(item, str) for item in items):
        return ""
    written = [json.dumps(item, ensure_ascii=False).replace("\x7f", "\\u007f") for item in items]
    line = f"{key} = [{', '.join(written)}]\n"
    if len(line) <= _WIDTH:
        return line
    rows = "".join(f"    {item},\n" for item in written)
    return f"{key} = [\n{rows}]\n"
