"""Changes of arguments and results, classified by direction: what callers send may widen, what they get may narrow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from mcpgen.comparing.containment import Gap, gaps
from mcpgen.comparing.difference import Aspect, Difference
from mcpgen.comparing.renaming import under_new_names
from mcpgen.comparing.wording import reworded, told
from mcpgen.model import Json, Schema, is_array, is_object

_Told: TypeAlias = tuple[Gap, bool]  # and whether its part is the old schema
_TEXTS = ("title", "description", "examples", "$comment")
_NO_SCHEMAS = frozenset({"enum", "const", "default", *_TEXTS})


def argument_differences(old: Schema, new: Schema, tool: str = "") -> list[Difference]:
    """What changed of the arguments: breaking where a call that was legal may be none now."""
    old, renamed = under_new_names(old, new)
    forward, backward = gaps(old, new, closed=True), gaps(new, old, closed=True)
    breaking = [(gap, True) for gap in forward if not gap.soft]
    rest = [(gap, False) for gap in backward] + [(gap, True) for gap in forward if gap.soft]
    found = [
        Difference(
            tool=tool,
            aspect=Aspect.ARGUMENTS,
            place=each.path,
            text=f"renamed to {each.name}",
            breaking=each.breaking,
        )
        for each in renamed
    ]
    return [*found, *_differences(breaking, rest, tool, Aspect.ARGUMENTS)]


def result_differences(old: Schema, new: Schema, tool: str = "") -> list[Difference]:
    """What changed of the result: breaking where one may come that the old schema did not allow."""
    if not (old and new):
        text = "structured results are described now" if new else "no longer described"
        return [Difference(tool=tool, aspect=Aspect.RESULT, text=text, breaking=not new)]
    forward, backward = gaps(old, new, closed=False), gaps(new, old, closed=False)
    breaking = [(gap, False) for gap in backward if not gap.soft]
    rest = [(gap, True) for gap in forward] + [(gap, False) for gap in backward if gap.soft]
    return _differences(breaking, rest, tool, Aspect.RESULT)


def _differences(
    breaking: list[_Told], rest: list[_Told], tool: str, aspect: Aspect
) -> list[Difference]:
    """Each place and keyword once; a new property that is required is told by that alone."""
    known = {(gap.path, gap.keyword) for gap, _ in breaking}
    known |= {(path, "property") for path, keyword in known if keyword == "required"}
    found = [_difference(each, tool, aspect, breaking=True) for each in breaking]
    for gap, forward in rest:
        if (gap.path, gap.keyword) not in known:
            known.add((gap.path, gap.keyword))
            found.append(_difference((gap, forward), tool, aspect, breaking=False))
    return list(dict.fromkeys(found))


def _difference(told_gap: _Told, tool: str, aspect: Aspect, *, breaking: bool) -> Difference:
    gap, forward = told_gap
    text = told(gap, forward=forward)
    if breaking and text == "added":
        text = "added, where anything was allowed before"
    return Difference(tool=tool, aspect=aspect, place=gap.path, text=text, breaking=breaking)


def text_differences(old: Schema, new: Schema, tool: str, what: str) -> Iterator[Difference]:
    """Texts that a model reads of what there was before, and that are not what they were."""
    before, after = dict(_texts(old, "")), dict(_texts(new, ""))
    for place, text in after.items():
        if text and before.get(place, text) != text:
            yield Difference(
                tool=tool,
                aspect=Aspect.DESCRIPTION,
                place=f"{what} {place}".strip(),
                text=reworded(before[place], text),
                security=True,
            )


def _texts(value: Json, place: str) -> Iterator[tuple[str, Json]]:
    """Each text by its place (`filter.status`, `tags[]`), empty where there could be one."""
    if is_array(value):
        for index, each in enumerate(value):
            yield from _texts(each, f"{place}[{index}]")
    elif is_object(value):
        for key in _TEXTS:
            yield place if key == "description" else f"{place} {key}".strip(), value.get(key, "")
        for key, each in value.items():
            if key not in _NO_SCHEMAS:
                yield from _texts(each, _inner(place, key))


def _inner(place: str, key: str) -> str:
    if key in {"properties", "$defs"}:
        return place
    return f"{place}[]" if key == "items" else f"{place}.{key}".lstrip(".")
