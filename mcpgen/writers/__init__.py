"""From files in memory to a project on disk, with everything that its owner did to it."""

from mcpgen.writers.apply import apply, recover
from mcpgen.writers.changes import Change, ChangeKind, Changes
from mcpgen.writers.manifest import FileRecord, Manifest, ToolRecord, read_manifest
from mcpgen.writers.reconcile import reconcile
from mcpgen.writers.tools import tool_records

__all__ = [
    "Change",
    "ChangeKind",
    "Changes",
    "FileRecord",
    "Manifest",
    "ToolRecord",
    "apply",
    "read_manifest",
    "reconcile",
    "recover",
    "tool_records",
]
