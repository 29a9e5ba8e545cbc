"""Prose of a description, which is CommonMark, as the words that it shows."""

from __future__ import annotations

import html
import re
from typing import Final

_LINK: Final = re.compile(r"!?\[([^\[\]]*)\]\(\s*<?[^\s()<>]*>?(?:\s+[\"'][^\"']*[\"'])?\s*\)")
_CUT_LINK: Final = re.compile(r"!?\[([^\[\]]*)(?:\]\([^()\s]*)?…$")
_BOLD: Final = re.compile(r"\*\*(?=[^\s*])([^*]+)(?<=[^\s*])\*\*")
_MARK: Final = re.compile(r"^(?:#{1,6}|[-*+]|>)\s+")
_CODE: Final = re.compile(r"<code>([^<>`]+)</code>", re.IGNORECASE)
_BREAK: Final = re.compile(
    r"</?(?:p|br|hr|ul|ol|li|div|h[1-6]|note|important)\s*/?>", re.IGNORECASE
)
_TAG: Final = re.compile(r"</?(?:b|i|em|strong|span|pre|code|a)(?:\s[^<>]*)?>", re.IGNORECASE)


def prose(text: str) -> str:
    """The words of a text: of links what they say, no marks of headings, bold type or HTML."""
    text = _LINK.sub(r"\1", _CUT_LINK.sub(r"\1…", text))
    text = _CODE.sub(r"`\1`", text)
    text = _TAG.sub("", _BREAK.sub(" ", text))
    return html.unescape(_BOLD.sub(r"\1", _MARK.sub("", text))).strip()
