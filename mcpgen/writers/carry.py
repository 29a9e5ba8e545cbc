"""Edited functions that are now generated in another module, or under another name, take their owner's edit along.

Merging knows one file at a time: to it such a function is dropped in one place and new in the other. So before merging, the
function is moved in what its owner has and in what was generated last, as if it had always been where it is now.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Final

from mcpgen.files import Ownership
from mcpgen.writers.manifest import ToolRecord
from mcpgen.writers.merge import Sides
from mcpgen.writers.merge.code import made_by, parse, read_by, same_code
from mcpgen.writers.merge.imports import Usage, merge_imports
from mcpgen.writers.merge.module import IMPORT, join, split, tree_of
from mcpgen.writers.merge.parts import Part, Parts, arrange
from mcpgen.writers.sighting import Past, Sighting, State

_DEFINITION: Final = re.compile(r"^(?:async )?def (\w+)\(", re.MULTILINE)
_UNKNOWN: Final = frozenset({State.GONE, State.BLOCKED, State.FOREIGN})


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """The sides of every file to merge by id, and what moved into each, in words."""

    sides: Mapping[str, Sides]
    notes: Mapping[str, Sequence[str]] = field(default_factory=dict[str, list[str]])


def moved_functions(
    before: Mapping[str, ToolRecord], after: Mapping[str, ToolRecord]
) -> dict[str, str]:
    """Where the functions (and the tests) of operations that kept their key were, and are: `pets.get_pet`."""
    moves: dict[str, str] = {}
    for key, tool in after.items():
        if key in before and before[key].function != tool.function:
            old, new = before[key].function, tool.function
            moves |= {old: new, _test_of(old): _test_of(new)}
    return moves


def _test_of(function: str) -> str:
    module, _, name = function.partition(".")
    return f"test_{module}.test_{name}"


def carry(
    sides: Mapping[str, Sides], seen: Sequence[Sighting], past: Past, moves: Mapping[str, str]
) -> Carried:
    """Move the edited functions that changed their place, in all that is to be merged.

    An operation whose key changed too is found by the name of its function, if that is new in one place only.
    """
    by_id = {each.file.id: each for each in seen}
    leaving = [
        (by_id[key], name) for key, each in sides.items() for name in _leaving(by_id[key], each)
    ]
    if not leaving:
        return Carried(sides=sides)
    homes = _homes(seen, past)
    moving = _Moving(sides, past)
    for source, name in leaving:
        new = moves.get(f"{_module(source)}.{name}", name)
        targets = homes.get((_folder(source), new), [])
        if len(targets) == 1:
            moving.move(source, name, targets[0], new.rpartition(".")[2])
    return Carried(sides={**sides, **moving.sides()}, notes=moving.notes)


def _folder(sighting: Sighting) -> str:
    return str(PurePosixPath(sighting.file.path).parent)


def _module(sighting: Sighting) -> str:
    return PurePosixPath(sighting.file.path).stem


def _defined(text: str) -> list[str]:
    return _DEFINITION.findall(text)


def _leaving(source: Sighting, sides: Sides) -> list[str]:
    """Functions that are no longer generated in a file, but that its owner still has there."""
    if not source.path.endswith(".py") or sides.base == sides.theirs:
        return []
    kept, owned = set(_defined(sides.theirs)), set(_defined(sides.ours))
    return [name for name in _defined(sides.base) if name not in kept and name in owned]


def _homes(seen: Sequence[Sighting], past: Past) -> dict[tuple[str, str], list[Sighting]]:
    """Where functions are generated that were not there before: by folder and name, with and without their module."""
    homes: dict[tuple[str, str], list[Sighting]] = {}
    for each in seen:
        if each.path.endswith(".py") and each.state not in _UNKNOWN:
            known = set(_defined(past.base.get(each.file.id, "")))
            for name in _defined(each.file.text):
                if each.file.ownership is Ownership.MERGED and name not in known:
                    homes.setdefault((_folder(each), name), []).append(each)
                    homes.setdefault((_folder(each), f"{_module(each)}.{name}"), []).append(each)
    return homes


@dataclass(slots=True)
class _Module:
    """The three sides of a file, taken apart."""

    base: dict[str, Part]
    ours: dict[str, Part]
    theirs: dict[str, Part]

    def sides(self) -> Sides:
        """The three sides as text again."""
        base, ours, theirs = (join(each.values()) for each in (self.base, self.ours, self.theirs))
        return Sides(base=base, ours=ours, theirs=theirs)


class _Moving:
    """The modules that functions move between; each is taken apart once."""

    def __init__(self, sides: Mapping[str, Sides], past: Past) -> None:
        self.notes: dict[str, list[str]] = {}
        self._given = sides
        self._past = past
        self._modules: dict[str, _Module | None] = {}
        self._changed: dict[str, _Module] = {}

    def sides(self) -> dict[str, Sides]:
        """The sides of the files that something moved out of or into."""
        return {key: module.sides() for key, module in self._changed.items()}

    def move(self, source: Sighting, name: str, target: Sighting, new_name: str) -> None:
        """Move a function if its owner edited it; if not, let what its owner wrote where it was import it."""
        origin, home = self._open(source), self._open(target)
        if origin is None or home is None or name not in origin.ours or name not in origin.base:
            return
        old, mine = origin.base[name], origin.ours[name]
        if same_code(old.text, mine.text) and old.lead.strip() == mine.lead.strip():
            if origin is not home and _lend(origin, home, name, new_name, source, target):
                self._changed[source.file.id] = origin
                told = f"{name}, which your code here calls, is imported from {target.path} now"
                self.notes.setdefault(source.file.id, []).append(told)
            return
        del origin.base[name], origin.ours[name]
        lead = home.theirs[new_name].lead
        for side, part in ((home.base, old), (home.ours, mine)):
            moved = side | {new_name: _renamed(part, name, new_name, lead)}
            placed = arrange(moved, [key for key in side if key != new_name], home.theirs)
            side.clear()
            side.update((each.key, each) for each in placed)
        if origin is not home:
            _bring_imports(origin, home, mine, PurePosixPath(source.path).stem)
            _drop_unread(origin, mine)
        self._changed |= {source.file.id: origin, target.file.id: home}
        self.notes.setdefault(target.file.id, []).append(f"{new_name}, from {source.path}")

    def _open(self, sighting: Sighting) -> _Module | None:
        key = sighting.file.id
        if key not in self._modules:
            self._modules[key] = self._split(sighting)
        return self._modules[key]

    def _split(self, sighting: Sighting) -> _Module | None:
        try:
            sides = self._given.get(sighting.file.id) or self._unedited(sighting)
            if sides is None:
                return None
            return _Module(split(sides.base), split(sides.ours), split(sides.theirs))
        except SyntaxError:
            return None

    def _unedited(self, sighting: Sighting) -> Sides | None:
        """A new file counts as unchanged, so that what is generated now fills it."""
        text = sighting.file.text
        base = text if sighting.state is State.NEW else self._past.text(sighting.file.id)
        if base is None or sighting.state is State.EDITED:
            return None
        return Sides(base=base, ours=base, theirs=text)


def _renamed(part: Part, name: str, new_name: str, lead: str) -> Part:
    """A function under its new name, as far from the one above it as it is generated."""
    text = re.sub(
        rf"^((?:async )?def ){name}\(", rf"\1{new_name}(", part.text, count=1, flags=re.MULTILINE
    )
    return Part(new_name, part.lead if part.lead.strip() else lead, text)


def _lend(
    origin: _Module, home: _Module, name: str, new_name: str, source: Sighting, target: Sighting
) -> bool:
    """Import a function where it was, if code of the owner's there reads it; False where nothing does, or it would be a circle."""
    own = [
        part for key, part in origin.ours.items() if key != name and origin.base.get(key) != part
    ]
    stem = PurePosixPath(source.path).stem
    back = any(part.text.startswith(f"from .{stem} import ") for part in home.ours.values())
    if back or name not in read_by(tree_of(own)):
        return False
    del origin.base[name], origin.ours[name]
    alias = "" if name == new_name else f" as {name}"
    added = split(f"from .{PurePosixPath(target.path).stem} import {new_name}{alias}\n")
    imports = {key: part for key, part in origin.ours.items() if key.startswith(IMPORT)}
    usage = Usage(lambda: tree_of(own), lambda: tree_of([]))
    origin.ours = _with_imports(origin.ours, merge_imports({}, imports, added, usage))
    return True


