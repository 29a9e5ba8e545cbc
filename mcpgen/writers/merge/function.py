"""Merge one function by signature, docstring and body; the body by statements."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from mcpgen.writers.merge.code import bound, lines_of, loaded, parse, same_code, start_of
from mcpgen.writers.merge.request import merge_around_request
from mcpgen.writers.merge.signature import merge_signature
from mcpgen.writers.merge.statements import merge_statements

SIGNATURE: Final = "signature"
DOCSTRING: Final = "docstring"
BODY: Final = "body"
# The first parameter: what a tool or a test makes its request with.
_CLIENT: Final = re.compile(r"\bdef \w+\(\s*(\w+)")


@dataclass(frozen=True, slots=True)
class _Shape:
    """A function in three: its lines up to the docstring, the docstring, and its statements."""

    head: str
    doc: str
    body: str

    @property
    def text(self) -> str:
        """The whole function."""
        return self.head + self.doc + self.body


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
    merged = _Shape(
        mine.head if head is None else head,
        mine.doc if doc is None else doc,
        mine.body if body is None else body,
    )
    if _dangles(merged, mine):
        merged = replace(merged, head=mine.head, body=mine.body)
        clashes += [BODY] if BODY not in clashes else []
    return merged.text, clashes


def _shape(text: str) -> _Shape | None:
    node = parse(text).body[0]
    if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        return None
    lines = lines_of(text)
    first = node.body[0]
    if lines[first.lineno - 1].encode()[: first.col_offset].strip():
        return None  # its first statement stands on the line of the colon
    end = _head_end(lines, start_of(first) - 1)
    head = "".join(lines[:end])
    doc_end = end
    if ast.get_docstring(node, clean=False) is not None:
        doc_end = node.body[0].end_lineno or end
    return _Shape(head, "".join(lines[end:doc_end]), "".join(lines[doc_end:]))


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


def _body(old: _Shape, mine: _Shape, new: _Shape) -> str | None:
    if old.body in (new.body, mine.body):
        return mine.body if new.body == old.body else new.body
    merged = merge_statements(old.body, mine.body, new.body)
    if merged is not None:
        return "".join(unit.text for unit in merged)
    client = _CLIENT.search(mine.head)
    return merge_around_request(old.body, mine.body, new.body, client[1]) if client else None


def _dangles(merged: _Shape, mine: _Shape) -> bool:
    """Whether the merge reads a name that only the owner's version makes: a parameter that went, say."""
    try:
        tree = parse(merged.text)
    except SyntaxError:
        return True
    free = loaded(tree) - bound(tree)
    return bool(free) and not free.isdisjoint(bound(parse(mine.text)))
