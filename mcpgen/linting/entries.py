"""The same fixes as entries of `mcpgen.yaml`: names and descriptions that a server gives its tools, the description untouched.

Errors that are not declared cannot be said there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from mcpgen.linting.fixes import Fixes, as_yaml, operation_id, parameter_descriptions, summary
from mcpgen.linting.rules import RULES
from mcpgen.linting.subjects import Subject
from mcpgen.model import Json, JsonObject, is_object

HEADER: Final = """\
# Entries of mcpgen.yaml that mcpgen lint made without a model. Read them through: they say only what names and paths already say.
# Apply: copy them into mcpgen.yaml, or write `extends: this-file.yaml` there.
"""


def entries(subjects: Sequence[Subject]) -> Fixes | None:
    """The entries; None when there is nothing to fix."""
    shared = _shared(subjects)
    operations = {subject.operation.key: _entry(subject, shared) for subject in subjects}
    taken: set[str] = {subject.tool.name for subject in subjects}
    for subject in subjects:
        if name := _name(subject, taken):
            taken.add(name)
            operations[subject.operation.key] = {"name": name, **operations[subject.operation.key]}
    content = {
        "arguments": {name: {"description": told} for name, told in shared.items()},
        "operations": {key: entry for key, entry in operations.items() if entry},
    }
    content = {key: value for key, value in content.items() if value}
    if not content:
        return None
    return Fixes(
        text=HEADER + as_yaml(content), count=sum(_leaves(each) for each in content.values())
    )


def _leaves(value: Json) -> int:
    return sum(map(_leaves, value.values())) if is_object(value) else 1


def _shared(subjects: Sequence[Subject]) -> dict[str, str]:
    """Arguments that mean the same wherever they are, with the description that all of them lack."""
    told: dict[str, set[str]] = {}
    for subject in subjects:
        missing = parameter_descriptions(subject)
        for parameter in subject.operation.parameters:
            told.setdefault(parameter.name, set()).add(missing.get(parameter.name, ""))
    places = [p.name for subject in subjects for p in subject.operation.parameters]
    single = {name: found for name, found in told.items() if len(found) == 1 and found != {""}}
    return {name: min(found) for name, found in single.items() if places.count(name) > 1}


def _entry(subject: Subject, shared: Mapping[str, str]) -> JsonObject:
    own = {k: v for k, v in parameter_descriptions(subject).items() if k not in shared}
    arguments = {name: {"description": told} for name, told in own.items()}
    return {
        **({"description": summary(subject)} if RULES["MG501"].look(subject) else {}),
        **({"arguments": arguments} if arguments else {}),
    }


def _name(subject: Subject, taken: set[str]) -> str:
    """A name for a tool that says little, where none has it."""
    name = operation_id(subject)
    return name if RULES["MG503"].look(subject) and name not in taken else ""
