"""From files in memory to a project on disk, with everything that its owner did to it."""

from mcpgen.writers.absent import tell_no_project
from mcpgen.writers.apply import apply, recover
from mcpgen.writers.changes import Change, ChangeKind, Changes
from mcpgen.writers.lock import alone
from mcpgen.writers.manifest import CATALOGUE, FileRecord, Manifest, ToolRecord, read_manifest
from mcpgen.writers.own import Own, only_function, own_files, taken, unified
from mcpgen.writers.reconcile import reconcile
from mcpgen.writers.runtime import renew_runtime
from mcpgen.writers.tools import tool_records

__all__ = [
    "CATALOGUE",
    "Change",
    "ChangeKind",
    "Changes",
    "FileRecord",
    "Manifest",
    "Own",
    "ToolRecord",
    "alone",
    "apply",
    "only_function",
    "own_files",
    "read_manifest",
    "reconcile",
    "recover",
    "renew_runtime",
    "taken",
    "tell_no_project",
    "tool_records",
    "unified",
]
