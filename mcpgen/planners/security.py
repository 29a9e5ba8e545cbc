"""Who may call, where credentials go, and the environment variables that carry them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from urllib.parse import urlsplit

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, JsonObject, Operation, SecurityScheme, Server
from mcpgen.planners.names import Namespace, upper_snake
from mcpgen.planners.plan import Variable
from mcpgen.planners.text import one_line

# A name in any script, or an address; a description also has `<your-host>` and `{tenant}` there.
_HOST = re.compile(r"[\w.-]+|[0-9a-f:.]+")
# A server URL with many enumerated variables names more hosts than anybody reviews.
_MOST_HOSTS = 50
_REFRESHED = {"authorizationCode", "deviceAuthorization", "password"}  # flows with refresh tokens


def scheme_variables(document: Document) -> dict[str, str]:
    """The `<SCHEME>` part of the variables of each security scheme, unique."""
    names = Namespace()
    return {name: names.claim(upper_snake(name) or "AUTH") for name in document.security_schemes}


def requirements(op: Operation, document: Document, diagnostics: Diagnostics) -> list[JsonObject]:
    """The alternatives of an operation as the catalogue has them; one that names an unknown scheme is left out."""
    known: list[JsonObject] = []
    for requirement in op.security:
        unknown = [name for name in requirement if name not in document.security_schemes]
        if unknown:
            message = f"{op.key}: security scheme {one_line(unknown[0])!r} is not declared"
            diagnostics.report("MG301", message, op.origin)
        else:
            known.append({name: list(scopes) for name, scopes in requirement.items()})
    return known


def hosts(document: Document) -> tuple[str, ...]:
    """The hosts that may receive credentials: of all servers and of the places where tokens are asked for."""
    urls = [url for server in document.all_servers for url in _urls(server)]
    for scheme in document.security_schemes.values():
        urls += [scheme.discovery_url]
        urls += [
            url for flow in scheme.flows.values() for url in (flow.token_url, flow.refresh_url)
        ]
        urls += [flow.device_authorization_url for flow in scheme.flows.values()]
    return tuple(dict.fromkeys(name for url in urls if (name := _credential_host(url))))


def _credential_host(url: str) -> str:
    """The host of a URL, `http://host` where it is reached without TLS, `""` where there is none."""
    host = host_of(url)
    return f"http://{host}" if host and urlsplit(url).scheme == "http" else host


def _urls(server: Server) -> list[str]:
    """The URLs a server may stand for: every enumerated value of its variables, else the default."""
    names = list(server.variables)
    values = [list(dict.fromkeys([v.default, *v.enum])) for v in server.variables.values()]
    urls: list[str] = []
    for combination in product(*values):
        url = server.url
        for name, value in zip(names, combination, strict=True):
            url = url.replace(f"{{{name}}}", value)
        urls.append(url)
        if len(urls) == _MOST_HOSTS:
            break
    return urls


def host_of(url: str) -> str:
    """`host` or `host:port` of an absolute http(s) URL, else `""`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return ""
    host = parts.hostname or ""
    if parts.scheme not in {"http", "https"} or not _HOST.fullmatch(host):
        return ""
    standard = {"http": 80, "https": 443}[parts.scheme]
    name = f"[{host}]" if ":" in host else host
    return f"{name}:{port}" if port not in {None, standard} else name


def variables(document: Document, env: str, servers: tuple[Server, ...]) -> tuple[Variable, ...]:
    """Every environment variable that an owner may want to set, in the order of `.env.example`."""
    asks = any(op.method for op in document.operations)
    if not (asks or document.security_schemes or any(server.url for server in servers)):
        return ()  # there is no API
    found = list(_server_variables(env, servers, asks=asks))
    for name, part in scheme_variables(document).items():
        found += _credentials(document.security_schemes[name], f"{env}_{part}")
    if not document.security_schemes:
        found.append(
            Variable(
                name=f"{env}_TOKEN", description="Bearer token, if the API wants one.", secret=True
            )
        )
    told = "Further headers for every request, one `Name: value` a line or a JSON object."
    found.append(Variable(name=f"{env}_HEADERS", description=told, secret=True))
    return tuple(found)


def _server_variables(env: str, servers: tuple[Server, ...], *, asks: bool) -> Iterator[Variable]:
    """`asks` says whether any tool makes a request by itself."""
    first = servers[0].default_url if servers else ""
    absolute = first.startswith(("http://", "https://"))
    told = "Where the API is; replaces the server of the description."
    needed = asks and not absolute
    yield Variable(name=f"{env}_BASE_URL", description=told, example=first, required=needed)
    for number, server in enumerate(servers[1:], 1):
        told = one_line(server.description) or "A server that some operations have to themselves."
        yield Variable(
            name=f"{env}_BASE_URL_{number}", description=told, example=server.default_url
        )
    known: Iterable[str] = dict.fromkeys(name for server in servers for name in server.variables)
    for name in known:
        variable = next(server.variables[name] for server in servers if name in server.variables)
        told = one_line(variable.description) or f"The `{one_line(name)}` of the server's address."
        yield Variable(
            name=f"{env}_SERVER_{upper_snake(name)}", description=told, example=variable.default
        )


def _credentials(scheme: SecurityScheme, prefix: str) -> list[Variable]:
    told = one_line(scheme.description, 300)

    def secret(suffix: str, what: str) -> Variable:
        return Variable(
            name=f"{prefix}_{suffix}", description=f"{what} {told}".strip(), secret=True
        )

    match scheme.type, scheme.scheme:
        case "apiKey", _:
            return [
                secret(
                    "API_KEY",
                    f"API key, sent as the {scheme.location} `{one_line(scheme.parameter)}`.",
                )
            ]
        case "http", "basic" | "digest":
            return [secret("USERNAME", "User name."), secret("PASSWORD", "Password.")]
        case "mutualTLS", _:
            return [
                secret("CERT_FILE", "Path of the client certificate (PEM)."),
                secret("KEY_FILE", "Path of its key."),
            ]
        case "oauth2" | "openIdConnect", _:
            return _oauth(scheme, secret("TOKEN", "Access token, used as it is."), prefix)
        case _:
            return [secret("TOKEN", f"Token for HTTP {scheme.scheme or 'bearer'} authentication.")]


def _oauth(scheme: SecurityScheme, token: Variable, prefix: str) -> list[Variable]:
    asked = "Where tokens are asked for, in place of what the description says."
    scopes = "Scopes to ask for, with spaces between; those of the operations by default."
    found = [
        token,
        Variable(name=f"{prefix}_CLIENT_ID", description="Client id."),
        Variable(name=f"{prefix}_CLIENT_SECRET", description="Client secret.", secret=True),
        Variable(name=f"{prefix}_TOKEN_URL", description=asked),
        Variable(name=f"{prefix}_SCOPES", description=scopes),
    ]
    untold = scheme.type == "openIdConnect"  # which flows there are
    if untold or _REFRESHED & scheme.flows.keys():
        refresh = f"{prefix}_REFRESH_TOKEN"
        found.append(
            Variable(name=refresh, description="Refresh token of a person's grant.", secret=True)
        )
    if untold or "password" in scheme.flows:
        found.append(Variable(name=f"{prefix}_USERNAME", description="User name.", secret=True))
        found.append(Variable(name=f"{prefix}_PASSWORD", description="Password.", secret=True))
    return found
