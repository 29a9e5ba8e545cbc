from __future__ import annotations

import pytest

from runtime.request.target import target
from runtime.request.values import (
    ArgumentError,
    exploded,
    json_text,
    label,
    label_exploded,
    matrix,
    matrix_exploded,
    plain,
)

COLOURS = ["blue", "black"]
COLOUR = {"R": 100, "G": 200}


@pytest.mark.parametrize(
    ("value", "written"),
    [
        # The table of OpenAPI 3.1.1, 4.8.12.4, with RFC 6570 behind it.
        (COLOURS, "blue,black"),
        (COLOUR, "R,100,G,200"),
        (exploded(COLOURS), "blue,black"),
        (exploded(COLOUR), "R=100,G=200"),
        (label("blue"), ".blue"),
        (label(COLOURS), ".blue,black"),
        (label(COLOUR), ".R,100,G,200"),
        (label_exploded(COLOURS), ".blue.black"),
        (label_exploded(COLOUR), ".R=100.G=200"),
        (matrix("blue"), ";color=blue"),
        (matrix(""), ";color"),
        (matrix(COLOURS), ";color=blue,black"),
        (matrix(COLOUR), ";color=R,100,G,200"),
        (matrix_exploded(COLOURS), ";color=blue;color=black"),
        (matrix_exploded(COLOUR), ";R=100;G=200"),
        (json_text({"a": [1]}), "%7B%22a%22%3A%5B1%5D%7D"),
        (True, "true"),
        (1.0, "1"),
        (1.5, "1.5"),
        (12345678901234567890123, "12345678901234567890123"),
        ("a/b c?d#e%2F é", "a%2Fb%20c%3Fd%23e%252F%20%C3%A9"),
        (["a,b", "c"], "a%2Cb,c"),
        (plain("a:b/c", reserved=True), "a:b%2Fc"),
    ],
)
def test_a_value_is_written_in_its_style(value: object, written: str) -> None:
    assert target("/x/{color}/y", {"color": value}) == f"/x/{written}/y"


@pytest.mark.parametrize("value", ["", ".", "..", [], plain("..", reserved=True)])
def test_a_value_that_would_make_another_path_is_refused(value: object) -> None:
    with pytest.raises(ArgumentError, match="id"):
        target("/pets/{id}", {"id": value})


@pytest.mark.parametrize("value", ["..;", "..;x=1", ".;"])
def test_a_dot_segment_with_a_path_parameter_is_refused(value: str) -> None:
    with pytest.raises(ArgumentError, match="id"):
        target("/pets/{id}", {"id": plain(value, reserved=True)})


def test_two_values_do_not_make_a_dot_segment_together() -> None:
    with pytest.raises(ArgumentError):
        target("/pets/{a}{b}/x", {"a": ".", "b": "."})


def test_a_dotted_value_is_fine_beside_other_text() -> None:
    assert target("/v{version}/Items('{key}')", {"version": "..", "key": ""}) == "/v../Items('')"


@pytest.mark.parametrize("value", [None, ["a", None]])
def test_null_is_left_out_or_refused(value: object) -> None:
    if value is None:
        with pytest.raises(ArgumentError, match="needs a value for id"):
            target("/pets/{id}", {"id": value})
    else:
        assert target("/pets/{id}", {"id": value}) == "/pets/a"


def test_a_name_without_a_value_is_an_error() -> None:
    with pytest.raises(ArgumentError, match="needs a value for id"):
        target("/pets/{id}", {})


@pytest.mark.parametrize(
    ("template", "written"),
    [
        ("/t/{a}/{a}/v{b}.{c}/items:batchGet/", "/t/1/1/v2.3/items:batchGet/"),
        ("/report/{a}.json", "/report/1.json"),
        ("/Items({a})", "/Items(1)"),
        ("/a b/é/[x]/{a}", "/a%20b/%C3%A9/%5Bx%5D/1"),
        ("/already%20quoted/{a}", "/already%20quoted/1"),
        ("/%/{a}", "/%25/1"),
        ("/{}/{a}", "/%7B%7D/1"),
        ("/{a:[0-9]+}/{+b}/{c*}", "/1/2/3"),
        ("pets/{a}", "/pets/1"),
        ("", "/"),
    ],
)
def test_the_rest_of_a_template_goes_out_as_written(template: str, written: str) -> None:
    assert target(template, {"a": 1, "b": 2, "c": 3}) == written


@pytest.mark.parametrize(
    ("template", "query", "written"),
    [
        ("/x?action=list", {}, "/x?action=list"),
        ("/x?action=list&v=1", {"page": 2}, "/x?action=list&v=1&page=2"),
        ("/x?action=list&v=1", {"action": "put"}, "/x?v=1&action=put"),
        ("/x?id={id}", {}, "/x?id=a%26b"),
        ("/x#put", {"page": 2}, "/x?page=2"),
        ("/x?a=1#put", {}, "/x?a=1"),
        ("/x{?page,size}", {"page": 2}, "/x?page=2"),
        ("/x?", {}, "/x"),
    ],
)
def test_query_and_fragment_in_a_path_key(
    template: str, query: dict[str, object], written: str
) -> None:
    assert target(template, {"id": "a&b"}, query) == written
