"""Three-way merging by meaning: the owner's text, what was generated last, what is generated now."""

from __future__ import annotations

from pathlib import PurePosixPath

from mcpgen.writers.merge.json import merge_json
from mcpgen.writers.merge.lines import merge_lines
from mcpgen.writers.merge.merged import Clash, ClashKind, Merged, Sides, Unmergeable
from mcpgen.writers.merge.python import merge_python
from mcpgen.writers.merge.toml import merge_toml
from mcpgen.writers.merge.yaml import merge_yaml

__all__ = ["Clash", "ClashKind", "Merged", "Sides", "Unmergeable", "merge"]

_BY_SUFFIX = {
    ".py": merge_python,
    ".toml": merge_toml,
    ".json": merge_json,
    ".yaml": merge_yaml,
    ".yml": merge_yaml,
}


def merge(path: str, sides: Sides) -> Merged:
    """Merge a file by what its name says it is; Unmergeable when the owner's version is not that."""
    return _BY_SUFFIX.get(PurePosixPath(path).suffix, merge_lines)(sides)
