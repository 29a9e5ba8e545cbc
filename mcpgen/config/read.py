"""The text of `mcpgen.yaml` to a `Config`, or findings that say what to write instead."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import cache, reduce
from pathlib import Path

from mcpgen.config.checks import Finding, complete, consistent
from mcpgen.config.config import Config
from mcpgen.config.layers import (
    Fetch,
    Layer,
    extended,
    joined,
    moved,
    origin_of,
    read_shared,
    rebased,
)
from mcpgen.config.problems import problems
from mcpgen.config.values import config_of
from mcpgen.diagnostics import Diagnostics, Source
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import parse
from mcpgen.model import Json, Origin, Schema
from mcpgen.resources import specs_dir


def read_config(
    text: str, path: str, diagnostics: Diagnostics, *, fetch: Fetch = read_shared
) -> Config | None:
    """Read and check the text of `mcpgen.yaml`; None after an error was reported. `path` is shown in findings.

    `fetch` gives the files that it extends.
    """
    layers = _layers(text, Path(path), (), fetch, diagnostics)
    if layers is None:
        return None
    value = reduce(joined, (layer.value for layer in layers))
    if _report(complete(value), lambda keys: origin_of(layers, keys), diagnostics):
        return None
    return replace(config_of(value), layers=layers)


def own_config(text: str) -> Config | None:
    """What a text says by itself, whatever it extends; None where it is wrong."""
    layer = _layer(text, "", Diagnostics())
    return config_of(layer.value) if layer else None


def _layers(
    text: str, path: Path, above: tuple[Path, ...], fetch: Fetch, diagnostics: Diagnostics
) -> tuple[Layer, ...] | None:
    """The file, and all that it extends; paths in those are made relative to its own folder."""
    layer = _layer(text, str(path), diagnostics)
    if layer is None:
        return None
    if "extends" not in layer.value:
        return (layer,)
    try:
        target = extended(path, layer.value["extends"], (*above, path))
        below = fetch(target)
    except ValueError as problem:
        origin = Origin(str(path)).child("extends")
        diagnostics.report("MG405", f"`{layer.value['extends']}`: {problem}", origin)
        return None
    shared = _layers(below, target, (*above, path), fetch, diagnostics)
    if shared is None:
        return None
    rebase = moved(target, path.parent)
    return (layer, *(replace(each, value=rebased(each.value, rebase)) for each in shared))


def _layer(text: str, path: str, diagnostics: Diagnostics) -> Layer | None:
    diagnostics.sources[path] = Source(shown=path, text=text)
    try:
        parsed = parse(text.encode(errors="replace"), Policy())
    except Unreadable as fault:
        place = Origin(path, line=fault.line, column=fault.column)
        diagnostics.report("MG401", fault.message, place)
        return None
    for pointer in parsed.doubled:
        diagnostics.report("MG404", "this key is written twice", Origin(path, pointer))
    value: Json = {} if parsed.value is None else parsed.value
    found = () if parsed.doubled else _check(value)
    wrong = _report(found, lambda keys: Origin(path).child(*keys), diagnostics)
    return None if parsed.doubled or wrong else Layer(path=path, text=text, value=value)


@cache
def _schema() -> Schema:
    text = (specs_dir() / "capability.schema.json").read_text(encoding="utf-8")
    schema: Schema = json.loads(text)
    return schema


def _check(value: Json) -> list[Finding]:
    found = [("MG402", each) for each in problems(value, _schema())]
    return found or list(consistent(value))


def _report(
    found: Iterable[Finding],
    origin: Callable[[tuple[str | int, ...]], Origin | None],
    diagnostics: Diagnostics,
) -> bool:
    """Report findings; whether there were any. What is missing from a file as a whole is shown at its first line."""
    any_found = False
    for code, problem in found:
        place = origin(problem.keys)
        if place is not None and not problem.keys:
            place = Origin(place.file, line=1, column=1)
        diagnostics.report(code, problem.message, place, help=problem.help)
        any_found = True
    return any_found
