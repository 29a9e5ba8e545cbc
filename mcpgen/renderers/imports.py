"""What a tool module imports: only what it uses, in the order that ruff sorts."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator

from mcpgen.planners.plan import BodyKind, Function, Request, Tool
from mcpgen.renderers.blocks import block_names
from mcpgen.renderers.code import INDENT, WIDTH, Code
from mcpgen.renderers.functions import wrapper

_STRINGS = re.compile(r"'[^']*'|\"[^\"]*\"")
_NAMES = re.compile(r"[A-Za-z_]\w*")
_DIGITS = re.compile(r"(\d+)")
_TYPING = frozenset({"Any", "Literal"})
_RUNTIME_TYPES = frozenset({"Api", "Binary", "FileInput"})


def tool_module_imports(tools: Iterable[Tool], definitions: Container[str]) -> Code:
    """The import block of `tools/<module>.py`, after the future import."""
    functions = [tool.function for tool in tools]
    hints = {name for function in functions for name in _annotation_names(function)}
    used = {name for function in functions for name in _runtime_names(function)}
    typing = {"TYPE_CHECKING"} | (hints & _TYPING)
    blocks = [import_line("typing", typing)]
    if used:
        blocks.append(import_line(".._runtime", used))
    first = {"Flow" if function.script else "Api" for function in functions}
    hinted = [import_line(".._runtime", first | (hints & _RUNTIME_TYPES), INDENT)]
    if schemas := {name for name in hints if name in definitions}:
        hinted.append(import_line("..schemas", schemas, INDENT))
    return Code("\n\n".join([*blocks, "\n".join(["if TYPE_CHECKING:", *hinted])]))


def _annotation_names(function: Function) -> set[str]:
    """The names that the annotations of a function mention."""
    hints = [argument.annotation for argument in function.arguments]
    return {
        name
        for hint in (*hints, function.returns)
        for name in _NAMES.findall(_STRINGS.sub("", hint))
    }


def _runtime_names(function: Function) -> set[str]:
    names = set(_wrappers(function.request)) if function.request else set[str]()
    body = function.request.body if function.request else None
    choice = body.choice if body else ""
    if any(not each.required and each.identifier != choice for each in function.arguments):
        names |= {"OMIT", "Omit"}
    if body and body.optional and body.fields is not None:
        names.add("optional")
    if function.blocks:
        names |= {"Blocks", *block_names(function.blocks)}
    return names


def _wrappers(request: Request) -> Iterator[str]:
    for slots in (request.path_values, request.query, request.headers, request.cookies):
        yield from filter(None, map(wrapper, slots))
    kind: BodyKind | None = request.body.kind if request.body else None
    fields = (request.body.fields if request.body else None) or ()
    yield from filter(None, (wrapper(slot, kind) for slot in fields))
    yield from ("exploded" for slot in fields for header in slot.headers if header.exploded)


def import_line(module: str, names: Iterable[str], indent: int = 0) -> str:
    """`from module import names`, sorted; one name a line when it is too long for one."""
    ordered = sorted(names, key=_sort_key)
    pad = " " * indent
    line = f"{pad}from {module} import {', '.join(ordered)}"
    if len(line) <= WIDTH:
        return line
    listed = "".join(f"{pad}{' ' * INDENT}{name},\n" for name in ordered)
    return f"{pad}from {module} import (\n{listed}{pad})"


def _sort_key(name: str) -> tuple[int, list[tuple[int, int | str]], str]:
    """Constants, classes, functions; then as people count: `Pet2` before `Pet10`."""
    kind = 0 if len(name) > 1 and name.isupper() else 1 if name[0].isupper() else 2
    return (
        kind,
        [(0, int(p)) if p.isdigit() else (1, p.lower()) for p in _DIGITS.split(name) if p],
        name,
    )
