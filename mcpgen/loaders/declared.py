"""Security schemes that `mcpgen.yaml` declares, and the operations that use them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mcpgen.model import Document, Flow, JsonObject, Origin, SecurityScheme


def declared_schemes(auth: Mapping[str, JsonObject], origin: Origin) -> dict[str, SecurityScheme]:
    """Give the schemes of `auth`, checked by the schema of `mcpgen.yaml`; `origin` is the place of `auth`."""
    return {name: _scheme(name, value, origin.child(name)) for name, value in auth.items()}


def with_schemes(document: Document, schemes: Mapping[str, SecurityScheme]) -> Document:
    """Add schemes to a document; one without any of its own uses them everywhere, any one of them being enough."""
    if not schemes:
        return document
    known = {**document.security_schemes, **schemes}
    if document.security_schemes or any(op.security for op in document.operations):
        return replace(document, security_schemes=known)
    alternatives = tuple({name: scheme.scopes} for name, scheme in schemes.items())
    operations = tuple(
        op if op.local else replace(op, security=alternatives) for op in document.operations
    )
    return replace(document, security_schemes=known, operations=operations)


def _scheme(name: str, value: JsonObject, origin: Origin) -> SecurityScheme:
    return SecurityScheme(
        name=name,
        type=value["type"],
        description=value.get("description", ""),
        location=value.get("in", "header"),
        parameter=value.get("name", ""),
        scheme=value.get("scheme", "").lower(),
        flows={each: _flow(flow) for each, flow in value.get("flows", {}).items()},
        discovery_url=value.get("openIdConnectUrl", ""),
        origin=origin,
    )


def _flow(value: JsonObject) -> Flow:
    return Flow(
        authorization_url=value.get("authorizationUrl", ""),
        token_url=value.get("tokenUrl", ""),
        refresh_url=value.get("refreshUrl", ""),
        device_authorization_url=value.get("deviceAuthorizationUrl", ""),
        scopes=value.get("scopes", {}),
    )
