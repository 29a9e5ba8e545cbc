"""`.mcpgen/base.json`: the merged files as we generated them last, the third side of every merge.

One file with one line of JSON per line of text: it changes only where the generated text changes, so it diffs and merges
as text does, which a compressed blob does not; and unlike a copy beside every file it is out of the way of formatters,
test collectors and searches, and is replaced in one step together with the manifest.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from mcpgen.writers.disk import MEMORY

BASE: Final = f"{MEMORY}/base.json"
FORMAT: Final = 1
_FORMAT: Final = re.compile(r'\{\s*"format": (\d+)')
_dump: Final = json.JSONEncoder(ensure_ascii=False).encode
_dump_lines: Final = json.JSONEncoder(ensure_ascii=False, separators=(",\n      ", ": ")).encode


def base_text(texts: Mapping[str, str]) -> str:
    """Write the texts of merged files by id."""
    rows = ",\n".join(f"    {_dump(key)}: {_lines(text)}" for key, text in sorted(texts.items()))
    return f'{{\n  "format": {FORMAT},\n  "files": {{\n{rows}\n  }}\n}}\n'


def _lines(text: str) -> str:
    return f"[\n      {_dump_lines(text.split(chr(10)))[1:-1]}\n    ]"


def has_newer_base(root: Path) -> bool:
    """Whether the texts were written in a format that is not known here; it stands at the beginning."""
    try:
        with (root / BASE).open(encoding="utf-8") as file:
            found = _FORMAT.match(file.read(80))
    except (OSError, ValueError):
        return False
    return found is not None and int(found[1]) > FORMAT


def read_base(root: Path) -> dict[str, str]:
    """Read the texts of merged files by id; what cannot be read is missing, and its files are then not merged."""
    try:
        value = json.loads((root / BASE).read_text(encoding="utf-8"))
        return {key: "\n".join(lines) for key, lines in value["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}
