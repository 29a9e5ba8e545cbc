"""Text that cannot be read: what every reader raises."""

from __future__ import annotations


class Unreadable(Exception):  # noqa: N818  # a state of the file, not a fault of ours
    """A file cannot be had or parsed; `code` is that of an entry file, `line` and `column` count from 1."""

    def __init__(self, code: str, message: str, *, line: int = 0, column: int = 0) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.line = line
        self.column = column
