"""JSON text to values: numbers exact, duplicate keys noticed, nothing that JSON does not have."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator

from mcpgen.loaders.pointers import escape
from mcpgen.loaders.syntax import Unreadable
from mcpgen.model import Json, JsonObject, is_array, is_object

_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|(NaN|-?Infinity)', re.DOTALL)


def parse_json(text: str) -> tuple[Json, list[str]]:
    """Parse JSON; also give the pointers of keys that are written twice (the last one counts)."""
    doubled: list[tuple[JsonObject, str]] = []

    def build(pairs: list[tuple[str, Json]]) -> JsonObject:
        made = dict(pairs)
        if len(made) != len(pairs):
            doubled.extend((made, key) for key in _repeated(pairs))
        return made

    root = _decode(text, build)
    return root, list(_pointers(root, doubled)) if doubled else []


def _decode(text: str, build: object) -> Json:
    decoder = {"object_pairs_hook": build, "parse_float": number, "parse_constant": _refuse(text)}
    try:
        return json.loads(text, **decoder)  # type: ignore[arg-type]  # the hooks are as `json` wants them
    except json.JSONDecodeError as error:
        raise Unreadable("MG102", error.msg, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise Unreadable("MG103", "the JSON is nested too deeply") from error
    except ValueError:
        # An integer beyond Python's limit on digits; rare enough to parse again.
        return json.loads(text, **decoder, parse_int=number)  # type: ignore[arg-type]


def number(text: str) -> int | float | str:
    """Read a number; what no float or integer can hold stays text."""
    try:
        value = int(text) if text.lstrip("+-").isdigit() else float(text)
    except ValueError:
        return text
    return value if math.isfinite(value) else text


def _refuse(text: str) -> object:
    def refuse(name: str) -> Json:
        found = next(match for match in _CONSTANT.finditer(text) if match[1])
        line = text.count("\n", 0, found.start()) + 1
        column = found.start() - text.rfind("\n", 0, found.start())
        raise Unreadable("MG102", f"{name} is not JSON", line=line, column=column)

    return refuse


def _repeated(pairs: list[tuple[str, Json]]) -> Iterator[str]:
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            yield key
        seen.add(key)


def _pointers(root: Json, doubled: list[tuple[JsonObject, str]]) -> Iterator[str]:
    """Find the objects again; only done when there are any."""
    wanted: dict[int, list[str]] = {}
    for owner, key in doubled:
        wanted.setdefault(id(owner), []).append(key)
    stack: list[tuple[Json, str]] = [(root, "")]
    while stack:
        value, pointer = stack.pop()
        yield from (f"{pointer}/{escape(key)}" for key in wanted.get(id(value), ()))
        if is_object(value):
            stack.extend((child, f"{pointer}/{escape(key)}") for key, child in value.items())
        elif is_array(value):
            stack.extend((child, f"{pointer}/{index}") for index, child in enumerate(value))
