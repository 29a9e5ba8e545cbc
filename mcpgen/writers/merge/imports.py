"""Merge the imports of a module as sets of names.

A name that is no longer generated stays while code reads it, and one that its owner removed comes back where code that is
generated now needs it: an import is there for the code, whoever wrote either.
"""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

from mcpgen.writers.merge.code import has_comments, lines_of, made_by, parse, read_by
from mcpgen.writers.merge.module import IMPORT, TYPE_CHECKING, join, split
from mcpgen.writers.merge.parts import Part, Parts, arrange, pick_lead

_WIDTH: Final = 100
_INDENT: Final = "    "


class Usage:
    """What the code below the imports does with names. It is looked at only where an import hangs on it."""

    def __init__(self, code: Callable[[], ast.Module], own: Callable[[], ast.Module]) -> None:
        self._code = code
        self._own = own

    @cached_property
    def _read(self) -> set[str]:
        return read_by(self._code())

    @cached_property
    def _made(self) -> set[str]:
        return made_by(self._code()) | made_by(self._own())

    def reads(self, name: str) -> bool:
        """Whether the code reads a name."""
        return name in self._read

    def lacks(self, name: str) -> bool:
        """Whether the code reads a name that neither it nor an import of the owner's makes."""
        return name in self._read and name not in self._made


def merge_imports(base: Parts, ours: Parts, theirs: Parts, usage: Usage) -> dict[str, Part]:
    """Decide about the import statements of a module, given by key."""
    merged: dict[str, Part] = {}
    for key in [*ours, *(key for key in theirs if key not in ours)]:
        old, mine, new = base.get(key), ours.get(key), theirs.get(key)
        if mine and (mine == new == old or (old is None and new is None)):
            merged[key] = mine
            continue
        text = (_block if key == TYPE_CHECKING else _statement)(old, mine, new, usage)
        lead = pick_lead(old, mine, new)
        if text or (mine and mine.lead.strip() != (old.lead.strip() if old else "")):
            merged[key] = Part(key, lead, text)  # without text where only a comment is the owner's
    return merged


def _statement(old: Part | None, mine: Part | None, new: Part | None, usage: Usage) -> str:
    had, has, gets = _names(old), _names(mine), _names(new)
    kept = [
        name for name, made in has.items() if name in gets or name not in had or usage.reads(made)
    ]
    added = [
        name
        for name, made in gets.items()
        if name not in has and (name not in had or usage.lacks(made))
    ]
    if mine and len(kept) == len(has) and not added:
        return mine.text
    if mine and mine != old and has_comments(mine.text):
        return _beside_comments(mine, kept, added)
    if new and {*kept, *added} == set(gets):
        return new.text
    return _written(mine or new, [*kept, *added])


def _beside_comments(mine: Part, kept: Sequence[str], added: Sequence[str]) -> str:
    """Change an import that its owner commented: within its line, else in a statement below it."""
    if mine.text.count("\n") > 1:
        return mine.text + _written(mine, added)
    _, mark, comment = mine.text.partition("#")
    written = _written(mine, [*kept, *added])
    return written and f"{written.rstrip()}  {mark}{comment}"


def _names(part: Part | None) -> dict[str, str]:
    """What a statement imports, as written, and the names that this makes."""
    return {
        ast.unparse(alias): alias.asname or alias.name.split(".")[0]
        for node in (parse(part.text).body if part else ())
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
    }


def _written(part: Part | None, names: Sequence[str]) -> str:
    """A statement like a part's with other names, laid out as isort and black would."""
    if part is None or not names:
        return ""
    node = parse(part.text).body[0]
    source = (
        f"from {'.' * node.level}{node.module or ''} " if isinstance(node, ast.ImportFrom) else ""
    )
    ordered = sorted(names, key=_rank)
    line = f"{source}import {', '.join(ordered)}\n"
    if len(line) <= _WIDTH + 1 or not source:
        return line
    rows = "".join(f"{_INDENT}{name},\n" for name in ordered)
    return f"{source}import (\n{rows})\n"


def _rank(name: str) -> tuple[int, str]:
    """Constants, then classes, then the rest, as isort sorts them."""
    if name.isupper() and len(name) > 1:
        return 0, name
    return (1, name) if name[:1].isupper() else (2, name)


def _block(old: Part | None, mine: Part | None, new: Part | None, usage: Usage) -> str:
    """Merge the imports under `if TYPE_CHECKING:`; anything else that its owner has there stays."""
    had, has, gets = _children(old), _children(mine), _children(new)
    kept = {key: part for key, part in has.items() if not key.startswith(IMPORT)}
    kept |= merge_imports(_imports(had), _imports(has), _imports(gets), usage)
    shown = mine or new
    if shown is None or not kept:
        return ""
    if mine and kept == has:
        return mine.text
    header = lines_of(shown.text)[0]
    return header + textwrap.indent(join(arrange(kept, has, gets)), _INDENT)


def _children(part: Part | None) -> dict[str, Part]:
    return split(textwrap.dedent("".join(lines_of(part.text)[1:]))) if part else {}


def _imports(parts: Parts) -> dict[str, Part]:
    return {key: part for key, part in parts.items() if key.startswith(IMPORT)}
