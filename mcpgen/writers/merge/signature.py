"""Merge the heads of a function: decorators, each parameter by its name, the result."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

from mcpgen.writers.merge.code import has_comments, parse

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef
_T = TypeVar("_T")
_KINDS: Final = ("/", "", "*", "=", "**")
_BODY: Final = "    pass\n"


class _Both(Exception):  # noqa: N818  # a state of the two sides
    """Both sides changed one piece."""


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
            _pick(old.decorators, mine.decorators, new.decorators),
            _pick(old.keyword, mine.keyword, new.keyword),
            _pick(old.name, mine.name, new.name),
            _merge_parameters(old.parameters, mine.parameters, new.parameters),
            _pick(old.returns, mine.returns, new.returns),
        )
    except _Both:
        return None
    return _layout(merged)


def _pick(old: _T, mine: _T, new: _T) -> _T:
    if mine == old:
        return new
    if new in (old, mine):
        return mine
    raise _Both


def _merge_parameters(
    old: Mapping[str, _Parameter], mine: Mapping[str, _Parameter], new: Mapping[str, _Parameter]
) -> dict[str, _Parameter]:
    """Theirs in their order, the owner's own of each kind behind them."""
    merged: dict[str, _Parameter] = {}
    for name in [*new, *(each for each in mine if each not in new)]:
        picked = _pick(old.get(name), mine.get(name), new.get(name))
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
    # A tenth of a second, for the rare head that both sides changed.
    from black import format_str  # noqa: PLC0415
    from black.mode import Mode, TargetVersion  # noqa: PLC0415

    decorators = "".join(f"@{each}\n" for each in head.decorators)
    returns = f" -> {head.returns}" if head.returns else ""
    line = f"{head.keyword} {head.name}({', '.join(_listed(head.parameters))}){returns}:"
    mode = Mode(target_versions={TargetVersion.PY311}, line_length=100)
    return format_str(f"{decorators}{line}\n{_BODY}", mode=mode).removesuffix(_BODY)


def _listed(parameters: Mapping[str, _Parameter]) -> Iterator[str]:
    """The parameters with the marks that tell their kinds apart."""
    kinds = [each.kind for each in parameters.values()]
    for index, parameter in enumerate(parameters.values()):
        if parameter.kind == "=" and "*" not in kinds and "=" not in kinds[:index]:
            yield "*"
        yield parameter.text
        if parameter.kind == "/" and "/" not in kinds[index + 1 :]:
            yield "/"
