"""The official schemas of what generated servers are published with, and what is wrong with a file by its own."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

_DATA = Path(__file__).parent / "data"
_SCHEMAS = {
    "server.json": _DATA / "registry-schema" / "server.schema.json",
    "manifest.json": _DATA / "mcpb-schema" / "mcpb-manifest-v0.4.schema.json",
}


def problems(name: str, content: Any) -> list[str]:
    """What is wrong with the content of a file of that name."""
    found = _validator(name).iter_errors(content)
    return [f"{name} at /{'/'.join(map(str, e.instance_path))}: {e.message[:300]}" for e in found]


@cache
def _validator(name: str) -> Any:
    schema = json.loads(_SCHEMAS[name].read_text(encoding="utf-8"))
    return jsonschema_rs.validator_for(schema, validate_formats=True)
