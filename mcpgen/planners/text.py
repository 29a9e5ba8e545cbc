"""Text of a description on its way to a model: cleaned of what cannot be seen, and bounded."""

from __future__ import annotations

import re
import unicodedata

TOOL_DESCRIPTION = 1024  # characters; several clients refuse more
ARGUMENT_DESCRIPTION = 500
NESTED_DESCRIPTION = 240
TITLE = 80

_RARE = re.compile(r"[^\x20-\x7e\n\t]+")
_UNSEEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_BLANKS = re.compile(r"[^\S\n]+")
_BLANK_LINES = re.compile(r"\n\s*\n\s*")
_SENTENCE_END = re.compile(r"[.!?]\s")


def clean(text: str, limit: int = TOOL_DESCRIPTION) -> str:
    """`text` without control, format (bidi, zero width) and unpaired surrogate characters, at most `limit` long.

    Lines and paragraphs stay. A text over the limit ends with the last whole sentence or word that fits, and `…`.
    """
    visible = _RARE.sub(_seen, text.replace("\r\n", "\n").replace("\r", "\n"))
    lines = (_BLANKS.sub(" ", line).strip() for line in visible.split("\n"))
    return _cap(_BLANK_LINES.sub("\n\n", "\n".join(lines)).strip(), limit)


def one_line(text: str, limit: int = TITLE) -> str:
    """`text` cleaned and on one line."""
    return clean(" ".join(text.split()), limit)


def _seen(rare: re.Match[str]) -> str:
    return "".join(char for char in rare[0] if unicodedata.category(char) not in _UNSEEN)


def _cap(text: str, limit: int) -> str:
    if len(text) <= limit:
        return text
    room = text[: limit - 1]
    ends = [match.end() for match in _SENTENCE_END.finditer(room)]
    if ends and ends[-1] > limit // 2:
        return room[: ends[-1]].rstrip() + "…"
    return room.rsplit(None, 1)[0].rstrip() + "…" if " " in room[limit // 2 :] else room + "…"
