"""Files whose content resources, tools and prompts give: read when a server is generated, and remembered in the project."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from mcpgen.config import Config
from mcpgen.config.choices import Keys
from mcpgen.config.primitives import Resource
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Block, Json

_MOST_BYTES = 1 << 20

_Filed = TypeVar("_Filed", Resource, Block)


def with_files(
    config: Config, folder: Path, kept: Mapping[str, Json], diagnostics: Diagnostics
) -> Config | None:
    """The config with the content of the files that it names; None after an error was reported.

    Paths are relative to `folder`. `kept` are the project's own copies, for files that are not there any more.
    """
    read: dict[str, bytes] = {}
    for keys, file in named_files(config):
        data = _data(folder / file, kept.get(file))
        if isinstance(data, str):
            diagnostics.report("MG406", f"`{file}` {data}", config.origin(*keys, "file"))
            return None
        read[file] = data
    return _with_each(config, lambda file: {"data": read[file]}) if read else config


def moved_files(config: Config, rebase: Callable[[str], str]) -> Config:
    """The config with all such files named by `rebase`."""
    return _with_each(config, lambda file: {"file": rebase(file)})


def named_files(config: Config) -> Iterator[tuple[Keys, str]]:
    """Each file that the config names, and the place where it does."""
    for name, resource in config.resources.items():
        if resource.file:
            yield ("resources", name), resource.file
    for keys, block in _blocks(config):
        if block.file:
            yield keys, block.file


def kept_files(config: Config) -> dict[str, str]:
    """Copies of all such files by their paths, as base64."""
    named = [(each.file, each.data) for each in config.resources.values() if each.file]
    named += [(block.file, block.data) for _, block in _blocks(config) if block.file]
    return {file: base64.b64encode(data).decode() for file, data in named}


def _blocks(config: Config) -> Iterator[tuple[Keys, Block]]:
    for name, tool in config.tools.items():
        yield from ((("tools", name, "blocks", n), each) for n, each in enumerate(tool.blocks))
    for name, prompt in config.prompts.items():
        for n, (_, block) in enumerate(prompt.messages):
            yield ("prompts", name, "messages", n), block


def _with_each(config: Config, change: Callable[[str], Mapping[str, Json]]) -> Config:
    """The config with what `change` says, by the path of a file, of all that have one."""

    def changed(each: _Filed) -> _Filed:
        return replace(each, **change(each.file)) if each.file else each

    return replace(
        config,
        resources={name: changed(each) for name, each in config.resources.items()},
        tools={
            name: replace(each, blocks=tuple(map(changed, each.blocks)))
            for name, each in config.tools.items()
        },
        prompts={
            name: replace(each, messages=tuple((role, changed(b)) for role, b in each.messages))
            for name, each in config.prompts.items()
        },
    )


def _data(path: Path, copy: Json) -> bytes | str:
    """The content, or what is wrong."""
    try:
        if path.is_file() and path.stat().st_size > _MOST_BYTES:
            return f"has more than {_MOST_BYTES:,} bytes"
        return path.read_bytes()
    except OSError as problem:
        if isinstance(copy, str):
            try:
                return base64.b64decode(copy, validate=True)
            except binascii.Error:
                return "is gone, and the project's copy of it is damaged"
        return f"cannot be read ({problem.strerror})"
