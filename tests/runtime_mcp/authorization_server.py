"""An OAuth authorization server in a thread, made of authlib: what callers get their tokens from, over real HTTP."""

from __future__ import annotations

import logging
import os
import threading
import time
from dataclasses import dataclass, field
from typing import Any, Self

import httpx2
from authlib.common.security import generate_token
from authlib.integrations.flask_oauth2 import AuthorizationServer as Flow
from authlib.oauth2.rfc6749 import (
    AuthorizationCodeMixin,
    ClientMixin,
    TokenEndpointMixin,
    TokenMixin,
    grants,
)
from authlib.oauth2.rfc6749.errors import InvalidGrantError
from authlib.oauth2.rfc6750 import BearerTokenGenerator
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc9068 import JWTBearerTokenGenerator
from flask import Flask, jsonify, request
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from werkzeug.serving import make_server

os.environ["AUTHLIB_INSECURE_TRANSPORT"] = "1"  # everything stays on this machine
logging.getLogger("werkzeug").setLevel(logging.ERROR)

EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange"
CLIENT = ("mcp-client", "secret-of-the-client")
SERVER = ("mcp-server", "secret-of-the-server")
REDIRECT = "http://127.0.0.1:1/callback"
PEOPLE = {"ada": "password-of-ada", "bob": "password-of-bob"}


@dataclass
class Client(ClientMixin):
    id: str
    secret: str

    def get_client_id(self):
        return self.id

    def get_default_redirect_uri(self):
        return REDIRECT

    def get_allowed_scope(self, scope):
        return scope or ""

    def check_redirect_uri(self, redirect_uri):
        return redirect_uri == REDIRECT

    def check_client_secret(self, client_secret):
        return client_secret == self.secret

    def check_endpoint_auth_method(self, method, endpoint):
        return method in {"client_secret_basic", "client_secret_post"}

    def check_response_type(self, response_type):
        return response_type == "code"

    def check_grant_type(self, grant_type):
        return True


@dataclass
class Person:
    name: str

    def get_user_id(self):
        return self.name


@dataclass
class Token(TokenMixin):
    client_id: str
    subject: str
    audience: str
    scope: str
    expires_at: float
    revoked: bool = False

    def check_client(self, client):
        return True

    def is_expired(self):
        return time.time() > self.expires_at

    def is_revoked(self):
        return self.revoked


@dataclass
class Code(AuthorizationCodeMixin):
    code: str
    client_id: str
    redirect_uri: str
    scope: str
    person: Person
    code_challenge: str
    code_challenge_method: str

    def get_redirect_uri(self):
        return self.redirect_uri

    def get_scope(self):
        return self.scope

    def get_nonce(self):
        return None


@dataclass
class AuthorizationServer:
    """`issue` gets a token as a client would; `asked` counts the requests to each path."""

    life: int = 3600
    opaque: bool = False
    asked: list[str] = field(default_factory=list)
    tokens: dict[str, Token] = field(default_factory=dict)
    codes: dict[str, Code] = field(default_factory=dict)
    exchanges: list[dict[str, str]] = field(default_factory=list)
    issuer: str = ""
    down: bool = False

    def __post_init__(self) -> None:
        self.keys = [_key()]
        self._server = make_server("127.0.0.1", 0, self._app(), threaded=True)
        self.issuer = f"http://127.0.0.1:{self._server.server_port}"
        self._flow.register_token_generator("default", self._generator())

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def issue(self, audience: str, scope: str = "", *, person: str = "ada") -> str:
        """A person's access token, by the password grant, else the client's own."""
        form = {"scope": scope, "resource": audience, "grant_type": "client_credentials"}
        if person:
            form |= {"grant_type": "password", "username": person, "password": PEOPLE[person]}
        answer = httpx2.post(f"{self.issuer}/token", data=form, auth=CLIENT, trust_env=False)
        assert answer.status_code == 200, answer.text
        return answer.json()["access_token"]

    def sign(self, claims: dict[str, Any], header: dict[str, Any] | None = None, key=None) -> str:
        """A token with any claims at all, signed as the server signs."""
        key = key or self.keys[0]
        now = int(time.time())
        base = {"iss": self.issuer, "sub": "ada", "iat": now, "exp": now + 60, "client_id": "c"}
        given = {name: value for name, value in (base | claims).items() if value is not None}
        head = {"alg": "RS256", "typ": "at+jwt", "kid": key.kid} | (header or {})
        return jwt.encode({k: v for k, v in head.items() if v is not None}, given, key)

    def rotate(self) -> None:
        self.keys.insert(0, _key())
        del self.keys[1:]

    def _app(self) -> Flask:
        app = Flask(__name__)
        self._flow = Flow(app, query_client=_client, save_token=self._save)
        self._flow.register_grant(grants.ClientCredentialsGrant)
        self._flow.register_grant(_PasswordGrant)
        self._flow.register_grant(_code_grant(self), [CodeChallenge(required=True)])
        self._flow.register_grant(_exchange_grant(self))
        self._flow.register_endpoint(_introspection(self))
        app.add_url_rule("/.well-known/oauth-authorization-server", view_func=self.metadata)
        app.add_url_rule("/jwks", view_func=self.jwks)
        app.add_url_rule("/authorize", view_func=self.authorize)
        app.add_url_rule("/token", view_func=self.token, methods=["POST"])
        app.add_url_rule("/introspect", view_func=self.introspect, methods=["POST"])
        app.before_request(self._count)
        return app

    def _count(self):
        self.asked.append(request.path)
        return ("down", 503) if self.down else None

    def metadata(self):
        return jsonify(
            issuer=self.issuer,
            authorization_endpoint=f"{self.issuer}/authorize",
            token_endpoint=f"{self.issuer}/token",
            jwks_uri=f"{self.issuer}/jwks",
            response_types_supported=["code"],
            code_challenge_methods_supported=["S256"],
            authorization_response_iss_parameter_supported=False,
        )

    def jwks(self):
        return jsonify(KeySet(self.keys).as_dict(private=False))

    def authorize(self):
        """Ada is logged in and agrees."""
        person = Person("ada")
        grant = self._flow.get_consent_grant(end_user=person)
        return self._flow.create_authorization_response(grant_user=person, grant=grant)

    def token(self):
        return self._flow.create_token_response()

    def introspect(self):
        return self._flow.create_endpoint_response("introspection")

    def _save(self, token, asked) -> None:
        user = asked.user.get_user_id() if asked.user else asked.client.id
        self.tokens[token["access_token"]] = Token(
            client_id=asked.client.id,
            subject=user,
            audience=_audience(),
            scope=token.get("scope", ""),
            expires_at=time.time() + self.life,
        )

    def _generator(self):
        expires = lambda *_: self.life  # noqa: E731  # what authlib calls
        if self.opaque:
            return BearerTokenGenerator(lambda *_, **__: generate_token(40), None, expires)
        return _Jwt(self, expires)


