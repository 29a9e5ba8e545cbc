"""The descriptions that an `mcpgen.yaml` names: read, changed by overlays, joined to one, and remembered in the project."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from mcpgen.config import Config, Source
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Familiar, Loaded, Policy, Recognise, load, load_bundle
from mcpgen.loaders.capability import load_capability
from mcpgen.loaders.declared import declared_schemes, with_schemes
from mcpgen.loaders.join import join
from mcpgen.loaders.overlays import Overlay, read_overlay
from mcpgen.model import Document, Json, JsonObject, Origin, Server, is_array

STDIN = "-"

# Looks at one of the descriptions, by its place among them, and says what of it is familiar.
RecogniseEach: TypeAlias = Callable[[int, Json], Familiar]

_URL = re.compile(r"https?://", re.IGNORECASE)
_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
_NO_HEADER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """The whole document that a server is made from, and what is kept of it in the project.

    `names` are those of definitions by pointer, for each description; None where one has several files.
    """

    document: Document
    bundle: JsonObject
    names: Sequence[Mapping[str, str]] | None = None


def nothing_of_any(_index: int, _document: Json) -> Familiar:
    """Read everything of all."""
    return Familiar()


def read_descriptions(
    config: Config,
    folder: Path,
    policy: Policy,
    diagnostics: Diagnostics,
    familiar: RecogniseEach = nothing_of_any,
) -> Described | None:
    """Read all that the `mcpgen.yaml` in `folder` names; None after an error was reported."""
    loaded = [
        _read(source, keys, config, folder, policy, diagnostics, partial(familiar, index))
        for index, (keys, source) in enumerate(_keyed(config))
    ]
    return described(config, loaded)


def remembered(
    bundle: JsonObject, config: Config, policy: Policy, diagnostics: Diagnostics
) -> Described | None:
    """Read the project's own copy; None after an error was reported.

    Descriptions that the copy does not hold are missing, which a change of `openapi` in mcpgen.yaml makes happen.
    """
    kept = bundle["descriptions"] if is_array(bundle.get("descriptions")) else [bundle]
    if len(kept) != len(config.openapi):
        diagnostics.report(
            "MG004", f"it has {len(kept)} and mcpgen.yaml names {len(config.openapi)}"
        )
        return None
    loaded = [
        load_bundle(each, policy=policy, diagnostics=diagnostics, label=_label(source, config))
        for each, source in zip(kept, config.openapi, strict=True)
    ]
    return described(config, loaded)


def described(config: Config, loaded: list[Loaded | None]) -> Described | None:
    """All descriptions of a config, and its own tools, as one document; None where one could not be read."""
    found = [each for each in loaded if each is not None]
    if len(found) < len(loaded):
        return None
    auth = declared_schemes(config.auth, config.origin("auth") or Origin("mcpgen.yaml"))
    documents = [
        (source.prefix, with_schemes(_placed(each.document, source), auth))
        for source, each in zip(config.openapi, found, strict=True)
    ]
    joined = join(documents)
    bundles = [each.bundle() for each in found]
    bundle = bundles[0] if len(bundles) == 1 else _together(bundles)
    single = all(len(each.documents) == 1 for each in found)
    return Described(
        document=_with_own(joined.document, config),
        bundle=bundle,
        names=tuple(map(_names, found, joined.renamed)) if single else None,
    )


def _names(loaded: Loaded, renamed: Mapping[str, str]) -> dict[str, str]:
    return {pointer: renamed.get(name, name) for (_, pointer), name in loaded.names.items()}


def shared_files(config: Config, folder: Path) -> dict[str, str]:
    """The texts of the files that a config extends, by their paths from `folder`."""
    return {
        Path(os.path.relpath(layer.path, folder)).as_posix(): layer.text
        for layer in config.layers[1:]
    }


def _together(bundles: list[JsonObject]) -> JsonObject:
    return {"source": ", ".join(each["source"] for each in bundles), "descriptions": bundles}


def _with_own(document: Document, config: Config) -> Document:
    """The document with the tools of `mcpgen.yaml`, which send their requests where it does unless they say otherwise."""
    if not config.tools:
        return document
    own = load_capability(config, config.origin() or Origin("mcpgen.yaml"))
    operations = (replace(each, servers=each.servers or own.servers) for each in own.operations)
    schemes = {**document.security_schemes, **own.security_schemes}
    return replace(
        document, operations=(*document.operations, *operations), security_schemes=schemes
    )


def _placed(document: Document, source: Source) -> Document:
    return (
        replace(document, servers=(Server(url=source.base_url),)) if source.base_url else document
    )


def _keyed(config: Config) -> Iterator[tuple[tuple[str | int, ...], Source]]:
    """Sources with their places in mcpgen.yaml."""
    for index, source in enumerate(config.openapi):
        listed = config.is_own("openapi", index) or len(config.openapi) > 1
        yield (("openapi", index) if listed else ("openapi",)), source


def _label(source: Source, config: Config) -> str:
    """Begins the names of files in findings, where several descriptions may have files of one name."""
    return f"{source.prefix}:" if source.prefix and len(config.openapi) > 1 else ""


def _read(
    source: Source,
    keys: tuple[str | int, ...],
    config: Config,
    folder: Path,
    policy: Policy,
    diagnostics: Diagnostics,
    familiar: Recognise,
) -> Loaded | None:
    overlays: list[Overlay] = []
    for index, name in enumerate(source.overlays):
        asked = config.origin(*keys, "overlays", index)
        overlay = read_overlay(beside(folder, name), policy, diagnostics, asked)
        if overlay is None:
            return None
        overlays.append(overlay)
    headers = _headers(source, keys, config, diagnostics)
    place = beside(folder, source.source)
    if missing := _missing(place):
        message = f"`{source.source}` cannot be read: {missing}"
        diagnostics.report("MG101", message, config.origin(*keys))
        return None
    if headers is None:
        return None
    return load(
        place,
        policy=replace(policy, headers=(*policy.headers, *headers.items())),
        diagnostics=diagnostics,
        label=_label(source, config),
        overlays=overlays,
        familiar=familiar,
    )


def _headers(
    source: Source, keys: tuple[str | int, ...], config: Config, diagnostics: Diagnostics
) -> dict[str, str] | None:
    """The headers with the environment's values in them, which never leave this process but to be sent."""
    found: dict[str, str] = {}
    for name, template in source.headers.items():
        missing = [each for each in _VARIABLE.findall(template) if not os.environ.get(each)]
        text = _filled(template, os.environ)
        if missing or _NO_HEADER.search(text):
            told = f"{missing[0]} is not set" if missing else "a control character is in it"
            origin = config.origin(*keys, "headers", name)
            diagnostics.report("MG133", f"the header `{name}` cannot be sent: {told}", origin)
            return None
        found[name] = text
    return found


def _filled(template: str, values: Mapping[str, str]) -> str:
    return _VARIABLE.sub(lambda match: values.get(match[1], ""), template)


def beside(folder: Path, reference: str) -> str:
    """A description or overlay that an `mcpgen.yaml` in `folder` names, from where we stand."""
    if _URL.match(reference) or reference == STDIN:
        return reference
    return os.path.normpath(folder / reference)


def _missing(place: str) -> str:
    """Why there is no file at a place; `""` where there is one, or an address."""
    if is_url(place) or place == STDIN:
        return ""
    path = Path(place).absolute()
    if path.is_dir():
        return f"{path} is a folder"
    return "" if path.exists() else f"there is no file {path}"


def is_url(spec: str) -> bool:
    """Whether a description is fetched rather than read."""
    return _URL.match(spec) is not None
