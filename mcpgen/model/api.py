"""The description of an API, lifted from whatever dialect it was written in.

Everything is resolved: references to parameters, bodies, responses and path items are gone, what a path or the document
says for all its operations stands in each operation, and every schema is JSON Schema 2020-12 whose references point to
`Document.definitions`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from mcpgen.model.blocks import Block
from mcpgen.model.json import Json, Schema
from mcpgen.model.origin import Origin

Location: TypeAlias = Literal["path", "query", "header", "cookie", "querystring"]
# `cookie` is OpenAPI 3.2's: like `form`, but nothing is percent-encoded; `tabDelimited` is Swagger 2.0's `tsv`.
Style: TypeAlias = Literal[
    "simple",
    "label",
    "matrix",
    "form",
    "spaceDelimited",
    "pipeDelimited",
    "tabDelimited",
    "deepObject",
    "cookie",
]
# One alternative of `security`: scheme name → scopes; `{}` means "no credential needed".
Requirement: TypeAlias = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariable:
    """A `{variable}` of a server URL (OpenAPI 3.1, 4.8.6)."""

    default: str
    enum: tuple[str, ...] = ()
    description: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A base URL; `url` may hold `{variables}`, and stays relative when the document has no address of its own."""

    url: str
    description: str = ""
    variables: Mapping[str, ServerVariable] = field(default_factory=dict[str, ServerVariable])

    @property
    def default_url(self) -> str:
        """The URL with the default of each variable."""
        url = self.url
        for name, variable in self.variables.items():
            url = url.replace(f"{{{name}}}", variable.default)
        return url


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One value outside the body. `media_type` is set for `content` parameters, which `style` does not concern.

    `inside` are the styles of arrays within the array, the outermost first (Swagger 2.0).
    """

    name: str
    location: Location
    schema: Schema
    required: bool = False
    description: str = ""
    deprecated: bool = False
    style: Style = "form"
    explode: bool = False
    inside: tuple[Style, ...] = ()
    allow_reserved: bool = False
    allow_empty: bool = False
    media_type: str | None = None
    examples: tuple[Json, ...] = ()
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How one property of a form or one part of a multipart body is written (OpenAPI 3.2, 4.15); None is "as the default".

    `headers` are those of the part. A part that is multipart itself has `parts`.
    """

    media_type: str | None = None
    style: Style | None = None
    explode: bool | None = None
    inside: tuple[Style, ...] = ()
    allow_reserved: bool = False
    headers: tuple[Parameter, ...] = ()
    parts: Encodings | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Encodings:
    """How the parts of a body are written: by name, or by position (OpenAPI 3.2), the first ones and all others."""

    by_name: Mapping[str, Encoding] = field(default_factory=dict[str, Encoding])
    first: tuple[Encoding, ...] = ()
    others: Encoding | None = None

    def __bool__(self) -> bool:
        """Whether anything is said."""
        return bool(self.by_name or self.first or self.others)


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """A body in one media type, its parameters (`; charset=…`) included as written."""

    media_type: str
    schema: Schema
    encoding: Encodings = field(default_factory=Encodings)
    examples: tuple[Json, ...] = ()
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The body of a request, in one of several media types; `name` where the argument that is all of it has one."""

    contents: tuple[Content, ...]
    name: str = ""
    required: bool = False
    description: str = ""
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What can be done with an answer of that status: an operation, by its id or by where it is described (3.2, 4.20).

    `parameters` and `body` are constants or runtime expressions.
    """

    name: str
    status: str
    operation_id: str = ""
    place: Origin | None = None
    parameters: Mapping[str, Json] = field(default_factory=dict[str, Json])
    body: Json = None
    has_body: bool = False
    description: str = ""
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """An answer; `status` is `200`, `2XX` or `default`."""

    status: str
    description: str = ""
    contents: tuple[Content, ...] = ()
    headers: Mapping[str, Schema] = field(default_factory=dict[str, Schema])
    links: tuple[Link, ...] = ()
    origin: Origin

    @property
    def may_be_success(self) -> bool:
        """Whether a success is answered so: by 2xx, or by what is not told apart from it."""
        return self.status.startswith("2") or self.status == "default"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flow:
    """One OAuth 2 flow; URLs are absolute where that could be known."""

    authorization_url: str = ""
    token_url: str = ""
    refresh_url: str = ""
    device_authorization_url: str = ""
    scopes: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class SecurityScheme:
    """How the API wants to be told who calls (OpenAPI 3.2, 4.27).

    `flows` is keyed `implicit`, `password`, `clientCredentials`, `authorizationCode`, `deviceAuthorization`.
    """

    name: str
    type: Literal["apiKey", "http", "oauth2", "openIdConnect", "mutualTLS"]
    description: str = ""
    location: Literal["query", "header", "cookie"] = "header"  # apiKey
    parameter: str = ""  # apiKey: the name of the header, query parameter or cookie
    scheme: str = ""  # http: lower case, `basic`, `bearer`, …
    flows: Mapping[str, Flow] = field(default_factory=dict[str, Flow])
    discovery_url: str = ""  # openIdConnect
    origin: Origin

    @property
    def scopes(self) -> tuple[str, ...]:
        """All scopes that its flows name."""
        return tuple(dict.fromkeys(scope for flow in self.flows.values() for scope in flow.scopes))


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag:
    """A group of operations; `prefix` is that of their document in a document joined of several."""

    name: str
    description: str = ""
    prefix: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Local:
    """What answers without a request: `content`, `blocks`, or, where there is neither, a function of the owner's.

    `input_schema` is the owner's own, of all arguments together.
    """

    content: Json = None
    has_content: bool = False
    blocks: tuple[Block, ...] = ()
    input_schema: Schema | None = None

    @property
    def is_fixed(self) -> bool:
        """Whether the answer is always the same."""
        return self.has_content or bool(self.blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method on one path.

    `key` is `METHOD /path` with the path as written, `method` upper case. `security` holds the alternatives that apply
    (the document's where the operation has none); empty means public. `servers` is empty where the document's apply.
    In a document joined of several, `prefix` is that of the one it comes from, and the key ends with `#prefix`. `tool`
    is the name of the tool in `mcpgen.yaml` that it was made of. One that is `local` makes no request: its key is
    `TOOL name`, its method and path are empty.
    """

    key: str
    method: str
    path: str
    operation_id: str | None = None
    summary: str = ""
    description: str = ""
    tags: tuple[str, ...] = ()
    deprecated: bool = False
    parameters: tuple[Parameter, ...] = ()
    body: Body | None = None
    responses: tuple[Response, ...] = ()
    security: tuple[Requirement, ...] = ()
    servers: tuple[Server, ...] = ()
    extensions: Mapping[str, Json] = field(default_factory=dict[str, Json])
    prefix: str = ""
    tool: str = ""
    local: Local | None = None
    origin: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """An API as described. `definitions` are the schemas that others refer to, under legal, unique Python names."""

    title: str
    version: str
    summary: str = ""
    description: str = ""
    website: str = ""
    logo: str = ""
    servers: tuple[Server, ...] = ()
    security_schemes: Mapping[str, SecurityScheme] = field(
        default_factory=dict[str, SecurityScheme]
    )
    tags: tuple[Tag, ...] = ()
    operations: tuple[Operation, ...] = ()
    definitions: Mapping[str, Schema] = field(default_factory=dict[str, Schema])
    extensions: Mapping[str, Json] = field(default_factory=dict[str, Json])
    origin: Origin

    @property
    def all_servers(self) -> Iterator[Server]:
        """Its own servers, then those of single operations."""
        yield from self.servers
        for op in self.operations:
            yield from op.servers
