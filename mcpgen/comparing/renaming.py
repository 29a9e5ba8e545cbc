"""Arguments that have another name and are otherwise what they were."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, TypeGuard

from mcpgen.comparing.containment import below, text_of
from mcpgen.model import Json, Schema, is_object

# Where there is nothing else, it is plain which properties an object takes.
_PLAIN: Final = frozenset(
    {"type", "properties", "required", "additionalProperties", "items", "minItems", "maxItems"}
    | {"$defs", "title", "description", "examples", "default", "deprecated", "uniqueItems"}
)


@dataclass(frozen=True, slots=True)
class Renaming:
    """A property by its earlier place, and its name now. `breaking` where a call with the earlier one is legal no longer."""

    path: str
    name: str
    breaking: bool


def under_new_names(old: Json, new: Json, path: str = "") -> tuple[Json, list[Renaming]]:
    """The old schema with the properties that were renamed under their new names, and which these are."""
    if not (_is_plain(old) and _is_plain(new)):
        return old, []
    names = _new_names(old, new)
    found = [
        Renaming(below(path, name), now, _is_needed(now, new) or not _is_open(new))
        for name, now in names.items()
    ]
    before: Schema = old.get("properties", {})
    after: Schema = new.get("properties", {})
    properties: Schema = {}
    for name, schema in before.items():
        now = names.get(name, name)
        properties[now], inner = under_new_names(schema, after.get(name), below(path, name))
        found += inner
    items, inner = under_new_names(old.get("items"), new.get("items"), f"{path}[]")
    required = [names.get(name, name) for name in old.get("required", ())]
    told = {"properties": properties, "items": items, "required": required}
    return {**old, **{key: told[key] for key in told if key in old}}, [*found, *inner]


def _is_plain(schema: Json) -> TypeGuard[Schema]:
    return (
        is_object(schema)
        and schema.keys() <= _PLAIN
        and schema.get("additionalProperties", True) in (True, False, {})
    )


def _is_open(schema: Schema) -> bool:
    return schema.get("additionalProperties") is not False


def _is_needed(name: str, schema: Schema) -> bool:
    return name in schema.get("required", ())


def _new_names(old: Schema, new: Schema) -> dict[str, str]:
    """The names that went with those that came: where one of each is for the same values, and no other is."""
    before, after = old.get("properties", {}), new.get("properties", {})
    gone = _by_looks(old, before.keys() - after.keys())
    come = _by_looks(new, after.keys() - before.keys())
    return {
        names[0]: come[looks][0]
        for looks, names in gone.items()
        if len(names) == len(come.get(looks, ())) == 1
    }


def _by_looks(schema: Schema, names: Iterable[str]) -> dict[str, list[str]]:
    """Properties by all that is said of them but their title, which may be made of the name."""
    found: dict[str, list[str]] = {}
    for name in sorted(names):
        told = schema["properties"][name]
        if is_object(told):
            told = {key: value for key, value in told.items() if key != "title"}
        looks = text_of({"schema": told, "required": _is_needed(name, schema)})
        found.setdefault(looks, []).append(name)
    return found
