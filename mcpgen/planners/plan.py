"""What we will write: every name, contract and request expression, decided before anything is rendered.

The plan is all that templates see, and `--plan` prints it as JSON. Schemas stay JSON Schema 2020-12 data.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from mcpgen.model import Block, Json, JsonObject, Link, Schema, SecurityScheme, Server
from mcpgen.planners.scripts import Rehearsal, Sample, Script


class Wrap(StrEnum):
    """How a value is written on the wire when it is not its location's default (OpenAPI 3.1, 4.8.12).

    Each is the name of a function that the runtime exports, so a request reads `query={"tags": csv(tags)}`.
    """

    CSV = "csv"  # style form, explode false; also Swagger's csv
    SPACES = "spaces"  # spaceDelimited
    PIPES = "pipes"  # pipeDelimited
    TABS = "tabs"  # Swagger's tsv
    DEEP = "deep"  # deepObject
    LABEL = "label"  # path, style label
    LABEL_EXPLODED = "label_exploded"
    MATRIX = "matrix"  # path, style matrix
    MATRIX_EXPLODED = "matrix_exploded"
    EXPLODED = "exploded"  # style simple or cookie, explode true
    JSON_TEXT = "json_text"  # a `content` parameter, or a JSON part of a form
    FILE = "file"  # a part of a multipart body: bytes with a file name


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """A place of the request and the argument that fills it: `"petId": pet_id`, or `"tags": csv(tags)`.

    `reserved` is `allowReserved`; `empty` is `allowEmptyValue`; `inside` separates arrays within the array, one character
    a level; `media_type` and `headers` are those of a part of a form.
    """

    wire: str
    identifier: str
    wrap: Wrap | None = None
    reserved: bool = False
    empty: bool = False
    inside: str = ""
    media_type: str | None = None
    headers: tuple[PartHeader, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class PartHeader:
    """A header of a part: the argument that fills it, or always the same `text`."""

    wire: str
    identifier: str = ""
    text: str = ""
    exploded: bool = False


class BodyKind(StrEnum):
    """The keyword of `Api.request` that carries the body."""

    JSON = "json"
    FORM = "form"  # application/x-www-form-urlencoded
    MULTIPART = "multipart"
    TEXT = "text"
    BINARY = "binary"
    XML = "xml"


# The media type that each keyword of `Api.request` writes by itself.
OWN_TYPES: Mapping[BodyKind, str] = {
    BodyKind.JSON: "application/json",
    BodyKind.FORM: "application/x-www-form-urlencoded",
    BodyKind.MULTIPART: "multipart/form-data",
    BodyKind.TEXT: "text/plain",
    BodyKind.BINARY: "application/octet-stream",
    BodyKind.XML: "application/xml",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestBody:
    """The body: its properties when it was flattened into arguments, else the one argument that holds it.

    `media_type` is written only where it is not the kind's own (`application/json` and so on); `choice` is the
    argument by which a caller picks another of the `media_types`. An `optional` flattened body is written
    `json=optional({...})`: with no property given there is no body at all. `parts` is what the catalogue says of the
    fields of a form that is one argument.
    """

    kind: BodyKind
    media_type: str
    optional: bool = False
    fields: tuple[Slot, ...] | None = None
    identifier: str = ""
    choice: str = ""
    media_types: tuple[str, ...] = ()
    parts: JsonObject = field(default_factory=dict[str, Json])


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The request that a function makes; `path` is as written in the document."""

    method: str
    path: str
    path_values: tuple[Slot, ...] = ()
    query: tuple[Slot, ...] = ()
    querystring: str = ""  # the identifier of OpenAPI 3.2's whole-query parameter
    headers: tuple[Slot, ...] = ()
    cookies: tuple[Slot, ...] = ()
    body: RequestBody | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Argument:
    """One argument: `name` on the MCP side, `identifier` in Python, `annotation` its type hint."""

    name: str
    identifier: str
    annotation: str
    required: bool
    schema: Schema
    description: str = ""
    # Where the API takes it from, for documentation: `path`, `query`, `header`, `cookie`, `body`.
    location: str = "body"
    wire: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """The Python function of a tool; `returns` is an annotation.

    One without a request is a workflow (`script`), returns `content` or `blocks`, or is the owner's to write.
    """

    name: str
    arguments: tuple[Argument, ...]
    returns: str
    doc: str
    request: Request | None
    content: Json = None
    has_content: bool = False
    blocks: tuple[Block, ...] = ()
    script: Script | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotations:
    """The four hints of MCP, always stated."""

    read_only: bool
    destructive: bool
    idempotent: bool
    open_world: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """One tool: what clients see, what only the server knows, and the function behind it."""

    key: str  # `METHOD /path`
    name: str
    title: str
    description: str
    input_schema: Schema
    output_schema: Schema | None
    annotations: Annotations
    function: Function
    meta: JsonObject = field(default_factory=dict[str, Json])
    private: JsonObject = field(default_factory=dict[str, Json])  # see docs/catalog.md
    sample: Sample | None = None
    rehearsal: Rehearsal | None = None
    deprecated: bool = False
    inside: bool = False  # called by workflows, resources and completions only
    links: tuple[Link, ...] = ()  # of its answers, as described; `private` has what came of them
    named: bool = False  # by its owner, in mcpgen.yaml

    @property
    def pins(self) -> list[JsonObject]:
        """Where a server takes all that it fills in for a call from."""
        nested = [each["pin"] for each in self.private.get("nested", ()) if "pin" in each]
        return [*self.private.get("pinned", {}).values(), *nested]


