# ruff: noqa: INP001  # a script
"""Writes docs/mcpgen-yaml.md, the reference of mcpgen.yaml, from its schema: `python docs/reference.py`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mcpgen.config.reference import TOP, Section, meaning, sections

PAGE = Path(__file__).parent / "mcpgen-yaml.md"

_HEAD = """# mcpgen.yaml, key by key

Written from [`specs/capability.schema.json`](../specs/capability.schema.json) by `docs/reference.py`. How the keys are used is told in
[curate.md](curate.md); `mcpgen explain KEY` tells one of them, and editors that know YAML show the schema, which each project has as
`.mcpgen/mcpgen.schema.json`, while one writes.
"""


def page() -> str:
    """The text of the page."""
    parts = [_HEAD]
    for name, schema in sections().items():
        parts += _section(name, schema)
    return "\n".join(parts)


def _section(name: str, schema: Section) -> Iterator[str]:
    yield "## The file\n" if name == TOP else f"## `{name}`\n"
    if name != TOP and schema.get("description"):
        yield f"{schema['description']}\n"
    yield "| key | meaning |"
    yield "|---|---|"
    for key, value in schema["properties"].items():
        if value is not True:  # JSON Schema's own keywords need no explanation here
            text = meaning(value, _link).replace("|", "\\|").replace("\n", " ")
            yield f"| `{key}` | {text} |"
    if schema.get("required"):
        yield f"\nRequired: {', '.join(f'`{each}`' for each in schema['required'])}."
    yield ""


def _link(section: str, key: str) -> str:
    return f"[`{key or section}`](#{'the-file' if section == TOP else section.lower()})"


if __name__ == "__main__":
    PAGE.write_text(page())
