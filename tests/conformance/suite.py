"""The official conformance suite, run against a server, and what it found."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_SUITE = "node_modules/@modelcontextprotocol/conformance/dist/index.js"
_RUN = re.compile(r"^server-|-\d{4}-\d\d-\d\dT[\d-]+Z$")  # around the name of a scenario
_PATIENCE = 240  # seconds for all scenarios of one revision; they take a few


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One check of a scenario; `status` is the suite's own word."""

    scenario: str
    id: str
    status: str
    message: str = ""

    def __str__(self) -> str:
        return f"{self.scenario}: {self.id} {self.status} {self.message}"


def run(node: tuple[str, Path], url: str, revision: str, results: Path) -> list[Check]:
    """All checks that the suite makes of a revision, those that only inform left out."""
    binary, folder = node
    command = [binary, str(folder / _SUITE), "server", "--url", url, "--suite", "all"]
    command += ["--spec-version", revision, "--output-dir", str(results)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE)
    found = [check for check in _read(results) if check.status != "INFO"]
    assert found, done.stdout[-2000:] + done.stderr[-2000:]
    return found


def _read(results: Path) -> Iterator[Check]:
    for file in sorted(results.glob("server-*/checks.json")):
        scenario = _RUN.sub("", file.parent.name)
        for each in json.loads(file.read_text(encoding="utf-8")):
            message = each.get("errorMessage") or ""
            yield Check(scenario=scenario, id=each["id"], status=each["status"], message=message)
