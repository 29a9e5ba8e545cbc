"""Text of a description in TOML, Markdown, dotenv and Dockerfiles."""

from __future__ import annotations

import re
import tomllib
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token

from mcpgen.model.prose import prose
from mcpgen.renderers.code import one_line, visible
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
        ("[x](javascript:y) <b>", r"\[x](javascript:y) \<b>"),
        ("[old] get_pet: 2 * 3 < 7 > 5 & ~6", "[old] get_pet: 2 * 3 < 7 > 5 & ~6"),
        ("[a `b`](https://x.example).", r"\[a `b`](<https://x.example>)."),
        ("see https://x.example/a_b?c=*&d=1.", "see <https://x.example/a_b?c=*&d=1>."),
        ("a | b", r"a \| b"),
        ("cut https://x.example/a*b…", r"cut https://x.example/a\*b…"),
        ("# not a heading", r"\# not a heading"),
        ("#1 of all", "#1 of all"),
        ("1. not a list", r"1\. not a list"),
        ("C:\\dir and C:\\_dir", r"C:\dir and C:\\\_dir"),
        ("AT&amp;T", r"AT\&amp;T"),
        ("the `api_key | x` header", r"the `api_key \| x` header"),
        ("a ` alone, ``two``", r"a \` alone, \`\`two\`\`"),
    ],
)
def test_markdown(text: str, written: str) -> None:
    assert markdown(text) == written


SYNTAX = st.lists(
    st.sampled_from(
        [*"*_`[]()<>|&~#+-=!:.\\\"' 1a", "](", "https://x.test/", "&lt;", "~~", "**", "<b>", "`a`"]
    ),
    max_size=16,
).map("".join)
READER = MarkdownIt("commonmark").enable(["table", "strikethrough"])


def seen(tokens: list[Token]) -> str:
    """What a reader sees of inline Markdown; nothing but text, code and addresses may be in it."""
    kinds = {each.type for each in tokens}
    assert kinds <= {"text", "code_inline", "link_open", "link_close"}
    for opened, words in pairwise(tokens):
        if opened.type == "link_open":
            assert words.content == opened.attrs["href"] or "%" in opened.attrs["href"]
    return "".join(each.content for each in tokens)


def letters(text: str) -> str:
    """Without blanks; in code outside of tables, the bar keeps the backslash that it needs in one."""
    return "".join(text.replace("\\|", "|").split())


@given(SYNTAX | strategies.texts)
def test_markdown_reads_as_the_text(text: str) -> None:
    written = markdown(text)
    plain = re.sub(r"(?<![`\\])`(\s*[^\s`][^`]*)`(?!`)", r"\1", visible(one_line(text)))
    pages = {
        f"{written}\n\nend": f"{plain} end",
        f"an {written} end": f"an {plain} end",
        f"| a |\n|---|\n| {written} |": f"a {plain}",
    }
    for page, wanted in pages.items():
        shown = " ".join(
            seen(each.children) for each in READER.parse(page) if each.type == "inline"
        )
        assert letters(shown) == letters(wanted)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("More at [https://x.example](https://x.example).", "More at https://x.example."),
        (
            'The [API](https://x.example/a "title") and [this](#here).',
            "The API and this.",
        ),
        ("![logo](https://x.example/a.png) Pets", "logo Pets"),
        ("It is cut in a [link](https://x.exam…", "It is cut in a link…"),
        ("# Pets", "Pets"),
        ("- **Note:** 2 ** 3 ** 4", "Note: 2 ** 3 ** 4"),
        (
            "<p>Calls <code>Get</code>,<br/><i>often</i> &amp; by <id></p>",
            "Calls `Get`, often & by <id>",
        ),
    ],
)
def test_prose_is_what_its_markup_shows(text: str, read: str) -> None:
    assert prose(text) == read


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
        ("https://{region}.x.example", "https://{region}.x.example"),
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
