"""Security schemes and requirements of every dialect."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, Literal

from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.loaders.servers import endpoint
from mcpgen.model import Flow, Requirement, SecurityScheme, is_array, is_object

_FLOWS: Final = (
    "implicit",
    "password",
    "clientCredentials",
    "authorizationCode",
    "deviceAuthorization",
)
_LOCATIONS: Final[Mapping[str, Literal["query", "header", "cookie"]]] = {
    "query": "query",
    "header": "header",
    "cookie": "cookie",
}
_OLD_FLOWS: Final = {"application": "clientCredentials", "accessCode": "authorizationCode"}


def read_schemes(context: Context, owner: Node | None, key: str) -> dict[str, SecurityScheme]:
    """Give the security schemes declared under a key of the document or of its components."""
    made: dict[str, SecurityScheme] = {}
    for name, node in context.members(owner, key) if owner else ():
        kind = context.text(node, "type").lower()
        make = _MAKERS.get(kind)
        scheme = make(context, name, node) if make else None
        if scheme is not None:
            made[name] = scheme
        else:
            context.report(
                node,
                "MG220",
                f"the security scheme `{name}` is incomplete or of an unknown type; left out",
            )
    return made


def _api_key(context: Context, name: str, node: Node) -> SecurityScheme | None:
    parameter = context.text(node, "name")
    location = _LOCATIONS.get(context.text(node, "in").lower())
    if not parameter or location is None:
        return None
    return SecurityScheme(
        name=name,
        type="apiKey",
        description=context.text(node, "description"),
        location=location,
        parameter=parameter,
        origin=node.origin,
    )


def _basic(context: Context, name: str, node: Node) -> SecurityScheme | None:
    """Lift Swagger 2.0's `basic`."""
    description = context.text(node, "description")
    return SecurityScheme(
        name=name, type="http", scheme="basic", description=description, origin=node.origin
    )


def _http(context: Context, name: str, node: Node) -> SecurityScheme | None:
    scheme = context.text(node, "scheme").lower()
    description = context.text(node, "description")
    if not scheme:
        return None
    return SecurityScheme(
        name=name, type="http", scheme=scheme, description=description, origin=node.origin
    )


def _oauth2(context: Context, name: str, node: Node) -> SecurityScheme | None:
    flows = dict(_flows(context, node))
    description = context.text(node, "description")
    if not flows:
        return None
    return SecurityScheme(
        name=name, type="oauth2", flows=flows, description=description, origin=node.origin
    )


def _open_id(context: Context, name: str, node: Node) -> SecurityScheme | None:
    url = context.text(node, "openIdConnectUrl")
    if not url:
        return None
    return SecurityScheme(
        name=name,
        type="openIdConnect",
        discovery_url=endpoint(context.servers, url),
        description=context.text(node, "description"),
        origin=node.origin,
    )


def _mutual_tls(context: Context, name: str, node: Node) -> SecurityScheme | None:
    return SecurityScheme(
        name=name,
        type="mutualTLS",
        description=context.text(node, "description"),
        origin=node.origin,
    )


_MAKERS: Final[Mapping[str, Callable[[Context, str, Node], SecurityScheme | None]]] = {
    "apikey": _api_key,
    "basic": _basic,
    "http": _http,
    "oauth2": _oauth2,
    "openidconnect": _open_id,
    "mutualtls": _mutual_tls,
}


def _flows(context: Context, node: Node) -> Iterator[tuple[str, Flow]]:
    """Give the flows; Swagger 2.0 has one, written in the scheme itself."""
    if "flows" not in node.value:
        written = context.text(node, "flow")
        kind = _OLD_FLOWS.get(written, written)
        if kind in _FLOWS:
            yield kind, _flow(context, node)
        return
    for kind, child in context.members(node, "flows"):
        if kind in _FLOWS:
            yield kind, _flow(context, child)
        elif not kind.startswith("x-"):
            context.report(child, "MG206", f"`{kind}` is not an OAuth 2 flow; left out")


def _flow(context: Context, node: Node) -> Flow:
    def url(key: str) -> str:
        return endpoint(context.servers, context.text(node, key))

    scopes = context.member(node, "scopes")
    return Flow(
        authorization_url=url("authorizationUrl"),
        token_url=url("tokenUrl"),
        refresh_url=url("refreshUrl"),
        device_authorization_url=url("deviceAuthorizationUrl"),
        scopes={name: context.text(scopes, name) for name in scopes.value} if scopes else {},
    )


def read_requirements(
    context: Context, node: Node, known: Mapping[str, SecurityScheme]
) -> tuple[Requirement, ...] | None:
    """Give the alternatives under `security`; None where nothing is said, so that the document's apply.

    An alternative keeps what it needs of declared schemes; one with none left is no alternative.
    """
    owner = node.get("security")
    if owner is None:
        return None
    listed = owner.items() if is_array(owner.value) else iter([owner])
    made = (_requirement(context, child, known) for child in listed)
    return tuple(requirement for requirement in made if requirement is not None)


def _requirement(
    context: Context, node: Node, known: Mapping[str, SecurityScheme]
) -> Requirement | None:
    if isinstance(node.value, str):
        node = Node({node.value: []}, node.file, node.pointer)
    if not is_object(node.value):
        context.report(node, "MG206", "a security requirement must be an object; left out")
        return None
    made: dict[str, tuple[str, ...]] = {}
    for written, scopes in node.value.items():
        name = _scheme_name(written, known)
        if name is None:
            context.report(node, "MG221", f"the security scheme `{written}` is not declared")
        else:
            made[name] = tuple(str(scope) for scope in scopes) if is_array(scopes) else ()
    return made if made or not node.value else None


def _scheme_name(written: str, known: Mapping[str, SecurityScheme]) -> str | None:
    """Find the scheme that a requirement names; OpenAPI 3.2 also allows its URI."""
    if written in known:
        return written
    _, _, name = written.rpartition("#/components/securitySchemes/")
    return name if name in known else None
