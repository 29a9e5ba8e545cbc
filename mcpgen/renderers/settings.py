"""The environment variables that every server has, beside those of its API."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

from mcpgen.planners.plan import Plan, Variable

_FOR_PEOPLE = frozenset({"authorizationCode", "deviceAuthorization"})  # OAuth flows
_ALWAYS = {
    "HTTP_TOKEN": "Bearer token that callers of the HTTP transport must send.",
    "OAUTH_ISSUER": "Authorization server whose access tokens callers of the HTTP transport must send instead.",
    "PUBLIC_URL": "URL at which clients reach the HTTP transport, its path included.",
    "IDENTITY": "As whom the API knows callers over HTTP: `shared` (as this server), `exchange` or `header`.",
    "AUDIT": "Where each call leaves a line of JSON: `stderr`, or a file.",
    "ALLOWED_HOSTS": "Hosts under which the HTTP transport may be reached beside localhost, with commas between.",
    "CORS_ORIGINS": "Origins whose pages may call over HTTP from a browser, with commas between; none by default.",
    "WORKERS": "Processes that serve over HTTP.",
    "SESSIONS": "Sessions of older clients over HTTP: `auto`, `sticky` or `none`.",
    "MAX_BODY": "The most bytes of a request over HTTP.",
    "DRAIN": "Seconds that calls under way over HTTP are given when the server stops.",
    "STATE_KEYS": "Secrets of 32 characters or more that seal what a person was asked, shared by all processes; the first seals.",
    "STATE_STORE": "File, or `redis://` URL, that all processes share: which answers were used; in Redis also counts of calls.",
    "STATE_TTL": "Seconds that a person may take to answer.",
    "RELOAD": "`true` serves changed files of the server without a new start, and tells clients; for who works on it.",
    "READ_ONLY": "`true` offers only the tools that change nothing.",
    "TAGS": "Offers only the tools that have one of these tags, with commas between.",
    "MODE": "`tools` lists all tools; `search` offers three that find, describe and call them.",
    "TIMEOUT": "Seconds that one call may take, retries included.",
    "CONNECT_TIMEOUT": "Seconds of these for reaching the API.",
    "RESULT_TOKENS": "How large a result may be, in tokens of four characters.",
    "MAX_CONCURRENCY": "Requests to the API at a time.",
    "RATE": "Calls of one tool by one caller a minute; 0 is no limit.",
    "RETRIES": "How often a request that failed in passing, and is harmless to repeat, is sent again.",
    "FILES": "Folder that tools may read files from; without it none.",
    "TOKEN_FILE": "Where `login` keeps tokens; below the user's own state folder by default.",
    "CA_FILE": "Certificates to trust beside those of the system (PEM).",
}


# What holds where one of these is not set, and the description and `mcpgen.yaml` say nothing of it: as in the runtime.
_DEFAULTS = {
    "IDENTITY": "shared",
    "WORKERS": "1",
    "SESSIONS": "auto",
    "MAX_BODY": str(4 * 2**20),
    "DRAIN": "5",
    "STATE_TTL": "600",
    "CONNECT_TIMEOUT": "10",
    "MAX_CONCURRENCY": "20",
    "RATE": "0",
    "RETRIES": "2",
}
_LIMITS = {
    "TIMEOUT": "timeout",
    "RESULT_TOKENS": "resultTokens",
    "MAX_CONCURRENCY": "concurrency",
    "RATE": "rate",
    "RETRIES": "retries",
}


def signs_in(plan: Plan) -> bool:
    """Whether the server has `login`: for a scheme with which somebody must log in, in a browser, before the API takes a call."""
    return any(
        scheme.type == "openIdConnect" or not _FOR_PEOPLE.isdisjoint(scheme.flows)
        for scheme in plan.security_schemes
    )


def all_variables(plan: Plan) -> Iterator[Variable]:
    """The variables of the API, then those of every server."""
    yield from plan.variables
    known = {variable.name for variable in plan.variables}
    defaults = _defaults(plan)
    for suffix, description in _ALWAYS.items():
        name = f"{plan.names.env}_{suffix}"
        offered = suffix != "TOKEN_FILE" or signs_in(plan)
        if offered and name not in known:
            yield Variable(name=name, description=description, example=defaults.get(suffix, ""))


def _defaults(plan: Plan) -> Mapping[str, str]:
    chosen = {
        suffix: json.dumps(plan.limits[key])
        for suffix, key in _LIMITS.items()
        if key in plan.limits
    }
    return {**_DEFAULTS, "MODE": "search" if plan.search else "tools", **chosen}
