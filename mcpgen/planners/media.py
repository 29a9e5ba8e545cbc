"""Media types: which kind of body each is, and which of several a request is made with."""

from __future__ import annotations

import re

from mcpgen.model import Content
from mcpgen.planners.plan import OWN_TYPES, BodyKind

_ORDER = list(OWN_TYPES)


def essence(media_type: str) -> str:
    """A media type without its parameters, lower case."""
    return media_type.split(";", 1)[0].strip().lower()


def is_json(media_type: str) -> bool:
    """Whether a body in this media type is JSON text (RFC 6839, 3.1)."""
    name = essence(media_type)
    return name in {"application/json", "text/json"} or name.endswith("+json")


# One value after another, whatever separates them (OpenAPI 3.2, 4.14.3); server-sent events among them.
_SEQUENCES = re.compile(
    r"application/(x-)?(ndjson|jsonl|jsonlines)|application/(stream\+json|x-json-stream|json-seq|geo\+json-seq)"
    r"|text/event-stream"
)


def is_sequence(media_type: str) -> bool:
    """Whether a body in this media type is one value after another."""
    return bool(_SEQUENCES.fullmatch(essence(media_type)))


def kind_of(media_type: str) -> BodyKind:
    """How a body of this media type is written; what is not known is bytes. A range such as `*/*` is JSON."""
    name = essence(media_type)
    if is_json(name) or is_sequence(name) or name in {"*/*", "application/*", ""}:
        return BodyKind.JSON
    if name == OWN_TYPES[BodyKind.FORM]:
        return BodyKind.FORM
    if name.startswith("multipart/"):
        return BodyKind.MULTIPART
    if name in {"application/xml", "text/xml"} or name.endswith("+xml"):
        return BodyKind.XML
    return BodyKind.TEXT if name.startswith("text/") else BodyKind.BINARY


def _concrete(media_type: str) -> str:
    """The media type to send for one that may be a range: `*/*` is sent as JSON, `image/*` as bytes."""
    return OWN_TYPES[kind_of(media_type)] if "*" in media_type or not media_type else media_type


def preferred(contents: tuple[Content, ...]) -> Content:
    """The media type a request is made with: the one that says most about its parts, the first of its kind."""
    return min(contents, key=lambda content: _rank(content.media_type))


def _rank(media_type: str) -> tuple[int, bool]:
    kind = kind_of(media_type)
    return _ORDER.index(kind), essence(media_type) != OWN_TYPES[kind]


def exchangeable(chosen: Content, contents: tuple[Content, ...]) -> tuple[str, ...]:
    """The media types that take the same value as the chosen one, itself first."""
    structured = {BodyKind.JSON, BodyKind.FORM, BodyKind.MULTIPART, BodyKind.XML}
    kind = kind_of(chosen.media_type)
    kinds = structured if kind in structured else {kind}
    others = (
        _concrete(content.media_type)
        for content in contents
        if kind_of(content.media_type) in kinds
        and content.schema == chosen.schema
        and not content.encoding
    )
    return tuple(dict.fromkeys([_concrete(chosen.media_type), *others]))
