"""What the program is at, for somebody who watches a terminal; silence for everybody else."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager

Step = Callable[[str], None]


@contextmanager
def progress() -> Generator[Step]:
    """Yields a function that names the step being done; its last word disappears at the end."""
    if not sys.stderr.isatty():
        yield _silent
        return
    from rich.console import Console  # noqa: PLC0415  # scripts need not wait for it

    with Console(stderr=True).status("Starting …") as status:
        yield lambda step: status.update(f"{step} …")


def _silent(_: str) -> None:
    pass
