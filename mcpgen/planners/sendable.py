"""What of a description HTTP itself has no way to say: it is left out here, and named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import unquote

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Document, Operation, Parameter, SecurityScheme
from mcpgen.planners.text import one_line

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2: what a field name may be
_NAMED_BY_TOKEN = {"header", "cookie"}
# Of IANA's registry of HTTP authentication schemes, those that answer a challenge; Digest is answered.
_HANDSHAKES = {"hoba", "mutual", "negotiate", "scram-sha-1", "scram-sha-256", "ntlm"}


def sendable(document: Document, diagnostics: Diagnostics) -> Document:
    """The document without operations, parameters and credentials that cannot be put into a request."""
    schemes = {
        name: scheme
        for name, scheme in document.security_schemes.items()
        if _is_named_well(scheme.parameter, scheme, diagnostics)
    }
    for scheme in schemes.values():
        if scheme.type == "http" and scheme.scheme.lower() in _HANDSHAKES:
            message = f"security scheme {one_line(scheme.name)!r} is HTTP {scheme.scheme}"
            diagnostics.report("MG308", message, scheme.origin)
    operations = tuple(_operations(document, diagnostics))
    return replace(document, operations=operations, security_schemes=schemes)


def _operations(document: Document, diagnostics: Diagnostics) -> Iterator[Operation]:
    for op in document.operations:
        segments = unquote(re.split(r"[?#]", op.path, maxsplit=1)[0]).split("/")
        if {".", ".."} & set(segments):
            message = f"{op.key} is left out: its path has a segment of dots"
            diagnostics.report("MG304", message, op.origin)
            continue
        keys = set(_keys(op, document))
        kept = tuple(
            p
            for p in op.parameters
            if _is_named_well(p.name, p, diagnostics) and not _is_key(p, keys, diagnostics)
        )
        yield op if len(kept) == len(op.parameters) else replace(op, parameters=kept)


def _keys(op: Operation, document: Document) -> Iterator[tuple[str, str]]:
    """Where the API keys of an operation go: their locations and names."""
    for name in {name for requirement in op.security for name in requirement}:
        scheme = document.security_schemes.get(name)
        if scheme is not None and scheme.type == "apiKey":
            yield scheme.location, scheme.parameter


def _is_key(parameter: Parameter, keys: set[tuple[str, str]], diagnostics: Diagnostics) -> bool:
    if (parameter.location, parameter.name) not in keys:
        return False
    message = f"the {parameter.location} parameter `{one_line(parameter.name, 60)}` is a credential"
    diagnostics.report("MG305", message, parameter.origin)
    return True


def _is_named_well(name: str, holder: Parameter | SecurityScheme, diagnostics: Diagnostics) -> bool:
    is_key = isinstance(holder, Parameter) or holder.type == "apiKey"
    if not is_key or holder.location not in _NAMED_BY_TOKEN or _TOKEN.fullmatch(name):
        return True
    shown = one_line(name, 60)
    message = f"{shown!r} cannot be the name of a {holder.location}, so it is left out"
    diagnostics.report("MG302", message, holder.origin)
    return False
