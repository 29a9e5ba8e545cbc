"""Python text to parts and back: each statement of a module with what stands above it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from mcpgen.writers.merge.code import lines_of, parse, start_of
from mcpgen.writers.merge.parts import Part, keyed

IMPORT: Final = "import "
TYPE_CHECKING: Final = f"{IMPORT}if TYPE_CHECKING"
DOCSTRING: Final = "module docstring"
END: Final = "end of the file"
_KEY_LENGTH: Final = 60
_BLANK: Final = " \t\n"
_DEFINITION: Final = re.compile(r"^(?=def |async def |class |@)", re.MULTILINE)


class _Found(NamedTuple):
    """A statement, its first line, counted from 0, and the one behind its last."""

    node: ast.stmt
    start: int
    end: int


def split(text: str) -> dict[str, Part]:
    """Take a module apart; SyntaxError when it is no Python. Statements that share a line are one part."""
    text = text if text.endswith("\n") else f"{text}\n"
    lines = lines_of(text)
    parts: list[Part] = []
    done = 0
    for together in _apart(_statements(text)):
        start, end = together[0].start, _below(lines, together[-1].end)
        lead, code = "".join(lines[done:start]), "".join(lines[start:end])
        parts.append(Part(_key(together[0].node, first=not parts), lead, code))
        done = end
    rest = "".join(lines[done:])
    return keyed([*parts, Part(END, "", rest)] if rest.strip() else parts)


def check(text: str) -> None:
    """SyntaxError when a text is no Python."""
    _statements(text)


def _statements(text: str) -> list[_Found]:
    """The statements of a module. Each definition is parsed by itself: most are the same on every side of a merge."""
    try:
        return [each for start, piece in _pieces(text) for each in _parsed(piece, start)]
    except SyntaxError:
        # Told by its line in the whole; or a line of a long text looks like a definition.
        return list(_parsed(text, 0))


def _pieces(text: str) -> Iterator[tuple[int, str]]:
    """A text cut in front of each definition with its decorators, and the number of lines above each piece.

    Blank lines below a piece make no difference to it.
    """
    above, decorators = 0, ""
    for piece in _DEFINITION.split(text):
        if piece.startswith("@"):
            decorators += piece
            continue
        whole, decorators = decorators + piece, ""
        yield above, f"{whole.rstrip(_BLANK)}\n"
        above += whole.count("\n")
    if decorators:
        yield above, decorators


def _parsed(text: str, above: int) -> Iterator[_Found]:
    for node in parse(text).body:
        yield _Found(node, above + start_of(node) - 1, above + (node.end_lineno or 0))


def _apart(found: Iterable[_Found]) -> Iterator[list[_Found]]:
    """Statements, those that share a line together."""
    together: list[_Found] = []
    for each in found:
        if together and each.start >= together[-1].end:
            yield together
            together = []
        together.append(each)
    if together:
        yield together


def _below(lines: Sequence[str], end: int) -> int:
    """Indented comments below a statement belong to it."""
    while end < len(lines) and lines[end][0] in " \t" and lines[end].lstrip().startswith("#"):
        end += 1
    return end


def join(parts: Iterable[Part]) -> str:
    """Put a module together."""
    text = "".join(part.lead + part.text for part in parts)
    return text.lstrip("\n")


def tree_of(parts: Iterable[Part]) -> ast.Module:
    """The code of some parts."""
    return parse("".join(part.text for part in parts))


def _key(node: ast.stmt, *, first: bool) -> str:
    match node:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            return name
        case ast.ImportFrom():
            return f"{IMPORT}from {'.' * node.level}{node.module or ''}"
        case ast.Import():
            return ast.unparse(node)
        case ast.If(test=ast.Name(id="TYPE_CHECKING"), orelse=[]):
            return TYPE_CHECKING
        case ast.Assign(targets=targets):
            return ", ".join(ast.unparse(each) for each in targets)
        case ast.AnnAssign(target=target) | ast.AugAssign(target=target):
            return ast.unparse(target)
        case ast.Expr(value=ast.Constant(value=str())) if first:
            return DOCSTRING
        case _:
            return ast.unparse(node).split("\n")[0][:_KEY_LENGTH]
