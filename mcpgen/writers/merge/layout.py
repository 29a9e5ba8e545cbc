"""Lay out merged code as black would, a statement at a time."""

from __future__ import annotations

import textwrap
from typing import Final

WIDTH: Final = 100
_WRAP: Final = "async def _():\n"
_INDENT: Final = 4


def laid_out(code: str, width: int = WIDTH) -> str:
    """Format some statements."""
    # A tenth of a second to import, for the rare piece that both sides changed.
    from black import format_str  # noqa: PLC0415
    from black.mode import Mode, TargetVersion  # noqa: PLC0415

    return format_str(code, mode=Mode(target_versions={TargetVersion.PY311}, line_length=width))


def laid_out_within(code: str) -> str:
    """Format an indented statement of a function; one that holds a text of many lines stays as it is."""
    depth = len(code) - len(code.lstrip(" "))
    if depth < _INDENT or '"""' in code or "'''" in code:
        return code
    body = textwrap.indent(textwrap.dedent(code), " " * _INDENT)
    formatted = laid_out(_WRAP + body, WIDTH - depth + _INDENT).removeprefix(_WRAP)
    return textwrap.indent(formatted, " " * (depth - _INDENT))
