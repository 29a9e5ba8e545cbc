"""A file of a generated project, before anything is on disk."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Ownership(StrEnum):
    """Who may change a file: see the table in the README of every generated project."""

    GENERATED = "generated"  # overwritten; an edit is reported
    MERGED = "merged"  # edited by both sides, merged by meaning
    YOURS = "yours"  # written once


@dataclass(frozen=True, slots=True, kw_only=True)
class File:
    """A file as generated. `path` is relative, with `/`; `id` stays the same when its owner moves the file."""

    path: str
    id: str
    text: str
    ownership: Ownership
