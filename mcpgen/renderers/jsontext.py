"""JSON files: compact enough to read, one thing a line so that a change shows as itself."""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from json.encoder import encode_basestring

from mcpgen.model import Json, JsonObject, is_array, is_object

WIDTH = 120

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
    if is_object(value) and value:
        return _inline(value, list(value.values()), WIDTH - len(pad)) or _lines_of_object(
            value, pad
        )
    if is_array(value) and value:
        return _inline(value, value, WIDTH - len(pad)) or _lines_of_array(value, pad)
    return _INLINE.encode(value)


def _inline(value: Json, members: list[Json], room: int) -> str:
    """An array or object on one line if it fits, but for its longest text when it is flat; else nothing."""
    flat = not any(isinstance(member, dict | list) for member in members)
    if len(members) * 4 > room:
        return ""
    text = _INLINE.encode(value)
    spare = max(len(member) if isinstance(member, str) else 0 for member in members) if flat else 0
    return text if len(text) - spare <= room else ""


def _lines_of_object(value: JsonObject, pad: str) -> str:
    deeper = f"{pad}  "
    lines = [
        f"{deeper}{encode_basestring(k)}: {_pretty(item, deeper)}" for k, item in value.items()
    ]
    return "{\n" + ",\n".join(lines) + f"\n{pad}}}"


def _lines_of_array(value: list[Json], pad: str) -> str:
    deeper = f"{pad}  "
    lines = [f"{deeper}{_pretty(item, deeper)}" for item in value]
    return "[\n" + ",\n".join(lines) + f"\n{pad}]"


def _show_unseen(text: str) -> str:
    return text if text.isascii() and "\x7f" not in text else _UNSEEN.sub(_escape, text)


def _escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1] if found[0] != "\x7f" else "\\u007f"


def _clipped(value: Json) -> Json:
    if is_object(value):
        return {key: _clipped(member) for key, member in value.items()}
    if is_array(value):
        return [_clipped(item) for item in value]
    if not isinstance(value, float) or math.isfinite(value):
        return value
    return None if math.isnan(value) else math.copysign(sys.float_info.max, value)
