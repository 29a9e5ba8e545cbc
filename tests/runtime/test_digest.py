"""HTTP Digest: what RFC 7616 itself computes, and an API that checks what it gets by the formula of its section 3.4."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote
from urllib.request import parse_http_list, parse_keqv_list

import httpx2
import pytest

from runtime._errors import UpstreamError
from runtime.credentials.digest import Digest
from runtime.upstream import Made, entry, make

pytestmark = pytest.mark.anyio

SCHEMES = {"Who": {"type": "http", "scheme": "digest", "env": "WHO"}}
GIVEN = {"WHO_USERNAME": "Jäsøn Doe", "WHO_PASSWORD": "Secret, or not?"}
HASHES: dict[str, Callable[[bytes], Any]] = {
    "MD5": hashlib.md5,
    "SHA-256": hashlib.sha256,
    "SHA-512-256": lambda data: hashlib.new("sha512_256", data),
}


@dataclass
class Guarded:
    """An API behind Digest; a nonce of it is good for `uses` requests."""

    algorithm: str = "SHA-256"
    quality: str = "auth"
    uses: int = 100
    password: str = GIVEN["WHO_PASSWORD"]
    userhash: bool = False
    nonce: int = 0
    seen: list[tuple[int, int]] = field(default_factory=list)  # nonce and count of what was let in

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        given = _credentials(request.headers.get("authorization", ""))
        if given and self._is_right(given, request):
            self.seen.append((int(given["nonce"]), int(given.get("nc", "0"), 16)))
            return httpx2.Response(200, json={"ok": True})
        return self._challenge()

    def _challenge(self) -> httpx2.Response:
        self.nonce += 1
        quality = f', qop="{self.quality}"' if self.quality else ""
        hidden = ", userhash=true" if self.userhash else ""
        told = f'Digest realm="a \\"b\\", c", nonce="{self.nonce}", algorithm={self.algorithm}'
        weak = 'Digest realm="weak", nonce="0", algorithm=MD5, qop="auth"'
        headers = [
            ("WWW-Authenticate", f'Basic realm="Digest", {told}{quality}{hidden}, opaque=""')
        ]
        headers += [("WWW-Authenticate", weak)] if not self.algorithm.startswith("MD5") else []
        return httpx2.Response(401, headers=headers)

    def _is_right(self, given: dict[str, str], request: httpx2.Request) -> bool:
        name = GIVEN["WHO_USERNAME"]
        hashed = HASHES[self.algorithm.removesuffix("-sess")]

        def digest(text: str, body: bytes = b"") -> str:
            return str(hashed(text.encode() + body).hexdigest())

        realm, nonce = given["realm"], given["nonce"]
        shown = digest(f"{name}:{realm}") if self.userhash else name
        secret = digest(f"{name}:{realm}:{self.password}")
        if self.algorithm.endswith("-sess"):
            secret = digest(f"{secret}:{nonce}:{given['cnonce']}")
        what = f"{request.method}:{request.url.raw_path.decode()}"
        if self.quality == "auth-int":
            what += f":{hashed(request.content).hexdigest()}"
        parts = [nonce, *(given[key] for key in ("nc", "cnonce", "qop") if self.quality)]
        fresh = int(nonce) == self.nonce and sum(n == self.nonce for n, _ in self.seen) < self.uses
        return (
            fresh
            and realm == 'a "b", c'
            and given["username"] == shown
            and given["uri"] == request.url.raw_path.decode()
            and given["response"] == digest(":".join([secret, *parts, digest(what)]))
        )


def _credentials(header: str) -> dict[str, str]:
    if not header.startswith("Digest "):
        return {}
    given = parse_keqv_list(parse_http_list(header.removeprefix("Digest ")))
    given = {name: text.replace('\\"', '"') for name, text in given.items()}
    if extended := given.pop("username*", ""):
        given["username"] = unquote(extended.removeprefix("UTF-8''"))
    return given


def shop(api: Any, env: dict[str, str] | None = None, method: str = "POST") -> Made:
    of = entry(f"{method} /pets", security=[{"Who": []}])
    return make(api, env=GIVEN if env is None else env, of=of, schemes=SCHEMES)


@pytest.mark.parametrize(
    ("algorithm", "response"),
    [
        ("MD5", "8ca523f5e9506fed4657c9700eebdbec"),
        ("SHA-256", "753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1"),
    ],
)
def test_what_the_rfc_computes(algorithm: str, response: str) -> None:
    digest = Digest("Mufasa", "Circle of Life")
    nonce = "7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"
    told = f'realm="http-auth@example.org", qop="auth, auth-int", algorithm={algorithm}'
    assert digest.challenged([f'Digest {told}, nonce="{nonce}", opaque="FQhe"'])
    assert digest.challenge is not None
    digest.answered = 1
    cnonce = "f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ"
    parts = digest.answer(digest.challenge, "GET", "/dir/index.html", b"", cnonce)
    assert f'response="{response}"' in list(parts)


QUALITIES = ["auth", "auth-int", "auth-int, auth"]
ASKED = [(name, quality) for name in [*HASHES, "MD5-sess", "SHA-256-sess"] for quality in QUALITIES]


@pytest.mark.parametrize(("algorithm", "quality"), [*ASKED, ("MD5", ""), ("SHA-256", "")])
async def test_a_challenge_is_answered(algorithm: str, quality: str) -> None:
    made = shop(Guarded(algorithm=algorithm, quality=quality))
    assert await made.call("POST", query={"q": "a b"}, json={"n": 1}) == {"ok": True}
    first, second = made.api.requests
    assert "authorization" not in first.headers
    assert first.content == second.content


async def test_a_user_may_be_hashed() -> None:
    made = shop(Guarded(userhash=True))
    assert await made.call("POST") == {"ok": True}
    assert "Doe" not in made.api.last.headers["authorization"]


async def test_the_next_request_needs_no_challenge() -> None:
    api = Guarded()
    made = shop(api)
    for _ in range(3):
        await made.call("POST")
    assert len(made.api.requests) == 4
    assert api.seen == [(1, 1), (1, 2), (1, 3)]


async def test_a_stale_nonce_is_replaced() -> None:
    made = shop(Guarded(uses=1))
    for _ in range(2):
        assert await made.call("POST") == {"ok": True}
    assert len(made.api.requests) == 4


async def test_a_wrong_password_is_tried_once_and_told() -> None:
    made = shop(Guarded(password="another"))
    with pytest.raises(UpstreamError, match="SHOP_WHO_USERNAME and SHOP_WHO_PASSWORD"):
        await made.call("POST")
    assert len(made.api.requests) == 2


@pytest.mark.parametrize(
    "asked",
    [
        "",
        "Basic realm=x",
        'Digest realm="r", nonce="n", algorithm=SHA-3',
        'Digest realm="r"',
        'Digest realm="r", nonce="n", qop="auth-conf"',
        "Digest",
        'Digest "',
    ],
)
async def test_what_cannot_be_answered_is_told(asked: str) -> None:
    made = shop(httpx2.Response(401, headers={"WWW-Authenticate": asked}))
    with pytest.raises(UpstreamError, match="401"):
        await made.call("POST")
    assert len(made.api.requests) == 1


async def test_without_a_user_nothing_is_proved() -> None:
    made = shop(Guarded(), env={})
    with pytest.raises(UpstreamError, match="No credentials were sent"):
        await made.call("POST")
    assert len(made.api.requests) == 1


async def test_no_other_host_is_answered() -> None:
    of = entry("GET /pets", security=[{"Who": []}], server=1)
    servers = ("https://api.test", "https://evil.test")
    made = make(Guarded(), env=GIVEN, of=of, schemes=SCHEMES, servers=servers)
    with pytest.raises(UpstreamError):
        await made.call()
    assert [request.headers.get("authorization") for request in made.api.requests] == [None]
