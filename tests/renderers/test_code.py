"""Text of a description in Python: it says the same, and nothing of it is executed."""

from __future__ import annotations

import ast

import pytest
from hypothesis import given, settings

from mcpgen.renderers.code import WIDTH, Code, comment, docstring, identifier, literal

from . import strategies
from .conftest import by_black


@settings(max_examples=300, deadline=None)
@given(strategies.texts | strategies.awkward)
def test_a_literal_reads_back_as_its_text(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text


@settings(max_examples=200, deadline=None)
@given(strategies.texts | strategies.awkward)
def test_a_literal_is_in_the_quotes_that_black_prefers(text: str) -> None:
    source = f"x = f({literal(text)})\n"
    if len(source) < WIDTH // 2:
        assert by_black(source) == source


@pytest.mark.parametrize("indent", [0, 4])
@settings(max_examples=200, deadline=None)
@given(text=strategies.texts | strategies.awkward)
def test_a_docstring_is_one_string_that_black_leaves_alone(indent: int, text: str) -> None:
    pad, frame = " " * indent, "def f():\n{}\n" if indent else "{}\n"
    source = frame.format(f"{pad}{docstring(text, indent)}")
    (node,) = ast.parse(source).body
    body = node.body if isinstance(node, ast.FunctionDef) else [node]
    assert len(body) == 1
    assert isinstance(body[0], ast.Expr)
    assert isinstance(ast.literal_eval(body[0].value), str)
    assert by_black(source) == source


@settings(max_examples=200, deadline=None)
@given(strategies.texts | strategies.awkward)
def test_a_docstring_keeps_every_visible_word(text: str) -> None:
    kept = ast.literal_eval(docstring(text)).split()
    assert kept == [word for word in text.split() if word]


@settings(max_examples=200, deadline=None)
@given(strategies.texts | strategies.awkward)
def test_a_comment_is_one_line(text: str) -> None:
    line = comment(text)
    assert line.startswith("#")
    assert line.isprintable()
    assert ast.parse(line).body == []


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("One line.", '"""One line."""'),
        ("", '""" """'),
        ('Ends in a "quote"', '"""Ends in a "quote" """'),
        ('"Quoted" at first', '""" "Quoted" at first"""'),
        ("C:\\temp\\", '"""C:\\\\temp\\\\"""'),
        ('a """ b', '"""a \\"\\"\\" b"""'),
        ("\\N{DASH} \\x41", '"""\\\\N{DASH} \\\\x41"""'),
        ("hid\u202eden\u200b", '"""hid\\u202eden\\u200b"""'),
        ("\ud800", '"""\\ud800"""'),
        ("one\r\ntwo\rthree", '"""one\ntwo\nthree\n"""'),
        ("one\n\n\n\ntwo  \n\n", '"""one\n\ntwo\n"""'),
        ("Starts\n    - a\n      - b", '"""Starts\n- a\n  - b\n"""'),
    ],
)
def test_docstrings(text: str, written: str) -> None:
    assert docstring(text) == written


def test_long_paragraphs_of_a_docstring_are_wrapped() -> None:
    lines = docstring("word " * 65, 4).split("\n")
    assert len(lines) == 5
    assert all(len(line) <= WIDTH for line in lines)
    assert lines[-1] == '    """'


@pytest.mark.parametrize(
    "name", ["", "1a", "a-b", "a b", "class", "a\n", "é", "a;b", "x" * 3 + "("]
)
def test_what_is_not_a_name_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="not a name"):
        identifier(name)


def test_a_name_is_code() -> None:
    assert isinstance(identifier("pet_id"), Code)
