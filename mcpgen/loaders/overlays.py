"""OpenAPI Overlay 1.0 and 1.1: changes to a description, applied before it is read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mcpgen.diagnostics import Diagnostics, Source
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.sources import read_file
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import parse
from mcpgen.model import Json, JsonObject, Origin, is_array, is_object

if TYPE_CHECKING:
    import jsonpath

_VERSION = re.compile(r"1\.[01]\.\d+")
_MOST_TARGETS = 200_000
_ACTION_KEYS = frozenset({"target", "description", "update", "remove", "copy"})
_ROOT_KEYS = frozenset({"overlay", "info", "extends", "actions"})
_TEXTS = ("title", "version", "description")


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One change: `target` and `copy` are JSONPath (RFC 9535); a change that is not asked for is None."""

    target: str
    query: jsonpath.CompoundJSONPath | jsonpath.JSONPath
    update: Json = None
    source: jsonpath.CompoundJSONPath | jsonpath.JSONPath | None = None
    remove: bool = False
    has_update: bool = False
    origin: Origin


Overlay = tuple[Action, ...]


@cache
def _paths() -> jsonpath.JSONPathEnvironment:
    import jsonpath  # noqa: PLC0415  # slow to import, and few descriptions have overlays

    return jsonpath.JSONPathEnvironment(strict=True)


def read_overlay(
    path: str, policy: Policy, diagnostics: Diagnostics, asked: Origin | None = None
) -> Overlay | None:
    """Read an overlay file; None after an error was reported, at `asked` where the file cannot be had."""
    try:
        parsed = parse(read_file(Path(path), policy), policy)
    except Unreadable as fault:
        place = Origin(path, line=fault.line, column=fault.column) if fault.line else asked
        diagnostics.report("MG130", f"{path}: {fault.message}", place)
        return None
    diagnostics.sources[path] = Source(shown=path, text=parsed.text)
    found = list(_problems(parsed.value))
    for keys, message in found:
        origin = Origin(path).child(*keys) if keys else Origin(path, line=1, column=1)
        diagnostics.report("MG131", message, origin)
    if found:
        return None
    root = Origin(path)
    return tuple(
        _action(each, root.child("actions", index))
        for index, each in enumerate(parsed.value["actions"])
    )


def apply_overlay(root: Json, actions: Overlay, diagnostics: Diagnostics) -> Json:
    """Give the description with all actions applied in their order; `root` itself stays as it is."""
    changed = _own(root)
    for action in actions:
        changed = _applied(changed, action, diagnostics)
    return changed


def _own(value: Json) -> Json:
    """A copy in which nothing is in two places, as values behind YAML aliases are."""
    if is_object(value):
        return {key: _own(child) for key, child in value.items()}
    return [_own(item) for item in value] if is_array(value) else value


def _action(value: JsonObject, origin: Origin) -> Action:
    return Action(
        target=value["target"],
        query=_paths().compile(value["target"]),
        update=value.get("update"),
        has_update="update" in value,
        source=_paths().compile(value["copy"]) if "copy" in value else None,
        remove=value.get("remove", False),
        origin=origin,
    )


