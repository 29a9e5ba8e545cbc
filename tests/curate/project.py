"""A folder with two descriptions, an overlay, a team's choices, and a spec that says everything that can be said."""

from __future__ import annotations

from pathlib import Path

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy
from mcpgen.pipeline import Made, make
from mcpgen.sources import read_spec

WHOLE = (Path(__file__).parent / "whole.yaml").read_text()

FILES = {
    "shop.yaml": """\
openapi: 3.1.0
info: {title: Shop, version: '1'}
servers: [{url: 'https://api.shop.example'}]
tags: [{name: items, description: Goods.}]
paths:
  /items:
    get:
      operationId: listItems
      tags: [items]
      summary: Everything
      parameters:
        - {name: owner, in: query, required: true, schema: {type: string}}
        - {name: limit, in: query, schema: {type: integer, maximum: 100}}
        - {name: offset, in: query, schema: {type: integer}}
        - {name: debug, in: query, schema: {type: boolean}}
        - {name: q, in: query, schema: {type: string}}
      responses: {'200': {description: ok, content: {application/json: {schema: {type: array, items: {$ref: '#/components/schemas/Item'}}}}}}
    post:
      operationId: addItem
      tags: [items]
      requestBody: {content: {application/json: {schema: {type: object, properties: {name: {type: string}}}}}}
      responses: {'204': {description: added}}
  /items/{id}:
    get:
      operationId: getItem
      tags: [items]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
  /items/{id}/history:
    get:
      operationId: getHistory
      tags: [items]
      parameters: [{name: id, in: path, required: true, schema: {type: integer}}]
      responses: {'204': {description: ok}}
components:
  schemas: {Item: {type: object, properties: {name: {type: string}}}}
""",
    "store.yaml": """\
openapi: 3.0.3
info: {title: Store, version: '1'}
servers: [{url: 'https://store.example'}]
paths:
  /stock:
    get:
      operationId: getStock
      responses: {'200': {description: ok, content: {application/json: {schema: {$ref: '#/components/schemas/Item'}}}}}
components:
  schemas: {Item: {type: object, properties: {pieces: {type: integer}}}}
""",
    "overlay.yaml": """\
overlay: 1.1.0
info: {title: Ours, version: '1'}
actions:
  - target: $.paths['/items/{id}'].get
    update: {summary: One item}
""",
    "team.yaml": "limits: {timeout: 20}\n",
}


def written(folder: Path, spec: str = WHOLE, **others: str) -> Path:
    """Write the files and the spec; the path of the spec."""
    for name, text in {**FILES, **others}.items():
        (folder / name).write_text(text)
    path = folder / "mcpgen.yaml"
    path.write_text(spec)
    return path


def made(folder: Path, spec: str = WHOLE, **others: str) -> tuple[Made | None, Diagnostics]:
    """The server of a spec, as far as it can be made, and what was found."""
    diagnostics = Diagnostics()
    path = written(folder, spec, **others)
    inputs = read_spec(str(path), None, policy=Policy(), diagnostics=diagnostics)
    return (make(inputs, diagnostics) if inputs else None), diagnostics
