"""Names of definitions: legal Python class names, unique whatever the case, the same from run to run."""

from __future__ import annotations

import builtins
import hashlib
import keyword
import re
import typing
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

# A place in a description: the name of the file and the keys that lead there.
Place: TypeAlias = tuple[str, tuple[str, ...]]

_LONGEST: Final = 60
_DIGEST: Final = 64
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
# What would shadow a builtin, a typing name or something that generated modules import beside the types.
_TAKEN: Final[frozenset[str]] = frozenset(
    {*dir(builtins), *dir(typing), *keyword.kwlist, "Api", "Omit", "Binary", "Blocks", "FileInput"}
)
# Steps of a pointer that say nothing about what is there.
_STEPS: Final = frozenset(
    {
        "components",
        "schemas",
        "definitions",
        "$defs",
        "paths",
        "properties",
        "content",
        "schema",
        "responses",
        "parameters",
        "requestBodies",
        "application/json",
        "allOf",
        "anyOf",
        "oneOf",
    }
)
_SECTIONS: Final = (("components", "schemas"), ("definitions",))


def name_all(places: Iterable[Place], entry: str, aliases: Mapping[Place, str]) -> dict[Place, str]:
    """Name every place: components of the entry file first, then others, then by the path that leads there.

    `aliases` are places that a component of the entry only refers to, with that component's name.
    """
    names: dict[Place, str] = {}
    taken: set[str] = set()
    for place in sorted(places, key=lambda place: _rank(place, entry, aliases)):
        own = _component(place, entry, aliases)
        name = next(name for name in _candidates(place, own) if name.lower() not in taken)
        taken.add(name.lower())
        names[place] = name
    return names


def _component(place: Place, entry: str, aliases: Mapping[Place, str]) -> str:
    """Give the name that the description itself has for a place, `""` where there is none."""
    file, keys = place
    inside = keys[:-1] in _SECTIONS
    if place in aliases and not (inside and file == entry):
        return aliases[place]
    named = inside or keys[-2:-1] == ("$defs",) or (len(keys) == 1 and not keys[0].isdecimal())
    return keys[-1] if named else ""


def _rank(place: Place, entry: str, aliases: Mapping[Place, str]) -> tuple[object, ...]:
    """Put first who has the best claim to a name: spelt like it, in the entry file, at a short path."""
    file, keys = place
    own = _component(place, entry, aliases)
    return (not own or pascal(own) != own, not own, file != entry, len(keys), file, keys)


def _candidates(place: Place, own: str) -> Iterator[str]:
    """Give ever longer names, the last of them surely free."""
    file, keys = place
    stem = file.rpartition("/")[2].partition("?")[0].partition(".")[0]
    words = [key for key in keys if key not in _STEPS and not key.isdecimal()]
    path = " ".join(words) or stem
    yield from (_legal(text) for text in (own, path, f"{stem} {path}") if pascal(text))
    digest = hashlib.sha256(repr(place).encode()).hexdigest()
    for length in range(6, len(digest)):
        yield _legal(f"{(pascal(own or path) or 'Definition')[:_LONGEST]} {digest[:length]}")


def _legal(text: str) -> str:
    name = pascal(text)
    name = f"Model{name}" if name[0].isdigit() else name
    name = name if len(name) <= _LONGEST + _DIGEST else name[:_LONGEST]
    return f"{name}Model" if name in _TAKEN else name


def pascal(text: str) -> str:
    """Write text in PascalCase with ASCII letters and digits; accents fall away, other scripts too."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(plain))
