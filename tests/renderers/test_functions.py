"""The function of a tool: signature, docstring and request expression."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace

import pytest

from mcpgen.planners.plan import BodyKind, PartHeader, Request, RequestBody, Slot, Wrap
from mcpgen.renderers.functions import function_code

from . import plans
from .conftest import by_black


def code(tool) -> str:
    return function_code(tool.function)


def body_of(tool) -> str:
    return code(tool).split('"""')[-1].strip()


def test_a_short_function() -> None:
    assert code(plans.get_pet()) == textwrap.dedent('''\
        async def get_pet(api: Api, *, pet_id: int) -> Pet:
            """Get one pet by its id."""
            answer: Pet = await api.get("/pets/{petId}", path={"petId": pet_id})
            return answer''')


def test_required_arguments_come_first_whatever_their_order() -> None:
    assert code(plans.create_pet()).startswith(
        "async def create_pet(api: Api, *, name: str, pet_type: str | Omit = OMIT) -> Pet:"
    )


def test_any_is_returned_at_once_and_nothing_is_awaited() -> None:
    assert body_of(plans.purge()).startswith("return await api.request(")
    assert body_of(plans.delete_pet()).startswith("await api.delete(")


def test_a_method_without_a_verb_is_named() -> None:
    assert (
        body_of(plans.purge())
        == 'return await api.request("PURGE", "/cache", text=body, media_type=content_type)'
    )


def test_the_choice_of_a_media_type_has_the_first_as_default() -> None:
    assert 'content_type: str = "text/markdown"' in code(plans.purge())


def test_an_optional_body_is_marked() -> None:
    assert "form=optional(" in code(plans.adopt_pet())


def test_parts_of_a_multipart_body_carry_their_media_types() -> None:
    written = code(plans.upload_photo())
    assert '"photo": file(photo, "image/png")' in written
    assert '"meta": part(meta, "application/json")' in written


def test_headers_of_a_part_are_arguments_or_fixed() -> None:
    slot = Slot(
        wire="photo",
        identifier="photo",
        wrap=Wrap.FILE,
        headers=(
            PartHeader(wire="X-Kind", text="photo"),
            PartHeader(wire="X-Sizes", identifier="sizes", exploded=True),
        ),
    )
    body = RequestBody(kind=BodyKind.MULTIPART, media_type="multipart/form-data", fields=(slot,))
    request = Request(method="POST", path="/x", body=body)
    tool = plans.tool("x", request, (plans.argument("photo"), plans.argument("sizes")))
    headers = '{"X-Kind": "photo", "X-Sizes": exploded(sizes)}'
    assert f"file(photo, headers={headers})" in " ".join(code(tool).split()).replace("( ", "(")


def test_separators_of_arrays_within_arrays_are_written() -> None:
    slots = (
        Slot(wire="a", identifier="a", wrap=Wrap.CSV, inside="|"),
        Slot(wire="b", identifier="b", inside="\t"),
    )
    request = Request(method="GET", path="/x", query=slots)
    tool = plans.tool("x", request, (plans.argument("a"), plans.argument("b")))
    assert 'query={"a": csv(a, inside="|"), "b": plain(b, inside="\\t")}' in code(tool)


def test_the_whole_query_is_one_keyword() -> None:
    request = Request(method="QUERY", path="/search", querystring="query")
    tool = plans.tool("search", request, (plans.argument("query", required=True),))
    assert body_of(tool) == 'return await api.query("/search", querystring=query)'


def test_a_media_type_of_its_own_is_written() -> None:
    body = RequestBody(kind=BodyKind.JSON, media_type="application/vnd.api+json", identifier="body")
    request = Request(method="PATCH", path="/x", body=body)
    tool = plans.tool("x", request, (plans.argument("body", "Any", required=True),))
    assert (
        body_of(tool)
        == 'return await api.patch("/x", json=body, media_type="application/vnd.api+json")'
    )


def test_a_function_without_a_description_says_what_it_requests() -> None:
    tool = plans.tool("ping", Request(method="GET", path="/ping"), doc="")
    assert '"""`GET /ping`."""' in code(tool)


@pytest.mark.parametrize(
    "hostile",
    [
        '"""',
        '"); import os; ("',
        "\\",
        "\n",
        "{{ x }}",
        "%}",
        "\r\n",
        "\u202e",
        "\x00",
        "'",
        "#",
        "\ud800",
    ],
)
def test_hostile_text_stays_text(hostile: str) -> None:
    slot = Slot(wire=hostile, identifier="value")
    request = Request(method=hostile.upper(), path=hostile, query=(slot,), headers=(slot,))
    tool = plans.tool("x", request, (plans.argument("value"),), doc=f"a {hostile} b")
    (function,) = ast.parse(code(tool)).body
    assert isinstance(function, ast.AsyncFunctionDef)
    doc, returned = function.body
    assert isinstance(doc, ast.Expr)
    assert isinstance(returned, ast.Return)
    strings = {node.value for node in ast.walk(returned) if isinstance(node, ast.Constant)}
    assert strings == {hostile.upper(), hostile}
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    assert len(calls) == 1


@pytest.mark.parametrize("hostile", ['"""', '"); import os; ("', "\\", "\n", "{{ x }}", "\ud800"])
def test_hostile_text_of_a_part_stays_text(hostile: str) -> None:
    header = PartHeader(wire=hostile, text=hostile)
    slot = Slot(wire=hostile, identifier="value", media_type=hostile, headers=(header,))
    body = RequestBody(kind=BodyKind.MULTIPART, media_type=hostile, fields=(slot,))
    request = Request(method="POST", path=hostile, body=body)
    (function,) = ast.parse(code(plans.tool("x", request, (plans.argument("value"),)))).body
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call)]
    texts = {
        node.value for each in calls for node in ast.walk(each) if isinstance(node, ast.Constant)
    }
    assert texts == {hostile}
    assert len(calls) == 2


def test_a_function_too_odd_for_our_layout_is_laid_out_by_black() -> None:
    long = "VeryLongName" * 8
    function = replace(plans.get_pet().function, returns=long, name="f" * 60)
    source = function_code(function) + "\n"
    assert by_black(source) == source
    assert source.count("\n") > 4


@pytest.mark.parametrize(
    "hint", ["int = exit()", "Literal['x']", 'Literal["a\\"]', "a\nb", "x: y", "", "f(x)"]
)
def test_what_is_not_a_type_hint_is_refused(hint: str) -> None:
    function = replace(plans.get_pet().function, returns=hint)
    with pytest.raises(ValueError, match="not a type hint"):
        function_code(function)


def test_names_that_are_not_identifiers_are_refused() -> None:
    function = replace(plans.get_pet().function, name="x(): import os")
    with pytest.raises(ValueError, match="not a name"):
        function_code(function)
