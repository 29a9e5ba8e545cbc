"""Where the inputs of a generation come from: a description, a capability spec, or a project that is there already."""

from __future__ import annotations

import json
import os
import re
from dataclasses import replace
from pathlib import Path

from mcpgen.config import Config, read_config
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Loaded, Policy, load, load_bundle
from mcpgen.loaders.capability import load_capability
from mcpgen.model import Document, Origin
from mcpgen.pipeline import CONFIG, Inputs
from mcpgen.planners.names import server_names
from mcpgen.writers import Manifest, read_manifest, recover
from mcpgen.writers.disk import digest

STDIN = "-"
BUNDLE = ".mcpgen/description.json"

_URL = re.compile(r"https?://", re.IGNORECASE)
# Keys at the left margin that only an API description has, and what only a capability spec has.
_DESCRIPTION = re.compile(
    r"^['\"]?(swagger|info|paths|components|webhooks)['\"]?\s*:", re.MULTILINE
)
_CAPABILITY = re.compile(r"^(tools\s*:|openapi\s*:\s*(?!['\"]?\d+\.\d))", re.MULTILINE)


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
    that is there already keeps the choices of its `mcpgen.yaml`.
    """
    path = capability_spec(spec)
    if path is not None:
        return _from_capability(path, output, name, policy, diagnostics)
    loaded = load(spec, policy=policy, diagnostics=diagnostics, stdin=stdin)
    if loaded is None:
        return None
    root = output or _folder(loaded.document, name)
    manifest = _remembered(root, diagnostics)
    if manifest is not None:
        owned = _owned(root / CONFIG, root, diagnostics)
        return _inputs(loaded, owned, manifest) if owned else None
    config = Config(openapi=_reference(spec, root))
    return Inputs(document=loaded.document, bundle=loaded.bundle(), config=config, root=root)


def read_project(
    root: Path, *, policy: Policy, diagnostics: Diagnostics, spec: str = "", offline: bool = False
) -> Inputs | None:
    """Read a project that stands at `root`; None after an error was reported.

    Its description comes from `spec`, else from where its `mcpgen.yaml` says, else (`offline`) from its own copy.
    """
    manifest = _remembered(root, diagnostics)
    if manifest is None:
        if not diagnostics.failed:
            diagnostics.report("MG001", f"{root} has no project of mcpgen")
        return None
    owned = _owned(root / CONFIG, root, diagnostics)
    if owned is None:
        return None
    if not owned.config.openapi and not spec:
        return replace(owned, manifest=manifest)
    if spec:
        loaded = load(spec, policy=policy, diagnostics=diagnostics)
    elif offline or owned.config.openapi == STDIN:
        loaded = _own_copy(root, policy, diagnostics)
    else:
        described = _beside(root / CONFIG, owned.config.openapi)
        loaded = load(described, policy=policy, diagnostics=diagnostics)
    return _inputs(loaded, owned, manifest) if loaded else None


def capability_spec(spec: str) -> Path | None:
    """The path of a capability spec; None for anything else, which the loaders read or refuse."""
    path = Path(spec)
    if _URL.match(spec) or spec == STDIN:
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
    given = replace(given, rewrite=own.is_file())
    if not given.config.openapi:
        return replace(given, manifest=manifest)
    described = _beside(path, given.config.openapi)
    loaded = load(described, policy=policy, diagnostics=diagnostics)
    config = replace(given.config, openapi=_reference(described, given.root))
    return _inputs(loaded, replace(given, config=config), manifest) if loaded else None


def _owned(
    path: Path, root: Path | None, diagnostics: Diagnostics, name: str = ""
) -> Inputs | None:
    """What an `mcpgen.yaml` says by itself; one of that name is the beginning of a project in its own folder."""
    try:
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as problem:
        diagnostics.report("MG001", f"{path} cannot be read ({problem.strerror})")
        return None
    config = read_config(text, str(path), diagnostics)
    if config is None:
        return None
    document = load_capability(config, Origin(str(path)))
    if root is None:
        root = path.parent if path.name == CONFIG else _folder(document, name or config.name)
    return Inputs(document=document, bundle={}, config=config, root=root, text=text)


def _remembered(root: Path, diagnostics: Diagnostics) -> Manifest | None:
    """The manifest of a project, once what an interrupted run has left is settled."""
    recover(root, diagnostics)
    return read_manifest(root, diagnostics)


def _is_pristine(own: Path, manifest: Manifest, diagnostics: Diagnostics) -> bool:
    if not own.is_file() or digest(own.read_text(encoding="utf-8")) == manifest.config:
        return True
    diagnostics.report("MG002", f"{own} was edited", Origin(str(own)))
    return False


def _inputs(loaded: Loaded, owned: Inputs, manifest: Manifest | None) -> Inputs:
    """A description, with the choices and the tools of an `mcpgen.yaml`."""
    document = _joined(loaded.document, owned.document) if owned.config.tools else loaded.document
    return replace(owned, document=document, bundle=loaded.bundle(), manifest=manifest)


def _joined(document: Document, own: Document) -> Document:
    operations = (replace(each, servers=each.servers or own.servers) for each in own.operations)
    return replace(document, operations=(*document.operations, *operations))


def _own_copy(root: Path, policy: Policy, diagnostics: Diagnostics) -> Loaded | None:
    try:
        bundle = json.loads((root / BUNDLE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        diagnostics.report("MG001", f"{root / BUNDLE} is missing or damaged")
        return None
    return load_bundle(bundle, policy=policy, diagnostics=diagnostics)


def _folder(document: Document, name: str) -> Path:
    return Path(server_names(document.title, name or None).distribution)


def _beside(path: Path, reference: str) -> str:
    """The description that an `mcpgen.yaml` names, from where we stand."""
    return reference if _URL.match(reference) else os.path.normpath(path.parent / reference)


def _reference(spec: str, root: Path) -> str:
    """What the `mcpgen.yaml` at `root` calls a description: its URL, or the path from there."""
    if spec == STDIN or _URL.match(spec):
        return spec
    return Path(os.path.relpath(spec, root)).as_posix()
