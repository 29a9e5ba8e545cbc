"""Which access tokens are good, by the tokens of a real authorization server and by forged ones."""

from __future__ import annotations

import base64
import hmac
import json
import time

import jwt as pyjwt
import pytest
from petstore_mcp._runtime._errors import SettingsError
from petstore_mcp._runtime.access.access_tokens import Introspection, InvalidTokenError, Signature
from petstore_mcp._runtime.access.authorization import Authorization
from petstore_mcp._runtime.access.issuer import Issuer, UnavailableError
from petstore_mcp._runtime.access.keys import LIFE, PAUSE_UNKNOWN, STALE, SigningKeys, keys_of
from petstore_mcp._runtime.sending.client import opener
from petstore_mcp._runtime.settings.environment import Environment
from petstore_mcp._runtime.settings.settings import Settings

from .authorization_server import SERVER, AuthorizationServer

pytestmark = pytest.mark.anyio

RESOURCE = "https://mcp.example.com/mcp"


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def shared():
    with AuthorizationServer() as server:
        yield server


@pytest.fixture
def auth(shared):
    shared.asked.clear()
    shared.down = False
    return shared


def authorization(auth, **more: str) -> Authorization:
    given = Environment("P", {"P_OAUTH_ISSUER": auth.issuer, **more})
    found = Authorization.read(given, RESOURCE)
    given.finish()
    return found


@pytest.fixture(autouse=True)
def no_proxy(monkeypatch):
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")


def open_client():
    return opener(Settings.read({"name": "p"}, {}))()


def signature(auth, clock=None, **more: str) -> Signature:
    issuer = Issuer(auth.issuer, open_client)
    keys = keys_of(issuer, f"{auth.issuer}/jwks")
    if clock:
        keys._clock = clock
    return Signature(authorization(auth, **more), keys)


async def refusal(verify, token: str) -> str:
    with pytest.raises(InvalidTokenError) as caught:
        await verify(token)
    assert token not in str(caught.value)
    return str(caught.value)


async def test_a_token_says_whose_it_is(auth):
    principal = await signature(auth)(auth.issue(RESOURCE, "pets:read pets:write"))

    assert (principal.subject, principal.client) == ("ada", "mcp-client")
    assert principal.id == f"{auth.issuer} ada"
    assert principal.scopes == {"pets:read", "pets:write"}
    assert principal.claims["tenant"] == "tenant-of-ada"
    assert "tenant" not in repr(principal)


async def test_a_machine_has_a_token_of_its_own(auth):
    assert (await signature(auth)(auth.issue(RESOURCE, person=""))).subject == "mcp-client"


async def test_keys_are_found_by_the_metadata_of_the_issuer(auth):
    issuer = Issuer(auth.issuer, open_client)
    verify = Signature(authorization(auth), keys_of(issuer, ""))

    assert (await verify(auth.issue(RESOURCE))).subject == "ada"
    assert "/.well-known/oauth-authorization-server" in auth.asked


@pytest.mark.parametrize(
    "audience", ["https://other.example.com/mcp", "mcp-client", "https://mcp.example.com"]
)
async def test_r122_a_token_for_another_resource_is_refused(auth, audience):
    assert "another resource" in await refusal(signature(auth), auth.issue(audience))


async def test_an_audience_of_the_operators_choice_takes_the_place_of_the_address(auth):
    verify = signature(auth, P_OAUTH_AUDIENCE="api://petstore, other")

    assert (await verify(auth.issue("api://petstore"))).subject == "ada"
    await refusal(verify, auth.issue(RESOURCE))


async def test_the_last_slash_of_an_audience_means_nothing(auth):
    assert await signature(auth)(auth.issue(f"{RESOURCE}/"))


@pytest.mark.parametrize(
    ("claims", "said"),
    [
        ({"exp": 1}, "expired"),
        ({"exp": None}, "no exp"),
        ({"aud": None}, "no aud"),
        ({"iss": "https://evil.example.com"}, "another authorization server"),
        ({"iss": None}, "no iss"),
        ({"nbf": 2**33}, "not good yet"),
        ({"sub": None, "client_id": None}, "whose"),
    ],
)
async def test_r121_what_a_token_claims_is_checked(auth, claims, said):
    assert said in await refusal(signature(auth), auth.sign({"aud": RESOURCE} | claims))


