"""A description whose every text tries to break out of the place where it will be written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

# What a text may be taken for: Python, Jinja, TOML, YAML, JSON, Markdown and HTML, a shell, a header, a path.
_TEMPLATES = (
    '"""\n{python}\n"""',
    "'''\n{python}\n'''",
    '"); {python}; ("',
    "'); {python}; ('",
    "\\",
    '\\"""); {python} #',
    "x\\\n{python}\n",
    "{{{{ cycler.__init__.__globals__.os.system('{shell}') }}}}",
    "{{% include '/etc/passwd' %}} {{% raw %}} %}} #}} {{#",
    "{{0.__class__}} {{x!r}} %s %(x)s ${{{{ env.HOME }}}} $HOME",
    "$({shell})",
    "`{shell}`",
    "; {shell} ; #",
    "| {shell} && {shell}",
    '"]\n[tool.pytest.ini_options]\npython_files = ["*"]\n["',
    "key: [unclosed\n- &a *a !!python/object/apply:os.system ['{shell}']",
    '"}}]}}}},{{"injected": true}}',
    "</script><script>{shell}</script> [x](javascript:{shell}) <!-- --> -->",
    "# heading\n```\n{python}\n```\n| a | b |",
    "one\r\nX-Injected: yes\r\n\r\nbody",
    "a\u2028{python}\u2029\x85{python}\x0b\x0c",
    "\u202egnitirw\u202c \u2066\u2069 zero\u200bwidth\u200d\ufeff \u00ad",
    "nul\x00 bell\x07 escape\x1b[31m delete\x7f",
    "../../../../{canary}",
    "/{canary}",
    "..\\..\\{canary}",
    "con.txt:stream",
    "import os",
    "None",
    "__init__",
    "__class__.__base__",
    "\ud83d\ude00 \U0001f600 caf\u00e9 \u540d\u524d",
    "-rf",
    "--help",
    "~",
    ".",
    "..",
    "",
    " ",
    "x" * 300,
)


def fragments(canary: Path) -> list[str]:
    """The texts; run as Python or by a shell, each would create `canary`."""
    shell = f"touch {canary}"
    python = f"__import__('os').system('{shell}')"
    return [
        template.format(python=python, shell=shell, canary=canary)
        .encode("utf-16", "surrogatepass")
        .decode("utf-16")
        for template in _TEMPLATES
    ]


def document(canary: Path) -> dict[str, Any]:
    """An OpenAPI 3.1 description with one operation for each fragment, which stands wherever a text may stand."""
    texts = fragments(canary)
    everything = " ".join(texts)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": everything,
            "summary": everything,
            "description": everything,
            "version": everything,
            "termsOfService": everything,
            "contact": {"name": everything, "url": everything, "email": everything},
            "license": {"name": everything, "identifier": everything},
        },
        "servers": [_server(text) for text in texts],
        "tags": [{"name": text, "description": text} for text in texts],
        "externalDocs": {"url": everything, "description": everything},
        "paths": {
            f"/p{number}/{_path(text)}/{{{_brace(text)}}}": _path_item(text)
            for number, text in enumerate(texts)
        },
        "components": {
            "schemas": {text: _schema(text) for text in texts},
            "securitySchemes": {text: _scheme(number, text) for number, text in enumerate(texts)},
        },
    }


def _brace(text: str) -> str:
    return text.replace("{", "(").replace("}", ")") or "empty"


def _path(text: str) -> str:
    return text.replace("{", "(").replace("}", ")")


def _server(text: str) -> dict[str, Any]:
    return {
        "url": f"https://api.example.com/{{{_brace(text)}}}",
        "description": text,
        "variables": {
            _brace(text): {"default": text, "enum": [text, "other"], "description": text}
        },
    }


def _scheme(number: int, text: str) -> dict[str, Any]:
    flows = {"clientCredentials": {"tokenUrl": text, "scopes": {text: text}}}
    kinds: list[dict[str, Any]] = [
        {"type": "apiKey", "in": ("header", "query", "cookie")[number % 3], "name": text},
        {"type": "http", "scheme": text},
        {"type": "oauth2", "flows": flows},
        {"type": "openIdConnect", "openIdConnectUrl": text},
    ]
    return {**kinds[number % len(kinds)], "description": text}


def _schema(text: str) -> dict[str, Any]:
    return {
        "type": "object",
        "title": text,
        "description": text,
        "properties": {
            text: {"type": "string", "enum": [text, "other"], "default": text, "description": text},
            f"{text}2": {"const": text, "title": text},
            "pattern": {"type": "string", "pattern": text, "format": text, "examples": [text]},
        },
        "required": [text],
        "x-extra": text,
        "xml": {"name": text, "namespace": text, "prefix": text},
    }


def _path_item(text: str) -> dict[str, Any]:
    reference = "#/components/schemas/" + text.replace("~", "~0").replace("/", "~1")
    return {
        "summary": text,
        "description": text,
        "parameters": [
            {"name": _brace(text), "in": "path", "required": True, "schema": {"type": "string"}}
        ],
        "get": _operation(
            text,
            f"{text} get",
            [_parameter(text, place) for place in ("query", "header", "cookie")],
        ),
        "post": {
            **_operation(text, f"{text} post", []),
            "requestBody": {
                "description": text,
                "required": True,
                "content": {
                    "application/json": {"schema": {"$ref": reference}, "example": {text: text}}
                },
            },
        },
        "put": {
            **_operation(text, text, []),
            "requestBody": {
                "content": {
                    "multipart/form-data": {
                        "schema": {
                            "type": "object",
                            "properties": {text: {"type": "string", "format": "binary"}},
                        },
                        "encoding": {text: {"contentType": text}},
                    },
                    text: {"schema": {"type": "string"}},
                }
            },
        },
    }


def _operation(text: str, operation_id: str, parameters: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "operationId": operation_id,
        "summary": text,
        "description": text,
        "tags": [text],
        "externalDocs": {"url": text, "description": text},
        "parameters": parameters,
        "security": [{text: [text]}],
        "responses": {
            "200": {
                "description": text,
                "content": {
                    "application/json": {
                        "schema": {"type": "object", "title": text},
                        "example": {text: text},
                    }
                },
                "headers": {text: {"description": text, "schema": {"type": "string"}}},
                "links": {
                    text: {"operationId": text, "parameters": {text: text}, "description": text}
                },
            }
        },
        "x-extra": {text: text},
    }


def _parameter(text: str, place: str) -> dict[str, Any]:
    return {
        "name": text,
        "in": place,
        "description": text,
        "schema": {"type": "string", "enum": [text, "other"], "default": text},
        "example": text,
    }
