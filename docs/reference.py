# ruff: noqa: INP001  # a script
"""Writes docs/mcpgen-yaml.md, the reference of mcpgen.yaml, from its schema: `python docs/reference.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "mcpgen-yaml.md"
Schema = dict[str, Any]

_HEAD = """# mcpgen.yaml, key by key

Written from [`specs/capability.schema.json`](../specs/capability.schema.json) by `docs/reference.py`. How the keys are used is told in
[curate.md](curate.md).
"""
# JSON Schema's own keywords, which need no explanation here.
_PLAIN = frozenset({"argument"})


def page() -> str:
    """The text of the page."""
    schema: Schema = json.loads((ROOT / "specs/capability.schema.json").read_text())
    parts = [_HEAD, *_section("The file", schema)]
    for name, found in schema["$defs"].items():
        definition = found.get("items", found)
        if definition.get("properties"):
            parts += _section(name, definition, plain=name in _PLAIN)
    return "\n".join(parts)


def _section(name: str, schema: Schema, *, plain: bool = False) -> Iterator[str]:
    yield f"## {name}\n" if name == "The file" else f"## `{name}`\n"
    if name != "The file" and schema.get("description"):
        yield f"{schema['description']}\n"
    yield "| key | meaning |"
    yield "|---|---|"
    for key, value in schema["properties"].items():
        if not (plain and value is True):
            yield f"| `{key}` | {_meaning(value)} |"
    if schema.get("required"):
        yield f"\nRequired: {', '.join(f'`{each}`' for each in schema['required'])}."
    yield ""


def _meaning(value: Schema) -> str:
    parts = [value.get("description", value.get("title", ""))]
    parts += [f"See {link}." for link in dict.fromkeys(_links(value))]
    if "enum" in value:
        parts.append(f"One of {', '.join(f'`{each}`' for each in value['enum'])}.")
    if "default" in value:
        parts.append(f"`{json.dumps(value['default'])}` when left out.")
    parts += [f"For instance `{json.dumps(each)}`." for each in value.get("examples", ())[:1]]
    return " ".join(filter(None, parts)).replace("|", "\\|").replace("\n", " ")


def _links(value: Any) -> Iterator[str]:
    """The sections that a schema refers to."""
    if isinstance(value, list):
        for item in value:
            yield from _links(item)
    elif isinstance(value, dict):
        reference = value.get("$ref", "")
        if reference.startswith("#/$defs/"):
            name = reference.rpartition("/")[2]
            yield f"[`{name}`](#{name.lower()})"
        elif reference.startswith("#/properties/"):
            yield f"[`{reference.rpartition('/')[2]}`](#the-file)"
        for key, child in value.items():
            if key not in {"examples", "properties"}:
                yield from _links(child)


if __name__ == "__main__":
    PAGE.write_text(page())
