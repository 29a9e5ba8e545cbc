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
_WORD: Final = re.compile(r"[A-Za-z0-9]+")
# What would shadow a builtin, a typing name or something that generated modules import beside the types.
_TAKEN: Final[frozenset[str]] = frozenset(
    {*dir(builtins), *dir(typing), *keyword.kwlist, "Api", "Omit", "Binary", "FileInput"}
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
    """Name every place: components of the entry file first, then other files', then by the path that leads there.

    `aliases` are places that a component of the entry only refers to, with that component's name.
    """
    names: dict[Place, str] = {}
    taken: set[str] = set()
    for place in sorted(places, key=lambda place: _rank(place, entry, aliases)):
        name = next(
            name for name in _candidates(place, aliases.get(place)) if name.lower() not in taken
        )
        taken.add(name.lower())
        names[place] = name
    return names


def _rank(place: Place, entry: str, aliases: Mapping[Place, str]) -> tuple[object, ...]:
    file, keys = place
    own = file == entry and keys[:-1] in _SECTIONS
    component = own or place in aliases
    plain = (
        component and pascal(aliases.get(place, keys[-1] if keys else "")) == (keys or ("",))[-1]
    )
    return (not plain, not own, not component, len(keys), file, keys)


def _candidates(place: Place, alias: str | None) -> Iterator[str]:
    """Give ever longer names, the last of them surely free."""
    file, keys = place
    stem = file.rpartition("/")[2].partition("?")[0].partition(".")[0]
    words = [key for key in keys if key not in _STEPS and not key.isdecimal()]
    if alias:
        yield _legal(alias)
    if (
        keys[:-1] in _SECTIONS
        or (len(keys) == 1 and not keys[0].isdecimal())
        or keys[-2:-1] == ("$defs",)
    ):
        yield _legal(keys[-1])
    own = " ".join(words) or stem
    yield _legal(own)
    yield _legal(f"{stem} {own}")
    digest = hashlib.sha256(repr(place).encode()).hexdigest()
    for length in range(6, len(digest)):
        yield _legal(own, digest[:length])


def _legal(text: str, suffix: str = "") -> str:
    name = pascal(text)[:_LONGEST] or "Definition"
    if name[0].isdigit():
        name = f"Model{name}"
    name += suffix.capitalize() if suffix[:1].isalpha() else suffix
    return f"{name}Model" if name in _TAKEN else name


def pascal(text: str) -> str:
    """Write text in PascalCase with ASCII letters and digits; accents fall away, other scripts too."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return "".join(word[0].upper() + word[1:] for word in _WORD.findall(plain))
