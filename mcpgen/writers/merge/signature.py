"""Merge the heads of a function: decorators, each parameter by its name, the result."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from mcpgen.writers.merge.code import has_comments, parse
from mcpgen.writers.merge.layout import laid_out
from mcpgen.writers.merge.pick import BothChanged, pick

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_KINDS: Final = ("/", "", "*", "=", "**")
_BODY: Final = "    pass\n"


@dataclass(frozen=True, slots=True)
class _Parameter:
    """`kind` is `/`, `` (positional), `*`, `=` (keyword only) or `**`; `text` has annotation and default."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class _Head:
    """A head in pieces."""

    decorators: tuple[str, ...]
    keyword: str
    name: str
    parameters: Mapping[str, _Parameter]
    returns: str


def merge_signature(base: str, ours: str, theirs: str) -> str | None:
    """Merge three heads, up to the colon, laid out as black would; None where both changed one piece."""
    if has_comments(ours) or has_comments(theirs):
        return None
    old, mine, new = (_head(each) for each in (base, ours, theirs))
    try:
        merged = _Head(
            pick(old.decorators, mine.decorators, new.decorators),
            pick(old.keyword, mine.keyword, new.keyword),
            pick(old.name, mine.name, new.name),
            _merge_parameters(old.parameters, mine.parameters, new.parameters),
            pick(old.returns, mine.returns, new.returns),
        )
    except BothChanged:
        return None
    return _layout(merged)


def _merge_parameters(
    old: Mapping[str, _Parameter], mine: Mapping[str, _Parameter], new: Mapping[str, _Parameter]
) -> dict[str, _Parameter]:
    """Theirs in their order, the owner's own of each kind behind them."""
    merged: dict[str, _Parameter] = {}
    for name in [*new, *(each for each in mine if each not in new)]:
        picked = pick(old.get(name), mine.get(name), new.get(name))
        if picked is not None:
            merged[name] = picked
    return dict(sorted(merged.items(), key=lambda item: _KINDS.index(item[1].kind)))


def _head(text: str) -> _Head:
    node = parse(f"{text.rstrip()}\n{_BODY}").body[0]
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    return _Head(
        decorators=tuple(ast.unparse(each) for each in node.decorator_list),
        keyword="def" if isinstance(node, ast.FunctionDef) else "async def",
        name=node.name,
        parameters={name: _Parameter(kind, text) for name, kind, text in _each(node.args)},
        returns=ast.unparse(node.returns) if node.returns else "",
    )


def _each(args: ast.arguments) -> Iterator[tuple[str, str, str]]:
    positional = [*args.posonlyargs, *args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + list(args.defaults)
    for index, (arg, default) in enumerate(zip(positional, defaults, strict=True)):
        yield arg.arg, "/" if index < len(args.posonlyargs) else "", _text(arg, default)
    if args.vararg:
        yield args.vararg.arg, "*", f"*{_text(args.vararg, None)}"
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield arg.arg, "=", _text(arg, default)
    if args.kwarg:
        yield args.kwarg.arg, "**", f"**{_text(args.kwarg, None)}"


def _text(arg: ast.arg, default: ast.expr | None) -> str:
    text = ast.unparse(arg)
    return text if default is None else f"{text} = {ast.unparse(default)}"


def _layout(head: _Head) -> str:
    decorators = "".join(f"@{each}\n" for each in head.decorators)
    returns = f" -> {head.returns}" if head.returns else ""
    line = f"{head.keyword} {head.name}({', '.join(_listed(head.parameters))}){returns}:"
    return laid_out(f"{decorators}{line}\n{_BODY}").removesuffix(_BODY)


def _listed(parameters: Mapping[str, _Parameter]) -> Iterator[str]:
    """The parameters with the marks that tell their kinds apart."""
    kinds = [each.kind for each in parameters.values()]
    for index, parameter in enumerate(parameters.values()):
        if parameter.kind == "=" and "*" not in kinds and "=" not in kinds[:index]:
            yield "*"
        yield parameter.text
        if parameter.kind == "/" and "/" not in kinds[index + 1 :]:
            yield "/"
