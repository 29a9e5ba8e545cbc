"""The commands, one module each; `mcpgen.cli` imports a module when its command is asked for."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """What an exit code says."""

    DONE = 0
    FOUND = 1  # `check` or `--strict` found something
    NOTHING_WRITTEN = 2  # also a mistake on the command line
    INTERRUPTED = 130
