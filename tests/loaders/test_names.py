"""Names of definitions."""

from __future__ import annotations

import keyword
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen.loaders.schema_names import name_all

from .describe import read_files, read_schema


def names(*keys: str) -> list[str]:
    places = [("api.yaml", ("components", "schemas", key)) for key in keys]
    made = name_all(places, "api.yaml", {})
    return [made[place] for place in places]


@pytest.mark.parametrize(
    ("key", "name"),
    [
        ("Pet", "Pet"),
        ("pet_status", "PetStatus"),
        ("petURL", "PetURL"),
        ("io.k8s.api.core.v1.Pod", "IoK8sApiCoreV1Pod"),
        ("200Response", "Model200Response"),
        ("Größe", "Groe"),
        ("any", "AnyModel"),
        ("List", "ListModel"),
        ("None", "NoneModel"),
        ("TypedDict", "TypedDictModel"),
        ("Exception", "ExceptionModel"),
        ("Omit", "OmitModel"),
    ],
)
def test_a_component_keeps_its_name_as_far_as_python_allows(key: str, name: str) -> None:
    assert names(key) == [name]


def test_names_differ_whatever_the_case() -> None:
    made = names("pet", "Pet", "PET", "p-e-t")

    assert {made[1], made[2]} == {"ApiPet", "PET"}
    assert len({name.lower() for name in made}) == 4


def test_names_do_not_depend_on_the_order_in_which_schemas_are_met() -> None:
    keys = ["pet", "Pet", "a.b", "a-b", "订单", "订單"]

    assert dict(zip(keys, names(*keys), strict=True)) == dict(
        zip(reversed(keys), names(*reversed(keys)), strict=True)
    )


def test_one_more_schema_renames_no_other() -> None:
    keys = ["Pet", "pet", "Owner", "订单"]

    assert names(*keys, "Aardvark", "owner")[:4] == names(*keys)


def test_a_component_that_only_refers_gives_its_name(tmp_path: Path) -> None:
    files = {
        "api.yaml": """
            openapi: 3.0.3
            paths:
              /a: {post: {requestBody: {content: {text/x: {schema: {$ref: schemas/p.yaml}}}}}}
            components: {schemas: {Pet: {$ref: schemas/p.yaml}}}
            """,
        "schemas/p.yaml": "{type: object}",
    }

    assert list(read_files(tmp_path, files).document.definitions) == ["Pet"]


def test_equal_names_of_several_files_are_told_apart_by_file(tmp_path: Path) -> None:
    files = {
        "api.yaml": """
            openapi: 3.0.3
            paths:
              /a: {post: {requestBody: {content: {text/x: {schema: {$ref: '#/components/schemas/Pet'}}}}}}
            components:
              schemas: {Pet: {properties: {a: {$ref: 'b.yaml#/Pet'}, b: {$ref: 'c.yaml#/Pet'}}}}
            """,
        "b.yaml": "Pet: {type: string}",
        "c.yaml": "Pet: {type: integer}",
    }

    assert read_files(tmp_path, files).document.definitions.keys() == {"Pet", "BPet", "CPet"}


def test_a_place_without_a_name_is_called_by_its_path() -> None:
    pet = {"properties": {"owner": {"type": "object"}}}
    found = read_schema({"$ref": "#/components/schemas/Pet/properties/owner"}, Pet=pet)

    assert list(found.document.definitions) == ["PetOwner"]


@given(st.lists(st.text(max_size=80), unique=True, max_size=8))
def test_every_name_is_a_class_name_and_unique(keys: list[str]) -> None:
    made = names(*keys)

    assert all(name.isidentifier() and name.isascii() and name[0].isupper() for name in made)
    assert not any(keyword.iskeyword(name) for name in made)
    assert len({name.lower() for name in made}) == len(keys)
