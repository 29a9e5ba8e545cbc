"""A place where one schema allows what another may not."""

from __future__ import annotations

from dataclasses import dataclass

from mcpgen.model import Json


@dataclass(frozen=True, slots=True)
class Gap:
    """`keyword` is that of JSON Schema, or `property` for one that only one side describes.

    `part` and `whole` are what the two sides say, None for nothing. A `soft` gap is a difference that no value proves: a
    default, or a property that the other side allows without describing it.
    """

    path: str
    keyword: str
    part: Json = None
    whole: Json = None
    soft: bool = False


def hard(found: list[Gap]) -> list[Gap]:
    """The gaps that values may prove."""
    return [gap for gap in found if not gap.soft]


def below(path: str, name: str) -> str:
    """The path of a property: `filter.status`."""
    return f"{path}.{name}" if path else name
