"""What `mcpgen.yaml` says, as values. A key that is left out keeps the default written here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal, TypeAlias

from mcpgen.model import Schema

Place: TypeAlias = Literal["path", "query", "header", "cookie", "body"]


class TypeHints(StrEnum):
    """Which Python types are made from schemas."""

    INPUTS = "inputs"
    ALL = "all"
    NONE = "none"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of one call: tokens (4 characters each) of its result, seconds it may take."""

    result_tokens: int = 20_000
    timeout: float = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """An argument of a tool; `place` is where the request takes it, None where that follows from path and method."""

    schema: Schema
    place: Place | None = None
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A tool described in `mcpgen.yaml`: `method` upper case, `url` absolute or a path.

    `annotations` has the hints that were given, by MCP's names (`readOnlyHint`, …).
    """

    method: str
    url: str
    title: str = ""
    description: str = ""
    input: Mapping[str, Argument] = field(default_factory=dict[str, Argument])
    output: Schema | None = None
    annotations: Mapping[str, bool] = field(default_factory=dict[str, bool])


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """The whole of `mcpgen.yaml`. `hosts` and `types` are None until the first generation has decided them.

    Empty texts mean "the document's". `description` is for people (README, package), `instructions` for the model
    (sent when a client connects). `hosts` may receive credentials, and no others: `()` is "none at all".
    """

    name: str = ""
    title: str = ""
    description: str = ""
    instructions: str = ""
    openapi: str = ""
    base_url: str = ""
    hosts: tuple[str, ...] | None = None
    types: TypeHints | None = None
    page_size: int = 0
    limits: Limits = Limits()
    tools: Mapping[str, Tool] = field(default_factory=dict[str, Tool])
