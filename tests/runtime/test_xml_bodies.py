from __future__ import annotations

from typing import Any

import pytest

from runtime.request.values import OMIT, ArgumentError
from runtime.request.xml import to_xml

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


@pytest.mark.parametrize(
    ("value", "hints", "written"),
    [
        # The examples of OpenAPI 3.1, 4.8.26.
        (["one", "two"], {"name": "animals"}, "<animals><animals>one</animals><animals>two</animals></animals>"),
        ({"id": 123, "name": "x"}, {"name": "Person", "properties": {"id": {"attribute": True}}},
         '<Person id="123"><name>x</name></Person>'),
        ({"name": "x"}, {"name": "Person", "properties": {"name": {"namespace": "http://e.com/s", "prefix": "sample"}}},
         '<Person><sample:name xmlns:sample="http://e.com/s">x</sample:name></Person>'),
        ({"animals": ["a", "b"]}, {"name": "r"}, "<r><animals>a</animals><animals>b</animals></r>"),
        ({"animals": ["a"]}, {"name": "r", "properties": {"animals": {"items": {"name": "animal"}}}}, "<r><animal>a</animal></r>"),
        ({"animals": ["a"]}, {"name": "r", "properties": {"animals": {"name": "aliens", "items": {"name": "animal"}}}},
         "<r><animal>a</animal></r>"),
        ({"animals": ["a"]}, {"name": "r", "properties": {"animals": {"wrapped": True}}},
         "<r><animals><animals>a</animals></animals></r>"),
        ({"animals": ["a"]},
         {"name": "r", "properties": {"animals": {"name": "aliens", "wrapped": True, "items": {"name": "animal"}}}},
         "<r><aliens><animal>a</animal></aliens></r>"),
        ({"a": {"b": {"c": 1}}}, {"name": "r", "properties": {"a": {"name": "A", "properties": {"b": {"name": "B"}}}}},
         "<r><A><B><c>1</c></B></A></r>"),
        ({"a": [{"b": 1}]}, {"name": "r", "properties": {"a": {"items": {"name": "i", "properties": {"b": {"attribute": True}}}}}},
         '<r><i b="1"/></r>'),
        ({"a": True, "b": "", "c": OMIT}, {"name": "r", "namespace": "urn:x"}, '<r xmlns="urn:x"><a>true</a><b/></r>'),
        ({"a": 1}, {}, "<root><a>1</a></root>"),
    ],
)  # fmt: skip
def test_a_value_is_written_by_its_hints(
    value: object, hints: dict[str, Any], written: str
) -> None:
    assert to_xml(value, hints) == HEAD + written


def test_text_is_escaped() -> None:
    hints = {"name": "r", "properties": {"a": {"attribute": True}}}
    assert (
        to_xml({"a": '<"&\n', "b": "</r>&"}, hints)
        == f"{HEAD}<r a='&lt;\"&amp;&#10;'><b>&lt;/r&gt;&amp;</b></r>"
    )


def test_null_is_nil_as_an_element_and_nothing_as_an_attribute() -> None:
    hints = {"name": "r", "properties": {"a": {"attribute": True}}}
    assert to_xml({"a": None, "b": None}, hints).endswith(
        '<r><b xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/></r>'
    )


def test_a_document_that_is_text_already_stays_as_it_is() -> None:
    assert to_xml("<a/>", {"name": "r"}) == "<a/>"


@pytest.mark.parametrize("name", ["a b", "1a", "a><evil", "", "a:b:c", '"'])
def test_a_property_that_cannot_be_an_element_is_refused(name: str) -> None:
    with pytest.raises(ArgumentError, match="XML element"):
        to_xml({name: 1}, {"name": "r"})


def test_a_character_that_xml_cannot_hold_is_refused() -> None:
    with pytest.raises(ArgumentError, match="XML cannot hold"):
        to_xml({"a": "\x00"}, {"name": "r"})
