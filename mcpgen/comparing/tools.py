"""One tool before and after: everything but its name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from mcpgen.comparing.catalogue import Catalogue, Entry, origin_of
from mcpgen.comparing.difference import Aspect, Difference
from mcpgen.comparing.schemas import argument_differences, result_differences, text_differences
from mcpgen.comparing.wording import reworded
from mcpgen.model import JsonObject

# What a server promises by each hint, and whether a false promise there is a danger.
_PROMISES: Final[Mapping[str, tuple[bool, bool]]] = {
    "readOnlyHint": (True, True),
    "destructiveHint": (False, True),
    "idempotentHint": (True, False),
    "openWorldHint": (False, False),
}
# Whether a person is asked before a call, as the catalogue says it.
_STRICTNESS: Final = ("", "auto", "always")


def tool_differences(
    old: Entry, new: Entry, before: Catalogue, after: Catalogue
) -> Iterator[Difference]:
    """What is different about a tool; told under its new name."""
    if old.data != new.data:
        yield from _operation(old, new)
        if old.input != new.input:
            yield from argument_differences(old.input, new.input, new.name)
        if old.output != new.output:
            yield from result_differences(old.output, new.output, new.name)
        yield from _auth(old, new)
        yield from _annotations(old, new)
        yield from _confirmation(old, new)
        yield from _texts(old, new)
    yield from _address(old, new, before, after)


def _operation(old: Entry, new: Entry) -> Iterator[Difference]:
    if old.operation != new.operation:
        text = f"{old.operation} → {new.operation}"
        yield Difference(tool=new.name, aspect=Aspect.OPERATION, text=text)


def _auth(old: Entry, new: Entry) -> Iterator[Difference]:
    """Every way to be allowed that there was still has to be enough."""
    before, after = old.security, new.security
    if _sorted(before) == _sorted(after):
        return
    breaking = not all(any(_asks_less(new, old) for new in after) for old in before)
    yield Difference(
        tool=new.name,
        aspect=Aspect.AUTH,
        text=f"{_named(before)} → {_named(after)}",
        breaking=breaking,
        security=True,
    )


def _sorted(alternatives: Sequence[JsonObject]) -> list[list[tuple[str, list[str]]]]:
    return sorted(
        sorted((name, sorted(scopes)) for name, scopes in each.items()) for each in alternatives
    )


def _asks_less(new: JsonObject, old: JsonObject) -> bool:
    """Whether who fulfilled `old` fulfils `new`."""
    return all(name in old and set(scopes) <= set(old[name]) for name, scopes in new.items())


def _named(alternatives: Sequence[JsonObject]) -> str:
    return " or ".join(
        " and ".join(
            f"{name} ({', '.join(scopes)})" if scopes else name for name, scopes in each.items()
        )
        or "nobody in particular"
        for each in alternatives
    )


def _address(old: Entry, new: Entry, before: Catalogue, after: Catalogue) -> Iterator[Difference]:
    """Only of tools with a server of their own: the others share the first, which is told once."""
    if old.server == new.server == 0:
        return
    left, right = before.base_url(old.server), after.base_url(new.server)
    if left != right:
        yield address_difference(left, right, new.name)


def address_difference(old: str, new: str, tool: str = "") -> Difference:
    """Requests go elsewhere; to another host is breaking, since credentials do not follow."""
    moved = origin_of(old) != origin_of(new)
    return Difference(
        tool=tool,
        aspect=Aspect.ADDRESS,
        text=f"{old or 'none'} → {new or 'none'}",
        breaking=moved,
        security=moved,
    )


def _annotations(old: Entry, new: Entry) -> Iterator[Difference]:
    """A hint is a promise: breaking where it is taken back, and to be looked at where it is made."""
    for hint, (promise, danger) in _PROMISES.items():
        before, after = old.annotations.get(hint), new.annotations.get(hint)
        if before != after:
            yield Difference(
                tool=new.name,
                aspect=Aspect.ANNOTATIONS,
                place=hint,
                text=f"{_said(before)} → {_said(after)}",
                breaking=before is promise,
                security=danger and after is promise,
            )


def _confirmation(old: Entry, new: Entry) -> Iterator[Difference]:
    """Whoever cannot be asked is refused where a person always is; and where fewer are asked, somebody should know."""
    before, after = (_STRICTNESS.index(str(each.data.get("confirm", ""))) for each in (old, new))
    if before != after:
        yield Difference(
            tool=new.name,
            aspect=Aspect.CONFIRMATION,
            text=f"{_STRICTNESS[before] or 'never'} → {_STRICTNESS[after] or 'never'}",
            breaking=_STRICTNESS[after] == "always",
            security=after < before,
        )


def _said(hint: bool | None) -> str:  # noqa: FBT001  # it is the value that is told
    return "unknown" if hint is None else str(hint).lower()


def _texts(old: Entry, new: Entry) -> Iterator[Difference]:
    for key in ("title", "description"):
        before, after = (each.data["tool"].get(key, "") for each in (old, new))
        if before != after:
            yield Difference(
                tool=new.name,
                aspect=Aspect.DESCRIPTION,
                place="" if key == "description" else key,
                text=reworded(before, after),
                security=True,
            )
    yield from text_differences(old.input, new.input, new.name, "argument")
    yield from text_differences(old.output, new.output, new.name, "result")
