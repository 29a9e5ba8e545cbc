"""Bytes to text to values: JSON or YAML, whatever the file calls itself."""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, cast

from mcpgen.loaders.json_text import parse_json
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.yaml_text import YamlReader
from mcpgen.model import Json, is_array, is_object

# The longer marks first: a UTF-32 mark begins like a UTF-16 one.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What YAML 1.2 (5.1) does not allow, and libyaml stops at, in ASCII and beyond.
_NOT_ASCII_TEXT: Final = re.compile("[^\t\n\r\x20-\x7e]")
_NOT_TEXT: Final = (
    "[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_PAIR: Final = re.compile(
    r"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][\da-fA-F]{2})\\u([dD][c-fC-F][\da-fA-F]{2})"
)
_HALF: Final = re.compile(r"(?<!\\)((?:\\\\)*)\\u[dD][89a-fA-F][\da-fA-F]{2}")
# The same with its other half, if that is there, behind any `\`; it begins with plain characters, which makes it fast.
_HALF_OR_PAIR: Final = re.compile(
    r"\\u[dD](?:[89abAB][\da-fA-F]{2}(\\u[dD][c-fC-F][\da-fA-F]{2})?|[c-fC-F][\da-fA-F]{2})"
)
_CONTAINERS: Final = frozenset({dict, list})
_SURROGATE: Final = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A parsed file: its text (for showing lines), its value, and what was odd about it."""

    text: str
    value: Json
    doubled: tuple[str, ...] = ()
    more_documents: bool = False
    replaced: bool = False


def decode(raw: bytes) -> str:
    """Decode UTF-8, or UTF-16 or UTF-32 with a byte order mark."""
    mark, encoding = next(((m, e) for m, e in _MARKS if raw.startswith(m)), (b"", "utf-8"))
    try:
        return raw[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise Unreadable(
            "MG101", f"the file is not {encoding.upper()} text", line=line, column=1
        ) from error


def parse(raw: bytes, policy: Policy) -> Parsed:
    """Parse a file as JSON when it looks like JSON, else as YAML 1.2."""
    text = decode(raw)
    if text.lstrip()[:1] in {"{", "["}:
        return _json_or_yaml(text, policy)
    if text.lstrip().startswith("<"):
        raise Unreadable("MG104", "the file is HTML or XML, not JSON or YAML", line=1, column=1)
    return _yaml(text, policy)


def _json_or_yaml(text: str, policy: Policy) -> Parsed:
    try:
        value, doubled = parse_json(text)
    except Unreadable as fault:
        if fault.code != "MG102" or "is not JSON" in fault.message:
            raise
        return _flow_yaml(text, policy, fault)
    _check_depth(value, policy.max_depth)
    if _has_lone_surrogates(text):
        value = _mend_text(value)
    return Parsed(text=text, value=value, doubled=tuple(doubled))


def _flow_yaml(text: str, policy: Policy, fault: Unreadable) -> Parsed:
    """Trailing commas, comments and bare keys are YAML; anything else is reported as the JSON fault it is."""
    try:
        return _yaml(text, policy)
    except Unreadable:
        raise fault from None


def _yaml(text: str, policy: Policy) -> Parsed:
    # The second costs a hundredth of a second to compile, which `re` does once.
    wrong = _NOT_ASCII_TEXT if text.isascii() else re.compile(_NOT_TEXT)
    clean, count = wrong.subn("\ufffd", text)
    try:
        return _composed(clean, policy, replaced=count > 0)
    except Unreadable:
        if not _has_surrogates(clean):
            raise
    # In JSON such escapes are legal; libyaml stops at them. Where they are no escapes it does not, so they stay.
    mended = _HALF.sub(r"\1\\uFFFD", _PAIR.sub(_astral, clean))
    return _composed(mended, policy, replaced=count > 0)


def _composed(text: str, policy: Policy, *, replaced: bool) -> Parsed:
    reader = YamlReader(max_depth=policy.max_depth, max_values=policy.max_values)
    value = reader.read(text)
    return Parsed(
        text=text,
        value=value,
        doubled=tuple(reader.doubled),
        more_documents=reader.more_documents,
        replaced=replaced,
    )


def _has_surrogates(text: str) -> bool:
    """Whether there is an escape of half a pair; the plain search spares most texts the slower one."""
    return ("\\ud" in text or "\\uD" in text) and _HALF.search(text) is not None


def _has_lone_surrogates(text: str) -> bool:
    """Whether there is an escape of half a pair without the other half; after an escaped backslash there is none."""
    return ("\\ud" in text or "\\uD" in text) and any(
        (found[1] is None) == _is_escape(text, found.start())
        for found in _HALF_OR_PAIR.finditer(text)
    )


def _is_escape(text: str, place: int) -> bool:
    """Whether the backslash here is not itself escaped by one before it."""
    start = place
    while start and text[start - 1] == "\\":
        start -= 1
    return (place - start) % 2 == 0


def _astral(match: re.Match[str]) -> str:
    high, low = int(match[2], 16), int(match[3], 16)
    return match[1] + chr(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00))


def _mend_text(value: Json) -> Json:
    """Replace half surrogate pairs, which no file could hold, in all text of a value."""
    mend: Callable[[str], str] = lambda text: _SURROGATE.sub("\ufffd", text)  # noqa: E731
    if isinstance(value, str):
        return mend(value)
    if is_array(value):
        return [_mend_text(item) for item in value]
    if is_object(value):
        return {mend(key): _mend_text(child) for key, child in value.items()}
    return value


def _check_depth(value: Json, limit: int) -> None:
    level: list[Any] = [value]
    for _ in range(limit + 1):
        level = [
            child
            for parent in level
            for child in cast("Iterable[Json]", parent.values() if type(parent) is dict else parent)
            if type(child) in _CONTAINERS
        ]
        if not level:
            return
    raise Unreadable("MG103", f"the JSON is nested more than {limit} levels deep")
