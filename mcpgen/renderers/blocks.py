"""Content blocks as the expressions that make them: `"text"`, `attached("map.png")`, `embedded(…)` and `link(…)`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mcpgen.model import Block
from mcpgen.renderers.code import literal
from mcpgen.renderers.layout import Node, Text, call

_FUNCTIONS = {"file": "attached", "resource": "embedded", "link": "link"}


def block_names(blocks: Iterable[Block]) -> set[str]:
    """The functions of the runtime that the blocks are made with."""
    return {_FUNCTIONS[block.kind] for block in blocks if block.kind in _FUNCTIONS}


def block_node(block: Block, spell: Callable[[str], str] = literal) -> Node:
    """The expression of a block; `spell` makes one of each text."""
    if block.kind == "text":
        return Text(spell(block.text))
    return call(_FUNCTIONS[block.kind], map(Text, _arguments(block, spell)))


def _arguments(block: Block, spell: Callable[[str], str]) -> Iterator[str]:
    if block.kind == "file":
        yield literal(block.file)
        return
    yield spell(block.uri)
    yield spell(block.text if block.kind == "resource" else block.name)
    named = {"title": block.title, "description": block.description}
    yield from (f"{name}={spell(text)}" for name, text in named.items() if text)
    if block.mime_type:
        yield f"mime_type={literal(block.mime_type)}"