async def test_a_signature_that_does_not_fit_is_refused(auth):
    head, body, sign = auth.issue(RESOURCE, "pets:read").split(".")
    claims = json.loads(base64.urlsafe_b64decode(body + "=="))
    forged = _encoded(claims | {"scope": "all"}).decode()

    assert "not valid" in await refusal(signature(auth), f"{head}.{forged}.{sign}")


async def test_a_token_without_a_signature_is_refused(auth):
    kid = auth.keys[0].kid
    token = pyjwt.encode({"sub": "ada", "aud": RESOURCE}, None, "none", headers={"kid": kid})

    await refusal(signature(auth), token)


async def test_a_public_key_is_no_secret_to_sign_with(auth):
    """The attack that pinned algorithms are for."""
    key = auth.keys[0]
    claims = {"iss": auth.issuer, "sub": "ada", "aud": RESOURCE, "exp": 2**33}
    signed = b".".join(_encoded(part) for part in ({"alg": "HS256", "kid": key.kid}, claims))
    mac = hmac.digest(key.as_pem(private=False), signed, "sha256")

    assert "in a way" in await refusal(signature(auth), (signed + b"." + _raw(mac)).decode())


def _encoded(part) -> bytes:
    return _raw(json.dumps(part).encode())


def _raw(part: bytes) -> bytes:
    return base64.urlsafe_b64encode(part).rstrip(b"=")


async def test_a_key_signs_with_its_own_algorithm_only(auth):
    claims = {"iss": auth.issuer, "sub": "ada", "aud": RESOURCE, "exp": 2**33}
    key = auth.keys[0]
    token = pyjwt.encode(claims, key.as_pem(private=True), "RS512", headers={"kid": key.kid})

    assert "unknown key" in await refusal(signature(auth), token)


async def test_an_id_token_is_no_access_token(auth):
    token = auth.sign({"aud": RESOURCE}, {"typ": "secevent+jwt"})

    assert "no access token" in await refusal(signature(auth), token)


@pytest.mark.parametrize("typ", ["JWT", "at+jwt", "application/at+jwt", None])
async def test_the_types_of_access_tokens_are_taken(auth, typ):
    assert await signature(auth)(auth.sign({"aud": RESOURCE}, {"typ": typ}))


@pytest.mark.parametrize("token", ["x", "a.b.c", "x" * 20_000, "e30.e30.e30"])
async def test_what_is_no_token_is_refused_without_a_request(auth, token):
    await refusal(signature(auth), token)

    assert auth.asked == []


async def test_the_only_key_needs_no_id(auth):
    assert await signature(auth)(auth.sign({"aud": RESOURCE}, {"kid": None}))


async def test_keys_are_fetched_once(auth):
    verify = signature(auth)
    token = auth.issue(RESOURCE)
    for _ in range(3):
        await verify(token)

    assert auth.asked.count("/jwks") == 1


async def test_a_new_key_is_fetched_and_an_old_one_forgotten(auth):
    clock = Clock()
    verify = signature(auth, clock)
    old = auth.issue(RESOURCE)
    await verify(old)
    auth.rotate()
    clock.now += PAUSE_UNKNOWN + 1

    assert await verify(auth.issue(RESOURCE))
    assert "unknown key" in await refusal(verify, old)


async def test_a_key_that_was_withdrawn_is_forgotten_in_time(auth):
    clock = Clock()
    verify = signature(auth, clock)
    old = auth.issue(RESOURCE)
    await verify(old)
    auth.rotate()
    clock.now += LIFE + 1

    await refusal(verify, old)


async def test_unknown_keys_cannot_make_the_server_ask_again_and_again(auth):
    clock = Clock()
    verify = signature(auth, clock)
    await verify(auth.issue(RESOURCE))
    clock.now += PAUSE_UNKNOWN + 1
    for number in range(20):
        await refusal(verify, auth.sign({"aud": RESOURCE}, {"kid": f"made-up-{number}"}))

    assert auth.asked.count("/jwks") == 2


async def test_without_keys_nobody_is_told_that_a_token_is_bad(auth):
    token = auth.issue(RESOURCE)
    auth.down = True

    with pytest.raises(UnavailableError):
        await signature(auth)(token)


