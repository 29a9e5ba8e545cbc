"""A `select` that takes what no answer has is told, with the nearest name; where a schema leaves room, nothing is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from mcpgen.diagnostics import Diagnostics, as_json
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

EVENT = {
    "type": "object",
    "properties": {
        "eventId": {"type": "string"},
        "place": {"$ref": "#/components/schemas/Place"},
        "dates": {"type": "array", "items": {"$ref": "#/components/schemas/Date"}},
        "extra": {"type": "object"},
        "labels": {"type": "object", "additionalProperties": {"type": "string"}},
    },
}
PLACE = {
    "allOf": [
        {"type": "object", "properties": {"name": {"type": "string"}}},
        {"oneOf": [{"properties": {"city": {}}}, {"properties": {"land": {}}}, {"type": "null"}]},
    ]
}
DATE = {"properties": {"day": {"type": "string"}, "next": {"$ref": "#/components/schemas/Date"}}}


def told(folder: Path, select: str, answer: dict[str, Any]) -> list[tuple[object, ...]]:
    content = {"application/json": {"schema": answer}}
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Museum", "version": "1"},
        "servers": [{"url": "https://museum.test"}],
        "paths": {
            "/events": {
                "get": {
                    "operationId": "listEvents",
                    "responses": {"200": {"description": "ok", "content": content}},
                }
            }
        },
        "components": {"schemas": {"Event": EVENT, "Place": PLACE, "Date": DATE}},
    }
    (folder / "museum.json").write_text(json.dumps(document))
    choices = f"operations:\n  listEvents:\n    select: {json.dumps(select)}\n"
    (folder / "mcpgen.yaml").write_text(f"openapi: museum.json\n{choices}")
    found = Diagnostics()
    inputs = read_spec(str(folder / "mcpgen.yaml"), None, policy=Policy(), diagnostics=found)
    assert inputs is not None
    make(inputs, found)
    wrong = [each for each in as_json(found) if each["severity"] != "note"]
    return [(each["code"], each["line"], each["message"], each.get("help")) for each in wrong]


LIST = {"type": "array", "items": {"$ref": "#/components/schemas/Event"}}
ONE = {"$ref": "#/components/schemas/Event"}


@pytest.mark.parametrize(
    ("answer", "select", "name", "meant"),
    [
        (LIST, "[].{id: evntId}", "evntId", "eventId"),
        (LIST, "[*].place.nam", "nam", "name"),
        (LIST, "[0].dates[0].next.next.daj", "daj", "day"),
        (LIST, "[?evntId=='a'].place", "evntId", "eventId"),
        (LIST, "[].dates[].dya", "dya", "day"),
        (LIST, "[1:].{id: eventId} | [].idd", "idd", "id"),
        (LIST, "length([].plase)", "plase", "place"),
        (ONE, "place.lnd", "lnd", "land"),
        (ONE, "[eventId, date]", "date", "dates"),
    ],
)
def test_a_name_that_no_answer_has_is_told(tmp_path, answer, select, name, meant) -> None:
    (found,) = told(tmp_path, select, answer)

    message = f"`select` takes `{name}`, which answers of GET /events do not have"
    assert found == ("MG324", 4, message, f"Did you mean `{meant}`?")


@pytest.mark.parametrize(
    ("answer", "select"),
    [
        (LIST, "[].{id: eventId, where: place.name, town: place.city}"),
        (LIST, "[].extra.any"),
        (LIST, "[].labels.any"),
        (LIST, "sort_by([], &evntId)[].evntId"),
        (LIST, "[].[evntId || eventId][]"),
        (ONE, "*.any"),
        ({**EVENT, "additionalProperties": True}, "evntId"),
        ({"anyOf": [ONE, {"type": "object"}]}, "evntId"),
        ({}, "evntId"),
        ({"type": "object"}, "evntId"),
    ],
)
def test_where_more_may_be_nothing_is_told(tmp_path, answer, select) -> None:
    assert told(tmp_path, select, answer) == []
