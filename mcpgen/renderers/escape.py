"""Text of a description in the outputs that are not Python: TOML, Markdown, dotenv and Dockerfile."""

from __future__ import annotations

import re

from mcpgen.renderers.code import Code, one_line, visible

_TOML = {"\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_SURROGATES = re.compile("[\ud800-\udfff]")
# Code, addresses, and what Markdown would take for more than the character: emphasis, links, HTML, cells, entities, lists.
_MARKDOWN = re.compile(
    r"""
    (?<![`\\])`(?P<code>\s*[^\s`][^`]*)`(?!`)
    | (?P<address>(?!\S*…)https?://[^\s<>|`"\\\[\]]*[^\s<>|`"\\\[\].,:;!?'*_()…])
    | \\(?=[!-/:-@\[-`{-~]|$|https?://) | [`|] | ~(?=.*~) | (?<=~)~
    | (?<!\s)\* | \*(?!\s) | (?<![^\W_])_ | _(?![^\W_])
    | \[(?=.*\][(\[:]) | <(?=[A-Za-z/!?]) | &(?=\#?\w+;)
    | ^(?:(?P<number>\d+)(?=[.)]) | (?=[*+-](?:\s|$)|\#{1,6}(?:\s|$)|>|=+$|-[\s-]*$))
    """,
    re.VERBOSE,
)
_PLAIN_VALUE = re.compile(r"[A-Za-z0-9_./:@%+,{}-]*\Z")
_VALUE = re.compile(r'["\\$`]')


def toml(text: str) -> Code:
    """A basic string of TOML (1.0, "String")."""
    return Code('"' + "".join(map(_toml_character, text)) + '"')


def _toml_character(char: str) -> str:
    if char in _TOML:
        return _TOML[char]
    if char.isprintable():
        return char
    number = ord(_SURROGATES.sub("\ufffd", char))
    return f"\\u{number:04X}" if number < 0x10000 else f"\\U{number:08X}"  # noqa: PLR2004


def markdown(text: str) -> Code:
    """One line of Markdown that reads as the text, `code` in it as code: no HTML, cells or lists, and no link but an address."""
    return Code(_MARKDOWN.sub(_markdown, visible(one_line(text))))


def _markdown(found: re.Match[str]) -> str:
    if found["code"]:
        return code_span(found["code"])
    if found["number"]:
        return f"{found[0]}\\"
    return f"<{found[0]}>" if found["address"] else f"\\{found[0]}"


def code_span(text: str) -> Code:
    """The text as `code` in Markdown, in a table as well."""
    line = visible(one_line(text)).replace("|", "\\|")
    runs = re.findall("`+", line)
    ticks = "`" * (max(map(len, runs), default=0) + 1)
    pad = " " if "`" in line else ""
    return Code(f"{ticks}{pad}{line}{pad}{ticks}")


def dotenv(text: str) -> Code:
    """A value of an `.env` file, as shells, systemd and python-dotenv read it."""
    line = visible(one_line(text))
    if _PLAIN_VALUE.match(line):
        return Code(line)
    return Code('"' + _VALUE.sub(lambda found: "\\" + found[0], line) + '"')


def dockerfile(text: str) -> Code:
    """A quoted value of a `LABEL`: one line, nothing substituted."""
    return Code('"' + _VALUE.sub(lambda found: "\\" + found[0], visible(one_line(text))) + '"')
