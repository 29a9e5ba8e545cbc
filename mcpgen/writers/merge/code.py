"""Python code as text: the same whatever its layout, the names it uses and the names it makes."""

from __future__ import annotations

import ast
import io
import textwrap
import tokenize
import warnings
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from mcpgen.model.json import is_array

_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
_LEAVES = (ast.Name, ast.Constant)
# Where the nodes that make a name have it.
_MAKERS: Mapping[type[ast.AST], str] = {
    ast.arg: "arg",
    ast.FunctionDef: "name",
    ast.AsyncFunctionDef: "name",
    ast.ClassDef: "name",
    ast.ExceptHandler: "name",
    ast.MatchAs: "name",
    ast.MatchStar: "name",
    ast.MatchMapping: "rest",
}


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
    if one == other or one.strip() == other.strip():
        return True
    return squeezed(one) == squeezed(other) and canonical(one) == canonical(other)


@lru_cache(maxsize=512)
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
        found = names_in(node)
        names |= found.free if isinstance(node, _DEFINITIONS) else found.used
    return names


def made_by(tree: ast.Module) -> set[str]:
    """The names that the statements of a module give it."""
    names: set[str] = set()
    for node in tree.body:
        names |= {node.name} if isinstance(node, _DEFINITIONS) else names_in(node).made
    return names


class Names(NamedTuple):
    """The names in some code: those used as variables, and those made anywhere within."""

    used: set[str]
    made: set[str]  # by assignment, import, definition or as a parameter

    @property
    def free(self) -> set[str]:
        """Those that something around the code has to make."""
        return self.used - self.made


def names_in(tree: ast.AST) -> Names:
    """Collect the names in some code."""
    names = Names(set(), set())
    for node in walk(tree):
        if isinstance(node, ast.Name):
            names.used.add(node.id)
            if isinstance(node.ctx, ast.Store):
                names.made.add(node.id)
        elif isinstance(node, ast.alias):
            names.made.add(node.asname or node.name.split(".")[0])
        elif (attribute := _MAKERS.get(type(node))) and (name := getattr(node, attribute)):
            names.made.add(name)
    return names


def walk(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but whether a name is read or written, in no order that matters: far faster than `ast.walk`."""
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, _LEAVES):
            continue
        for field in node._fields:
            value: Any = getattr(node, field, None)
            if isinstance(value, ast.AST):
                todo.append(value)
            elif is_array(value):
                todo.extend([each for each in value if isinstance(each, ast.AST)])


def lines_of(text: str) -> list[str]:
    """Lines as Python counts them, each with its end."""
    return list(io.StringIO(text, newline="\n"))


def start_of(node: ast.stmt) -> int:
    """The first line of a statement, its decorators included."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)]) if decorators else node.lineno