async def test_known_keys_serve_for_a_while_when_there_are_no_others(auth):
    clock = Clock()
    verify = signature(auth, clock)
    token = auth.issue(RESOURCE)
    await verify(token)
    auth.down = True
    clock.now += LIFE + 1

    assert await verify(token)
    clock.now += STALE
    with pytest.raises(UnavailableError):
        await verify(token)


async def test_keys_of_another_kind_are_passed_over():
    async def fetch():
        return ({"kty": "oct", "k": "AAAA", "kid": "a"}, {"kty": "?"}, {}, {"kty": "RSA", "n": 1})

    assert await SigningKeys(fetch).find("a", "RS256") is None


async def test_metadata_of_another_issuer_is_not_trusted(auth):
    with pytest.raises(UnavailableError, match="another issuer"):
        await Issuer(f"{auth.issuer.replace('127.0.0.1', 'localhost')}", open_client).endpoint(
            "jwks_uri"
        )


async def test_r127_a_scope_stands_for_what_it_implies(auth):
    implied = '{"admin": ["pets:write"], "pets:write": ["pets:read"], "root": ["*"]}'
    verify = signature(auth, P_OAUTH_IMPLIED_SCOPES=implied)

    assert (await verify(auth.issue(RESOURCE, "admin"))).scopes == {
        "admin",
        "pets:write",
        "pets:read",
    }
    assert (await verify(auth.issue(RESOURCE, "root"))).scopes is None
    assert (await verify(auth.issue(RESOURCE, "*"))).scopes == {"*"}


async def test_scopes_may_be_a_list_under_another_name(auth):
    token = auth.sign(
        {"aud": [RESOURCE, "other"], "scp": ["a", "b"], "client_id": None, "azp": "z"}
    )
    principal = await signature(auth)(token)

    assert (principal.scopes, principal.client) == ({"a", "b"}, "z")


@pytest.fixture
def opaque():
    with AuthorizationServer(opaque=True) as server:
        yield server


def introspection(auth, clock=None, secret=SERVER[1]) -> Introspection:
    settings = authorization(
        auth,
        P_OAUTH_INTROSPECTION_URL=f"{auth.issuer}/introspect",
        P_OAUTH_SERVER_CLIENT_ID=SERVER[0],
        P_OAUTH_SERVER_CLIENT_SECRET=secret,
    )
    return Introspection(settings, open_client, **({"clock": clock} if clock else {}))


async def test_an_opaque_token_is_asked_for(opaque):
    principal = await introspection(opaque)(opaque.issue(RESOURCE, "pets:read"))

    assert (principal.subject, principal.scopes) == ("ada", {"pets:read"})


async def test_an_opaque_token_for_another_resource_is_refused(opaque):
    assert "another resource" in await refusal(introspection(opaque), opaque.issue("other"))


async def test_a_made_up_token_is_not_active(opaque):
    assert "not active" in await refusal(introspection(opaque), "made-up")


async def test_a_token_is_asked_for_once_in_a_while_and_a_revoked_one_found_out(opaque):
    clock = Clock()
    clock.now = time.time()
    verify = introspection(opaque, clock)
    token = opaque.issue(RESOURCE)
    await verify(token)
    await verify(token)
    assert opaque.asked.count("/introspect") == 1

    opaque.tokens[token].revoked = True
    clock.now += 31

    assert "not active" in await refusal(verify, token)


async def test_a_server_that_may_not_ask_says_nothing_of_the_token(opaque):
    with pytest.raises(UnavailableError):
        await introspection(opaque, secret="wrong")(opaque.issue(RESOURCE))


async def test_r131_the_authorization_server_is_reached_by_tls(auth):
    for name in ("ISSUER", "JWKS_URL", "INTROSPECTION_URL"):
        with pytest.raises(SettingsError, match="https"):
            authorization(auth, **{f"P_OAUTH_{name}": "http://auth.example.com/"})


async def test_introspection_needs_a_client(auth):
    with pytest.raises(SettingsError, match="P_OAUTH_SERVER_CLIENT_SECRET"):
        authorization(auth, P_OAUTH_INTROSPECTION_URL="https://auth.example.com/introspect")
