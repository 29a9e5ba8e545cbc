"""Which addresses a description may make us read."""

from __future__ import annotations

import ipaddress
from dataclasses import dataclass
from urllib.parse import urlsplit

_PORTS = {"http": 80, "https": 443}


@dataclass(frozen=True, slots=True)
class Site:
    """The origin of a URL (RFC 6454)."""

    scheme: str
    host: str
    port: int

    @classmethod
    def of(cls, url: str) -> Site | None:
        """Give the origin of an HTTP URL; None for anything else."""
        try:
            parts = urlsplit(url)
            port = parts.port or _PORTS.get(parts.scheme, 0)
        except ValueError:
            return None
        if parts.scheme not in _PORTS or not parts.hostname:
            return None
        return cls(parts.scheme, parts.hostname.rstrip("."), port)

    def named_by(self, names: tuple[str, ...]) -> bool:
        """Whether the user named this origin: as an origin, as `host:port`, or as a host with any port."""
        accepted = {self.host, f"{self._bracketed}:{self.port}", self._bracketed}
        return any(
            Site.of(name) == self if "://" in name else name.lower() in accepted for name in names
        )

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host


def is_private(address: str) -> bool:
    """Whether an IP address is anything but a public one: loopback, link-local, private, reserved, multicast."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo or (None, None))[1]
        if inner is not None:
            return is_private(str(inner))
    return not parsed.is_global or parsed.is_multicast
