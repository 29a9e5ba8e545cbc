"""Where the inputs of a generation come from: a description, a capability spec, or a project that is there already."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from pathlib import Path

from mcpgen.attachments import kept_files, moved_files, named_files, with_files
from mcpgen.config import Config, Source, read_config
from mcpgen.config.layers import Fetch, from_memory, read_shared
from mcpgen.config.write import with_paths, with_schema, with_source
from mcpgen.descriptions import (
    STDIN,
    Described,
    RecogniseEach,
    described,
    is_url,
    nothing_of_any,
    read_descriptions,
    remembered,
    shared_files,
)
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Loaded, Policy, load
from mcpgen.loaders.capability import load_capability
from mcpgen.model import Json, JsonObject, Origin, is_object
from mcpgen.pipeline import CONFIG, Inputs
from mcpgen.planners.names import server_names
from mcpgen.reuse import Recall, config_hash, recall
from mcpgen.writers import Manifest, read_manifest, recover, tell_no_project
from mcpgen.writers.disk import digest

BUNDLE = ".mcpgen/description.json"

# Keys at the left margin that only an API description has, and what only a capability spec has.
_DESCRIPTION = re.compile(
    r"^['\"]?(swagger|info|paths|components|webhooks)['\"]?\s*:", re.MULTILINE
)
_CAPABILITY = re.compile(
    r"^((?:tools|resources|prompts|workflows)\s*:|extends\s*:|openapi\s*:\s*(?!['\"]?\d+\.\d))",
    re.MULTILINE,
)


def read_spec(
    spec: str,
    output: Path | None,
    *,
    name: str = "",
    policy: Policy,
    diagnostics: Diagnostics,
    stdin: bytes | None = None,
) -> Inputs | None:
    """Read what a server is made from: an API description, or a capability spec. None after an error was reported.

    It will stand at `output`, else in a folder called after it: by `name`, or by what the description says. A project
    that is there already keeps the choices of its `mcpgen.yaml`. `stdin` stands in for what the program is given there.
    """
    path = capability_spec(spec)
    if path is not None:
        return _from_capability(path, output, name, policy, diagnostics)
    raw = sys.stdin.buffer.read() if spec == STDIN and stdin is None else stdin
    loaded = load(spec, policy=policy, diagnostics=diagnostics, stdin=raw)
    if loaded is None:
        return None
    root = output or _folder(loaded.document.title, name)
    manifest = _remembered(root, diagnostics)
    if manifest is not None:
        owned = _owned(root / CONFIG, root, diagnostics)
        return _replaced(spec, loaded, owned, manifest, policy, diagnostics) if owned else None
    config = Config(openapi=(Source(source=_reference(spec, root)),))
    given = Inputs(document=loaded.document, bundle={}, config=config, root=root)
    found = described(config, [loaded])
    return _inputs(found, given, None) if found else None


def read_project(
    root: Path,
    *,
    policy: Policy,
    diagnostics: Diagnostics,
    spec: str = "",
    offline: bool = False,
    reuse: bool = False,
) -> Inputs | None:
    """Read a project that stands at `root`; None after an error was reported.

    Its description comes from `spec`, else from where its `mcpgen.yaml` says, else (`offline`) from its own copy. With `reuse`
    what is as it was is read no further than is needed to know that: `make` may then raise Stale.
    """
    manifest = _remembered(root, diagnostics)
    if manifest is None:
        if not diagnostics.failed:
            tell_no_project(root, diagnostics)
        return None
    kept = cache(partial(own_copy, root))
    fetch = _fetch(kept(), root) if offline else None
    owned = _owned(root / CONFIG, root, diagnostics, fetch=fetch, kept=kept)
    if owned is None:
        return None
    owned = replace(owned, recalled=_recalled(owned, manifest)) if reuse else owned
    if spec:
        familiar = partial(_familiar(owned), 0)
        loaded = load(spec, policy=policy, diagnostics=diagnostics, familiar=familiar)
        return _replaced(spec, loaded, owned, manifest, policy, diagnostics) if loaded else None
    if not owned.config.openapi:
        return replace(owned, manifest=manifest)
    if offline or owned.config.openapi[0].source == STDIN:
        bundle = kept()
        if bundle is None:
            diagnostics.report("MG001", f"{root / BUNDLE} is missing or damaged")
            return None
        found = remembered(bundle, owned.config, policy, diagnostics)
    else:
        found = read_descriptions(owned.config, root, policy, diagnostics, _familiar(owned))
    return _inputs(found, owned, manifest) if found else None


def _recalled(owned: Inputs, manifest: Manifest) -> Recall | None:
    """What was worked out last, where mcpgen.yaml says what it said then."""
    config = owned.config
    looks_inside = (
        config.tools,
        config.arguments,
        config.resources,
        config.prompts,
        config.workflows,
    )
    return recall(
        owned.root,
        manifest,
        config=config_hash(owned.text, owned.bundle),
        prefixes=[each.prefix for each in config.openapi],
        skim=not any(looks_inside),
    )


def _familiar(owned: Inputs) -> RecogniseEach:
    return owned.recalled.familiar if owned.recalled else nothing_of_any


def capability_spec(spec: str) -> Path | None:
    """The path of a capability spec; None for anything else, which the loaders read or refuse."""
    path = Path(spec)
    if is_url(spec) or spec == STDIN:
        return None
    if path.is_dir():
        return path / CONFIG
    if path.suffix not in {".yaml", ".yml"} or not path.is_file():
        return None
    text = path.read_text(encoding="utf-8", errors="replace")
    return path if _CAPABILITY.search(text) and not _DESCRIPTION.search(text) else None


def _from_capability(
    path: Path, output: Path | None, name: str, policy: Policy, diagnostics: Diagnostics
) -> Inputs | None:
    given = _owned(path, output, diagnostics, name)
    if given is None:
        return None
    own = given.root / CONFIG
    manifest = _remembered(given.root, diagnostics)
    if manifest and own.is_file() and own.samefile(path):
        return read_project(given.root, policy=policy, diagnostics=diagnostics)
    if manifest and not _is_pristine(own, manifest, diagnostics):
        return None
    given = _moved(replace(given, rewrite=own.is_file()), path)
    if not given.config.openapi:
        return replace(given, manifest=manifest)
    found = read_descriptions(given.config, path.parent, policy, diagnostics)
    return _inputs(found, given, manifest) if found else None


def _moved(given: Inputs, path: Path) -> Inputs:
    """The inputs with the text as it has to be in the project's folder, where paths from there are others."""
    if _is_folder_of(path, given.root):
        return given
    rebase = partial(_moved_reference, path.parent, given.root)
    return replace(given, text=with_schema(with_paths(given.text, rebase)))


