"""What `mcpgen.yaml` says of resources, prompts and completion."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from mcpgen.config.blocks import block_of
from mcpgen.model import Block, Json, JsonObject, is_array

Role: TypeAlias = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Completion:
    """Values to choose from: `values`, or what `operation` answers.

    `argument` takes what has been typed; of `arguments`, `$inputs.<name>` is what was filled in for another argument, and all
    else always the same; `select` finds the values in the answer.
    """

    values: tuple[str, ...] = ()
    operation: str = ""
    argument: str = ""
    arguments: JsonObject = field(default_factory=dict[str, Json])
    select: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A resource, or a family of them: `content`, a `file`, what `operation` answers, or else a function of the owner's.

    `uri` is what follows the server's own scheme, or has a scheme. `data` are the bytes of the file, once it was read. `poll` are
    the seconds between two looks at it, 0 for none.
    """

    uri: str
    title: str = ""
    description: str = ""
    mime_type: str = ""
    content: Json = None
    has_content: bool = False
    file: str = ""
    data: bytes = b""
    operation: str = ""
    arguments: JsonObject = field(default_factory=dict[str, Json])
    complete: Mapping[str, Completion] = field(default_factory=dict[str, Completion])
    max_bytes: int | None = None
    ttl: float = 0
    poll: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptArgument:
    """What a user is asked for; `enum` are the only values, where there are any."""

    description: str = ""
    required: bool = False
    enum: tuple[str, ...] = ()
    complete: Completion | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt; each message is a role and a block, in whose texts `{name}` stands for an argument.

    One without messages is a function of the owner's.
    """

    title: str = ""
    description: str = ""
    arguments: Mapping[str, PromptArgument] = field(default_factory=dict[str, PromptArgument])
    messages: tuple[tuple[Role, Block], ...] = ()


def resources_of(value: JsonObject) -> dict[str, Resource]:
    """The resources that a valid mapping says, by name."""
    return {name: _resource(name, each) for name, each in value.items()}


def prompts_of(value: JsonObject) -> dict[str, Prompt]:
    """The prompts that a valid mapping says, by name."""
    return {name: _prompt(each) for name, each in value.items()}


def _resource(name: str, value: JsonObject) -> Resource:
    return Resource(
        uri=value.get("uri", name.lower().replace("_", "-").strip("-")),
        title=value.get("title", ""),
        description=value.get("description", ""),
        mime_type=value.get("mime_type", ""),
        content=value.get("content"),
        has_content="content" in value,
        file=value.get("file", ""),
        operation=value.get("operation", ""),
        arguments=value.get("arguments", {}),
        complete={each: _completion(spec) for each, spec in value.get("complete", {}).items()},
        max_bytes=value.get("max_bytes"),
        ttl=value.get("ttl", 0),
        poll=value.get("poll", 0),
    )


def _completion(value: Json) -> Completion:
    return Completion(values=tuple(value)) if is_array(value) else Completion(**value)


def _prompt(value: JsonObject) -> Prompt:
    messages: list[JsonObject] = value.get("messages", [])
    if "text" in value:
        messages = [{"role": "user", "text": value["text"]}]
    return Prompt(
        title=value.get("title", ""),
        description=value.get("description", ""),
        arguments={name: _argument(each) for name, each in value.get("arguments", {}).items()},
        messages=tuple((each["role"], block_of(each)) for each in messages),
    )


def _argument(value: JsonObject) -> PromptArgument:
    return PromptArgument(
        description=value.get("description", ""),
        required=value.get("required", False),
        enum=tuple(value.get("enum", ())),
        complete=_completion(value["complete"]) if "complete" in value else None,
    )