class _Jwt(JWTBearerTokenGenerator):
    def __init__(self, server: AuthorizationServer, expires) -> None:
        super().__init__(server.issuer, expires_generator=expires)
        self._server = server

    def get_jwks(self):
        return KeySet(self._server.keys[:1])

    def get_audiences(self, client, user, scope):
        return _audience()

    def get_extra_claims(self, client, grant_type, user, scope):
        return {"tenant": f"tenant-of-{user.name}"} if user else {}


class _PasswordGrant(grants.ResourceOwnerPasswordCredentialsGrant):
    def authenticate_user(self, username, password):
        return Person(username) if PEOPLE.get(username) == password else None


def _code_grant(server: AuthorizationServer) -> type:
    class CodeGrant(grants.AuthorizationCodeGrant):
        TOKEN_ENDPOINT_AUTH_METHODS = ["client_secret_basic", "client_secret_post"]  # noqa: RUF012

        def save_authorization_code(self, code, asked):
            form = asked.payload.data
            server.codes[code] = Code(
                code=code,
                client_id=asked.client.id,
                redirect_uri=asked.payload.redirect_uri,
                scope=asked.payload.scope or "",
                person=asked.user,
                code_challenge=form["code_challenge"],
                code_challenge_method=form["code_challenge_method"],
            )

        def query_authorization_code(self, code, client):
            return server.codes.get(code)

        def delete_authorization_code(self, authorization_code):
            server.codes.pop(authorization_code.code)

        def authenticate_user(self, authorization_code):
            return authorization_code.person

    return CodeGrant


def _exchange_grant(server: AuthorizationServer) -> type:
    class ExchangeGrant(grants.BaseGrant, TokenEndpointMixin):
        """RFC 8693: another token for the same person, for the server that was given the first."""

        GRANT_TYPE = EXCHANGE

        def validate_token_request(self):
            self.request.client = self.authenticate_token_endpoint_client()
            form = self.request.payload.data
            assert form["subject_token_type"] == "urn:ietf:params:oauth:token-type:access_token"
            known = server.tokens.get(form["subject_token"])
            if known is None or known.is_expired() or known.is_revoked():
                raise InvalidGrantError
            self.request.user = Person(known.subject)
            server.exchanges.append(dict(form))

        def create_token_response(self):
            token = self.generate_token(
                user=self.request.user,
                scope=self.request.payload.scope,
                include_refresh_token=False,
            )
            self.save_token(token)
            token["issued_token_type"] = "urn:ietf:params:oauth:token-type:access_token"
            return 200, token, self.TOKEN_RESPONSE_HEADER

    return ExchangeGrant


def _introspection(server: AuthorizationServer) -> type:
    class Introspection(IntrospectionEndpoint):
        def check_permission(self, token, client, asked):
            return client.id == SERVER[0]

        def query_token(self, token_string, token_type_hint):
            return server.tokens.get(token_string)

        def introspect_token(self, token):
            return {
                "active": True,
                "client_id": token.client_id,
                "sub": token.subject,
                "aud": token.audience,
                "scope": token.scope,
                "exp": int(token.expires_at),
            }

    return Introspection


def _client(client_id: str) -> Client | None:
    secrets = dict([CLIENT, SERVER])
    return Client(client_id, secrets[client_id]) if client_id in secrets else None


def _audience() -> str:
    return request.form.get("audience") or request.form.get("resource") or "nobody"


def _key() -> RSAKey:
    return RSAKey.generate_key(2048, {"use": "sig", "alg": "RS256"}, auto_kid=True)
