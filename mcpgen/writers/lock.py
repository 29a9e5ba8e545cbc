"""One run at a time on a project.

What is locked is the folder of its memory, and by the system, which lets go of it when a process ends, however it does: so
there is no file that a killed run could leave behind. Windows cannot lock folders; there, nobody is kept out.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Origin
from mcpgen.writers.disk import MEMORY

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

_held: Final = set[Path]()


@contextmanager
def alone(root: Path, diagnostics: Diagnostics) -> Generator[bool]:
    """Keep every other run away from a project meanwhile; False, and a finding, where one is at work on it."""
    place = (root / MEMORY).resolve()
    if fcntl is None or place in _held or not place.is_dir():
        yield True
        return
    folder = os.open(place, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(folder)
        message = "another run of mcpgen is at work here; nothing was read or written"
        diagnostics.report("MG435", message, Origin(str(root)))
        yield False
        return
    except OSError:  # a file system without locks
        os.close(folder)
        yield True
        return
    _held.add(place)
    try:
        yield True
    finally:
        _held.discard(place)
        os.close(folder)
