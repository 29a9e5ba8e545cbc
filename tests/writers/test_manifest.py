"""What a project remembers of its last generation."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcpgen import __version__
from mcpgen.diagnostics import Diagnostics
from mcpgen.files import Ownership
from mcpgen.writers import FileRecord, Manifest, ToolRecord, read_manifest
from mcpgen.writers.base import base_text, read_base
from mcpgen.writers.disk import digest
from mcpgen.writers.manifest import FORMAT, manifest_text

from .project import PACKAGE, PETS, Project, generated, records, server

# What projects of earlier formats remember, as they wrote it.
FORMATS = Path(__file__).parent / "formats"
NAMES = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)


def remember(root: Path, name: str, text: str) -> None:
    (root / ".mcpgen").mkdir(exist_ok=True)
    (root / ".mcpgen" / name).write_text(text, encoding="utf-8", newline="")


@given(
    st.builds(
        Manifest,
        description=NAMES,
        config=NAMES,
        files=st.dictionaries(
            NAMES,
            st.builds(FileRecord, path=NAMES, ownership=st.sampled_from(Ownership), sha256=NAMES),
        ),
        tools=st.dictionaries(
            NAMES, st.builds(ToolRecord, name=NAMES, function=NAMES, contract=NAMES)
        ),
    )
)
def test_a_manifest_reads_back(
    tmp_path_factory: pytest.TempPathFactory, manifest: Manifest
) -> None:
    root = tmp_path_factory.mktemp("project")
    remember(root, "manifest.json", manifest_text(manifest))

    assert read_manifest(root, Diagnostics()) == manifest


@given(st.dictionaries(NAMES, st.text(st.characters(exclude_categories=["Cs"]))))
def test_a_base_reads_back(tmp_path_factory: pytest.TempPathFactory, texts: dict[str, str]) -> None:
    root = tmp_path_factory.mktemp("project")
    remember(root, "base.json", base_text(texts))

    assert read_base(root) == texts


def test_it_says_what_the_project_was_made_of(project: Project) -> None:
    description = generated(".mcpgen/description.json", "description", '{"a": 1}\n')
    project.generate((*server(PETS), description), tools=records(PETS))

    manifest = read_manifest(project.root, Diagnostics())

    assert manifest is not None
    assert manifest.generator == __version__
    assert manifest.description == digest('{"a": 1}\n')
    assert manifest.config == digest("name: shop\n")
    assert manifest.names == {op.key: op.name for op in PETS}


def test_nothing_in_it_depends_on_place_time_or_order(tmp_path: Path) -> None:
    one, other = Project(tmp_path / "one"), Project(tmp_path / "deep/other")
    one.generate(server(PETS), tools=records(PETS))
    other.generate(tuple(reversed(server(PETS))), tools=records(PETS[::-1]))

    for name in ("manifest.json", "base.json"):
        text = one.read(f".mcpgen/{name}")
        assert text == other.read(f".mcpgen/{name}")
        assert str(tmp_path) not in text


def test_a_change_shows_in_the_lines_it_concerns(project: Project) -> None:
    project.generate(server(PETS), tools=records(PETS))
    before = project.read(".mcpgen/base.json").splitlines()

    project.generate(server(PETS[1:]), tools=records(PETS[1:]))

    after = project.read(".mcpgen/base.json").splitlines()
    assert 0 < len(set(before) - set(after)) < 12
    assert all('"generator"' not in line or __version__ in line for line in before)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "{}", '{"format": "1"}', '<<<<<<< ours\n{"format": 1}\n', "null"]
)
def test_a_manifest_that_cannot_be_read_is_an_error(tmp_path: Path, text: str) -> None:
    remember(tmp_path, "manifest.json", text)
    diagnostics = Diagnostics()

    assert read_manifest(tmp_path, diagnostics) is None

    assert [each.code for each in diagnostics] == ["MG410"]


def test_a_manifest_of_a_newer_format_is_an_error(project: Project) -> None:
    project.generate(server(PETS))
    manifest = json.loads(project.read(".mcpgen/manifest.json"))
    project.write(
        ".mcpgen/manifest.json", json.dumps(manifest | {"format": 99, "generator": "9.0"})
    )
    diagnostics = Diagnostics()

    assert read_manifest(project.root, diagnostics) is None

    assert [each.code for each in diagnostics] == ["MG411"]
    assert "9.0" in next(iter(diagnostics)).message


def test_a_base_of_a_newer_format_is_an_error(project: Project) -> None:
    project.generate(server(PETS))
    project.edit(".mcpgen/base.json", '"format": 1', '"format": 99')
    diagnostics = Diagnostics()

    assert read_manifest(project.root, diagnostics) is None

    assert [each.code for each in diagnostics] == ["MG411"]


@pytest.mark.parametrize("earlier", [path.name for path in FORMATS.iterdir()])
def test_a_project_of_an_earlier_format_keeps_its_edits(project: Project, earlier: str) -> None:
    project.generate(server(PETS), tools=records(PETS))
    for path in (FORMATS / earlier).iterdir():
        project.write(f".mcpgen/{path.name}", path.read_text())
    project.edit(f"{PACKAGE}/tools/pets.py", "Gets a pet.", "Gets one of ours.")
    ops = (*PETS[:2], PETS[3])

    run = project.generate(server(ops), tools=records(ops))

    assert run.codes == []
    text = project.read(f"{PACKAGE}/tools/pets.py")
    assert "Gets one of ours." in text
    assert "delete_pet" not in text
    assert json.loads(project.read(".mcpgen/manifest.json"))["format"] == FORMAT


def test_every_format_before_todays_has_an_upgrade_and_a_project() -> None:
    assert sorted(path.name for path in FORMATS.iterdir()) == [str(n) for n in range(1, FORMAT)]


def test_no_manifest_is_no_project(tmp_path: Path) -> None:
    diagnostics = Diagnostics()
    assert read_manifest(tmp_path, diagnostics) is None
    assert len(diagnostics) == 0
