"""Run by an interpreter that has bravado-core: what it finds wrong with requests.

Standard input is a Swagger 2.0 document, then one request a line; standard output, for each, a list of what is wrong.
"""

from __future__ import annotations

import email
import json
import re
import sys
from email.policy import HTTP
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from bravado_core.request import IncomingRequest, unmarshal_request
from bravado_core.spec import Spec
from werkzeug.datastructures import Headers

Sent = dict[str, Any]

_RULES = {"validate_swagger_spec": False, "use_models": False}


def main() -> None:
    document = json.loads(sys.stdin.readline())
    spec = Spec.from_dict({**document, "host": "api.test"}, config=_RULES)
    operations = {
        f"{operation.http_method.upper()} {operation.path_name}": operation
        for resource in spec.resources.values()
        for operation in resource.operations.values()
    }
    for line in sys.stdin:
        sent = json.loads(line)
        sys.stdout.write(f"{json.dumps(_faults(sent, operations[sent['operation']]))}\n")
        sys.stdout.flush()


def _faults(sent: Sent, operation: Any) -> list[str]:
    try:
        unmarshal_request(_Request(sent), operation)
    except Exception as error:  # noqa: BLE001  # whatever stops it
        return [f"{type(error).__name__}: {error}"]
    return []


class _Request(IncomingRequest):
    """A request as bravado-core wants it."""

    def __init__(self, sent: Sent) -> None:
        target = urlsplit(sent["target"])
        self._body = sent["body"].encode("latin-1")
        self.headers = Headers([(name, value) for name, value in sent["headers"]])
        self.path = _path_values(sent["operation"].partition(" ")[2], target.path)
        self.query = _grouped(parse_qsl(target.query, keep_blank_values=True))
        self.form: dict[str, Any] = {}
        self.files: dict[str, bytes] = {}
        if self.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
            self.form = _grouped(parse_qsl(self._body.decode(), keep_blank_values=True))
        elif self.headers.get("content-type", "").startswith("multipart/"):
            self._read_parts()

    def _read_parts(self) -> None:
        head = f"Content-Type: {self.headers['content-type']}\r\n\r\n".encode()
        for part in email.message_from_bytes(head + self._body, policy=HTTP).iter_parts():
            name, content = part.get_param("name", header="content-disposition"), part.get_content()
            (self.files if part.get_filename() else self.form)[str(name)] = content

    def json(self, **_: Any) -> Any:
        return json.loads(self._body)


def _path_values(template: str, path: str) -> dict[str, str]:
    names = re.findall(r"\{([^{}]*)\}", template)
    pieces = map(re.escape, re.split(r"\{[^{}]*\}", template))
    found = re.search("([^/]*)".join(pieces) + "$", path)
    return dict(zip(names, map(unquote, found.groups()), strict=True)) if found else {}


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    """One value by itself, several as a list."""
    grouped: dict[str, list[str]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in grouped.items()}


if __name__ == "__main__":
    main()
