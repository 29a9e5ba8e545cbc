"""Fixes that need nobody to think: an OpenAPI overlay (1.0) to read through, correct and apply.

Every target is a normalised path (RFC 9535, 2.7) to what was written, so a parameter that many operations share is fixed once.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import yaml

from mcpgen.linting.rules import RULES
from mcpgen.linting.subjects import Subject
from mcpgen.model import Json, JsonObject, Origin
from mcpgen.planners.names import function_name

_yaml: Any = yaml  # its stubs do not know all types of `dump`
_KNOWN: Final = {
    "limit": "How many to return at most.",
    "per_page": "How many to return on one page.",
    "page_size": "How many to return on one page.",
    "page": "Number of the page, from 1.",
    "offset": "How many to skip from the beginning.",
    "skip": "How many to skip from the beginning.",
    "cursor": "Where to go on: the cursor that the page before gave.",
    "page_token": "Where to go on: the token that the page before gave.",
    "q": "Text to search for.",
    "query": "Text to search for.",
    "search": "Text to search for.",
    "sort": "What to sort by.",
    "order": "Direction of the order.",
    "since": "Only what is from this time or later.",
    "until": "Only what is from before this time.",
    "fields": "Which fields to return.",
    "lang": "Language of the answer.",
    "language": "Language of the answer.",
}
_ERROR: Final[JsonObject] = {"description": "The request failed; the body says why."}
_VERBS: Final = {
    "GET": "get", "HEAD": "check", "POST": "create", "PUT": "replace", "PATCH": "update", "DELETE": "delete",
}  # fmt: skip
_TEMPLATE: Final = re.compile(r"\{([^{}/]+)\}")
_HEADER: Final = """\
# Fixes that mcpgen lint found without a model. Read them through: they say only what names and paths already say.
# Apply: mcpgen.yaml, `openapi: {source: …, overlays: [this file]}`.
"""


class _Spelled(yaml.SafeDumper):
    """Writes out what is there several times: a person reads it, and anchors name nothing."""

    def ignore_aliases(self, data: object) -> bool:  # noqa: ARG002  # asked of each value
        """Say that nothing is written as an alias."""
        return True


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixes:
    """A file that fixes something, and how many things."""

    text: str
    count: int


def overlay(subjects: Sequence[Subject], source: str) -> Fixes | None:
    """An overlay that fixes what can be fixed in the file `source`; None when there is nothing."""
    updates: dict[str, JsonObject] = {}
    for origin, update in _updates(subjects):
        if origin.file == source and origin.pointer:
            updates.setdefault(_target(origin.pointer), {}).update(update)
    if not updates:
        return None
    actions = [{"target": target, "update": update} for target, update in updates.items()]
    content = {
        "overlay": "1.0.0",
        "info": {"title": "What mcpgen lint could fix", "version": "1.0.0"},
        "actions": actions,
    }
    return Fixes(text=_HEADER + as_yaml(content), count=len(actions))


def as_yaml(content: JsonObject) -> str:
    """The text of a file of fixes, in the order in which they were found."""
    return str(_yaml.dump(content, Dumper=_Spelled, sort_keys=False, allow_unicode=True, width=110))


def _updates(subjects: Sequence[Subject]) -> Iterator[tuple[Origin, JsonObject]]:
    taken = {subject.operation.operation_id for subject in subjects}
    for subject in subjects:
        op = subject.operation
        if RULES["MG503"].look(subject) and (name := operation_id(subject)) not in taken:
            taken.add(name)
            yield op.origin, {"operationId": name}
        if RULES["MG501"].look(subject):
            yield op.origin, {"summary": summary(subject)}
        if RULES["MG508"].look(subject):
            yield op.origin, {"responses": {"default": _ERROR}}
        yield from _parameters(subject)


def _parameters(subject: Subject) -> Iterator[tuple[Origin, JsonObject]]:
    found = parameter_descriptions(subject)
    for parameter in subject.operation.parameters:
        if parameter.name in found:
            yield parameter.origin, {"description": found[parameter.name]}


def parameter_descriptions(subject: Subject) -> dict[str, str]:
    """Descriptions for the parameters that lack one and are well known, by name."""
    missing = (
        p
        for p in subject.operation.parameters
        if not (p.description or p.schema.get("description"))
    )
    return {p.name: told for p in missing if (told := _about(p.name, p.location))}


def _about(name: str, location: str) -> str:
    known = _KNOWN.get(function_name(name), "")
    words = function_name(name).split("_")
    if (
        known
        or location != "path"
        or words[-1] not in {"id", "uuid", "name", "key", "slug", "code"}
    ):
        return known
    what = " ".join(words[:-1]) or "resource"
    article = "ID" if words[-1] == "id" else words[-1].upper() if words[-1] == "uuid" else words[-1]
    return f"{article[0].upper()}{article[1:]} of the {what}."


def summary(subject: Subject) -> str:
    """What an operation does, as far as its name or its path tells."""
    op = subject.operation
    words = function_name(op.operation_id or operation_id(subject)).replace("_", " ")
    return words[:1].upper() + words[1:]


def operation_id(subject: Subject) -> str:
    """A name from method and path: `GET /shops/{id}/orders` → `getShopsOrdersById`."""
    op = subject.operation
    fixed = [part for part in op.path.split("/") if part and not _TEMPLATE.search(part)]
    named = _TEMPLATE.findall(op.path.rpartition("/")[2])
    words = [_VERBS.get(op.method, op.method.lower()), *fixed, *(["by", *named] if named else [])]
    first, *rest = function_name("_".join(words)).split("_")
    return first + "".join(word.capitalize() for word in rest)


def _target(pointer: str) -> str:
    """The normalised path of a JSON pointer; members of arrays are told by the digits of their index."""
    tokens = [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]
    steps = zip(("", *tokens), tokens, strict=False)
    return "$" + "".join(_step(before, token) for before, token in steps)


def _step(before: str, token: str) -> str:
    is_index = before in {"parameters", "servers", "tags"} and token.isdecimal()
    return f"[{token}]" if is_index else f"[{_quoted(token)}]"


def _quoted(text: Json) -> str:
    inner = json.dumps(text, ensure_ascii=False)[1:-1].replace('\\"', '"').replace("'", "\\'")
    return f"'{inner}'"
