"""Files whose content resources give: read when a server is generated, and remembered in the project."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from mcpgen.config import Config
from mcpgen.config.primitives import Resource
from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Json

_MOST_BYTES = 1 << 20


def with_files(
    config: Config, folder: Path, kept: Mapping[str, Json], diagnostics: Diagnostics
) -> Config | None:
    """The config with the content of the files that its resources name; None after an error was reported.

    Paths are relative to `folder`. `kept` are the project's own copies, for files that are not there any more.
    """
    read: dict[str, Resource] = {}
    for name, resource in config.resources.items():
        if resource.file:
            data = _data(folder / resource.file, kept.get(resource.file))
            if isinstance(data, str):
                origin = config.origin("resources", name, "file")
                diagnostics.report("MG406", f"`{resource.file}` {data}", origin)
                return None
            read[name] = replace(resource, data=data)
    return replace(config, resources={**config.resources, **read}) if read else config


def kept_files(config: Config) -> dict[str, str]:
    """Copies of all such files by their paths, as base64."""
    named = [each for each in config.resources.values() if each.file]
    return {each.file: base64.b64encode(each.data).decode() for each in named}


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
