"""Run by an interpreter that has openapi-core: what it finds wrong with requests.

Standard input is an OpenAPI 3 document, then one request a line; standard output, for each, a list of what is wrong.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from openapi_core import Config, OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict

Sent = dict[str, Any]
Judge = Callable[[Sent], list[str]]

BASE = "http://api.test"
# Rules of openapi-core that are none of ours: no empty text in a query (allowEmptyValue is about leaving a parameter out,
# OpenAPI 3.1.1, 4.8.12.2), no format that it does not know, no value that several branches of a oneOf take, and no file
# where a schema of 3.1 calls it a string.
_OTHERS = re.compile(
    r"EmptyQueryParameterValue|FormatterNotFoundError|is valid under each of"
    r"|ValidationError: [\"'\\]+b['\"].* is not of type 'string'"
)


def main() -> None:
    judge = _judge_of(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        sys.stdout.write(f"{json.dumps(judge(json.loads(line)))}\n")
        sys.stdout.flush()


def _judge_of(document: dict[str, Any]) -> Judge:
    """Judge requests; those of path keys that only a `#` tells apart by a document of that operation alone."""
    whole, alone = _judge(document), dict[str, Judge]()

    def judge(sent: Sent) -> list[str]:
        key = sent["operation"].partition(" ")[2]
        if "#" not in key:
            return whole(sent)
        if key not in alone:
            paths = {key.partition("#")[0]: document["paths"][key]}
            alone[key] = _judge({**document, "paths": paths})
        return alone[key](sent)

    return judge


def _judge(document: dict[str, Any]) -> Judge:
    readable = _readable(document)
    types = {name: json.loads for name in _media_types(readable) if name.endswith("+json")}
    config = Config(spec_validator_cls=None, extra_media_type_deserializers=types)
    api = OpenAPI.from_dict(readable, config=config)

    def judge(sent: Sent) -> list[str]:
        request = _Request(sent)
        found = api.unmarshal_request(request)
        told = [f"{error!r} {error.__cause__!r}" for error in found.errors]
        return [
            problem
            for problem in told
            if not _OTHERS.search(problem)
            and not (request.is_xml and "RequestBody" in problem)  # reads no XML
        ]

    return judge


class _Request:
    """A request as openapi-core wants it: it leaves percent-decoding of paths and cookies to frameworks."""

    def __init__(self, sent: Sent) -> None:
        target = urlsplit(sent["target"])
        headers = Headers([(name, value) for name, value in sent["headers"]])
        self.host_url = BASE
        self.path = "/".join(map(_segment, target.path.split("/")))
        self.method = sent["method"].lower()
        self.body = sent["body"].encode("latin-1")
        self.content_type = headers.get("content-type", "")
        self.is_xml = "xml" in self.content_type
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(target.query, keep_blank_values=True)),
            header=headers,
            cookie=ImmutableMultiDict(_cookies(headers.get("cookie", ""))),
        )


def _segment(text: str) -> str:
    """Decoded, with another character of the same length where a slash would split it."""
    return unquote(text).replace("/", "\u2215")


def _cookies(header: str) -> dict[str, str]:
    pairs = (pair.partition("=") for pair in header.split("; ") if pair)
    return {name: unquote(value) for name, _, value in pairs}


def _readable(node: Any) -> Any:
    """The document as openapi-core reads it.

    One server, `*/*` as the JSON that we send, null among nullable values, no required property without a description.
    """
    if isinstance(node, list):
        return [_readable(item) for item in node]
    if not isinstance(node, dict):
        return node
    read = {key: _readable(value) for key, value in node.items()}
    if isinstance(node.get("servers"), list):  # else it is a property of that name
        del read["servers"]
    if "paths" in node and "info" in node:
        read["servers"] = [{"url": BASE}]
    if isinstance(content := read.get("content"), dict) and "*/*" in content:
        read["content"] = {"application/json": content["*/*"]}
    if isinstance(names := node.get("required"), list) and isinstance(read.get("properties"), dict):
        read["properties"] = {name: {} for name in names} | read["properties"]
    if read.get("nullable") and isinstance(values := read.get("enum"), list):
        read["enum"] = [*values, None]
    return read


def _media_types(node: Any) -> Iterator[str]:
    children = node.values() if isinstance(node, dict) else node if isinstance(node, list) else ()
    if isinstance(node, dict) and isinstance(content := node.get("content"), dict):
        yield from content
    for child in children:
        yield from _media_types(child)


if __name__ == "__main__":
    main()
