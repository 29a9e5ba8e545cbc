"""Which operations of a description are, with all that they reach, exactly as they were.

A description is taken as what its operations share (by reference), the operations, and the frame of both. Hashes are of
bytes, so that the order of members counts, as it does for what is generated.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from mcpgen.model import Json, JsonObject, is_array, is_object

_METHODS: Final = frozenset(
    {"get", "put", "post", "delete", "options", "head", "patch", "trace", "query"}
)
# What an operation has of these at its path or by itself is not passed over when it is read.
_PLACES: Final = ("servers", "schemes")
# A key that refers to something, as `marshal` writes it, with the length of the text behind it where there is one.
_REFERENCE: Final = re.compile(
    rb"u(?:\x04\0\0\0\$ref|\x0b\0\0\0\$dynamicRef|\x0d\0\0\0\$recursiveRef)(?:u(.{4}))?", re.DOTALL
)
_DISCRIMINATOR: Final = b"u\x0d\0\0\0discriminator"
# What is shared has a name; a reference may lead on into it.
_SHARED: Final = re.compile(
    r"(#/(?:components/[A-Za-z]+|definitions|parameters|responses)/[^/%]+)(?:/[^%]*)?"
)
_SWAGGER: Final = ("definitions", "parameters", "responses")
_NOT_SHARED: Final = frozenset({"securitySchemes"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Hashes:
    """Hashes of a description: of its frame, and by reference or key of all else."""

    frame: str
    shared: Mapping[str, str]
    operations: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prints:
    """The hashes of a description, and what leads from each part to others.

    `reached` are the references in each. `whole` are the operations that may not be passed over, `odd` says that
    there are references of a kind that is not followed here.
    """

    hashes: Hashes
    reached: Mapping[str, Collection[str]]
    whole: frozenset[str]
    odd: bool


def full_key(key: str, prefix: str) -> str:
    """The key of an operation among those of several descriptions."""
    return f"{key}#{prefix}" if prefix else key


def prints_of(document: Json) -> Prints | None:
    """Hash a description; None where it is not of the usual form."""
    if not is_object(document) or not is_object(document.get("paths")):
        return None
    shared, calls = dict(_shared(document)), _operations(document["paths"])
    raws = {name: _dump(value) for name, value in (shared | calls).items()}
    found = {name: set(_references(raw)) for name, raw in raws.items()}
    for name, raw in raws.items():
        if _DISCRIMINATOR in raw:
            found[name] |= set(_mapped((shared | calls)[name]))
    parts = {each: _part(each) for each in set[str]().union(*found.values())}
    hashes = Hashes(
        frame=_hash(_dump(_frame(document))),
        shared={name: _hash(raws[name]) for name in shared},
        operations={key: _hash(raws[key]) for key in calls},
    )
    return Prints(
        hashes=hashes,
        reached={name: {parts[each] or each for each in led} for name, led in found.items()},
        whole=frozenset(key for key, parts in calls.items() if _has_place(parts)),
        odd=None in parts.values(),
    )


def unchanged(old: Hashes, prints: Prints, troubled: Collection[str]) -> frozenset[str]:
    """The keys of operations that are as they were; what is `troubled` never is, nor what reaches it."""
    new = prints.hashes
    if prints.odd or old.frame != new.frame:
        return frozenset()
    names = {*old.shared, *new.shared}
    stale = {name for name in names if old.shared.get(name) != new.shared.get(name)}
    stale |= {name for name in names if name in troubled}
    stale = _reaching(stale, prints)
    return frozenset(
        key
        for key, text in new.operations.items()
        if old.operations.get(key) == text
        and key not in troubled
        and stale.isdisjoint(prints.reached[key])
    )


def reached_by(operations: Collection[str], prints: Prints) -> set[str]:
    """The references that operations reach."""
    todo = [name for key in operations for name in prints.reached.get(key, ())]
    found = set(todo)
    while todo:
        new = set(prints.reached.get(todo.pop(), ())) - found
        found |= new
        todo += new
    return found


def part_of(reference: str) -> str:
    """The shared part that a reference leads to, or into."""
    return _part(reference) or reference


def _part(reference: str) -> str | None:
    match = _SHARED.fullmatch(reference)
    return match[1] if match else None


def troubled_by(pointers: Collection[str], hashes: Hashes) -> list[str]:
    """The operations and shared parts that places of a description belong to."""
    return sorted({name for pointer in pointers for name in _owners(pointer, hashes)})


def _owners(pointer: str, hashes: Hashes) -> Iterator[str]:
    steps = pointer.split("/")
    if steps[1:2] == ["paths"] and len(steps) > 2:  # noqa: PLR2004  # "", "paths", the path
        path = steps[2].replace("~1", "/").replace("~0", "~")
        keys = [key for key in hashes.operations if key.partition(" ")[2] == path]
        method = steps[3].upper() if len(steps) > 3 else ""  # noqa: PLR2004  # and the method
        yield from [key for key in keys if key.partition(" ")[0] == method] or keys
    for length in (3, 4):
        name = "#" + "/".join(steps[:length])
        if name in hashes.shared:
            yield name


def _reaching(names: set[str], prints: Prints) -> set[str]:
    """These shared parts, and all that refer to them."""
    users: dict[str, list[str]] = {}
    for owner, references in prints.reached.items():
        for name in references:
            users.setdefault(name, []).append(owner)
    found, todo = set(names), list(names)
    while todo:
        new = set(users.get(todo.pop(), ())) - found
        found |= new
        todo += new
    return found


def _frame(document: JsonObject) -> JsonObject:
    kept = {
        key: value
        for key, value in document.items()
        if key not in {"paths", "components", *_SWAGGER}
    }
    components: Json = document.get("components")
    held = components if is_object(components) else {}
    own = {key: value for key, value in held.items() if not _is_section(key, value)}
    paths = {key: value for key, value in document["paths"].items() if not is_object(value)}
    return {**kept, "components": own, "paths": paths}


def _shared(document: JsonObject) -> Iterator[tuple[str, Json]]:
    components: Json = document.get("components")
    for section, members in components.items() if is_object(components) else ():
        if _is_section(section, members):
            yield from (
                (f"#/components/{section}/{_token(name)}", members[name]) for name in members
            )
    for section in _SWAGGER:
        members = document.get(section)
        if is_object(members):
            yield from ((f"#/{section}/{_token(name)}", members[name]) for name in members)


def _is_section(key: str, value: Json) -> bool:
    return is_object(value) and key not in _NOT_SHARED and not key.startswith("x-")


def _operations(paths: JsonObject) -> dict[str, list[Json]]:
    """Each operation under its key, beside what stands at its path for all; of `get` and `GET` the first counts."""
    found: dict[str, list[Json]] = {}
    for path, item in paths.items():
        if not is_object(item):
            continue
        beside = {key: value for key, value in item.items() if key.lower() not in _METHODS}
        for key, value in item.items():
            if key.lower() in _METHODS:
                found.setdefault(f"{key.upper()} {path}", [beside, value])
    return found


def _has_place(parts: list[Json]) -> bool:
    return any(is_object(part) and part.get(key) for part in parts for key in _PLACES)


def _token(name: str) -> str:
    return str(name).replace("~", "~0").replace("/", "~1")


def _dump(value: Json) -> bytes:
    """The bytes of a value: in this version of the format the same for the same value, and several times as fast as JSON."""
    return marshal.dumps(value, 2)


def _references(raw: bytes) -> Iterator[str]:
    """The references in the bytes of a value; an empty one where a `$ref` is no text."""
    for found in _REFERENCE.finditer(raw):
        length = int.from_bytes(found[1] or b"", "little")
        yield raw[found.end() : found.end() + length].decode(errors="replace")


def _mapped(value: Json) -> Iterator[str]:
    """What the discriminators in a value name: schemas, by reference or by their bare names."""
    todo = [value]
    while todo:
        one = todo.pop()
        if is_object(one):
            if is_object(one.get("discriminator")):
                yield from _targets(one["discriminator"])
            todo += one.values()
        elif is_array(one):
            todo += one


def _targets(discriminator: JsonObject) -> Iterator[str]:
    mapping = discriminator.get("mapping")
    named = [*mapping.values()] if is_object(mapping) else []
    for target in (*named, discriminator.get("defaultMapping")):
        if isinstance(target, str) and not {"/", "#"} & set(target):
            yield f"#/components/schemas/{_token(target)}"
            yield f"#/definitions/{_token(target)}"
        elif isinstance(target, str):
            yield target


def _hash(raw: bytes) -> str:
    return sha256(raw).hexdigest()[:32]