def _problems(value: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    """What makes a file no overlay (Overlay 1.1, 4.4)."""
    if not is_object(value):
        yield (), "an overlay is a mapping with `overlay`, `info` and `actions`"
        return
    version = value.get("overlay")
    if not isinstance(version, str) or not _VERSION.fullmatch(version):
        yield ("overlay",), f"the version is `{version}`; write `overlay: 1.1.0` (or 1.0.0)"
    for key in value.keys() - _ROOT_KEYS:
        if not key.startswith("x-"):
            yield (key,), f"an overlay has no key `{key}`; extensions begin with `x-`"
    if not isinstance(value.get("extends", ""), str):
        yield ("extends",), "`extends` is the address of a description, a text"
    yield from _info_problems(value.get("info"))
    yield from _action_problems(value.get("actions"))


def _info_problems(info: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if not is_object(info):
        yield ("info",), "`info` is a mapping with `title` and `version`"
        return
    for key in _TEXTS:
        if not isinstance(info.get(key, "" if key == "description" else None), str):
            yield ("info", key), f"`info` needs `{key}`, a text"


def _action_problems(actions: Json) -> Iterator[tuple[tuple[str | int, ...], str]]:
    if not is_array(actions) or not actions:
        yield ("actions",), "`actions` is a list of at least one change"
        return
    for index, action in enumerate(actions):
        if not is_object(action):
            yield ("actions", index), "an action is a mapping with `target`"
        elif action in actions[:index]:
            yield ("actions", index), "this action stands in the list before"
        else:
            for key, message in _one_action(action):
                yield ("actions", index, key), message


def _one_action(action: JsonObject) -> Iterator[tuple[str, str]]:
    for key in action.keys() - _ACTION_KEYS:
        if not key.startswith("x-"):
            yield key, f"an action has no key `{key}`; extensions begin with `x-`"
    if not isinstance(action.get("description", ""), str):
        yield "description", "`description` is a text"
    if not isinstance(action.get("remove", False), bool):
        yield "remove", "`remove` is true or false"
    yield from _path_problems("target", action.get("target"))
    if "copy" in action:
        yield from _path_problems("copy", action["copy"])


def _path_problems(key: str, value: Json) -> Iterator[tuple[str, str]]:
    if not isinstance(value, str) or not value.startswith("$"):
        yield key, f"`{key}` is a JSONPath that begins with `$`, for instance `$.paths['/pets'].get`"
        return
    import jsonpath  # noqa: PLC0415  # likewise

    try:
        _paths().compile(value)
    except jsonpath.JSONPathError as error:
        yield key, f"`{key}` is no JSONPath (RFC 9535): {error.args[0] if error.args else error}"


def _applied(root: Json, action: Action, diagnostics: Diagnostics) -> Json:
    """Apply one action; a target that matches nothing is told (Overlay 1.1, 4.4.3)."""
    places = _places(root, action, diagnostics)
    if action.remove:
        return _removed(root, places)
    if action.source is not None:
        copied = [match.obj for match in action.source.finditer(root)]
        if len(copied) != 1:
            message = f"`copy` must match one place, and matches {len(copied)}"
            diagnostics.report("MG132", message, action.origin.child("copy"))
            return root
        root = _each(root, places, lambda old: _merged(old, copied[0]))
    if action.has_update:
        root = _each(root, places, lambda old: _merged(old, action.update))
    return root


def _places(root: Json, action: Action, diagnostics: Diagnostics) -> list[tuple[Any, ...]]:
    """Where the target leads, each place once."""
    matches = islice(action.query.finditer(root), _MOST_TARGETS)
    places = list(dict.fromkeys(tuple(match.parts) for match in matches))
    if not places:
        message = f"`{action.target}` matches nothing in the description"
        diagnostics.report("MG132", message, action.origin.child("target"))
    return places


def _removed(root: Json, places: list[tuple[Any, ...]]) -> Json:
    """Take places out, the last first, so that indices of lists stay right; what is inside another goes with it."""
    for place in sorted(places, key=_order, reverse=True):
        if not place:
            return {}
        owner = _at(root, place[:-1])
        if is_object(owner) or is_array(owner):
            del owner[place[-1]]
    return root


def _order(place: tuple[Any, ...]) -> list[tuple[int, str]]:
    return [(part, "") if isinstance(part, int) else (-1, part) for part in place]


def _each(root: Json, places: list[tuple[Any, ...]], change: Callable[[Json], Json]) -> Json:
    """Change each place; one that an earlier change took away is passed over."""
    for place in places:
        if not place:
            root = change(root)
            continue
        with suppress(KeyError, IndexError, TypeError):
            owner = _at(root, place[:-1])
            owner[place[-1]] = change(owner[place[-1]])
    return root


def _at(root: Json, place: tuple[Any, ...]) -> Json:
    for part in place:
        root = root[part]
    return root


def _merged(old: Json, new: Json) -> Json:
    """Merge an update: mappings key by key, lists are added to, anything else is replaced (Overlay 1.1, 4.4.3.1)."""
    if is_object(old) and is_object(new):
        added = {
            key: _merged(old[key], value) if key in old else _own(value)
            for key, value in new.items()
        }
        return {**old, **added}
    if is_array(old):
        return [*old, *_own(new if is_array(new) else [new])]
    return _own(new)
