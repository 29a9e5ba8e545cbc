"""Descriptions of many files, and what a local reference may reach."""

from __future__ import annotations

import os
from pathlib import Path
from urllib.parse import quote

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load

from .describe import read, read_files
from .invariants import check_bundle

ENTRY = """
    openapi: 3.1.0
    info: {title: T, version: '1'}
    paths:
      /pets: {$ref: 'paths/pets.yaml'}
    components:
      schemas:
        PetName: {$ref: 'schemas/name.yaml'}
    """
PETS = """
    get:
      parameters: [{$ref: 'common.json#/Limit'}]
      responses:
        '200':
          description: fine
          content:
            application/json: {schema: {$ref: '../schemas/my%20pet.yaml'}}
    """
COMMON = '{"Limit": {"name": "limit", "in": "query", "schema": {"type": "integer"}}}'
PET = """
    properties:
      name: {$ref: name.yaml}
      friend: {$ref: 'my pet.yaml'}
      root: {$ref: '../api.yaml#/components/schemas/PetName'}
    """
FILES = {
    "api.yaml": ENTRY,
    "paths/pets.yaml": PETS,
    "paths/common.json": COMMON,
    "schemas/my pet.yaml": PET,
    "schemas/name.yaml": "type: string",
}
OUTSIDE = {
    "api/api.yaml": "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: ../limit.yaml}]}}}",
    "limit.yaml": "{name: limit, in: query, schema: {}}",
}


def test_references_lead_from_file_to_file_and_back(tmp_path: Path) -> None:
    found = read_files(tmp_path, FILES)

    assert found.codes == []
    assert found.document.definitions == {
        "MyPet": {
            "properties": {
                "name": {"$ref": "#/$defs/PetName"},
                "friend": {"$ref": "#/$defs/MyPet"},
                "root": {"$ref": "#/$defs/PetName"},
            }
        },
        "PetName": {"type": "string"},
    }
    assert [p.name for p in found.operation().parameters] == ["limit"]


def test_the_files_used_are_given_by_name_from_the_entrys_folder(tmp_path: Path) -> None:
    loaded = read_files(tmp_path, {**FILES, "unused.yaml": "a: 1"}).loaded

    assert loaded is not None
    assert loaded.entry == loaded.source == "api.yaml"
    assert set(loaded.documents) == set(FILES)


def test_origins_name_the_file_that_a_thing_is_written_in(tmp_path: Path) -> None:
    operation = read_files(tmp_path, FILES).operation()

    assert (operation.origin.file, operation.origin.pointer) == ("paths/pets.yaml", "/get")
    assert operation.parameters[0].origin.file == "paths/common.json"


def test_what_stands_beside_a_path_items_reference_keeps_its_own_file(tmp_path: Path) -> None:
    files = {
        "api.yaml": """
            openapi: 3.1.0
            paths:
              /a: {$ref: sub/a.yaml, parameters: [{$ref: 'here.yaml'}]}
            """,
        "here.yaml": "{name: here, in: query, schema: {}}",
        "sub/a.yaml": "{get: {}, parameters: [{$ref: there.yaml}]}",
        "sub/there.yaml": "{name: there, in: query, schema: {}}",
    }

    found = read_files(tmp_path, files)

    assert [p.name for p in found.operation().parameters] == ["here", "there"]
    assert found.codes == []


@pytest.mark.parametrize(
    "name", ["api@1.yaml", "my api.yaml", "api%20x.yaml", "ä#ö.yaml", "a?b.yaml"]
)
def test_an_entry_of_any_name_is_one_file_with_itself(tmp_path: Path, name: str) -> None:
    reference = quote(name) + "#/components/parameters/A"
    entry = f"""
        openapi: 3.1.0
        paths: {{/a: {{get: {{parameters: [{{$ref: '{reference}'}}]}}}}}}
        components: {{parameters: {{A: {{name: a, in: query, schema: {{}}}}}}}}
        """

    found = read_files(tmp_path, {name: entry}, name)

    assert found.codes == []
    assert list(found.loaded.documents) == [name]
    check_bundle(found.loaded)


