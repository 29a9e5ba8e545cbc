"""A hundred mistakes in a spec, each told with its line and with what to write instead; none ends in a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from mcpgen.diagnostics import as_json

from .project import WHOLE, made

# Keys whose names are the owner's to choose.
NAMES = {
    "tools", "arguments", "auth", "input", "scopes", "operations", "output",
    "resources", "prompts", "workflows", "outputs",
}  # fmt: skip
# Values that may be anything.
ANYTHING = {"default", "content", "example", "found"}
TEXT_IS_FINE = {"openapi", "pin"}


def mutations() -> Iterator[tuple[str, Any]]:
    yield from _changed((), yaml.safe_load(WHOLE))


def _changed(path: tuple[str | int, ...], value: Any) -> Iterator[tuple[str, Any]]:
    """Misspell each key, and give each value another type."""
    if isinstance(value, dict):
        for key, child in value.items():
            place = (*path, key)
            if not (path and path[-1] in NAMES):
                yield f"misspelt {_told(place)}", _with(path, value, key, f"{key[:-1]}")
            if isinstance(key, str) and key in ANYTHING:
                continue
            if not isinstance(child, dict | list):
                yield f"another type at {_told(place)}", _set(place, [[child]])
            elif key not in TEXT_IS_FINE:
                yield f"text at {_told(place)}", _set(place, "text")
            yield from _changed(place, child)
    elif isinstance(value, list):
        for index, child in enumerate(value):
            yield from _changed((*path, index), child)


def _told(path: tuple[str | int, ...]) -> str:
    return ".".join(map(str, path))


def _with(path: tuple[str | int, ...], value: dict[str, Any], old: str, new: str) -> Any:
    return _set(path, {new if key == old else key: child for key, child in value.items()})


def _set(path: tuple[str | int, ...], value: Any) -> Any:
    if not path:
        return value
    whole = yaml.safe_load(WHOLE)
    owner = whole
    for part in path[:-1]:
        owner = owner[part]
    owner[path[-1]] = value
    return whole


# What schemas cannot see: references to what is not there, and contradictions.
WRONG = {
    "listItems:": "listItem:",
    "POST /items:": "POST /item:",
    "{tag: items,": "{tag: item,",
    "method: [GET, POST]": "method: [PUT]",
    "- GET /items/*": "- GET /itms/*",
    "pattern: ^getStock": "pattern: ^getStok",
    "prefix: store}": "prefix: stores}",
    "path: '/items/{id}/history'": "path: '/items/{id}/histories'",
    "owner: {pin": "ownr: {pin",
    "debug: {hide: true}": "owner: {hide: true}",
    "limit: {default: 5,": "limit: {default: many,",
    "{default: 5, description": "{default: 500, description",
    "rename: words": "rename: offset",
    "argument: offset": "argument: ofset",
    "limit: limit}": "limit: limits}",
    "auth: [key]": "auth: [kye]",
    "tool: list_items": "tool: list_item",
    "id: {description: The": "ids: {description: The",
    "select: '[].name'": "select: '[].name['",
    "{kind: offset, argument: offset, limit: limit}": "{kind: cursor, argument: offset}",
    "POST /notes/{id}": "POST /notes/{idd}",
    "pattern: ^": "pattern: (",
    "{pin: {env: OWNER}}": "{pin: {env: OWNER}, rename: o}",
    "type: apiKey, in: header, name: X-Key": "type: apiKey, in: header",
    "extends: team.yaml": "extends: teams.yaml",
    "overlays: [overlay.yaml]": "overlays: [overlays.yaml]",
    "in: whole_body": "in: path",
    "    content: Hello.": "    content: Hello.\n    request: GET /hello",
    "clientCredentials: {tokenUrl: 'https://login.shop.example/token', ": "clientCredentials: {",
    "    prefix: store\n": "",
    "name: list_items": "name: greet",
    "text: {in: whole_body, type: string": "text: {in: whole_body, type: strin",
}


def cases() -> Iterator[Any]:
    for name, value in mutations():
        yield pytest.param(yaml.safe_dump(value, sort_keys=False), id=name)
    for old, new in WRONG.items():
        assert old in WHOLE, old
        yield pytest.param(WHOLE.replace(old, new, 1), id=f"{old.strip()} as {new.strip()}")


CASES = list(cases())


def test_the_spec_itself_is_right(tmp_path) -> None:
    server, found = made(tmp_path)

    assert server is not None
    assert [each for each in as_json(found) if each["severity"] != "note"] == []


def test_there_are_more_than_a_hundred() -> None:
    assert len(CASES) > 100


@pytest.mark.parametrize("spec", CASES)
def test_a_mistake_is_told_with_its_line_and_what_to_write(tmp_path, spec: str) -> None:
    _, found = made(tmp_path, spec)

    errors = [each for each in as_json(found) if each["severity"] == "error"]
    assert errors
    for error in errors:
        assert error["line"] > 0, error
        assert error.get("help"), error
