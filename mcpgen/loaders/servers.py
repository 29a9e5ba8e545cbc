"""Servers and other URLs: absolute wherever that can be known."""

from __future__ import annotations

import re
from typing import Final
from urllib.parse import urljoin

from mcpgen.loaders.context import Context
from mcpgen.loaders.node import Node
from mcpgen.model import Server, ServerVariable, is_object

_VARIABLE: Final = re.compile(r"\{([^{}]+)\}")
_ABSOLUTE: Final = re.compile(r"[A-Za-z{][^/?#]*://")
_HOST: Final = re.compile(r"(localhost|[\w-]+(\.[\w-]+)*\.[A-Za-z]{2,})(:\d+)?(/|$)")


def read_servers(context: Context, node: Node) -> tuple[Server, ...]:
    """Give the `servers` of a document, path item or operation."""
    made = (_server(context, item) for item in context.items(node, "servers"))
    return tuple(server for server in made if server is not None)


def default_servers(context: Context) -> tuple[Server, ...]:
    """Give `/`, the server of a document that names none (OpenAPI 3.1, 4.8.1), where it has an address."""
    return (Server(url=urljoin(context.address, "/")),) if context.address else ()


def absolute(address: str, url: str) -> str:
    """Resolve a server's URL against the address of its file; without one it stays as it is."""
    return url if _ABSOLUTE.match(url) or not address else urljoin(address, url)


def endpoint(servers: tuple[Server, ...], url: str) -> str:
    """Resolve a URL of the API, such as a token URL, against its first server (OpenAPI 3.1, 4.7)."""
    return urljoin(servers[0].default_url, url) if url and servers else url


def _server(context: Context, node: Node) -> Server | None:
    if isinstance(node.value, str):
        node = Node({"url": node.value}, node.file, node.pointer)
        context.report(
            node, "MG207", "a server must be an object with a `url`; the text is read as that"
        )
    if not is_object(node.value):
        context.report(node, "MG206", "a server must be an object with a `url`; left out")
        return None
    url = _mended(context, node, context.text(node, "url").strip())
    variables = {
        name: _variable(context, child) for name, child in context.members(node, "variables")
    }
    for name in _VARIABLE.findall(url):
        if name not in variables:
            context.report(node, "MG230", f"the server variable `{name}` is not declared", "url")
            variables[name] = ServerVariable(default="")
    address = node.file.uri if node.file.uri.startswith("http") else ""
    return Server(
        url=absolute(address, url or "/"),
        description=context.text(node, "description"),
        variables=variables,
    )


def _mended(context: Context, node: Node, url: str) -> str:
    """Give `//host` and `api.example.com/v1` the scheme that was forgotten."""
    if url.startswith("//"):
        scheme = "http" if context.address.startswith("http:") else "https"
        return f"{scheme}:{url}"
    host = None if _ABSOLUTE.match(url) else _HOST.match(url)
    if host is None:
        return url
    scheme = "http" if host[1] == "localhost" else "https"
    context.report(node, "MG230", f"the server URL has no scheme; read as {scheme}", "url")
    return f"{scheme}://{url}"


def _variable(context: Context, node: Node) -> ServerVariable:
    enum = tuple(str(item.value) for item in context.items(node, "enum"))
    default = context.text(node, "default")
    if not default:
        default = enum[0] if enum else ""
    return ServerVariable(default=default, enum=enum, description=context.text(node, "description"))
