"""Merge the request that a function makes apart from what is around it.

A generated body is little more than one call: `return await api.get("/pets", query={"limit": limit})`. Its owner keeps the
answer, checks it, tries again; the description adds a parameter. So the call is lifted out of each side and merged by
argument and by key, and the statements are merged as if it were the same in all three.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple, TypeGuard

from mcpgen.writers.merge.code import has_comments, lines_of, parse, same_code, walk
from mcpgen.writers.merge.layout import laid_out_within
from mcpgen.writers.merge.pick import BothChanged, pick
from mcpgen.writers.merge.statements import WRAP, Statement, body_of, merge_statements

_PLACE: Final = "_request_goes_here_"
_COMPOUND: Final = (
    ast.With,
    ast.AsyncWith,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.If,
    ast.Try,
    ast.Match,
)


class _Lifted(NamedTuple):
    """The statements of a body with a name in place of its one request, and the request."""

    texts: Sequence[str]
    call: str


def merge_around_request(
    base: Sequence[Statement], ours: Sequence[Statement], theirs: Sequence[Statement], client: str
) -> list[str] | None:
    """Merge three bodies that each call a method of `client` once; None where they don't, or where they clash."""
    old, mine, new = (_lift(body, client) for body in (base, ours, theirs))
    if old is None or mine is None or new is None:
        return None
    try:
        call = _merge_calls(old.call, mine.call, new.call)
    except BothChanged:
        return None
    merged = merge_statements(old.texts, mine.texts, new.texts)
    if merged is None or sum(text.count(_PLACE) for text in merged) != 1:
        return None
    known = {each for one in (*ours, *theirs) for each in _with_and_without_lead(one.text)}
    return [_put_back(text, call, known) for text in merged]


def _with_and_without_lead(text: str) -> tuple[str, str]:
    """A statement with the comments and blank lines above it, and by itself."""
    lines = lines_of(text)
    start = next((n for n, line in enumerate(lines) if line.strip() and line.lstrip()[0] != "#"), 0)
    return text, "".join(lines[start:])


def _lift(body: Sequence[Statement], client: str) -> _Lifted | None:
    """Put a name in place of the one request of a body."""
    calls = [
        (index, node)
        for index, statement in enumerate(body)
        for each in statement.nodes
        for node in walk(each)
        if _is_request(node, client)
    ]
    texts = [statement.text for statement in body]
    if len(calls) != 1 or any(_PLACE in text for text in texts):
        return None
    ((index, call),) = calls
    text, above = texts[index], body[index].line
    lines = lines_of(text)
    start = _offset(lines, call.lineno - above, call.col_offset)
    end = _offset(lines, (call.end_lineno or 0) - above, call.end_col_offset or 0)
    texts[index] = text[:start] + _PLACE + text[end:]
    return _Lifted(texts, text[start:end])


def _is_request(node: ast.AST, client: str) -> TypeGuard[ast.Call]:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name))):
            return name == client
        case _:
            return False


def _offset(lines: Sequence[str], line: int, column: int) -> int:
    """A position in the text; Python counts columns in bytes of UTF-8."""
    before = sum(len(each) for each in lines[:line])
    return before + len(lines[line].encode()[:column].decode())


def _put_back(text: str, call: str, known: Collection[str]) -> str:
    """A statement with its request; the line with it is laid out anew where neither side had it like this."""
    whole = text.replace(_PLACE, call)
    if _PLACE not in text or whole in known:
        return whole
    lines = lines_of(WRAP + text)
    inner = [node for node in _within(body_of(text)) if _PLACE in _names(node)]
    if not inner or isinstance(inner[-1], _COMPOUND):
        return whole
    start, end = inner[-1].lineno - 1, inner[-1].end_lineno
    statement = "".join(lines[start:end]).replace(_PLACE, call)
    laid_out = statement if statement in known else laid_out_within(statement)
    return "".join([*lines[1:start], laid_out, *lines[end:]])


def _within(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """Statements and those in them, the outer ones first."""
    return (node for each in body for node in ast.walk(each) if isinstance(node, ast.stmt))


def _names(tree: ast.AST) -> Iterator[str]:
    return (node.id for node in ast.walk(tree) if isinstance(node, ast.Name))


def _merge_calls(base: str, ours: str, theirs: str) -> str:
    """Merge three requests by argument; BothChanged when both changed one argument, or one key of it."""
    if same_code(ours, base):
        return ours if same_code(theirs, base) else theirs
    if same_code(theirs, base) or same_code(theirs, ours):
        return ours
    if has_comments(ours) or has_comments(theirs):
        raise BothChanged
    old, mine, new = (_call(text) for text in (base, ours, theirs))
    function = pick(ast.unparse(old.func), ast.unparse(mine.func), ast.unparse(new.func))
    positional = [_merge(*each) for each in zip_longest(old.args, mine.args, new.args)]
    named = _merge_named(_keywords(old), _keywords(mine), _keywords(new))
    arguments = [*positional, *(f"{name}={value}" for name, value in named.items())]
    return f"{function}({', '.join(filter(None, arguments))})"


def _call(text: str) -> ast.Call:
    (statement,) = parse(text).body
    assert isinstance(statement, ast.Expr)
    assert isinstance(statement.value, ast.Call)
    return statement.value


def _keywords(call: ast.Call) -> dict[str, ast.expr]:
    return {_named(each.arg): each.value for each in call.keywords}


def _entries(value: ast.Dict) -> dict[str, ast.expr]:
    return {
        _named(ast.unparse(key) if key else None): each
        for key, each in zip(value.keys, value.values, strict=True)
    }


def _named(name: str | None) -> str:
    """A name to merge by; what is spread with `**` has none."""
    if name is None:
        raise BothChanged
    return name


def _merge_named(
    old: Mapping[str, ast.expr], mine: Mapping[str, ast.expr], new: Mapping[str, ast.expr]
) -> dict[str, str]:
    """Theirs in their order, the owner's own behind them."""
    names = [*new, *(name for name in mine if name not in new)]
    merged = {name: _merge(old.get(name), mine.get(name), new.get(name)) for name in names}
    return {name: value for name, value in merged.items() if value is not None}


def _merge(old: ast.expr | None, mine: ast.expr | None, new: ast.expr | None) -> str | None:
    """One argument: mappings by key, anything else whole. None where it goes."""
    if isinstance(old, ast.Dict) and isinstance(mine, ast.Dict) and isinstance(new, ast.Dict):
        merged = _merge_named(_entries(old), _entries(mine), _entries(new))
        return f"{{{', '.join(f'{key}: {value}' for key, value in merged.items())}}}"
    before, own, now = (ast.unparse(each) if each else None for each in (old, mine, new))
    return pick(before, own, now)
