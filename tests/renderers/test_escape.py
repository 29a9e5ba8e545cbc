"""Text of a description in TOML, Markdown, dotenv and Dockerfiles."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given

from mcpgen.renderers.escape import code_span, dockerfile, dotenv, markdown, toml

from . import strategies


@given(strategies.texts | strategies.awkward)
def test_toml_reads_back_as_the_text(text: str) -> None:
    whole = "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    assert tomllib.loads(f"x = {toml(text)}")["x"] == whole


@given(strategies.texts | strategies.awkward)
def test_no_other_language_gets_a_second_line(text: str) -> None:
    for write in (markdown, code_span, dotenv, dockerfile):
        written = write(text)
        assert written.isprintable()
        assert written.encode().decode() == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("find_pets by *name*", r"find_pets by \*name\*"),
        ("_all_ of it", r"\_all\_ of it"),
        ("[x](javascript:y) <b>", r"\[x\](javascript:y) \<b\>"),
        ("a | b", r"a \| b"),
        ("# not a heading", r"\# not a heading"),
        ("1. not a list", r"\1. not a list"),
        ("C:\\dir", r"C:\\dir"),
        ("AT&amp;T", r"AT\&amp;T"),
        ("the `api_key | x` header", r"the `api_key \| x` header"),
        ("a ` alone, ``two``", r"a \` alone, \`\`two\`\`"),
    ],
)
def test_markdown(text: str, written: str) -> None:
    assert markdown(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [("plain", "`plain`"), ("a`b", "`` a`b ``"), ("a|b", r"`a\|b`"), ("a\nb", "`a b`")],
)
def test_code_spans(text: str, written: str) -> None:
    assert code_span(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("https://x.example/v1", "https://x.example/v1"),
        ("two words", '"two words"'),
        ('say "$HOME" `id`', '"say \\"\\$HOME\\" \\`id\\`"'),
        ("a\nEVIL=1", '"a EVIL=1"'),
        ("", ""),
    ],
)
def test_dotenv(text: str, written: str) -> None:
    assert dotenv(text) == written


def test_a_label_substitutes_nothing() -> None:
    assert dockerfile('a "b" $PATH\nRUN x') == '"a \\"b\\" \\$PATH RUN x"'
