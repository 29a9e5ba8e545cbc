"""What was recorded, message by message: each with its revision and the method that it answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.wire.schemas import (
    LEGACY,
    MODERN,
    REVISIONS,
    message_problems,
    result_problems,
    sent_problems,
)

_VERSION = "io.modelcontextprotocol/protocolVersion"


@dataclass
class _Line:
    """What a process over stdio knows of its client."""

    revision: str = ""
    methods: dict[Any, str] = field(default_factory=dict)
    revisions: dict[Any, str] = field(default_factory=dict)


class Records:
    """The files that processes write; each line is read once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._read: dict[Path, int] = {}
        self._lines: dict[Path, _Line] = {}
        self._sessions: dict[str, str] = {}
        self.messages = 0

    def problems(self) -> list[str]:
        """What is wrong with the messages that are new."""
        return [problem for file in sorted(self._folder.iterdir()) for problem in self._of(file)]

    def _of(self, file: Path) -> Iterator[str]:
        start = self._read.get(file, 0)
        if file.stat().st_size == start:
            return
        with file.open("rb") as opened:
            opened.seek(start)
            new = opened.read()
        whole = new[: new.rfind(b"\n") + 1]
        self._read[file] = start + len(whole)
        for line in whole.splitlines():
            record = json.loads(line)
            found = list(self._found(record, self._lines.setdefault(file, _Line())))
            yield from (f"{each} [{record['via']}, {record['test']}]" for each in found)

    def _found(self, record: dict[str, Any], line: _Line) -> Iterator[str]:
        match record:
            case {"via": "memory", "method": method, "result": result}:
                self.messages += 1
                yield from result_problems(record["version"], method, result)
            case {"via": "memory", "message": message}:
                self.messages += 1
                sent = {"jsonrpc": "2.0", **message}
                asked = {"id": 0} if record["kind"] == "request" else {}
                yield from sent_problems(record["version"], sent | asked)
            case {"via": "stdio", "incoming": text}:
                _take(line, text)
            case {"via": "stdio", "out": text}:
                self.messages += 1
                yield from _told(line, text)
            case _:
                self.messages += 1
                yield from self._exchanged(record)

    def _exchanged(self, record: dict[str, Any]) -> Iterator[str]:
        """One message of an HTTP exchange."""
        try:
            message = json.loads(record["out"])
        except ValueError:
            yield f"no JSON: {record['out'][:200]}"
            return
        if not isinstance(message, dict) or "jsonrpc" not in message:
            return  # /health, what is said to who may not call, metadata of an authorization server
        asked = _parsed(record["asked"])
        method = asked.get("method")
        known = self._sessions.get(record["session"], "")
        revision = _revision(asked) or _known(record["header"]) or known or LEGACY
        if method == "initialize" and "result" in message:
            revision = message["result"]["protocolVersion"]
            self._sessions[record["session"]] = revision
        yield from message_problems(revision, method, message)


def _take(line: _Line, text: str) -> None:
    asked = _parsed(text)
    if "method" in asked and "id" in asked and isinstance(asked["id"], str | int):
        line.methods[asked["id"]] = asked["method"]
        line.revisions[asked["id"]] = revision = _revision(asked)
        line.revision = revision or line.revision


def _told(line: _Line, text: str) -> Iterator[str]:
    if not text.endswith("\n") or "\n" in text[:-1]:
        yield f"not one line: {text[:200]}"
        return
    message = json.loads(text)
    about = message.get("id") if isinstance(message.get("id"), str | int) else None
    is_answer = "method" not in message
    method = line.methods.get(about) if is_answer else None
    if method == "initialize" and "result" in message:
        line.revision = message["result"]["protocolVersion"]
    revision = (line.revisions.get(about) if is_answer else "") or line.revision or LEGACY
    yield from message_problems(revision, method, message)


def _revision(asked: dict[str, Any]) -> str:
    """The revision that a modern request says; "" for others."""
    params = asked.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    said = meta.get(_VERSION) if isinstance(meta, dict) else None
    return MODERN if said is not None else ""


def _known(header: str | None) -> str:
    """The revision of a header; one that nobody knows is refused as 2026-07-28 has it."""
    if header is None:
        return ""
    return header if header in REVISIONS else MODERN


def _parsed(text: str) -> dict[str, Any]:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
