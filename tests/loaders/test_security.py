"""Security schemes and who may call without one."""

from __future__ import annotations

import pytest

from .describe import Read, read

SCHEMES = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    servers: [{url: 'https://api.test/v1'}]
    components:
      securitySchemes:
        key: {type: apiKey, in: header, name: X-Key}
        jar: {type: apikey, in: Cookie, name: sid}
        basic: {type: http, scheme: Basic}
        bearer: {type: http, scheme: bearer, bearerFormat: JWT, description: d}
        oidc: {type: openIdConnect, openIdConnectUrl: /.well-known/openid-configuration}
        tls: {type: mutualTLS}
        oauth:
          type: oauth2
          flows:
            clientCredentials: {tokenUrl: ../token, refreshUrl: 'https://login.test/r', scopes: {a: A}}
            password: {tokenUrl: /t, scopes: null}
            x-custom: {}
            odd: {tokenUrl: /t}
        x-odd: {type: nonsense}
        nameless: {type: apiKey, in: header}
        empty: {type: oauth2, flows: {}}
        nothing:
    """


def with_security(text: str, document: str = "") -> Read:
    whole = f"{SCHEMES}\n    {document}\n    paths: {{/a: {{get: {{{text}}}}}}}\n"
    return read(whole)


def test_schemes_of_every_kind() -> None:
    schemes = with_security("").document.security_schemes

    assert list(schemes) == ["key", "jar", "basic", "bearer", "oidc", "tls", "oauth"]
    assert (schemes["key"].type, schemes["key"].location, schemes["key"].parameter) == (
        "apiKey",
        "header",
        "X-Key",
    )
    assert schemes["jar"].location == "cookie"
    assert (schemes["basic"].scheme, schemes["bearer"].scheme) == ("basic", "bearer")
    assert schemes["oidc"].discovery_url == "https://api.test/.well-known/openid-configuration"
    assert schemes["tls"].type == "mutualTLS"


def test_flow_urls_are_resolved_against_the_server() -> None:
    flows = with_security("").document.security_schemes["oauth"].flows

    assert list(flows) == ["clientCredentials", "password"]
    assert flows["clientCredentials"].token_url == "https://api.test/token"
    assert flows["clientCredentials"].refresh_url == "https://login.test/r"
    assert flows["clientCredentials"].scopes == {"a": "A"}


def test_what_is_no_scheme_is_named() -> None:
    found = with_security("")

    for name in ("x-odd", "nameless", "empty"):
        assert f"`{name}`" in found.messages


@pytest.mark.parametrize(
    ("own", "document", "made"),
    [
        ("", "", ()),
        ("", "security: [{key: []}]", ({"key": ()},)),
        ("security: []", "security: [{key: []}]", ()),
        ("security: null", "security: [{key: []}]", ({"key": ()},)),
        ("security: [{key: []}, {}]", "", ({"key": ()}, {})),
        ("security: [{key: [], oauth: [a, b]}]", "", ({"key": (), "oauth": ("a", "b")},)),
        ("security: {key: []}", "", ({"key": ()},)),
        ("security: [key]", "", ({"key": ()},)),
        ("security: [{key: }]", "", ({"key": ()},)),
        ("security: [{key: [], gone: []}]", "", ({"key": ()},)),
        ("security: [{gone: []}]", "", ()),
        ("security: [7]", "", ()),
    ],
)
def test_requirements(own: str, document: str, made: tuple) -> None:
    assert with_security(own, document).operation().security == made


def test_an_unknown_scheme_is_named() -> None:
    found = with_security("security: [{gone: []}]")

    assert "MG221" in found.codes
    assert "`gone`" in found.messages
