"""What an owner decides about operations: which become tools, and what is different about each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum

from mcpgen.model import Json, JsonObject

Keys = tuple[str | int, ...]


class Confirm(StrEnum):
    """Whether a person is asked before a call is made."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """Names operations. `operations` and `paths` may hold `*`; of several fields that are given, each must fit."""

    operations: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    paths: tuple[str, ...] = ()
    methods: tuple[str, ...] = ()
    pattern: str = ""
    prefix: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pin:
    """Where the server takes an argument from that no model chooses: exactly one of the three."""

    value: Json = None
    env: str = ""  # without the server's own beginning
    claim: str = ""  # dots lead into objects


@dataclass(frozen=True, slots=True, kw_only=True)
class ArgumentChoice:
    """What is different about an argument; `default` counts only where `has_default`. `mirror` names the header of a copy."""

    rename: str = ""
    description: str = ""
    default: Json = None
    has_default: bool = False
    mirror: str = ""
    hide: bool = False
    pin: Pin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusQuery:
    """The tool that tells what became of a write; `authoritative` when finding nothing there proves it did not happen."""

    tool: str
    authoritative: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What is different about one tool. Empty fields leave it as it is described.

    `limits` is as `mcpgen.yaml` has it, `pagination` as the catalogue does; `auth` names alternatives, `()` none at all.
    `keys` is the place in `mcpgen.yaml`, for findings. `labels` are what a server can be started with, beside tags. What is
    not `offered` is chosen as no tool, and still called by workflows, resources or completions.
    """

    name: str = ""
    title: str = ""
    description: str = ""
    group: str = ""
    arguments: Mapping[str, ArgumentChoice] = field(default_factory=dict[str, ArgumentChoice])
    annotations: Mapping[str, bool] = field(default_factory=dict[str, bool])
    confirm: Confirm | None = None  # as the whole server
    aliases: tuple[str, ...] = ()  # names that it had, by which it can still be called
    ask: tuple[str, ...] = ()  # arguments that a person is asked for where a call has none
    select: str = ""
    limits: Mapping[str, float] = field(default_factory=dict[str, float])
    pagination: JsonObject | None = None
    idempotency_key: str = ""
    status_query: StatusQuery | None = None
    auth: tuple[str, ...] | None = None
    base_url: str = ""
    offered: bool = True
    labels: tuple[str, ...] = ()
    keys: Keys = field(default=(), compare=False)


def over(own: Choices, shared: Choices) -> Choices:
    """The choices of a project over those of a team, where the two call the same operation by different names."""
    plain = Choices()
    given = {
        each.name: getattr(shared, each.name)
        for each in fields(Choices)
        if getattr(own, each.name) == getattr(plain, each.name)
    }
    return replace(
        own,
        **{
            **given,
            "arguments": {**shared.arguments, **own.arguments},
            "annotations": {**shared.annotations, **own.annotations},
            "limits": {**shared.limits, **own.limits},
            "keys": own.keys,
        },
    )
