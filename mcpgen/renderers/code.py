"""The only text a template may print.

Text of a description reaches an output through one of the functions here and in `escape`, or not at all: the template
environment refuses any other `str`. What they return is a `Code`, safe exactly where its function says.
"""

from __future__ import annotations

import keyword
import re
import textwrap
from collections.abc import Iterable
from functools import lru_cache

WIDTH = 100
INDENT = 4
_QUOTES = '"""'

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\Z")
_ANNOTATION = re.compile(r"""(?:[A-Za-z_]\w*+|-?\d++|"[^"\\\n\r]*+"|[\[\], |])++\Z""", re.ASCII)
_LINE_BREAKS = re.compile(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[^a-z])")


class Code(str):
    """Text that is safe where the template puts it."""

    __slots__ = ()


def identifier(name: str) -> Code:
    """A Python name that was chosen before: checked, never repaired."""
    if not _IDENTIFIER.match(name) or keyword.iskeyword(name):
        raise ValueError(f"{name!r} is not a name")
    return Code(name)


@lru_cache(maxsize=10_000)
def annotation(text: str) -> Code:
    """A type hint that was chosen before: names, subscripts, unions and plain strings, so nothing that runs."""
    if not _ANNOTATION.match(text):
        raise ValueError(f"{text!r} is not a type hint")
    return Code(text)


def literal(text: str) -> Code:
    """A string literal in the quotes that black prefers: double ones unless single ones save escapes."""
    plain = repr(text)
    if plain[0] == '"':
        return Code(plain)
    body, doubles = plain[1:-1], text.count('"')
    if doubles and text.count("'") < doubles:
        return Code(plain)
    return Code('"' + body.replace("\\'", "'").replace('"', '\\"') + '"')


def comment(text: str) -> Code:
    """One comment line; what cannot be seen is written out."""
    return Code(f"# {visible(one_line(text))}".rstrip())


def docstring(text: str, indent: int = 0) -> Code:
    """A docstring that black leaves alone, without the indentation of its first line."""
    lines = _wrapped(_escaped_lines(text), WIDTH - indent)
    if not lines:
        return Code('""" """')
    first = f" {lines[0]}" if lines[0].startswith('"') else lines[0]
    if len(lines) == 1:
        return Code(f'"""{first} """' if first.endswith('"') else f'"""{first}"""')
    pad = " " * indent
    rest = "".join(f"\n{pad}{line}" if line else "\n" for line in lines[1:])
    return Code(f'"""{first}{rest}\n{pad}"""')


def one_line(text: str) -> str:
    """The text with its line breaks and runs of blanks made single spaces."""
    return " ".join(_LINE_BREAKS.sub(" ", text).split())


def clipped(text: str, length: int) -> str:
    """One line of at most `length` characters, cut between words."""
    line = one_line(text)
    return line if len(line) <= length else f"{line[:length].rsplit(' ', 1)[0][: length - 1]}…"


def first_sentence(text: str) -> str:
    """The first sentence of a text, ended."""
    return sentence(_SENTENCE_END.split(one_line(text), maxsplit=1)[0])


def sentence(text: str) -> str:
    """The text with a full stop, unless it ends in punctuation or has none to begin with."""
    return f"{text}." if text[-1:].isalnum() or text.endswith(("`", ")", '"')) else text


def spoken(text: str) -> str:
    """The text of a docstring: a single line is a sentence."""
    return text if "\n" in text else sentence(text)


def visible(text: str) -> str:
    """The text with characters that a reader cannot see written as escapes: controls, bidi, zero width, surrogates."""
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else repr(char)[1:-1] for char in text)


def _escaped_lines(text: str) -> list[str]:
    lines = (line.rstrip() for line in _LINE_BREAKS.split(text.expandtabs(INDENT)))
    return _first_aligned(_paragraphs(_escaped(line) for line in lines))


def _escaped(line: str) -> str:
    return visible(line.replace("\\", "\\\\")).replace('"""', '\\"\\"\\"')


def _first_aligned(lines: list[str]) -> list[str]:
    """A description often starts beside its key and goes on indented: the first line doesn't count."""
    rest = textwrap.dedent("\n".join(lines[1:])).split("\n") if len(lines) > 1 else []
    return [line.lstrip() for line in lines[:1]] + rest


def _paragraphs(lines: Iterable[str]) -> list[str]:
    """Without blank lines at the ends or two in a row."""
    kept: list[str] = []
    for line in lines:
        if line or (kept and kept[-1]):
            kept.append(line)
    while kept and not kept[-1]:
        kept.pop()
    return kept


def _wrapped(lines: list[str], width: int) -> list[str]:
    """The lines broken between words, so that there is room for the quotes of the first, or of both ends if it is alone."""
    room = width - (2 if len(lines) == 1 else 1) * len(_QUOTES)
    return [piece for line in lines for piece in _wrap(line, room)]


def _wrap(line: str, room: int) -> list[str]:
    if len(line) <= room:
        return [line]
    lead = " " * min(len(line) - len(line.lstrip()), room // 2)
    return textwrap.wrap(
        line.strip(),
        room,
        initial_indent=lead,
        subsequent_indent=lead,
        break_long_words=False,
        break_on_hyphens=False,
    )
