"""What a description may make us read."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Permissions of the user, and the limits that no description passes.

    `allow_remote` names hosts (`schemas.example.com`, `10.0.0.5:8080`) or origins (`https://schemas.example.com`);
    `headers` are sent to the origin of a description given by URL, and nowhere else. Times are in seconds.
    """

    allow_remote: tuple[str, ...] = ()
    allow_outside: bool = False
    headers: tuple[tuple[str, str], ...] = ()
    max_bytes: int = 64 * 1024 * 1024
    max_depth: int = 250
    max_values: int = 2_000_000
    max_files: int = 10_000
    timeout: float = 30.0
