"""What `mcpgen.yaml` says, as values. A key that is left out keeps the default written here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, Literal, TypeAlias

from mcpgen.config.choices import ArgumentChoice, Choices, Confirm, Rule
from mcpgen.config.layers import Layer, origin_of
from mcpgen.config.primitives import Prompt, Resource
from mcpgen.config.workflows import Workflow
from mcpgen.model import Block, Json, JsonObject, Origin, Schema

# Media types whose body has no fields: the one argument for it is all of it.
FIELDLESS: Final = frozenset({"text/plain", "application/octet-stream"})
Place: TypeAlias = Literal["path", "query", "header", "cookie", "body", "whole_body"]


class TypeHints(StrEnum):
    """Which Python types are made from schemas."""

    INPUTS = "inputs"
    ALL = "all"
    NONE = "none"


class Mode(StrEnum):
    """How a server offers its tools: it lists them, or three tools that find, describe and call them."""

    TOOLS = "tools"
    SEARCH = "search"


class Profile(StrEnum):
    """A model's interface whose demands on tools go beyond those of MCP."""

    OPENAI_STRICT = "openai-strict"
    GEMINI = "gemini"
    ANTHROPIC = "anthropic"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one call: tokens (4 characters each) of its result, seconds it may take, further attempts.

    `rate` is calls of one tool by one caller a minute, `concurrency` its requests at a time; None is the runtime's default.
    """

    result_tokens: int = 20_000
    timeout: float = 60
    retries: int | None = None
    rate: float | None = None
    concurrency: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A description: its path or URL, and how it is read. Values of `headers` may hold `${NAME}`."""

    source: str
    prefix: str = ""
    base_url: str = ""
    overlays: tuple[str, ...] = ()
    headers: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument of a tool; `place` is where the request takes it, None where that follows from path and method."""

    schema: Schema
    place: Place | None = None
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool described in `mcpgen.yaml`: `method` upper case, `url` absolute or a path.

    Without a request both are empty: then it gives `content` or `blocks`, or, where it has neither, is a function of the
    owner's. `input_schema` is that of all its arguments, in place of `input`.
    """

    method: str = ""
    url: str = ""
    title: str = ""
    description: str = ""
    input: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    input_schema: Schema | None = None
    body_type: str = "application/json"
    content: Json = None
    has_content: bool = False
    blocks: tuple[Block, ...] = ()
    output: Schema | None = None
    choices: Choices = field(default_factory=Choices)


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole of `mcpgen.yaml`. `hosts` and `types` are None until the first generation has decided them.

    Empty texts mean "the document's". `description` is for people (README, package), `instructions` for the model
    (sent when a client connects). `hosts` may receive credentials, and no others: `()` is "none at all". `auth` holds
    security schemes as OpenAPI writes them. `changes` are the lists that functions may say to have changed. `layers` are
    the files it came from, the project's own first.
    """

    name: str = ""
    title: str = ""
    description: str = ""
    instructions: str = ""
    openapi: tuple[Source, ...] = ()
    include: tuple[Rule, ...] | None = None
    exclude: tuple[Rule, ...] = ()
    operations: Mapping[str, Choices] = field(default_factory=dict[str, Choices])
    arguments: Mapping[str, ArgumentChoice] = field(default_factory=dict[str, ArgumentChoice])
    auth: Mapping[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    base_url: str = ""
    hosts: tuple[str, ...] | None = None
    types: TypeHints | None = None
    mode: Mode | None = None  # None lists them, and lets a first generation decide
    profile: Profile | None = None
    confirm: Confirm = Confirm.AUTO
    page_size: int = 0
    logging: bool = False
    resumable: bool = False
    changes: tuple[str, ...] = ()
    website: str = ""
    icons: tuple[JsonObject, ...] | None = None  # None takes the document's
    limits: Limits = Limits()
    tools: Mapping[str, Tool] = field(default_factory=dict[str, Tool])
    resources: Mapping[str, Resource] = field(default_factory=dict[str, Resource])
    prompts: Mapping[str, Prompt] = field(default_factory=dict[str, Prompt])
    workflows: Mapping[str, Workflow] = field(default_factory=dict[str, Workflow])
    layers: tuple[Layer, ...] = field(default=(), compare=False, repr=False)

    def origin(self, *keys: str | int) -> Origin | None:
        """Where a key was written: in the project's own file, else in one that it extends."""
        return origin_of(self.layers, keys)

    def is_own(self, *keys: str | int) -> bool:
        """Whether the project's own file says it, and no shared one."""
        return not self.layers or self.layers[0].holds(keys)
