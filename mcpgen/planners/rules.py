"""Which operations a rule of `include` or `exclude` names, and what is said of one that names none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from mcpgen.config import Rule
from mcpgen.model import Operation

_SHOWN = 3  # examples of what there is
_CLOSE = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Miss:
    """A part of a rule that fits nothing: its key, the value, and all that could have been meant."""

    key: str
    value: str
    known: tuple[str, ...]


def _bare_key(op: Operation) -> str:
    """`METHOD /path`, without what tells documents apart."""
    return op.key.removesuffix(f"#{op.prefix}") if op.prefix else op.key


def names_of(op: Operation) -> tuple[str, ...]:
    """All that an owner may call an operation."""
    ids = (op.operation_id,) if op.operation_id else ()
    prefixed = tuple(f"{each}#{op.prefix}" for each in ids if op.prefix)
    return (op.key, _bare_key(op), *ids, *prefixed)


def fits(rule: Rule, op: Operation) -> bool:
    """Whether an operation is one that the rule names."""
    return all(any(_FITS[key](value, op) for value in values) for key, values in _conditions(rule))


def misses(rule: Rule, operations: Sequence[Operation]) -> Iterator[Miss]:
    """The values of a rule that fit no operation at all."""
    for key, values in _conditions(rule):
        for value in values:
            if not any(_FITS[key](value, op) for op in operations):
                known = dict.fromkeys(name for op in operations for name in _KNOWN[key](op))
                yield Miss(key=key, value=value, known=tuple(known))


def is_exact(rule: Rule, op: Operation) -> bool:
    """Whether the rule names this operation in full."""
    return any(value in names_of(op) for value in rule.operations)


def nearest(name: str, known: Iterable[str]) -> str:
    """`Did you mean …?`, or some of what there is."""
    every = list(known)
    near = get_close_matches(name, every, n=1, cutoff=_CLOSE)
    if not near:
        lowered = {each.lower(): each for each in every}
        near = [
            lowered[each] for each in get_close_matches(name.lower(), lowered, n=1, cutoff=_CLOSE)
        ]
    if near:
        return f"Did you mean `{near[0]}`?"
    if not every:
        return "There is none."
    more = f", and {len(every) - _SHOWN:,} more" if len(every) > _SHOWN else ""
    return f"There is {', '.join(f'`{each}`' for each in every[:_SHOWN])}{more}."


def _conditions(rule: Rule) -> Iterator[tuple[str, tuple[str, ...]]]:
    for key, values in (
        ("operation", rule.operations),
        ("tag", rule.tags),
        ("path", rule.paths),
        ("method", rule.methods),
        ("pattern", (rule.pattern,) if rule.pattern else ()),
        ("prefix", () if rule.prefix is None else (rule.prefix,)),
    ):
        if values:
            yield key, values


@cache
def _wild(text: str) -> re.Pattern[str]:
    """A text in which `*` stands for anything."""
    return re.compile(".*".join(map(re.escape, text.split("*"))), re.DOTALL)


@cache
def _regex(text: str) -> re.Pattern[str]:
    return re.compile(text)


_FITS: dict[str, Callable[[str, Operation], bool]] = {
    "operation": lambda value, op: any(map(_wild(value).fullmatch, names_of(op))),
    "tag": lambda value, op: value in op.tags,
    "path": lambda value, op: _wild(value).fullmatch(op.path) is not None,
    "method": lambda value, op: value == op.method,
    "pattern": lambda value, op: any(map(_regex(value).search, names_of(op))),
    "prefix": lambda value, op: value == op.prefix,
}
_KNOWN: dict[str, Callable[[Operation], tuple[str, ...]]] = {
    "operation": names_of,
    "tag": lambda op: op.tags,
    "path": lambda op: (op.path,),
    "method": lambda op: (op.method,),
    "pattern": lambda op: (op.operation_id or op.key,),
    "prefix": lambda op: (op.prefix,),
}
