"""The shortest `mcpgen.yaml`: what the first generation decided, and nothing that is a default."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from mcpgen.config.config import Config
from mcpgen.config.read import read_config
from mcpgen.diagnostics import Diagnostics

_HEADER = "# What this server offers, and what was decided when it was first generated. Yours to change.\n"
_HOSTS = "# Only these hosts may receive a credential, whatever a later description says.\n"
# What reads as the same text in YAML 1.1 and 1.2 without quotes.
_PLAIN = re.compile(
    r"[A-Za-z][A-Za-z0-9_./-]*|https?://[A-Za-z0-9_./-]+(?::[0-9]+)?[A-Za-z0-9_./-]*"
)
_RESERVED = re.compile(r"(?i:true|false|yes|no|on|off|y|n|null)$")
_OPENAPI = re.compile(r"^openapi\s*:.*$", re.MULTILINE)
# JSON leaves these as they are; YAML (1.2, 5.1) does not allow them.
_UNPRINTABLE = re.compile("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")


def config_text(config: Config) -> str:
    """Write what a first generation may decide; it reads back as the same values. Limits and tools only people write."""
    return _HEADER + "".join(_lines(config))


def with_choices(text: str, given: Config, decided: Config) -> str:
    """The text that a person wrote, with what the first generation decided behind it.

    `given` is what the text says. Where a path to the description has to change, since the file moves, it is replaced.
    Text that cannot be added to by line (a mapping in braces) stays as it is, and its choices are made again each time.
    """
    moved = text
    if given.openapi != decided.openapi:
        moved = _OPENAPI.sub(lambda _: f"openapi: {quoted(decided.openapi)}", text, count=1)
    added = Config(
        name="" if given.name else decided.name,
        hosts=decided.hosts if given.hosts is None else None,
        types=decided.types if given.types is None else None,
    )
    longer = moved.rstrip("\n") + "\n" + "".join(_lines(added))
    return longer if read_config(longer, "", Diagnostics()) == decided else text


def _lines(config: Config) -> Iterator[str]:
    for key in ("name", "title", "description", "instructions", "openapi", "base_url"):
        if text := getattr(config, key):
            yield f"{key}: {quoted(text)}\n"
    if config.hosts is not None:
        yield _HOSTS
        yield f"hosts: [{', '.join(map(quoted, config.hosts))}]\n"
    if config.types is not None:
        yield f"types: {config.types}\n"
    if config.page_size:
        yield f"page_size: {config.page_size}\n"


def quoted(text: str) -> str:
    """A text as a YAML scalar on one line, in quotes only where it needs them."""
    if _PLAIN.fullmatch(text) and not _RESERVED.fullmatch(text):
        return text
    return _UNPRINTABLE.sub(
        lambda match: f"\\u{ord(match[0]):04x}", json.dumps(text, ensure_ascii=False)
    )
