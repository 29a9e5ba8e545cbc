"""Changes of schemas and whether they break callers, by the semantics of JSON Schema 2020-12.

An argument may widen and a result may narrow.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Case:
    name: str
    old: Any
    new: Any
    breaks_arguments: bool
    breaks_results: bool


def obj(required: str = "", **properties: Any) -> dict[str, Any]:
    needed = {"required": required.split()} if required else {}
    return {"type": "object", "properties": properties, **needed}


def sealed(required: str = "", **properties: Any) -> dict[str, Any]:
    return {**obj(required, **properties), "additionalProperties": False}


STR, INT, NUM = {"type": "string"}, {"type": "integer"}, {"type": "number"}
BOOL, NULL, ARR = {"type": "boolean"}, {"type": "null"}, {"type": "array"}
CAT = obj("kind", kind={"const": "cat"}, lives=INT)
DOG = obj("kind", kind={"const": "dog"}, breed=STR)
FISH = obj("kind", kind={"const": "fish"})
NARROWER, WIDER, OTHER, SAME = (True, False), (False, True), (True, True), (False, False)


def tree(leaf: Any) -> dict[str, Any]:
    node = obj(value=leaf, next={"$ref": "#/$defs/Node"})
    return {"$ref": "#/$defs/Node", "$defs": {"Node": node}}


CASES = [
    Case(name, old, new, *effect)
    for name, old, new, effect in [
        ("nothing", STR, STR, SAME),
        ("a description", STR, {**STR, "description": "text"}, SAME),
        ("a title", STR, {**STR, "title": "Text"}, SAME),
        ("a default", INT, {**INT, "default": 3}, SAME),
        ("a deprecation", INT, {**INT, "deprecated": True}, SAME),
        ("another type", STR, INT, OTHER),
        ("integer to number", INT, NUM, WIDER),
        ("number to integer", NUM, INT, NARROWER),
        ("null allowed", STR, {"type": ["string", "null"]}, WIDER),
        ("null not allowed", {"type": ["string", "null"]}, STR, NARROWER),
        ("anything to a type", {}, STR, NARROWER),
        ("a type to anything", STR, {}, WIDER),
        ("a value added", {"enum": ["a", "b"]}, {"enum": ["a", "b", "c"]}, WIDER),
        ("a value removed", {"enum": ["a", "b"]}, {"enum": ["a"]}, NARROWER),
        ("values reordered", {"enum": ["a", "b"]}, {"enum": ["b", "a"]}, SAME),
        ("a value replaced", {"enum": ["a", "b"]}, {"enum": ["a", "c"]}, OTHER),
        ("text to values", STR, {"type": "string", "enum": ["a"]}, NARROWER),
        ("values to text", {"type": "string", "enum": ["a"]}, STR, WIDER),
        ("a constant to values", {"const": "a"}, {"enum": ["a", "b"]}, WIDER),
        ("another constant", {"const": "a"}, {"const": "b"}, OTHER),
        ("boolean to one of it", BOOL, {"const": True}, NARROWER),
        ("boolean written as values", BOOL, {"enum": [True, False]}, SAME),
        ("maximum lowered", {**INT, "maximum": 100}, {**INT, "maximum": 50}, NARROWER),
        ("maximum raised", {**INT, "maximum": 50}, {**INT, "maximum": 100}, WIDER),
        ("minimum added", INT, {**INT, "minimum": 1}, NARROWER),
        ("minimum removed", {**NUM, "minimum": 1}, NUM, WIDER),
        ("exclusive instead", {**NUM, "maximum": 5}, {**NUM, "exclusiveMaximum": 5}, NARROWER),
        ("exclusive but whole", {**INT, "maximum": 4}, {**INT, "exclusiveMaximum": 5}, SAME),
        ("a multiple", INT, {**INT, "multipleOf": 2}, NARROWER),
        ("a finer multiple", {**INT, "multipleOf": 4}, {**INT, "multipleOf": 2}, WIDER),
        ("a multiple that all are", INT, {**INT, "multipleOf": 0.5}, SAME),
        ("int64 to int32", {**INT, "format": "int64"}, {**INT, "format": "int32"}, NARROWER),
        ("longer text", {**STR, "maxLength": 3}, {**STR, "maxLength": 5}, WIDER),
        ("shorter text", {**STR, "maxLength": 5}, {**STR, "maxLength": 3}, NARROWER),
        ("no empty text", STR, {**STR, "minLength": 1}, NARROWER),
        ("a pattern added", STR, {**STR, "pattern": "^a"}, NARROWER),
        ("a pattern removed", {**STR, "pattern": "^a"}, STR, WIDER),
        ("another pattern", {**STR, "pattern": "^a"}, {**STR, "pattern": "^x"}, OTHER),
        ("a format added", STR, {**STR, "format": "date"}, NARROWER),
        ("another format", {**STR, "format": "date"}, {**STR, "format": "email"}, OTHER),
        ("a format that is a hint", STR, {**STR, "format": "password"}, SAME),
        ("items of another type", {**ARR, "items": STR}, {**ARR, "items": INT}, OTHER),
        ("items not described", {**ARR, "items": STR}, ARR, WIDER),
        ("more items", {**ARR, "maxItems": 2}, {**ARR, "maxItems": 3}, WIDER),
        ("fewer items", {**ARR, "maxItems": 3}, {**ARR, "maxItems": 2}, NARROWER),
        ("not empty", ARR, {**ARR, "minItems": 1}, NARROWER),
        ("items that differ", ARR, {**ARR, "uniqueItems": True}, NARROWER),
        ("a pair", {**ARR, "items": STR}, {**ARR, "prefixItems": [STR, STR], "items": False}, NARROWER),
        ("one value to a list", STR, {**ARR, "items": STR}, OTHER),
        ("a property of a sealed object added", sealed(a=STR), sealed(a=STR, b=STR), WIDER),
        ("a property of a sealed object removed", sealed(a=STR, b=STR), sealed(a=STR), NARROWER),
        ("a required property added", sealed(a=STR), sealed("b", a=STR, b=STR), OTHER),
        ("required", obj(a=STR), obj("a", a=STR), NARROWER),
        ("no longer required", obj("a", a=STR), obj(a=STR), WIDER),
        ("a property described", obj(a=STR), obj(a=STR, b=STR), SAME),
        ("a property no longer described", obj(a=STR, b=STR), obj(a=STR), WIDER),
        ("a property narrowed", obj(a=STR), obj(a={**STR, "maxLength": 1}), NARROWER),
        ("a property below narrowed", obj(a=obj(b=NUM)), obj(a=obj(b=INT)), NARROWER),
        ("sealed", {**obj(a=STR), "additionalProperties": True}, sealed(a=STR), NARROWER),
        ("opened", sealed(a=STR), obj(a=STR), WIDER),
        ("others described", {"type": "object", "additionalProperties": True}, {"type": "object", "additionalProperties": STR}, NARROWER),
        ("others widened", {"type": "object", "additionalProperties": INT}, {"type": "object", "additionalProperties": NUM}, WIDER),
        ("by pattern", {"type": "object", "patternProperties": {"^x$": NUM}}, {"type": "object", "patternProperties": {"^x$": INT}}, NARROWER),
        ("fewest properties", obj(a=STR), {**obj(a=STR), "minProperties": 1}, NARROWER),
        ("an alternative added", {"anyOf": [STR, INT]}, {"anyOf": [STR, INT, BOOL]}, WIDER),
        ("an alternative removed", {"anyOf": [STR, INT]}, {"anyOf": [STR]}, NARROWER),
        ("alternatives reordered", {"anyOf": [STR, INT]}, {"anyOf": [INT, STR]}, SAME),
        ("alternatives as types", {"anyOf": [STR, NULL]}, {"type": ["string", "null"]}, SAME),
        ("types as alternatives", {"type": ["string", "null"]}, {"oneOf": [STR, NULL]}, SAME),
        ("a kind added", {"oneOf": [CAT, DOG]}, {"oneOf": [CAT, DOG, FISH]}, WIDER),
        ("a kind removed", {"oneOf": [CAT, DOG]}, {"oneOf": [CAT]}, NARROWER),
        ("a kind narrowed", {"oneOf": [CAT, DOG]}, {"oneOf": [CAT, {**DOG, "required": ["kind", "breed"]}]}, NARROWER),
        ("alternatives that overlap", {"anyOf": [obj(a=STR), obj(b=STR)]}, {"oneOf": [obj(a=STR), obj(b=STR)]}, NARROWER),
        ("joined and written out", {"allOf": [obj("a", a=STR), obj(b=INT)]}, obj("a", a=STR, b=INT), SAME),
        ("written out and joined", obj("a", a=STR, b=INT), {"allOf": [obj("a", a=STR), obj(b=INT)]}, SAME),
        ("another part", {"allOf": [obj(a=STR)]}, {"allOf": [obj(a=STR), obj("b", b=INT)]}, NARROWER),
        ("by reference or not", {"$ref": "#/$defs/A", "$defs": {"A": STR}}, STR, SAME),
        ("a definition narrowed", {"$ref": "#/$defs/A", "$defs": {"A": NUM}}, {"$ref": "#/$defs/A", "$defs": {"A": INT}}, NARROWER),
        ("a property renamed", sealed(a=STR), sealed(b=STR), OTHER),
        ("a required property renamed", obj("a", a=STR), obj("b", b=STR), OTHER),
        ("an optional property of an open object renamed", obj(a=STR), obj(b=STR), WIDER),
        ("a definition renamed", {"$ref": "#/$defs/A", "$defs": {"A": NUM}}, {"$ref": "#/$defs/B", "$defs": {"B": NUM}}, SAME),
        ("a recursive type", tree(NUM), tree(NUM), SAME),
        ("a recursive type narrowed", tree(NUM), tree(INT), NARROWER),
        ("a recursive type widened", tree(INT), tree(NUM), WIDER),
        ("all but one value", STR, {**STR, "not": {"const": "a"}}, NARROWER),
        ("no longer all but one", {**STR, "not": {"const": "a"}}, STR, WIDER),
        ("not a type", STR, {"not": INT}, WIDER),
        ("a condition", obj(a=STR, b=STR), {**obj(a=STR, b=STR), "dependentRequired": {"a": ["b"]}}, NARROWER),
        ("what must be contained", {**ARR, "items": STR}, {**ARR, "items": STR, "contains": {"const": "a"}}, NARROWER),
    ]
]  # fmt: skip
