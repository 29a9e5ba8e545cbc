"""`server.json`, an entry of the MCP registry, and `manifest.json`, that of an MCPB bundle."""

from __future__ import annotations

import re

from mcpgen.model import JsonObject
from mcpgen.planners.plan import Plan, Variable
from mcpgen.renderers.code import clipped, one_line
from mcpgen.renderers.context import Context

_SERVER_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"
_DESCRIPTION_LENGTH = 100  # the registry's limit
_TITLE_LENGTH = 100
_CHARACTERS = r"(?:[\w.~:/?@!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*"  # of what follows the host (RFC 3986)
_WEBSITE = re.compile(
    rf"https://[\w.-]+(?::\d+)?(?:[/?]{_CHARACTERS})?(?:#{_CHARACTERS})?", re.ASCII
)


def server_file(context: Context) -> JsonObject:
    """The content of `server.json`."""
    plan = context.plan
    website = {"websiteUrl": plan.website} if _is_website(plan.website) else {}
    return {
        "$schema": _SERVER_SCHEMA,
        "name": plan.registry_name,
        "title": clipped(plan.title, _TITLE_LENGTH),
        "description": clipped(summary(plan), _DESCRIPTION_LENGTH),
        "version": plan.version,
        **website,
        "packages": [
            {
                "registryType": "pypi",
                "identifier": plan.names.distribution,
                "version": plan.version,
                "transport": {"type": "stdio"},
                "environmentVariables": [_environment_variable(each) for each in plan.variables],
            }
        ],
    }


def _is_website(url: str) -> bool:
    return _WEBSITE.fullmatch(url) is not None


def _environment_variable(variable: Variable) -> JsonObject:
    return {
        "name": variable.name,
        "description": one_line(variable.description),
        "isRequired": variable.required,
        "isSecret": variable.secret,
    }


def bundle_file(context: Context) -> JsonObject:
    """The content of `manifest.json` (MCPB 0.4), whose server is started with uv."""
    plan = context.plan
    homepage = {"homepage": plan.website} if _is_website(plan.website) else {}
    return {
        "manifest_version": "0.4",
        "name": plan.names.distribution,
        "display_name": clipped(plan.title, _TITLE_LENGTH),
        "version": plan.version,
        "description": summary(plan),
        "author": {"name": "Your name"},
        **homepage,
        "server": {
            "type": "uv",
            "entry_point": f"src/{plan.names.package}/__main__.py",
            "mcp_config": {
                "command": "uv",
                "args": ["run", "--directory", "${__dirname}", plan.names.distribution],
                "env": {v.name: f"${{user_config.{_key(v)}}}" for v in plan.variables},
            },
        },
        "tools_generated": True,
        "compatibility": {"runtimes": {"python": ">=3.11"}},
        "user_config": {_key(variable): _question(variable) for variable in plan.variables},
    }


def _key(variable: Variable) -> str:
    return variable.name.lower()


def _question(variable: Variable) -> JsonObject:
    default = {} if variable.required else {"default": ""}  # else an unset one arrives as `${…}`
    return {
        "type": "string",
        "title": variable.name,
        "description": one_line(variable.description) or variable.name,
        "required": variable.required,
        "sensitive": variable.secret,
        **default,
    }


def summary(plan: Plan) -> str:
    """One sentence on what the server is."""
    return f"MCP server for {one_line(plan.title)}"
