"""Styles of OpenAPI as functions of the runtime: `style: pipeDelimited` is `pipes(tags)`."""

from __future__ import annotations

from collections.abc import Iterable

from mcpgen.planners.plan import Wrap

_DELIMITED = {
    "spaceDelimited": Wrap.SPACES,
    "pipeDelimited": Wrap.PIPES,
    "tabDelimited": Wrap.TABS,
    "deepObject": Wrap.DEEP,
}
_SEPARATORS = {"form": ",", "spaceDelimited": " ", "tabDelimited": "\t", "pipeDelimited": "|"}


def style_wrap(style: str | None, location: str, *, explode: bool | None) -> Wrap | None:
    """The wrapper for a style, None where it is what the location does by itself."""
    exploded = style == "form" if explode is None else explode
    match style:
        case "form" if location == "cookie":
            return Wrap.EXPLODED if exploded else None
        case "form":
            return None if exploded else Wrap.CSV
        case "simple" | "cookie":
            return Wrap.EXPLODED if exploded else None
        case "label":
            return Wrap.LABEL_EXPLODED if exploded else Wrap.LABEL
        case "matrix":
            return Wrap.MATRIX_EXPLODED if exploded else Wrap.MATRIX
        case _:
            return _DELIMITED.get(style or "")


def separators(styles: Iterable[str]) -> str:
    """What separates the items of arrays within an array, one character a level."""
    return "".join(_SEPARATORS.get(style, ",") for style in styles)