def _is_folder_of(path: Path, root: Path) -> bool:
    return root.absolute() == path.parent.absolute()


def _moved_reference(folder: Path, root: Path, reference: str) -> str:
    """What is `reference` from a folder, as the `mcpgen.yaml` at `root` calls it."""
    return _reference(os.path.normpath(folder / reference), root)


def _owned(
    path: Path,
    root: Path | None,
    diagnostics: Diagnostics,
    name: str = "",
    fetch: Fetch | None = None,
    kept: Callable[[], JsonObject | None] = lambda: None,
) -> Inputs | None:
    """What an `mcpgen.yaml` says by itself; one of that name is the beginning of a project in its own folder."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        if path.name == CONFIG and path.parent.is_dir() and not path.exists():
            told = f"{path.parent} is a folder without an {CONFIG}, not a description"
        else:
            told = f"{path} cannot be read ({problem.strerror})"
        diagnostics.report("MG001", told)
        return None
    config = read_config(text, str(path), diagnostics, fetch=fetch or read_shared)
    if config and any(named_files(config)):
        copies: Json = (kept() or {}).get("files")
        known = copies if is_object(copies) else {}
        config = with_files(config, path.parent, known, diagnostics)
    if config is None:
        return None
    if root is None:
        title = config.title or config.name
        root = path.parent if path.name == CONFIG else _folder(title, name or config.name)
    if not _is_folder_of(path, root):
        config = moved_files(config, partial(_moved_reference, path.parent, root))
    files = kept_files(config)
    return Inputs(
        document=load_capability(config, Origin(str(path))),
        bundle={**_shared(config, path.parent, root), **({"files": files} if files else {})},
        config=config,
        root=root,
        text=text,
    )


def _shared(config: Config, folder: Path, root: Path) -> JsonObject:
    """Copies of the files that a config extends, by their paths from the project, where there are any."""
    texts = shared_files(config, folder)
    moved = {_moved_reference(folder, root, name): text for name, text in texts.items()}
    return {"extends": moved} if moved else {}


def _fetch(kept: JsonObject | None, root: Path) -> Fetch:
    """The files that the project's `mcpgen.yaml` extended when it was generated."""
    texts: Json = kept.get("extends") if kept else None
    return from_memory(texts if is_object(texts) else {}, root)


