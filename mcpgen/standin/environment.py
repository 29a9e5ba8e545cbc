"""What a server is told so that it talks to the stand-in: base URLs on loopback, and made-up credentials."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from mcpgen.planners.plan import Plan

# By the end of a variable's name. A client id or a refresh token would send the server to the real token endpoint.
_MADE_UP = {
    "_API_KEY": "made-up-key",
    "_TOKEN": "made-up-token",
    "_USERNAME": "made-up-user",
    "_PASSWORD": "made-up-password",
}
# By the JSON type of an argument that is pinned to a variable.
_PINNED = {"string": "made-up", "boolean": "true"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Environment:
    """Variables for the server; `secrets` are the texts that a transcript must not show."""

    variables: Mapping[str, str]
    secrets: tuple[str, ...]


def base_paths(plan: Plan) -> tuple[str, ...]:
    """The path of each server's URL, which the stand-in's addresses keep."""
    return tuple(urlsplit(each.default_url).path.rstrip("/") for each in plan.servers) or ("",)


def environment_of(plan: Plan, origin: str) -> Environment:
    """Variables that point every server of the plan to `origin` and fill in each scheme's credential."""
    variable = f"{plan.names.env}_BASE_URL"
    urls = {
        f"{variable}_{number}" if number else variable: origin + path
        for number, path in enumerate(base_paths(plan))
    }
    credentials = _credentials(plan)
    pinned = {
        f"{plan.names.env}_{name}": _PINNED.get(kind, "1") for name, kind in plan.pins.items()
    }
    return Environment(variables={**urls, **pinned, **credentials}, secrets=_secrets(credentials))


def _credentials(plan: Plan) -> dict[str, str]:
    declared = {variable.name for variable in plan.variables} - {f"{plan.names.env}_TOKEN"}
    return {
        name: value
        for name in sorted(declared)
        for ending, value in _MADE_UP.items()
        if name.endswith(ending) and not name.endswith("_REFRESH_TOKEN")
    }


def _secrets(credentials: Mapping[str, str]) -> tuple[str, ...]:
    pair = f"{_MADE_UP['_USERNAME']}:{_MADE_UP['_PASSWORD']}".encode()
    return (base64.b64encode(pair).decode(), *sorted(set(credentials.values())))
