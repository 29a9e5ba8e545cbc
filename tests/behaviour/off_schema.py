"""An API that documents its answers and does not keep to it: what it promises, and what it sends instead."""

from __future__ import annotations

import httpx2

# A closed, strict, recursive shape, with patterns that only Python reads: all that a client may trip over.
DESCRIPTION = """
paths:
  /object/{case}: {get: {operationId: getObject, parameters: [&case {$ref: "#/components/parameters/case"}],
    responses: {"200": {$ref: "#/components/responses/object"}}}}
  /array/{case}: {get: {operationId: getArray, parameters: [*case],
    responses: {"200": {$ref: "#/components/responses/array"}}}}
  /scalar/{case}: {get: {operationId: getScalar, parameters: [*case],
    responses: {"200": {$ref: "#/components/responses/scalar"}}}}
  /choice/{case}: {get: {operationId: getChoice, parameters: [*case],
    responses: {"200": {$ref: "#/components/responses/choice"}}}}
components:
  parameters:
    case: {name: case, in: path, required: true, schema: {type: string}}
  responses:
    object: {description: one, content: {application/json: {schema: {$ref: "#/components/schemas/Book"}}}}
    array: {description: many, content: {application/json: {schema: {type: array, minItems: 1,
      items: {$ref: "#/components/schemas/Book"}}}}}
    scalar: {description: a number, content: {application/json: {schema: {type: integer, minimum: 1000}}}}
    choice: {description: either, content: {application/json: {schema: {oneOf: [
      {$ref: "#/components/schemas/Book"}, {type: string, pattern: "^(?P<a>x)$"}]}}}}
  schemas:
    Book:
      type: object
      additionalProperties: false
      required: [id, isbn, author]
      properties:
        id: {type: integer, format: int64, minimum: 1}
        isbn: {type: string, pattern: '\\\\A(?P<prefix>97[89])-\\\\d+\\\\Z'}
        published: {type: string, format: date}
        author: {type: object, required: [name], properties: {name: {type: string, minLength: 1}}}
        sequel: {$ref: "#/components/schemas/Book"}
        kind: {enum: [novel, poem]}
"""
TOOLS = ("getObject", "getArray", "getScalar", "getChoice")

# By name: media type, body.
ANSWERS: dict[str, tuple[str, bytes]] = {
    "another-object": ("application/json", b'{"id": "seven", "isbn": null, "extra": [1]}'),
    "an-array": ("application/json", b'[{"id": 1}, 2, null]'),
    "a-text": ("application/json", b'"not found, sorry"'),
    "a-number": ("application/json", b"7.5"),
    "a-flag": ("application/json", b"false"),
    "null": ("application/json", b"null"),
    "an-empty-object": ("application/json", b"{}"),
    "nothing": ("application/json", b""),
    "nothing-at-all": ("", b""),
    "broken-json": ("application/json", b'{"id": 1'),
    "html": ("text/html; charset=utf-8", b"<h1>Maintenance</h1>"),
    "text": ("text/plain", b"fine"),
    "xml": ("application/xml", b"<book><id>1</id></book>"),
    "csv": ("text/csv", b"id,isbn\n1,2\n"),
    "lines": ("application/x-ndjson", b'{"id": 1}\n{"id": 2}\n'),
    "events": ("text/event-stream", b'data: {"id": 1}\n\ndata: done\n\n'),
    "problem": ("application/problem+json", b'{"title": "odd", "status": 200}'),
    "image": ("image/png", b"\x89PNG\r\n\x1a\n"),
    "bytes": ("application/octet-stream", b"\x00\xff\x00"),
    "wrong-charset": ("application/json; charset=latin-1", '{"name": "Łódź"}'.encode()),
}


def answer(path: str) -> httpx2.Response:
    """What the API answers on a path; a 204 where the case is `no-content`."""
    case = path.rpartition("/")[2]
    if case == "no-content":
        return httpx2.Response(204)
    media_type, body = ANSWERS[case]
    headers = {"content-type": media_type} if media_type else {}
    return httpx2.Response(200, headers=headers, content=body)


CASES = (*ANSWERS, "no-content")
