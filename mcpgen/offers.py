"""What a server offers its callers, wherever that is written: a plan, a project, a description, or a git revision of one."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from mcpgen.comparing import Catalogue, catalogue_of
from mcpgen.descriptions import STDIN, is_url
from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import plan_server
from mcpgen.planners import Plan
from mcpgen.renderers.catalog import api_file, catalog_file
from mcpgen.sources import read_spec
from mcpgen.writers.manifest import MANIFEST

_Read = Callable[[str], bytes | None]


def offered(plan: Plan) -> Catalogue:
    """What a plan offers."""
    return catalogue_of(api_file(plan), map(catalog_file, plan.modules))


def offered_by(root: Path) -> Catalogue | None:
    """What the project in a folder offers now; None where there is none, or its files cannot be read."""
    return _read_catalogue(lambda path: _read_file(root / path))


def find_offer(
    name: str, project: Path, *, policy: Policy, diagnostics: Diagnostics
) -> Catalogue | None:
    """What a word on the command line stands for; None after an error was reported.

    A folder with a project, a description (path or URL), a git revision of `project`, or `REVISION:PATH` of a description.
    """
    place = Path(name)
    if place.is_dir():
        found = offered_by(place)
    elif is_url(name) or place.is_file():
        return _offered_by_description(name, None, policy, diagnostics)
    else:
        text = _git_show(name, project) if ":" in name else None
        if text is not None:
            return _offered_by_description(STDIN, text, policy, diagnostics)
        found = _read_catalogue(lambda path: _git_show(f"{name}:./{path}", project))
    if found is None:
        diagnostics.report(
            "MG008", f"{name} is no project, no description and no git revision of {project}"
        )
    return found


def _offered_by_description(
    name: str, stdin: bytes | None, policy: Policy, diagnostics: Diagnostics
) -> Catalogue | None:
    """`read_spec` looks for a project at the output; there is none beside our own notes."""
    inputs = read_spec(
        name, Path(".mcpgen", "none"), policy=policy, diagnostics=diagnostics, stdin=stdin
    )
    return offered(plan_server(inputs, diagnostics).plan) if inputs else None


def _read_catalogue(read: _Read) -> Catalogue | None:
    try:
        files = _json(read(MANIFEST))["files"]
        api = _json(read(files["api"]["path"]))
        modules = [_json(read(files[f"catalog/{name}"]["path"])) for name in api["modules"]]
        return catalogue_of(api, modules)
    except (ValueError, KeyError, TypeError):
        return None


def _json(raw: bytes | None) -> dict[str, dict[str, dict[str, str]]]:
    if raw is None:
        raise ValueError
    value: dict[str, dict[str, dict[str, str]]] = json.loads(raw)
    return value


def _read_file(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _git_show(name: str, project: Path) -> bytes | None:
    """A file of a revision; None where there is none, or no git."""
    command = ["git", "-C", str(project), "show", "--end-of-options", name]
    try:
        done = subprocess.run(command, capture_output=True, check=False)  # noqa: S603  # no shell
    except OSError:
        return None
    return done.stdout if done.returncode == 0 else None
