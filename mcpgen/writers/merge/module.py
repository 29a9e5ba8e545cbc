"""Python text to parts and back: each statement of a module with what stands above it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mcpgen.writers.merge.code import lines_of, parse, start_of
from mcpgen.writers.merge.parts import Part, keyed

IMPORT: Final = "import "
TYPE_CHECKING: Final = f"{IMPORT}if TYPE_CHECKING"
DOCSTRING: Final = "module docstring"
END: Final = "end of the file"
_KEY_LENGTH: Final = 60


def split(text: str) -> dict[str, Part]:
    """Take a module apart; SyntaxError when it is no Python. Statements that share a line are one part."""
    lines = lines_of(text if text.endswith("\n") else f"{text}\n")
    parts: list[Part] = []
    done = 0
    for nodes in _apart(parse(text).body):
        start, end = start_of(nodes[0]) - 1, _below(lines, nodes[-1].end_lineno or 0)
        lead, code = "".join(lines[done:start]), "".join(lines[start:end])
        parts.append(Part(_key(nodes[0], first=not parts), lead, code))
        done = end
    rest = "".join(lines[done:])
    return keyed([*parts, Part(END, "", rest)] if rest.strip() else parts)


def _apart(body: Iterable[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """Statements, those that share a line together."""
    together: list[ast.stmt] = []
    for node in body:
        if together and start_of(node) > (together[-1].end_lineno or 0):
            yield together
            together = []
        together.append(node)
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
