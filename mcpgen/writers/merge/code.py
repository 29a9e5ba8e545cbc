"""Python code as text: the same whatever its layout, the names it uses and the names it makes."""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
import warnings
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from mcpgen.model.json import is_array

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


# What formatters change, beside the case of letters in numbers and prefixes.
_LAYOUT = str.maketrans("", "", " \t\n\r\f()'\",;\\")


@lru_cache(maxsize=512)
def parse(text: str) -> ast.Module:
    """Parse Python without the warnings that its author will see anyway; SyntaxError when it is none.

    The same text gives the same tree, which nobody may change.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text)
        # A null byte, or nesting without end.
        except (ValueError, RecursionError, MemoryError) as error:
            raise SyntaxError(str(error)) from error


def same_code(one: str, other: str) -> bool:
    """Whether two pieces differ in layout only; a piece may be indented, or a head without its body."""
    if one.strip() == other.strip():
        return True
    return squeezed(one) == squeezed(other) and canonical(one) == canonical(other)


def squeezed(text: str) -> str:
    """A text without its layout: what is not the same here is not the same code, and far faster to tell."""
    return text.translate(_LAYOUT).lower()


@lru_cache(maxsize=4096)
def canonical(text: str) -> str:
    """A piece of code with its layout undone; its comments count."""
    text = textwrap.dedent(text)
    bodies = ("", "\n    pass")
    for body in reversed(bodies) if text.rstrip().endswith(":") else bodies:
        try:
            tree = parse(text.rstrip() + body)
        except SyntaxError:
            continue
        return "\n".join([ast.unparse(tree), *_comments(text)])
    return text.strip()


def _comments(text: str) -> Iterator[str]:
    if "#" in text:
        try:
            for token in tokenize.generate_tokens(io.StringIO(text).readline):
                if token.type == tokenize.COMMENT:
                    yield token.string
        except (tokenize.TokenError, IndentationError):
            yield text


def has_comments(text: str) -> bool:
    """Whether there is a comment in a piece of code."""
    return any(_comments(textwrap.dedent(text)))


def read_by(tree: ast.Module) -> set[str]:
    """The names that the statements of a module read from it, or from what it imports."""
    names: set[str] = set()
    for node in tree.body:
        names |= loaded(node) - bound(node) if isinstance(node, _DEFINITIONS) else loaded(node)
    return names


def made_by(tree: ast.Module) -> set[str]:
    """The names that the statements of a module give it."""
    names: set[str] = set()
    for node in tree.body:
        names |= {node.name} if isinstance(node, _DEFINITIONS) else bound(node)
    return names


def loaded(tree: ast.AST) -> set[str]:
    """The names that code reads."""
    return {node.id for node in _walk(tree) if isinstance(node, ast.Name)}


def bound(tree: ast.AST) -> set[str]:
    """The names that code makes anywhere within: by assignment, import, definition or as a parameter."""
    return {name for node in _walk(tree) for name in _bound(node)}


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes, in no order that matters: twice as fast as `ast.walk`."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        for name in node._fields:
            value: Any = getattr(node, name, None)
            if isinstance(value, ast.AST):
                todo.append(value)
            elif is_array(value):
                todo.extend(each for each in value if isinstance(each, ast.AST))


def _bound(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            yield name
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.alias(name=name, asname=asname):
            yield asname or name.split(".")[0]
        case (
            ast.ExceptHandler(name=str(name))
            | ast.MatchAs(name=str(name))
            | ast.MatchStar(name=str(name))
        ):
            yield name
        case _:
            return


def lines_of(text: str) -> list[str]:
    """Lines as Python counts them, each with its end."""
    return list(io.StringIO(text, newline="\n"))


def start_of(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])
