"""Content blocks as functions write them, and the files that they show."""

from __future__ import annotations

import base64
import mimetypes
from collections.abc import Callable, Iterator
from dataclasses import replace

from mcpgen.config import Config
from mcpgen.model import Block, JsonObject

# Python's own table, not the machine's: the same file has the same type everywhere.
_TYPES = mimetypes.MimeTypes()
for _type, _end in (
    ("audio/flac", ".flac"),
    ("audio/ogg", ".ogg"),
    ("audio/wav", ".wav"),
    ("image/webp", ".webp"),
    ("text/markdown", ".md"),
    ("application/yaml", ".yaml"),
):
    _TYPES.add_type(_type, _end)


def file_content(path: str, data: bytes, mime_type: str) -> tuple[str, JsonObject]:
    """The media type of a file, as given or else as its name says, and its `text` or `blob`."""
    guessed = _TYPES.guess_type(path)[0]
    try:
        text = data.decode()
    except UnicodeDecodeError:
        blob = base64.b64encode(data).decode()
        return mime_type or guessed or "application/octet-stream", {"blob": blob}
    return mime_type or guessed or "text/plain", {"text": text}


def plan_files(config: Config) -> dict[str, JsonObject]:
    """The files that tools and prompts show, by their paths in `mcpgen.yaml`, as `files.json` has them."""
    found: dict[str, JsonObject] = {}
    for block in _blocks(config):
        if block.kind == "file":
            media_type, content = file_content(block.file, block.data, block.mime_type)
            found[block.file] = {"mimeType": media_type, **_as_media(media_type, content, block)}
    return found


def _blocks(config: Config) -> Iterator[Block]:
    for tool in config.tools.values():
        yield from tool.blocks
    for prompt in config.prompts.values():
        yield from (block for _, block in prompt.messages)


def _as_media(media_type: str, content: JsonObject, block: Block) -> JsonObject:
    """Images and sounds are bytes, whatever they are written in (SVG)."""
    if media_type.partition("/")[0] in {"image", "audio"}:
        return {"blob": base64.b64encode(block.data).decode()}
    return content


def written(block: Block, change: Callable[[str], str] = str) -> Block:
    """The block without the bytes of its file, every text of it changed."""
    if block.kind == "file":
        return replace(block, data=b"")
    return replace(
        block,
        text=change(block.text),
        uri=change(block.uri),
        name=change(block.name),
        title=change(block.title),
        description=change(block.description),
    )
