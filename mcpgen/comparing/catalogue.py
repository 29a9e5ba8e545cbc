"""What a server offers its callers, as its `api.json` and `catalog/*.json` have it (docs/catalog.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from mcpgen.model import Json, JsonObject, Schema

PUBLIC: list[JsonObject] = [{}]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One tool; `data` is its entry of the catalogue."""

    data: JsonObject

    @property
    def name(self) -> str:
        """The name that clients call."""
        return str(self.data["tool"]["name"])

    @property
    def operation(self) -> str:
        """The key of its operation."""
        return str(self.data["operation"])

    @property
    def input(self) -> Schema:
        """The schema of its arguments."""
        schema: Schema = self.data["tool"]["inputSchema"]
        return schema

    @property
    def output(self) -> Schema:
        """The schema of its structured result as the API documents it; one that allows anything where it does not.

        In tools/list it is one of two alternatives, the other being any object, since APIs break their own schemas.
        """
        schema: Schema = self.data["tool"].get("outputSchema", {})
        match schema.get("anyOf"):
            case [dict(), {**other}] if not other:
                documented: Schema = schema["anyOf"][0]
                return documented
            case _:
                return schema

    @property
    def annotations(self) -> Mapping[str, bool]:
        """The four hints."""
        hints: Mapping[str, bool] = self.data["tool"].get("annotations", {})
        return hints

    @property
    def security(self) -> list[JsonObject]:
        """The alternatives by which a call is allowed, at least one."""
        return self.data.get("security") or PUBLIC

    @property
    def server(self) -> int:
        """The index of its server."""
        return int(self.data.get("server", 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """A whole server: `api` is `api.json`, `tools` are by name in the order of tools/list."""

    api: JsonObject = field(default_factory=dict[str, Json])
    tools: Mapping[str, Entry] = field(default_factory=dict[str, Entry])

    def base_url(self, index: int) -> str:
        """The URL of a server as written."""
        servers = self.api.get("servers", ())
        return str(servers[index]["url"]) if index < len(servers) else ""

    @property
    def hosts(self) -> tuple[str, ...]:
        """Every host that it may send anything to: of servers, and of what OAuth needs; as written, with variables."""
        urls = [server["url"] for server in self.api.get("servers", ())]
        for scheme in self.api.get("securitySchemes", {}).values():
            flows = scheme.get("flows", {}).values()
            urls += [scheme.get("openIdConnectUrl", "")]
            urls += [url for flow in flows for key, url in flow.items() if key.endswith("Url")]
        return tuple(dict.fromkeys(host for url in urls if (host := origin_of(url)[1])))


def catalogue_of(api: JsonObject, modules: Iterable[JsonObject]) -> Catalogue:
    """A catalogue from the contents of its files."""
    data = (each for module in modules for each in module["tools"])
    entries = (Entry(data=each) for each in data if not each.get("inside"))
    return Catalogue(api=api, tools={entry.name: entry for entry in entries})


def origin_of(url: str) -> tuple[str, str]:
    """The scheme and the host (with its port) of a URL, empty where it is relative or none."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return "", ""
    return parts.scheme, parts.netloc.rpartition("@")[2].lower()
