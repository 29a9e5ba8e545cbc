"""`.mcpgen/manifest.json`: what was generated, from what, and whose each file is.

One line per file and per tool, sorted, without times or absolute paths, so that it changes only where the project does
and merges by lines. The version of the generator stands once, on a line of its own.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Final

from mcpgen import __version__
from mcpgen.diagnostics import Diagnostics
from mcpgen.files import Ownership
from mcpgen.model import JsonObject, Origin
from mcpgen.writers.base import has_newer_base
from mcpgen.writers.disk import MEMORY

MANIFEST: Final = f"{MEMORY}/manifest.json"
FORMAT: Final = 2
# That of what a runtime reads (docs/catalog.md): another one for each change that a runtime of the one before would misread.
CATALOGUE: Final = 1
# In ASCII: the keys of operations hold paths of the description, and so characters that nobody sees.
_dump: Final = json.JSONEncoder(sort_keys=True).encode


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRecord:
    """A file as it was generated last: `path` is where we put it, `sha256` that of our text with plain newlines.

    `waiting` are parts where its owner's version stayed in place of a newer generated one, with the hashes of what stayed;
    `dropped` are parts that its owner has and that are no longer generated.
    """

    path: str
    ownership: Ownership
    sha256: str
    waiting: Mapping[str, str] = field(default_factory=dict[str, str])
    dropped: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolRecord:
    """A tool: `function` is `module.function`, `contract` the hash of all that clients see of it.

    `named` tools have the name that `mcpgen.yaml` gives them, for as long as it does.
    """

    name: str
    function: str
    contract: str
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Files by id, tools by the key of their operation; `description` and `config` are hashes of what they came from.

    `catalogue` is the format of what the runtime reads.
    """

    generator: str = __version__
    description: str = ""
    config: str = ""
    catalogue: int = CATALOGUE
    files: Mapping[str, FileRecord] = field(default_factory=dict[str, FileRecord])
    tools: Mapping[str, ToolRecord] = field(default_factory=dict[str, ToolRecord])

    @property
    def names(self) -> dict[str, str]:
        """The names that tools keep, by the key of their operation."""
        return {key: tool.name for key, tool in self.tools.items() if not tool.named}

    @property
    def functions(self) -> dict[str, str]:
        """The functions of all tools, by the key of their operation."""
        return {key: tool.function for key, tool in self.tools.items()}

    @property
    def called(self) -> dict[str, str]:
        """What all tools were called, by the key of their operation."""
        return {key: tool.name for key, tool in self.tools.items()}


def manifest_text(manifest: Manifest) -> str:
    """Write a manifest."""
    head = {
        "format": FORMAT,
        "generator": manifest.generator,
        "description": manifest.description,
        "config": manifest.config,
        "catalogue": manifest.catalogue,
    }
    lines = [f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in head.items()]
    lines.append(f'  "files": {_table(manifest.files)}')
    lines.append(f'  "tools": {_table(manifest.tools)}')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _table(records: Mapping[str, FileRecord | ToolRecord]) -> str:
    rows = [f"    {_dump(key)}: {_dump(_told(each))}" for key, each in sorted(records.items())]
    return "{\n" + ",\n".join(rows) + "\n  }" if rows else "{}"


def _told(record: FileRecord | ToolRecord) -> JsonObject:
    told = {each.name: getattr(record, each.name) for each in fields(record)}
    return {name: value for name, value in told.items() if value or isinstance(value, str)}


def read_manifest(root: Path, diagnostics: Diagnostics) -> Manifest | None:
    """Read a project's manifest; None when it has none, or (an error is reported) when it cannot be read."""
    try:
        value = json.loads((root / MANIFEST).read_text(encoding="utf-8"))
        if value["format"] > FORMAT or has_newer_base(root):
            _report_newer(value, diagnostics)
            return None
        return _manifest(_upgraded(value))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        diagnostics.report("MG410", f"the manifest cannot be read: {error!r}", Origin(MANIFEST))
        return None


def _report_newer(value: JsonObject, diagnostics: Diagnostics) -> None:
    message = f"the project was written by mcpgen {value['generator']}, in a format that {__version__} does not know"
    diagnostics.report("MG411", message, Origin(MANIFEST))


def _upgraded(value: JsonObject) -> JsonObject:
    """A manifest of an earlier format as one of today's."""
    for number in range(value["format"], FORMAT):
        value = _UPGRADES[number](value)
    return value


def _with_catalogue(value: JsonObject) -> JsonObject:
    """Format 1 did not say what its runtime reads: there was one form of that."""
    return {**value, "catalogue": 1}


_UPGRADES: Final[Mapping[int, Callable[[JsonObject], JsonObject]]] = {1: _with_catalogue}


def _manifest(value: JsonObject) -> Manifest:
    return Manifest(
        generator=value["generator"],
        description=value["description"],
        config=value["config"],
        catalogue=value["catalogue"],
        files={
            key: FileRecord(
                path=each["path"],
                ownership=Ownership(each["ownership"]),
                sha256=each["sha256"],
                waiting=each.get("waiting", {}),
                dropped=tuple(each.get("dropped", ())),
            )
            for key, each in value["files"].items()
        },
        tools={key: ToolRecord(**each) for key, each in value["tools"].items()},
    )
