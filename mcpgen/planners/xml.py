"""Hints for an XML body, from the `xml` objects of its schema (OpenAPI 3.1, 4.8.26; 3.2, `nodeType`)."""

from __future__ import annotations

from mcpgen.model import JsonObject, Operation, Schema, is_object
from mcpgen.planners import media
from mcpgen.planners.objects import known_properties
from mcpgen.planners.plan import BodyKind
from mcpgen.planners.views import Views, ref_name

_DEEPEST = 6


def xml_hints(op: Operation, views: Views) -> JsonObject | None:
    """The `xml` of a catalogue entry: None where no body is XML."""
    contents = op.body.contents if op.body else ()
    written = [content for content in contents if media.kind_of(content.media_type) is BodyKind.XML]
    if not written:
        return None
    schema = written[0].schema
    return {"name": ref_name(schema) or "root", **_hints(schema, views, _DEEPEST)}


def _hints(schema: Schema, views: Views, depth: int) -> JsonObject:
    """What XML wants to know of a schema; definitions are read as written, since a view has no `xml`."""
    target: Schema = {**views.definitions.get(ref_name(schema) or "", {}), **schema}
    hints = _own(target.get("xml"))
    if not depth:
        return hints
    known = known_properties(schema, views, "input")
    inner = {
        name: _hints(_raw(schema, name, views), views, depth - 1)
        for name in (known.properties if known else ())
    }
    if told := {name: hint for name, hint in inner.items() if hint}:
        hints["properties"] = told
    if is_object(target.get("items")) and (items := _hints(target["items"], views, depth - 1)):
        hints["items"] = items
    return hints


def _own(xml: object) -> JsonObject:
    if not is_object(xml):
        return {}
    hints: JsonObject = {
        key: xml[key] for key in ("name", "namespace", "prefix") if isinstance(xml.get(key), str)
    }
    node = xml.get("nodeType")
    if xml.get("attribute") is True or node == "attribute":
        hints["attribute"] = True
    if xml.get("wrapped") is True or node == "element":
        hints["wrapped"] = True
    return hints


def _raw(schema: Schema, name: str, views: Views, depth: int = _DEEPEST) -> Schema:
    """The property `name` as the document has it, wherever an `allOf` put it."""
    target: Schema = {**views.definitions.get(ref_name(schema) or "", {}), **schema}
    found = target.get("properties", {}).get(name)
    if is_object(found):
        return found
    for part in target.get("allOf", ()) if depth else ():
        if inner := _raw(part, name, views, depth - 1):
            return inner
    return {}
