"""What the keys of mcpgen.yaml mean, from its schema: for `mcpgen explain` and for docs/mcpgen-yaml.md."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from mcpgen.model import Json, is_array, is_object
from mcpgen.resources import specs_dir

_WIDTH: Final = 88
TOP: Final = "the file"
Section = Mapping[str, Any]


@cache
def sections() -> Mapping[str, Section]:
    """The schemas of all mappings that have keys, by their names: `TOP`, then what it refers to."""
    schema: Section = json.loads((specs_dir() / "capability.schema.json").read_text("utf-8"))
    found: dict[str, Section] = {TOP: schema}
    for name, value in schema["$defs"].items():
        kinds = (value, value.get("items", {}), *value.get("oneOf", ()))
        if definition := next((each for each in kinds if each.get("properties")), None):
            told = {"description": value["description"]} if "description" in value else {}
            found[name] = {**told, **definition}
    return found


def meaning(value: Section, refer: Callable[[str, str], str]) -> str:
    """What the schema of a key says of it; `refer` writes a reference to a section, or to a key of one."""
    parts = [value.get("description", value.get("title", ""))]
    linked = dict.fromkeys(refer(section, key) for section, key in _links(value))
    parts += [f"See {link}." for link in linked]
    if "enum" in value:
        parts.append(f"One of {', '.join(f'`{each}`' for each in value['enum'])}.")
    if "default" in value:
        parts.append(f"`{json.dumps(value['default'])}` when left out.")
    parts += [f"For instance `{json.dumps(each)}`." for each in value.get("examples", ())[:1]]
    return " ".join(filter(None, parts))


def known_keys() -> list[str]:
    """All keys that there are in mcpgen.yaml, wherever they belong."""
    return list(dict.fromkeys(key for each in sections().values() for key in each["properties"]))


def explain_key(key: str) -> str | None:
    """What a key means wherever there is one of that name, laid out for a terminal; None where there is none."""
    known = sections()
    told = [
        "\n".join(_lines(key, name, known))
        for name, schema in known.items()
        if key in schema["properties"]
    ]
    return "\n\n".join(told) + "\n" if told else None


def _lines(key: str, section: str, known: Mapping[str, Section]) -> Iterator[str]:
    yield f"`{key}` of {'mcpgen.yaml' if section == TOP else f'`{section}`'}"
    value = known[section]["properties"][key]
    if value is True:
        yield "A keyword of JSON Schema 2020-12, as it is there."
        return
    yield textwrap.fill(meaning(value, lambda name, inner: f"`{inner or name}`"), _WIDTH)
    for name in dict.fromkeys(name for name, inner in _links(value) if not inner):
        keys = ", ".join(known[name]["properties"])
        yield textwrap.fill(f"Keys of `{name}`: {keys}.", _WIDTH)


def _links(value: Json) -> Iterator[tuple[str, str]]:
    """What a schema refers to: a section, or a key of the file."""
    if is_array(value):
        for item in value:
            yield from _links(item)
    elif is_object(value):
        match str(value.get("$ref", "")).split("/"):
            case ["#", "$defs", section] if section in sections():
                yield section, ""
            case ["#", "$defs", section, "properties", key]:
                yield section, key
            case ["#", "properties", key]:
                yield TOP, key
            case _:
                pass
        for key, child in value.items():
            if key not in {"examples", "properties"}:
                yield from _links(child)
