"""What `mcpgen.yaml` says of content blocks."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.config.choices import Keys
from mcpgen.model import Block, JsonObject


def block_of(value: JsonObject) -> Block:
    """The block that a valid mapping says."""
    if "file" in value:
        return Block(kind="file", file=value["file"], mime_type=value.get("mime_type", ""))
    if "resource" in value:
        held = value["resource"]
        known = {key: held[key] for key in ("uri", "text", "mime_type") if key in held}
        return Block(kind="resource", **known)
    if "link" in value:
        return Block(kind="link", **value["link"])
    return Block(kind="text", text=value["text"])


def texts_of(keys: Keys, value: JsonObject) -> Iterator[tuple[Keys, str]]:
    """Every text of a block, with its place, in which a prompt may write `{name}`."""
    for key in ("text", "uri", "name", "title", "description"):
        if key in value:
            yield (*keys, key), value[key]
    for key in ("resource", "link"):
        if key in value:
            yield from texts_of((*keys, key), value[key])
