"""Files over HTTP, without letting a description choose where requests go.

The user's own URL is fetched as it is, and so is whatever has the same origin. Any other host must be named, and its
addresses must be public ones (or be named themselves); they are looked up once and the request goes to the address
that was checked, so a second look-up cannot lead elsewhere. Every redirect is checked like a first request.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Self
from urllib.parse import unquote, urljoin, urlsplit

from mcpgen.loaders.addresses import Site, is_private
from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable

if TYPE_CHECKING:
    import httpx2

_MOST_REDIRECTS: Final = 5
_ACCEPT: Final = "application/json, application/yaml, text/yaml, */*;q=0.5"
_REDIRECTS: Final = frozenset({301, 302, 303, 307, 308})

# Gives the addresses of a host.
LookUp = Callable[[str, int], Iterable[str]]


def look_up(host: str, port: int) -> list[str]:
    """Ask the system for the addresses of a host."""
    return [str(found[4][0]) for found in socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)]


@dataclass(frozen=True, slots=True)
class _Hop:
    """A request that may be made: to `url`, at `address` when that was looked up, with the user's credentials or not."""

    url: str
    address: str | None
    trusted: bool


class Web:
    """Fetches the files of one description.

    The user's credentials go to the origin that the user named. `home` is where the description was found in the end,
    and so where its references may lead.
    """

    def __init__(self, policy: Policy, *, look_up: LookUp = look_up) -> None:
        self._policy = policy
        self._look_up = look_up
        self._named: Site | None = None
        self._home: Site | None = None
        self._login: tuple[str, str] | None = None
        self._client: httpx2.Client | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._client is not None:
            self._client.close()

    def open_entry(self, url: str) -> tuple[str, bytes]:
        """Fetch the description that the user named; give its final address, without credentials, and its bytes."""
        try:
            parts = urlsplit(url)
            if parts.username is not None:
                self._login = (unquote(parts.username), unquote(parts.password or ""))
        except ValueError as error:
            raise Unreadable("MG101", f"the URL is not one: {error}") from error
        address = plain(url)
        self._named = Site.of(address)
        final, raw = self._fetch(address, entry=True)
        self._home = Site.of(final)
        return final, raw

    def read(self, url: str) -> bytes:
        """Fetch a file that a reference names; raise Unreadable when it may not be, or cannot be, had."""
        return self._fetch(url, entry=False)[1]

    def _fetch(self, url: str, *, entry: bool) -> tuple[str, bytes]:
        import httpx2  # noqa: PLC0415  # slow to import, and most descriptions are files

        deadline = time.monotonic() + self._policy.timeout
        try:
            for _ in range(_MOST_REDIRECTS + 1):
                self._check(deadline)
                answer = self._request(self._hop(url, entry=entry), deadline)
                if isinstance(answer, bytes):
                    return url, answer
                url = answer
        except (httpx2.HTTPError, httpx2.InvalidURL, OSError, ValueError) as error:
            reason = str(error) or type(error).__name__
            raise Unreadable("MG101", f"the URL cannot be fetched: {reason}") from error
        raise Unreadable("MG101", f"the URL redirects more than {_MOST_REDIRECTS} times")

    def _hop(self, url: str, *, entry: bool) -> _Hop:
        site = Site.of(url)
        if site is None:
            raise Unreadable("MG120", "it is not an http or https URL")
        if site == self._named:
            return _Hop(url, None, trusted=True)
        if site == self._home or (entry and self._upgrades(site)):
            return _Hop(url, None, trusted=False)
        if not entry and not site.named_by(self._policy.allow_remote):
            raise Unreadable("MG120", f"it is on another host, {site.host}")
        return _Hop(url, self._public(site), trusted=False)

    def _upgrades(self, site: Site) -> bool:
        """Whether this is the host that the user named, by HTTPS."""
        return self._named is not None and (site.host, site.scheme) == (self._named.host, "https")

    def _public(self, site: Site) -> str:
        """Give the address to connect to; every address that the host has must be a public one, or named itself."""
        addresses = list(self._look_up(site.host, site.port))
        for address in addresses:
            named = Site(site.scheme, address, site.port).named_by(self._policy.allow_remote)
            if is_private(address) and not named and not self._named_local(site):
                raise Unreadable("MG123", f"{site.host} has the private address {address}")
        if not addresses:
            raise Unreadable("MG101", f"{site.host} has no address")
        return addresses[0]

    def _named_local(self, site: Site) -> bool:
        """Whether the user named `localhost`, which is as good as its address."""
        return site.host == "localhost" and site.named_by(self._policy.allow_remote)

    def _request(self, hop: _Hop, deadline: float) -> bytes | str:
        """Make one request; give the body, or the URL that it redirects to."""
        with self._stream(hop) as response:
            if response.status_code in _REDIRECTS and "location" in response.headers:
                return urljoin(hop.url, response.headers["location"])
            if not response.is_success:
                raise Unreadable(
                    "MG101", f"the URL answers with HTTP status {response.status_code}"
                )
            return self._body(response, deadline)

    def _connected(self) -> httpx2.Client:
        import httpx2  # noqa: PLC0415  # likewise

        if self._client is None:
            self._client = httpx2.Client(timeout=self._policy.timeout, follow_redirects=False)
        return self._client

    def _stream(self, hop: _Hop) -> AbstractContextManager[httpx2.Response]:
        client = self._connected()
        parts = urlsplit(hop.url)
        headers = {"Accept": _ACCEPT, **(dict(self._policy.headers) if hop.trusted else {})}
        if hop.address is None:
            login = self._login if hop.trusted else None
            return client.stream("GET", hop.url, headers=headers, auth=login)
        host = f"[{hop.address}]" if ":" in hop.address else hop.address
        netloc = f"{host}:{parts.port}" if parts.port else host
        return client.stream(
            "GET",
            parts._replace(netloc=netloc).geturl(),
            headers={**headers, "Host": parts.netloc.rpartition("@")[2]},
            extensions={"sni_hostname": parts.hostname or ""},
        )

    def _check(self, deadline: float) -> None:
        if time.monotonic() > deadline:
            raise Unreadable("MG101", f"the URL takes more than {self._policy.timeout:g} seconds")

    def _body(self, response: httpx2.Response, deadline: float) -> bytes:
        chunks: list[bytes] = []
        size = 0
        for chunk in response.iter_bytes():
            size += len(chunk)
            if size > self._policy.max_bytes:
                raise Unreadable(
                    "MG103", f"the file has more than {self._policy.max_bytes:,} bytes"
                )
            self._check(deadline)
            chunks.append(chunk)
        return b"".join(chunks)


def plain(url: str) -> str:
    """Take the user's credentials and the fragment away from a URL; anything else stays as it is."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return url
    return parts._replace(netloc=parts.netloc.rpartition("@")[2], fragment="").geturl()
