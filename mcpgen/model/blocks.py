"""Content blocks that never change: of tools that give them, and in the messages of prompts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

BlockKind: TypeAlias = Literal["text", "file", "resource", "link"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Text, the content of a file, a resource with its text, or a link to one.

    `data` are the bytes of the file, once it was read; `name`, `title` and `description` are those of a link.
    """

    kind: BlockKind
    text: str = ""
    file: str = ""
    data: bytes = b""
    uri: str = ""
    mime_type: str = ""
    name: str = ""
    title: str = ""
    description: str = ""