def test_a_file_outside_the_folder_is_not_read(tmp_path: Path) -> None:
    found = read_files(tmp_path, OUTSIDE, "api/api.yaml")

    assert found.codes == ["MG121"]
    assert "`../limit.yaml`" in found.messages
    assert found.operation().parameters == ()


def test_a_file_outside_the_folder_is_read_where_the_user_allows_it(tmp_path: Path) -> None:
    found = read_files(tmp_path, OUTSIDE, "api/api.yaml", allow_outside=True)

    assert found.codes == []
    assert found.loaded is not None
    assert set(found.loaded.documents) == {"api.yaml", "../limit.yaml"}


def test_a_symbolic_link_does_not_lead_outside(tmp_path: Path) -> None:
    entry = "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: limit.yaml}]}}}"
    (tmp_path / "secret.yaml").write_text("{name: limit, in: query, schema: {}}")
    (tmp_path / "api").mkdir()
    (tmp_path / "api/limit.yaml").symlink_to(tmp_path / "secret.yaml")

    found = read_files(tmp_path, {"api/api.yaml": entry}, "api/api.yaml")

    assert found.codes == ["MG121"]


@pytest.mark.parametrize(
    "reference", ["/etc/hostname", "file:///etc/hostname", "../../etc/hostname"]
)
def test_absolute_references_do_not_lead_outside(tmp_path: Path, reference: str) -> None:
    entry = f"openapi: 3.1.0\npaths: {{/a: {{get: {{parameters: [{{$ref: '{reference}'}}]}}}}}}"

    found = read_files(tmp_path, {"api.yaml": entry})

    assert found.codes == ["MG121"]


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    entry = "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: pipe.yaml}]}}}"

    found = read_files(tmp_path, {"api.yaml": entry})

    assert found.codes == ["MG122"]


@pytest.mark.parametrize("content", [None, "a: [", "\x00"])
def test_a_referenced_file_that_cannot_be_read_is_a_warning(
    tmp_path: Path, content: str | None
) -> None:
    entry = "openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: 'x.yaml'}]}}}"
    files = {"api.yaml": entry} | ({} if content is None else {"x.yaml": content})

    found = read_files(tmp_path, files)

    assert set(found.codes) <= {"MG122", "MG203", "MG111"}
    assert len(found.document.operations) == 1


def test_a_missing_file_is_tried_once_and_reported_at_every_place(tmp_path: Path) -> None:
    entry = """
        openapi: 3.1.0
        paths:
          /a: {get: {parameters: [{$ref: x.yaml}]}, put: {parameters: [{$ref: x.yaml}]}}
        """

    assert read_files(tmp_path, {"api.yaml": entry}).codes == ["MG122", "MG122"]


def test_standard_input_has_no_folder() -> None:
    found = read("openapi: 3.1.0\npaths: {/a: {get: {parameters: [{$ref: x.yaml}]}}}")

    assert found.codes == ["MG121"]


def test_a_file_over_the_limit_is_refused(tmp_path: Path) -> None:
    found = read_files(tmp_path, {"api.yaml": "openapi: 3.1.0"}, max_bytes=5)

    assert found.codes == ["MG103"]


@pytest.mark.parametrize("name", ["gone.yaml", "."])
def test_an_entry_that_is_no_file_is_an_error(tmp_path: Path, name: str) -> None:
    diagnostics = Diagnostics()

    assert load(str(tmp_path / name), policy=Policy(), diagnostics=diagnostics) is None
    assert [finding.code for finding in diagnostics] == ["MG101"]


def test_findings_name_files_as_the_user_did(tmp_path: Path, monkeypatch) -> None:
    files = {
        "in/api.yaml": "openapi: 3.1.0\npaths: {/a: {$ref: a.yaml}}",
        "in/a.yaml": "{get: 7, put: {}}",
    }
    read_files(tmp_path, files, "in/api.yaml")
    monkeypatch.chdir(tmp_path)
    diagnostics = Diagnostics()

    load("in/api.yaml", policy=Policy(), diagnostics=diagnostics)

    assert {name: source.shown for name, source in diagnostics.sources.items()} == {
        "api.yaml": "in/api.yaml",
        "a.yaml": "in/a.yaml",
    }