@dataclass(frozen=True, slots=True, kw_only=True)
class Module:
    """The tools of one tag; `name` is the Python module, also the stem of its catalog and test files."""

    name: str
    tag: str
    description: str
    tools: tuple[Tool, ...]

    @property
    def offered(self) -> tuple[Tool, ...]:
        """Those that clients may call."""
        return tuple(tool for tool in self.tools if not tool.inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadCall:
    """A URI that the emitted test reads, the tool call that it must be the same as, and an answer of the API."""

    uri: str
    arguments: JsonObject
    answer: Json = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Resource:
    """A resource: its entry of `resources.json` and, unless it never changes, the function that calls a tool for it.

    `arguments` are the variables of the URI, `fixed` what is always the same. Without a `tool` it is the owner's to write,
    and `example` is a URI to read.
    """

    data: JsonObject
    function: str = ""
    doc: str = ""
    tool: str = ""
    arguments: tuple[Argument, ...] = ()
    fixed: JsonObject = field(default_factory=dict[str, Json])
    sample: ReadCall | None = None
    example: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt: its entry of `prompts.json`, and the function that makes its messages.

    Each message is a role and a block whose texts are insides of f-strings: `{identifier}` an argument, `{{` a brace.
    Without any it is the owner's to write.
    """

    data: JsonObject
    function: str
    doc: str
    arguments: tuple[Argument, ...]
    messages: tuple[tuple[str, Block], ...]
    sample: Mapping[str, str]
    expected: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variable:
    """An environment variable of the server; `secret` ones are never printed."""

    name: str
    description: str
    example: str = ""
    secret: bool = False
    required: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What the server is called, everywhere: for `petstore`: `petstore-mcp`, `petstore_mcp`, `PETSTORE`."""

    name: str
    distribution: str
    package: str
    env: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Types:
    """What `schemas.py` is made from: definitions by Python name, each JSON Schema 2020-12."""

    definitions: Mapping[str, Schema] = field(default_factory=dict[str, Schema])


@dataclass(frozen=True, kw_only=True)  # without slots, for what is asked of it many times
class Plan:
    """A whole server. `source` names the description (file name or URL) for headers and the README."""

    names: Names
    title: str
    version: str  # of the package
    registry_name: str  # in the MCP registry
    api_version: str  # as the document says it
    description: str
    instructions: str
    website: str
    source: str
    servers: tuple[Server, ...]
    security_schemes: tuple[SecurityScheme, ...]
    scheme_variables: Mapping[str, str]  # by name of the scheme, the `<SCHEME>` of its variables
    credential_hosts: tuple[str, ...]
    variables: tuple[Variable, ...]
    modules: tuple[Module, ...]
    types: Types
    limits: JsonObject = field(default_factory=dict[str, Json])
    page_size: int = 0
    logging: bool = False  # functions send lines of a log
    resumable: bool = False  # older clients may come back for results
    changes: tuple[str, ...] = ()  # lists that functions may say to have changed
    icons: tuple[JsonObject, ...] = ()  # as MCP has them
    revision: str = ""  # of all tools as clients see them, where it is known already
    search: bool = False  # three tools find, describe and call the others
    resources: tuple[Resource, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    files: Mapping[str, JsonObject] = field(default_factory=dict[str, JsonObject])  # of blocks
    pins: Mapping[str, str] = field(default_factory=dict[str, str])  # variables, with JSON types

    @property
    def counts(self) -> tuple[tuple[int, str], ...]:
        """How many of each kind clients are offered, without those that there are none of."""
        known = ((self.offered, "tool"), (self.resources, "resource"), (self.prompts, "prompt"))
        return tuple((len(each), kind) for each, kind in known if each)

    @property
    def has_api(self) -> bool:
        """Whether there is an API behind the server: one that tools ask, or functions of its owner may."""
        return any(server.url for server in self.servers) or any(
            tool.function.request for tool in self.tools
        )

    @cached_property
    def selects(self) -> bool:
        """Whether parts of answers are selected: by a tool, by a workflow or for completion."""
        entries = [tool.private for tool in self.tools]
        entries += [resource.data for resource in self.resources]
        entries += [prompt.data for prompt in self.prompts]
        return any({"select", "workflow", "completes"} & entry.keys() for entry in entries)

    @cached_property
    def tools(self) -> tuple[Tool, ...]:
        """All tools in the order of tools/list, with those that only the server itself calls."""
        return tuple(tool for module in self.modules for tool in module.tools)

    @cached_property
    def offered(self) -> tuple[Tool, ...]:
        """The tools of tools/list."""
        return tuple(tool for tool in self.tools if not tool.inside)
