"""What the stand-in answers: the documented example of an operation's success, else a value made up from its schema."""

from __future__ import annotations

import base64
import json
from dataclasses import dataclass

from mcpgen.model import Content, Document, Json, Operation, Response, Schema
from mcpgen.planners.samples import Sampler

# One transparent pixel.
_PNG = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGBgAAAABQABh6FO1AAAAABJRU5ErkJggg=="
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An HTTP answer; `media_type` is empty where there is no content."""

    status: int = 200
    media_type: str = ""
    body: bytes = b""


def answer_to(operation: Operation, document: Document) -> Answer:
    """The answer of a success: of the lowest 2xx (else the default response), in JSON where that is offered."""
    successes = [each for each in operation.responses if each.may_be_success]
    responses = sorted(successes, key=lambda each: each.status)
    if not responses:
        return Answer(media_type="application/json", body=b"{}")
    content = _preferred(responses[0])
    if content is None:
        return Answer(status=_status(responses[0]))
    media_type = content.media_type if "*" not in content.media_type else "application/json"
    body = _body(_value(content, document), media_type)
    return Answer(status=_status(responses[0]), media_type=media_type, body=body)


def problem(status: int, detail: str) -> Answer:
    """An error as RFC 9457 writes it."""
    body = {"title": "The stand-in has no answer", "status": status, "detail": detail}
    return Answer(
        status=status, media_type="application/problem+json", body=json.dumps(body).encode()
    )


def _status(response: Response) -> int:
    return int(response.status) if response.status.isdecimal() else 200


def _preferred(response: Response) -> Content | None:
    contents = response.contents
    return next(
        (each for each in contents if "json" in each.media_type), next(iter(contents), None)
    )


def _value(content: Content, document: Document) -> Json:
    if content.examples:
        return content.examples[0]
    return _Illustrator(document.definitions).value(content.schema, "answer")


class _Illustrator(Sampler):
    """Takes the author's own examples and defaults before it makes something up."""

    def value(self, schema: Schema, name: str = "value", depth: int = 0) -> Json:
        if schema.get("examples"):
            return schema["examples"][0]
        if "default" in schema:
            return schema["default"]
        return super().value(schema, name, depth)


def _body(value: Json, media_type: str) -> bytes:
    if media_type.startswith("image/") and media_type != "image/svg+xml":
        return _PNG
    if isinstance(value, str) and "json" not in media_type:
        return value.encode("utf-8", "replace")
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
