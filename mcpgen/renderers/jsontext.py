"""JSON files: compact enough to read, one thing a line so that a change shows as itself."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from json.encoder import encode_basestring

from mcpgen.model import Json

WIDTH = 120
SMALL = 8

# Written out, since a reader cannot see them: controls, zero width and bidi, line separators, lone surrogates, tags.
_UNSEEN = re.compile(
    "[\x7f-\x9f\xad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff\U000e0000-\U000e0fff]"
)
_INLINE = json.JSONEncoder(ensure_ascii=False, allow_nan=False)
_COMPACT = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def pretty(value: Json) -> str:
    """The text of a file: what is short or flat stands on one line, all else one item a line, indented by two."""
    return _written(lambda finite: _pretty(finite, ""), value)


def compact(value: Json) -> str:
    """The text of a file on one line, without blanks."""
    return _written(_COMPACT.encode, value)


def _written(write: Callable[[Json], str], value: Json) -> str:
    try:
        text = write(value)
    except ValueError:  # an infinity, which is how `1e999` reads, and JSON has no word for it
        text = write(_clipped(value))
    return _show_unseen(text) + "\n"


def _pretty(value: Json, pad: str) -> str:
    if not isinstance(value, dict | list) or not value:
        return _INLINE.encode(value)
    inline = _inline(value, WIDTH - len(pad))
    return inline if inline else _exploded(value, pad)


def _inline(value: Json, room: int) -> str:
    """The value on one line where that reads well, else nothing."""
    members = list(value.values() if isinstance(value, dict) else value)
    if len(members) <= SMALL and not any(isinstance(member, dict | list) for member in members):
        return _INLINE.encode(value)
    if len(members) * 4 > room:
        return ""
    text = _INLINE.encode(value)
    return text if len(text) <= room else ""


def _exploded(value: Json, pad: str) -> str:
    deeper = f"{pad}  "
    if isinstance(value, list):
        lines = [f"{deeper}{_pretty(item, deeper)}" for item in value]
        return "[\n" + ",\n".join(lines) + f"\n{pad}]"
    lines = [
        f"{deeper}{encode_basestring(key)}: {_pretty(item, deeper)}" for key, item in value.items()
    ]
    return "{\n" + ",\n".join(lines) + f"\n{pad}}}"


def _show_unseen(text: str) -> str:
    return text if text.isascii() and "\x7f" not in text else _UNSEEN.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f"


def _clipped(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _clipped(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_clipped(item) for item in value]
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else math.copysign(sys.float_info.max, value)
