"""Findings for programs: JSON, and the workflow commands of GitHub Actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from mcpgen.diagnostics.diagnostic import Diagnostics
from mcpgen.diagnostics.located import Located, locate
from mcpgen.diagnostics.rule import Severity
from mcpgen.model.json import JsonObject

_COMMANDS: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_DATA: Final = {ord(char): f"%{ord(char):02X}" for char in "%\r\n"}
_PROPERTY: Final = {ord(char): f"%{ord(char):02X}" for char in "%\r\n:,"}


def as_json(diagnostics: Diagnostics) -> list[JsonObject]:
    """Give every finding as an object; keys without a value are left out."""
    return [_object(located) for located in locate(diagnostics, diagnostics)]


def _object(located: Located) -> JsonObject:
    finding = located.finding
    made = {
        "code": finding.code,
        "severity": str(finding.severity),
        "message": finding.message,
        "file": located.file,
        "line": located.line,
        "column": located.column,
        "pointer": finding.origin.pointer if finding.origin else "",
        "notes": list(finding.notes),
        "help": finding.help,
    }
    return {key: value for key, value in made.items() if value}


def render_github(diagnostics: Diagnostics) -> str:
    """Write every finding as a workflow command, which GitHub shows beside the line in a pull request."""
    return "".join(_command(located) for located in locate(diagnostics, diagnostics))


def _command(located: Located) -> str:
    finding = located.finding
    properties = {
        "file": located.file,
        "line": located.line,
        "col": located.column,
        "title": finding.code,
    }
    written = ",".join(
        f"{key}={_escaped(str(value), _PROPERTY)}" for key, value in properties.items() if value
    )
    *parts, last = filter(None, (finding.message, *finding.notes, finding.help))
    text = " ".join((*map(_sentence, parts), last))
    return f"::{_COMMANDS[finding.severity]} {written}::{_escaped(text, _DATA)}\n"


def _sentence(text: str) -> str:
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _escaped(text: str, escapes: Mapping[int, str]) -> str:
    return text.translate(escapes)