def _bring_imports(origin: _Module, home: _Module, moved: Part, stem: str) -> None:
    """Import in a function's new home what it reads from its old one."""
    known = made_by(tree_of(home.ours.values())) | made_by(tree_of(home.theirs.values()))
    missing = read_by(parse(moved.text)) - known
    imports = {key: part for key, part in home.ours.items() if key.startswith(IMPORT)}
    usage = Usage(lambda: tree_of([moved]), lambda: tree_of([]))
    for part in origin.ours.values():
        for statement, name in _offers(part, stem):
            if name in missing:
                added = split(statement)
                imports = merge_imports({}, imports, added, usage)
    home.ours = _with_imports(home.ours, imports)


def _offers(part: Part, stem: str) -> Iterator[tuple[str, str]]:
    """What a part gives its module: the statement that imports it elsewhere, and its name."""
    tree = tree_of([part])
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            source = (
                f"from {'.' * node.level}{node.module or ''} "
                if isinstance(node, ast.ImportFrom)
                else ""
            )
            for alias in node.names:
                name = alias.asname or alias.name.split(".")[0]
                yield f"{source}import {ast.unparse(alias)}\n", name
    if not part.key.startswith(IMPORT):
        yield from ((f"from .{stem} import {name}\n", name) for name in made_by(tree))


def _with_imports(parts: Parts, imports: Parts) -> dict[str, Part]:
    """A module with more imports, the new ones below those it has."""
    merged = {key: imports.get(key, part) for key, part in parts.items()}
    new = [part for key, part in imports.items() if key not in parts]
    keys = list(merged)
    last = max((index for index, key in enumerate(keys) if key.startswith(IMPORT)), default=-1)
    if not new:
        return merged
    ordered = [*list(merged.values())[: last + 1], *new, *list(merged.values())[last + 1 :]]
    return {part.key: part for part in ordered}


def _drop_unread(origin: _Module, moved: Part) -> None:
    """Imports that the owner added for what has moved go with it."""
    rest = [part for key, part in origin.ours.items() if not key.startswith(IMPORT)]
    left, gone = read_by(tree_of(rest)), read_by(parse(moved.text))
    for key in [each for each in origin.ours if each.startswith(IMPORT)]:
        names = made_by(tree_of([origin.ours[key]]))
        if key not in origin.base and names <= gone and not names & left:
            del origin.ours[key]