def _remembered(root: Path, diagnostics: Diagnostics) -> Manifest | None:
    """The manifest of a project, once what an interrupted run has left is settled."""
    recover(root, diagnostics)
    return read_manifest(root, diagnostics)


def _is_pristine(own: Path, manifest: Manifest, diagnostics: Diagnostics) -> bool:
    if not own.is_file() or digest(own.read_text(encoding="utf-8")) == manifest.config:
        return True
    diagnostics.report("MG002", f"{own} was edited", Origin(str(own)))
    return False


def _inputs(found: Described, owned: Inputs, manifest: Manifest | None) -> Inputs:
    """Descriptions, with the choices and the tools of an `mcpgen.yaml`."""
    bundle = {**found.bundle, **owned.bundle}
    return replace(
        owned, document=found.document, bundle=bundle, manifest=manifest, names=found.names
    )


def _replaced(
    spec: str,
    loaded: Loaded,
    owned: Inputs,
    manifest: Manifest,
    policy: Policy,
    diagnostics: Diagnostics,
) -> Inputs | None:
    """A project whose one description is another now; it is read again where it is not read as it stands."""
    if len(owned.config.openapi) > 1:
        named = ", ".join(each.source for each in owned.config.openapi)
        diagnostics.report("MG005", f"{owned.root / CONFIG} names {named}")
        return None
    given = _renamed_source(owned, _reference(spec, owned.root))
    (source,) = given.config.openapi
    if spec != STDIN and (source.overlays or source.headers):
        found = read_descriptions(given.config, given.root, policy, diagnostics, _familiar(given))
    else:
        found = described(given.config, [loaded])
    return _inputs(found, given, manifest) if found else None


def _renamed_source(owned: Inputs, reference: str) -> Inputs:
    """The inputs with `mcpgen.yaml` naming another description, so that what comes after this reads that one too.

    Where its text cannot say so, it is not to be rewritten.
    """
    before = owned.config.openapi
    if before and _is_same(before[0].source, reference):
        return owned
    shared = bool(before) and not owned.config.is_own("openapi")
    text = None if shared else with_source(owned.text, reference)
    source = replace(before[0], source=reference) if before else Source(source=reference)
    return replace(
        owned,
        config=replace(owned.config, openapi=(source,)),
        text=owned.text if text is None else text,
        rewrite=text is not None,
        former=before[0].source if before else "",
    )


def _is_same(one: str, other: str) -> bool:
    return one == other or (not is_url(one) and os.path.normpath(one) == os.path.normpath(other))


def own_copy(root: Path) -> JsonObject | None:
    """The description as the project at `root` remembers it; None where that cannot be read."""
    try:
        bundle = json.loads((root / BUNDLE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return bundle if is_object(bundle) else None


def _folder(title: str, name: str) -> Path:
    return Path(server_names(title, name or None).distribution)


def _reference(spec: str, root: Path) -> str:
    """What the `mcpgen.yaml` at `root` calls a description: its URL, or the path from there."""
    if spec == STDIN or is_url(spec):
        return spec
    return Path(os.path.relpath(spec, root)).as_posix()
