"""`api.json` and `catalog/<module>.json`: what a generated server reads at start (docs/catalog.md)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from mcpgen.model import JsonObject, SecurityScheme, Server
from mcpgen.model.api import Flow
from mcpgen.planners.plan import Annotations, Module, Plan, Tool
from mcpgen.renderers import jsontext

_FLOW_KEYS = {
    "authorizationUrl": "authorization_url",
    "tokenUrl": "token_url",
    "refreshUrl": "refresh_url",
    "deviceAuthorizationUrl": "device_authorization_url",
}


def api_file(plan: Plan) -> JsonObject:
    """The content of `api.json`."""
    known = {
        "name": plan.names.name,
        "title": plan.title,
        "version": plan.version,
        "description": plan.description,
        "instructions": plan.instructions,
        "website": plan.website,
        "icons": list(plan.icons) or "",
        "source": plan.source,
        "revision": plan.revision or revision(tools_text(plan)),
        "env": plan.names.env,
        "modules": [module.name for module in plan.modules],
        "servers": [_server(server) for server in plan.servers],
        "securitySchemes": {
            scheme.name: _scheme(scheme, plan.scheme_variables[scheme.name])
            for scheme in plan.security_schemes
        },
        "credentialHosts": list(plan.credential_hosts),
        "mode": "search" if plan.search else "",
        "pageSize": plan.page_size,
        "logging": plan.logging or "",
        "resumable": plan.resumable or "",
        "changes": list(plan.changes) or "",
        "limits": plan.limits,
        "pins": dict(plan.pins) or "",
    }
    return {key: value for key, value in known.items() if value != ""}


def catalog_file(module: Module) -> JsonObject:
    """The content of `catalog/<module>.json`."""
    tag = {"tag": module.tag} if module.tag else {}
    return {"module": module.name, **tag, "tools": [_entry(tool) for tool in module.tools]}


def tools_text(plan: Plan) -> str:
    """All tools as clients see them, as JSON."""
    return jsontext.compact([listed(tool) for tool in plan.offered])


def tokens_of(text: str) -> int:
    """About how many tokens a text is, four characters each."""
    return len(text) // 4


def revision(tools: str) -> str:
    """A digest of all tools as clients see them: cursors and caches hold as long as it does."""
    return hashlib.sha256(tools.encode()).hexdigest()[:16]


def listed(tool: Tool) -> JsonObject:
    """The entry of tools/list."""
    output = {"outputSchema": tool.output_schema} if tool.output_schema is not None else {}
    return {
        "name": tool.name,
        **({"title": tool.title} if tool.title else {}),
        "description": tool.description,
        "inputSchema": tool.input_schema,
        **output,
        "annotations": _annotations(tool.annotations),
        "_meta": {"mcpgen/operation": tool.key, **tool.meta},
    }


def _entry(tool: Tool) -> JsonObject:
    renamed = {
        argument.name: argument.identifier
        for argument in tool.function.arguments
        if argument.name != argument.identifier
    }
    return {
        "operation": tool.key,
        "function": tool.function.name,
        **({"arguments": renamed} if renamed else {}),
        **tool.private,
        "tool": listed(tool),
    }


def _annotations(hints: Annotations) -> JsonObject:
    return {
        "readOnlyHint": hints.read_only,
        "destructiveHint": hints.destructive,
        "idempotentHint": hints.idempotent,
        "openWorldHint": hints.open_world,
    }


def _server(server: Server) -> JsonObject:
    variables = {
        name: {
            "default": variable.default,
            **({"enum": list(variable.enum)} if variable.enum else {}),
        }
        for name, variable in server.variables.items()
    }
    return {"url": server.url, **({"variables": variables} if variables else {})}


def _scheme(scheme: SecurityScheme, variable: str) -> JsonObject:
    return {"type": scheme.type, **_scheme_details(scheme), "env": variable}


def _scheme_details(scheme: SecurityScheme) -> JsonObject:
    match scheme.type:
        case "apiKey":
            return {"in": scheme.location, "name": scheme.parameter}
        case "http":
            return {"scheme": scheme.scheme}
        case "oauth2":
            return {"flows": {name: _flow(flow) for name, flow in scheme.flows.items()}}
        case "openIdConnect":
            return {"openIdConnectUrl": scheme.discovery_url}
        case "mutualTLS":
            return {}


def _flow(flow: Flow) -> JsonObject:
    urls = {key: getattr(flow, field) for key, field in _FLOW_KEYS.items()}
    scopes: Mapping[str, str] = flow.scopes
    return {**{key: url for key, url in urls.items() if url}, "scopes": dict(scopes)}
