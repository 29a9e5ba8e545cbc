"""Merge one function by signature, docstring and body; the body by statements."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from mcpgen.writers.merge.code import lines_of, names_in, parse, same_code, start_of
from mcpgen.writers.merge.request import merge_around_request
from mcpgen.writers.merge.signature import Function, merge_signature
from mcpgen.writers.merge.statements import Statement, merge_statements, statements

SIGNATURE: Final = "signature"
DOCSTRING: Final = "docstring"
BODY: Final = "body"
# The first parameter: what a tool or a test makes its request with.
_CLIENT: Final = re.compile(r"\bdef \w+\(\s*(\w+)")


@dataclass(frozen=True, slots=True)
class _Shape:
    """A function and its text in three: the lines up to the docstring, the docstring, and the statements."""

    node: Function
    head: str
    doc: str
    statements: Sequence[Statement]

    @property
    def body(self) -> list[str]:
        """Its statements as text."""
        return [each.text for each in self.statements]


def merge_function(base: str, ours: str, theirs: str) -> tuple[str, list[str]] | None:
    """Merge three texts of a function: the result, and the names of the pieces that clashed, where ours stays.

    None where a side cannot be taken apart, such as a function on a single line.
    """
    old, mine, new = (_shape(each) for each in (base, ours, theirs))
    if old is None or mine is None or new is None:
        return None
    head, doc, body = _head(old, mine, new), _doc(old, mine, new), _body(old, mine, new)
    clashes = [
        name for name, piece in ((SIGNATURE, head), (DOCSTRING, doc), (BODY, body)) if piece is None
    ]
    head = mine.head if head is None else head
    doc = mine.doc if doc is None else doc
    body = mine.body if body is None else body
    text = "".join([head, doc, *body])
    if _dangles(text, body, mine):
        text = "".join([mine.head, doc, *mine.body])
        clashes += [BODY] if BODY not in clashes else []
    return text, clashes


def _function(text: str) -> Function | None:
    match parse(text).body:
        case [ast.FunctionDef() | ast.AsyncFunctionDef() as node]:
            return node
        case _:
            return None


def _shape(text: str) -> _Shape | None:
    node = _function(text)
    if node is None:
        return None
    lines = lines_of(text)
    first = node.body[0]
    if lines[first.lineno - 1].encode()[: first.col_offset].strip():
        return None  # its first statement stands on the line of the colon
    end = doc_end = _head_end(lines, start_of(first) - 1)
    if ast.get_docstring(node, clean=False) is not None:
        doc_end = first.end_lineno or end
    nodes = [each for each in node.body if each.lineno > doc_end]
    body = tuple(statements(nodes, lines, doc_end))
    return _Shape(node, "".join(lines[:end]), "".join(lines[end:doc_end]), body)


def _head_end(lines: Sequence[str], end: int) -> int:
    """Comments and blank lines above the first statement belong to it."""
    while end and (not lines[end - 1].strip() or lines[end - 1].lstrip().startswith("#")):
        end -= 1
    return end


def _head(old: _Shape, mine: _Shape, new: _Shape) -> str | None:
    if same_code(mine.head, old.head):
        return mine.head if same_code(new.head, old.head) else new.head
    if same_code(new.head, old.head) or same_code(new.head, mine.head):
        return mine.head
    return merge_signature(old.head, mine.head, new.head)


def _doc(old: _Shape, mine: _Shape, new: _Shape) -> str | None:
    if same_code(mine.doc, old.doc):
        return new.doc
    return mine.doc if same_code(new.doc, old.doc) or same_code(new.doc, mine.doc) else None


def _body(old: _Shape, mine: _Shape, new: _Shape) -> list[str] | None:
    before, own, now = old.body, mine.body, new.body
    if before in (now, own):
        return own if now == before else now
    merged = merge_statements(before, own, now)
    client = _CLIENT.search(mine.head)
    if merged is None and client:
        return merge_around_request(old.statements, mine.statements, new.statements, client[1])
    return merged


def _dangles(text: str, body: Collection[str], mine: _Shape) -> bool:
    """Whether a merge reads a name that only the owner's version makes: a parameter that went, say."""
    try:
        merged = _function(text)
    except SyntaxError:
        return True
    if merged is None:
        return True
    gone = names_in(mine.node.args).made - names_in(merged.args).made
    for each in mine.statements:
        if each.text not in body:
            gone = gone.union(*(names_in(node).made for node in each.nodes))
    return bool(gone) and not gone.isdisjoint(names_in(merged).free)
