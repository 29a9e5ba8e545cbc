"""The rules, by their codes: each looks at one tool and says what is wrong with it for an agent."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from mcpgen.linting.subjects import Subject
from mcpgen.model import JsonObject, Schema, is_array, is_object
from mcpgen.planners.profiles import depth

_LARGE_TOOL: Final = 2_000  # tokens
_MANY_PROPERTIES: Final = 100
_DEEPEST: Final = 8
_SHOWN: Final = 4  # names in one message
# Words that say nothing of what an operation is about.
_EMPTY_WORDS: Final = (
    "a an the get set put post patch delete create update list fetch read find do run call handle process execute action "
    "api rest v op operation method function endpoint resource item object data info thing test default index main new "
    "untitled foo bar by id and or of"
)
_EMPTY: Final = frozenset(_EMPTY_WORDS.split())
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_HINTS: Final = ("example", "examples", "enum", "const", "default", "format", "pattern")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A rule: its share of 100 points, and what it finds wrong with a tool (None: nothing)."""

    points: int
    look: Callable[[Subject], str | None]


def _undescribed(subject: Subject) -> str | None:
    op = subject.operation
    return None if op.summary.strip() or op.description.strip() else "says nothing of itself"


def _undescribed_arguments(subject: Subject) -> str | None:
    missing = [name for name, each in subject.properties.items() if not _described(each, subject)]
    return f"{_names(missing)} without description" if missing else None


def _described(schema: JsonObject, subject: Subject) -> bool:
    """Whether an argument is described, by itself or by the type that it refers to."""
    name = str(schema.get("$ref", "")).rpartition("/")[2]
    target = subject.tool.input_schema.get("$defs", {}).get(name, {})
    return bool(schema.get("description") or target.get("description"))


def _vague(subject: Subject) -> str | None:
    op = subject.operation
    if subject.is_named:
        return None
    if op.operation_id is None:
        return f"has no operationId; its tool is called {subject.tool.name}"
    words = {word.lower() for word in _WORD.findall(op.operation_id)}
    return f"the name {op.operation_id} says little" if words <= _EMPTY else None


def _large(subject: Subject) -> str | None:
    if subject.tokens <= _LARGE_TOOL:
        return None
    return f"the tool takes about {subject.tokens:,} tokens of tools/list"


def _huge(subject: Subject) -> str | None:
    schema = subject.tool.input_schema
    count, deep = _properties(schema), depth(schema)
    if count > _MANY_PROPERTIES:
        return f"the arguments have {count:,} properties, all in all"
    return f"the arguments are nested {deep} deep" if deep > _DEEPEST else None


def _properties(schema: Schema) -> int:
    return sum(
        len(node["properties"]) for node in _nodes(schema) if is_object(node.get("properties"))
    )


def _nodes(value: object) -> Iterator[JsonObject]:
    todo = [value]
    while todo:
        node = todo.pop()
        if is_object(node):
            yield node
            todo += node.values()
        elif is_array(node):
            todo += node


def _without_example(subject: Subject) -> str | None:
    required = subject.tool.input_schema.get("required", ())
    bare = [
        name
        for name in required
        if subject.properties[name].get("type") == "string"
        and not any(hint in subject.properties[name] for hint in _HINTS)
        and not any(p.name == name and p.examples for p in subject.operation.parameters)
    ]
    return f"{_names(bare)} without example, choice or format" if bare else None


def _without_errors(subject: Subject) -> str | None:
    told = any(each.status[0] in "45d" for each in subject.operation.responses)
    return None if told else "declares no errors"


def _names(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more


RULES: Final[Mapping[str, Rule]] = {
    "MG501": Rule(points=20, look=_undescribed),
    "MG502": Rule(points=15, look=_undescribed_arguments),
    "MG503": Rule(points=10, look=_vague),
    "MG505": Rule(points=10, look=_large),
    "MG506": Rule(points=5, look=_huge),
    "MG507": Rule(points=5, look=_without_example),
    "MG508": Rule(points=5, look=_without_errors),
}
