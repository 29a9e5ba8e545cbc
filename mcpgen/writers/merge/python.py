"""Merge a Python module: imports as sets of names, functions by their pieces, everything else statement by statement."""

from __future__ import annotations

from collections.abc import Sequence

from mcpgen.writers.merge.code import made_by, read_by, same_code
from mcpgen.writers.merge.function import merge_function
from mcpgen.writers.merge.imports import Usage, merge_imports
from mcpgen.writers.merge.merged import Clash, ClashKind, Merged, Sides, Unmergeable
from mcpgen.writers.merge.module import DOCSTRING, IMPORT, check, join, split, tree_of
from mcpgen.writers.merge.parts import Decided, Part, Parts, arrange, decide


def merge_python(sides: Sides) -> Merged:
    """Merge three modules; Unmergeable when the owner's is no Python now."""
    if "\r" in sides.ours:
        raise Unmergeable("it has carriage returns within its lines")
    try:
        ours = split(sides.ours)
    except SyntaxError as error:
        raise Unmergeable(f"line {error.lineno} is no Python ({error.msg})") from error
    try:
        return merge_parts(split(sides.base), ours, split(sides.theirs))
    except SyntaxError as error:
        raise Unmergeable("your changes and the new version do not fit together") from error


def merge_parts(base: Parts, ours: Parts, theirs: Parts) -> Merged:
    """Merge three modules that were taken apart."""
    code = decide(_code(base), _code(ours), _code(theirs), same=same_code, both=_both)
    _keep_used(code, theirs)
    usage = Usage(
        lambda: tree_of(code.kept.values()),
        lambda: tree_of(part for key, part in _imports(ours).items() if key not in base),
    )
    imports = merge_imports(_imports(base), _imports(ours), _imports(theirs), usage)
    text = join(_ordered(code.kept, imports, ours, theirs))
    check(text)
    return Merged(text, tuple(code.clashes))


def _ordered(code: Parts, imports: Parts, ours: Parts, theirs: Parts) -> list[Part]:
    """New code goes by the code around it, so that it never lands among the imports; then new imports by all."""
    kept = {**code, **{key: part for key, part in imports.items() if key in ours}}
    parts = arrange(kept, ours, [key for key in _code(theirs) if key != DOCSTRING])
    order = [part.key for part in parts]
    return arrange({**code, **imports}, order, theirs)


def _code(parts: Parts) -> dict[str, Part]:
    return {key: part for key, part in parts.items() if not key.startswith(IMPORT)}


def _imports(parts: Parts) -> dict[str, Part]:
    return {key: part for key, part in parts.items() if key.startswith(IMPORT)}


def _both(old: Part | None, mine: Part, new: Part) -> tuple[str, Sequence[str]]:
    """Merge a part that both sides changed, as far as it can be taken apart."""
    merged = merge_function(old.text, mine.text, new.text) if old else None
    if merged is None:
        return mine.text, [mine.key]
    text, pieces = merged
    return text, [f"{mine.key}, {piece}" for piece in pieces]


def _keep_used(code: Decided, theirs: Parts) -> None:
    """Keep what is no longer generated but what the owner's code reads."""
    while code.dropped:
        own = [part for key, part in code.kept.items() if theirs.get(key) != part]
        read = read_by(tree_of(own))
        used = [key for key, part in code.dropped.items() if made_by(tree_of([part])) & read]
        for key in used:
            code.kept[key] = code.dropped.pop(key)
            code.clashes.append(Clash(key, ClashKind.DROPPED))
        if not used:
            return
