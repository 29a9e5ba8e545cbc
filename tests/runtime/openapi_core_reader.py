"""Run by an interpreter that has openapi-core: what it finds in requests.

Standard input is the description, then one request a line; standard output, for each, what was found, all of it JSON.
"""

from __future__ import annotations

import json
import sys
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from openapi_core import OpenAPI
from openapi_core.datatypes import RequestParameters
from werkzeug.datastructures import Headers, ImmutableMultiDict


class Request:
    """A request as openapi-core wants it; it leaves percent-decoding of the path and of cookies to frameworks."""

    def __init__(self, sent: dict[str, Any]) -> None:
        target = urlsplit(sent["target"])
        cookies = SimpleCookie(sent.get("cookie", ""))
        self.host_url = "http://api.test"
        self.path = target.path
        self.method = sent["method"].lower()
        self.body = sent.get("body", "").encode("latin-1")
        self.content_type = sent.get("media_type", "")
        self.parameters = RequestParameters(
            query=ImmutableMultiDict(parse_qsl(target.query, keep_blank_values=True)),
            header=Headers(sent.get("headers", {})),
            cookie=ImmutableMultiDict(
                {name: unquote(each.value) for name, each in cookies.items()}
            ),
        )


def main() -> None:
    api = OpenAPI.from_dict(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        found = api.unmarshal_request(Request(json.loads(line)))
        parameters = found.parameters
        everything = {
            "errors": [f"{error!r} {error.__cause__!r}" for error in found.errors],
            "query": dict(parameters.query),
            "path": {name: _unquoted(value) for name, value in parameters.path.items()},
            "header": dict(parameters.header),
            "cookie": dict(parameters.cookie),
            "body": found.body,
        }
        sys.stdout.write(f"{json.dumps(everything)}\n")
        sys.stdout.flush()


def _unquoted(value: Any) -> Any:
    if isinstance(value, list):
        return [_unquoted(item) for item in value]
    if isinstance(value, dict):
        return {name: _unquoted(item) for name, item in value.items()}
    return unquote(value) if isinstance(value, str) else value


if __name__ == "__main__":
    main()
