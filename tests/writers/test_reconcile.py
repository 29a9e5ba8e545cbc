"""What happens to each file, by who owns it and what its owner did."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.files import File
from mcpgen.writers import ChangeKind, apply, read_manifest, reconcile

from .project import PACKAGE, PETS, Project, generated, merged, records, server

TOOLS = f"{PACKAGE}/tools/pets.py"
RUNTIME = f"{PACKAGE}/_runtime/sending/api.py"


def test_a_first_generation_writes_every_file(project: Project) -> None:
    files = server(PETS)

    run = project.generate(files)

    assert {each.kind for each in run.changes} == {ChangeKind.CREATE}
    assert {each.path: project.read(each.path) for each in files} == {
        each.path: each.text for each in files
    }


def test_a_second_generation_writes_nothing(project: Project) -> None:
    project.generate(server(PETS), tools=records(PETS))
    before = project.snapshot()

    run = project.generate(server(PETS), tools=records(PETS))

    assert run.changes.pending == ()
    assert {each.kind for each in run.changes} == {ChangeKind.UNCHANGED}
    assert project.snapshot() == before


def test_nothing_is_written_when_only_edits_are_there(project: Project) -> None:
    project.generate(server(PETS))
    project.edit(TOOLS, "return answer", "return answer or None")
    before = project.snapshot()

    run = project.generate(server(PETS))

    assert run.kind(TOOLS) is ChangeKind.KEEP
    assert project.snapshot() == before


def test_unedited_files_follow_the_description(project: Project) -> None:
    project.generate(server(PETS))
    files = server(PETS[:2], version="2")

    run = project.generate(files)

    assert run.kind(RUNTIME) is ChangeKind.UPDATE
    assert project.read(TOOLS) == next(each.text for each in files if each.path == TOOLS)


def test_a_file_no_longer_generated_goes_with_its_folder(project: Project) -> None:
    extra = generated(f"{PACKAGE}/extra/deep/a.json", "a", "{}\n")
    project.generate((*server(PETS), extra))

    project.generate(server(PETS))

    assert not (project.root / PACKAGE / "extra").exists()


def test_a_folder_with_compiled_python_goes_too(project: Project) -> None:
    project.generate((*server(PETS), merged(f"{PACKAGE}/extra/a.py", "a", "A = 1\n")))
    project.write(f"{PACKAGE}/extra/__pycache__/a.cpython-311.pyc", "…")

    project.generate(server(PETS))

    assert not (project.root / PACKAGE / "extra").exists()


def test_a_folder_with_something_else_stays(project: Project) -> None:
    project.generate((*server(PETS), generated("extra/a.json", "a", "{}\n")))
    project.write("extra/mine.txt", "mine")

    project.generate(server(PETS))

    assert project.read("extra/mine.txt") == "mine"


def test_your_files_are_written_once(project: Project) -> None:
    project.generate(server(PETS))
    project.write(f"{PACKAGE}/hooks.py", "MINE = 1\n")

    run = project.generate(server(PETS, version="2"))

    assert run.kind(f"{PACKAGE}/hooks.py") is ChangeKind.KEEP
    assert project.read(f"{PACKAGE}/hooks.py") == "MINE = 1\n"


def test_an_edited_generated_file_is_refused_and_kept(project: Project) -> None:
    project.generate(server(PETS))
    project.edit(RUNTIME, "VERSION", "MINE = 1\nVERSION")

    run = project.generate(server(PETS, version="2"))

    assert [each.path for each in run.changes.refused] == [RUNTIME]
    assert "MG413" in run.codes
    assert "MINE = 1\nVERSION = '1'" in project.read(RUNTIME)


def test_force_takes_an_edited_generated_file_back_and_keeps_a_backup(project: Project) -> None:
    project.generate(server(PETS))
    project.edit(RUNTIME, "VERSION", "MINE = 1\nVERSION")

    run = project.generate(server(PETS, version="2"), force=True)

    assert run.changes.refused == ()
    assert "MINE" not in project.read(RUNTIME)
    assert "MINE = 1" in project.read(f".mcpgen/backup/{RUNTIME}")


@pytest.mark.parametrize("path", ["SUPPORT.md", TOOLS, "README.md", f"{PACKAGE}/hooks.py"])
def test_what_was_deleted_stays_deleted(project: Project, path: str) -> None:
    def files(version: str) -> tuple[File, ...]:
        return (*server(PETS, version=version), generated("SUPPORT.md", "support", version))

    project.generate(files("1"))
    (project.root / path).unlink()

    for version in ("2", "3"):
        run = project.generate(files(version))
        assert run.kind(path) is ChangeKind.KEEP
        assert not (project.root / path).exists()


def test_a_deletion_is_told_only_when_there_is_something_new(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / "README.md").unlink()

    assert project.generate(server(PETS)).codes == []
    assert project.generate(server(PETS[:3])).codes == ["MG422"]


def test_a_deleted_module_of_tools_is_told_each_time(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / TOOLS).unlink()

    run = project.generate(server(PETS), tools=records(PETS))

    assert run.codes == ["MG441"]
    told = "list_pets, get_pet, delete_pet cannot work: what they call is not there"
    assert run.messages("MG441") == [told]


def test_what_the_server_needs_and_nobody_edits_is_written_again(project: Project) -> None:
    project.generate(server(PETS))
    before = project.read(RUNTIME)
    (project.root / RUNTIME).unlink()

    run = project.generate(server(PETS))

    assert run.codes == ["MG440"]
    assert project.read(RUNTIME) == before


def test_an_edit_that_is_no_python_is_told_though_nothing_is_new(project: Project) -> None:
    project.generate(server(PETS))
    project.edit(TOOLS, "async def", "async deff")

    run = project.generate(server(PETS))

    assert run.codes == ["MG424"]
    (message,) = run.messages("MG424")
    assert re.fullmatch(r"not Python: invalid syntax, line \d+, column \d+", message)


def test_force_brings_a_deleted_generated_file_back(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / RUNTIME).unlink()
    (project.root / TOOLS).unlink()

    project.generate(server(PETS), force=True)

    assert (project.root / RUNTIME).exists()
    assert not (project.root / TOOLS).exists()


def test_what_is_refused_can_be_gone_past(project: Project) -> None:
    project.generate(server(PETS))
    project.edit(RUNTIME, "VERSION", "MINE = 1\nVERSION")
    diagnostics = Diagnostics()

    changes = reconcile(
        server(PETS, mcp=">=2.4,<3", version="2"),
        project.root,
        manifest=read_manifest(project.root, diagnostics),
        tools={},
        diagnostics=diagnostics,
        keep=True,
    )

    assert [each.code for each in diagnostics] == ["MG416"]
    assert not diagnostics.failed
    assert apply(changes, project.root, diagnostics)
    assert "MINE = 1" in project.read(RUNTIME)
    assert "mcp>=2.4" in project.read("pyproject.toml")


def test_a_file_in_place_of_the_folder_is_refused(project: Project) -> None:
    project.root.write_text("mine")

    run = project.generate(server(PETS))

    assert [(each.path, each.reason) for each in run.changes] == [(".", "is a file, not a folder")]
    assert project.root.read_text() == "mine"


def test_our_own_notes_are_restored(project: Project) -> None:
    files = (*server(PETS), generated(".mcpgen/description.json", "description", "{}\n"))
    project.generate(files)
    (project.root / ".mcpgen/description.json").write_text("edited")
    (project.root / ".mcpgen/.gitignore").unlink()

    run = project.generate(files)

    assert run.changes.refused == ()
    assert project.read(".mcpgen/description.json") == "{}\n"
    assert (project.root / ".mcpgen/.gitignore").exists()


def test_a_moved_file_is_found_by_its_id(project: Project) -> None:
    project.generate(server(PETS))
    moved = f"{PACKAGE}/tools/animals.py"
    (project.root / TOOLS).rename(project.root / moved)
    project.edit(moved, "Lists pets.", "Lists our pets.")

    run = project.generate(server((*PETS, PETS[0].__class__(key="GET /new", name="new"))))

    assert run.kind(moved) is ChangeKind.MERGE
    assert "MG423" in run.codes
    assert "Lists our pets." in project.read(moved)
    assert "async def new(" in project.read(moved)
    assert not (project.root / TOOLS).exists()


def test_a_copy_does_not_count_as_the_file(project: Project) -> None:
    project.generate(server(PETS))
    shutil.copy(project.root / TOOLS, project.root / "copy.py")

    run = project.generate(server(PETS[1:]))

    assert run.kind(TOOLS) is ChangeKind.UPDATE
    assert "list_pets" in project.read("copy.py")


def test_our_own_layout_moves_a_file_with_its_edits(project: Project) -> None:
    project.generate((merged("old/a.py", "a", "A = 1\nB = 1\n"),))
    project.edit("old/a.py", "A = 1", "A = 2")

    run = project.generate((merged("new/a.py", "a", "A = 1\nB = 2\n"),))

    assert [(each.path, each.kind) for each in run.changes] == [
        ("old/a.py", ChangeKind.DELETE),
        ("new/a.py", ChangeKind.MERGE),
    ]
    assert project.read("new/a.py") == "A = 2\nB = 2\n"
    assert not (project.root / "old").exists()


def test_a_new_id_at_the_same_path_is_the_same_file(project: Project) -> None:
    project.generate((merged("a.py", "one", "A = 1\nB = 1\n"),))
    project.edit("a.py", "A = 1", "A = 2")

    project.generate((merged("a.py", "two", "A = 1\nB = 2\n"),))

    assert project.read("a.py") == "A = 2\nB = 2\n"


def test_a_new_file_joins_one_of_the_owners(project: Project) -> None:
    project.generate(server(PETS))
    path = f"{PACKAGE}/tools/toys.py"
    project.write(path, "def mine():\n    return 1\n")

    run = project.generate(
        (*server(PETS), merged(path, "tools/toys", "def toy():\n    return 2\n"))
    )

    assert run.kind(path) is ChangeKind.MERGE
    assert "def mine" in project.read(path)
    assert "def toy" in project.read(path)


def test_a_new_generated_file_never_replaces_one_of_the_owners(project: Project) -> None:
    project.generate(server(PETS))
    project.write("server.json", "{}")

    run = project.generate((*server(PETS), generated("server.json", "server", "[]\n")))

    assert run.kind("server.json") is ChangeKind.REFUSE
    assert project.read("server.json") == "{}"


def test_a_folder_that_holds_something_else_is_refused(project: Project) -> None:
    project.write("notes.txt", "mine")
    project.write("README.md", "# Mine\n")
    before = project.snapshot()

    run = project.generate(server(PETS))

    assert [each.path for each in run.changes] == ["notes.txt", "README.md"]
    assert run.codes == ["MG412", "MG412"]
    assert project.snapshot() == before


def test_a_fresh_repository_and_its_config_are_welcome(project: Project) -> None:
    project.write(".git/HEAD", "ref: refs/heads/main")
    project.write("LICENSE", "…")
    project.write("mcpgen.yaml", "name: mine\n")

    run = project.generate(server(PETS))

    assert run.codes == []
    assert project.read("mcpgen.yaml") == "name: mine\n"


def test_an_output_without_its_memory_is_taken_over(project: Project) -> None:
    project.generate(server(PETS))
    shutil.rmtree(project.root / ".mcpgen")

    assert project.generate(server(PETS)).codes == []
    assert project.generate(server(PETS[1:])).codes == []
    assert "list_pets" not in project.read(TOOLS)


def test_an_edit_without_its_base_is_kept_and_told(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / ".mcpgen/base.json").unlink()
    project.edit(TOOLS, "Lists pets.", "Mine.")

    run = project.generate(server(PETS[1:]))

    assert run.kind(TOOLS) is ChangeKind.KEEP
    assert "MG425" in run.codes
    assert "Mine." in project.read(TOOLS)


def test_one_clash_does_not_keep_the_rest_back(project: Project) -> None:
    project.generate(server(PETS))
    project.write(TOOLS, "def broken(:\n")
    project.edit(RUNTIME, "VERSION", "MINE")

    run = project.generate(server(PETS[:1], mcp=">=2.4,<3", version="2"))

    assert {"MG413", "MG424"} <= set(run.codes)
    assert project.read(TOOLS) == "def broken(:\n"
    assert "mcp>=2.4" in project.read("pyproject.toml")


def test_a_stale_file_with_edits_keeps_what_was_edited(project: Project) -> None:
    project.generate(server(PETS))
    path = f"{PACKAGE}/tools/orders.py"
    project.edit(path, "Lists orders.", "Lists my orders.")

    run = project.generate(server(PETS[:3]))

    assert "MG421" in run.codes
    assert "Lists my orders." in project.read(path)
    assert not (project.root / f"{PACKAGE}/catalog/orders.json").exists()
    assert project.generate(server(PETS[:3])).changes.pending == ()


def test_line_ends_and_byte_order_mark_of_the_owner_stay(project: Project) -> None:
    project.generate(server(PETS))
    place = project.root / TOOLS
    text = project.read(TOOLS).replace("Lists pets.", "Mine.").replace("\n", "\r\n")
    place.write_bytes(b"\xef\xbb\xbf" + text.encode())

    run = project.generate(server((*PETS[:2], *PETS[3:])))

    raw = place.read_bytes()
    assert run.kind(TOOLS) is ChangeKind.MERGE
    assert raw.startswith(b"\xef\xbb\xbf#")
    assert raw.count(b"\n") == raw.count(b"\r\n") > 10
    assert b"delete_pet" not in raw


def test_other_line_ends_are_no_edit(project: Project) -> None:
    project.generate(server(PETS))
    for path in (TOOLS, RUNTIME):
        place = project.root / path
        place.write_bytes(place.read_bytes().replace(b"\n", b"\r\n"))

    run = project.generate(server(PETS[:2], version="2"))

    assert run.codes == []
    assert b"VERSION = '2'\r\n" in (project.root / RUNTIME).read_bytes()


def test_an_executable_file_stays_executable(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / RUNTIME).chmod(0o755)

    project.generate(server(PETS, version="2"))

    assert (project.root / RUNTIME).stat().st_mode & 0o777 == 0o755


def test_bytes_that_are_no_text_are_kept(project: Project) -> None:
    project.generate(server(PETS))
    (project.root / "README.md").write_bytes(b"\xff\xfe\x00")

    run = project.generate(server(PETS[:1]))

    assert run.messages("MG424") == ["not merged: it is not text in UTF-8"]
    assert (project.root / "README.md").read_bytes() == b"\xff\xfe\x00"


@pytest.mark.parametrize(
    "path", ["../out.txt", "/tmp/out.txt", "a/../../out.txt", "a\\..\\..\\out.txt", "C:/out.txt"]
)
def test_no_path_leads_out_of_the_project(project: Project, path: str) -> None:
    run = project.generate((generated(path, "a", "A\n"),))

    assert run.kind(path) is ChangeKind.REFUSE
    assert "MG414" in run.codes
    assert {each.name for each in project.root.parent.iterdir()} <= {project.root.name}


def test_a_folder_that_is_a_link_out_of_the_project_is_refused(project: Project) -> None:
    project.generate(server(PETS))
    outside = project.root.parent / "outside"
    shutil.move(project.root / PACKAGE, outside)
    (project.root / PACKAGE).symlink_to(outside)

    run = project.generate(server(PETS[:1], version="2"))

    assert run.kind(RUNTIME) is ChangeKind.REFUSE
    assert "VERSION = '1'" in (outside / "_runtime/sending/api.py").read_text()


def test_a_link_in_place_of_a_file_is_refused(project: Project) -> None:
    project.generate(server(PETS))
    target = project.root.parent / "target.py"
    target.write_text("mine\n")
    (project.root / RUNTIME).unlink()
    (project.root / RUNTIME).symlink_to(target)

    run = project.generate(server(PETS, version="2"))

    assert run.kind(RUNTIME) is ChangeKind.REFUSE
    assert target.read_text() == "mine\n"


def test_a_memory_that_is_a_link_out_of_the_project_is_refused(project: Project) -> None:
    outside = project.root.parent / "outside"
    outside.mkdir()
    project.root.mkdir()
    (project.root / ".mcpgen").symlink_to(outside)

    run = project.generate(server(PETS))

    assert [(each.path, each.kind) for each in run.changes] == [(".mcpgen", ChangeKind.REFUSE)]
    assert list(outside.iterdir()) == []


def test_a_project_reached_through_a_link_is_fine(project: Project, tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    linked = Project(tmp_path / "link")

    assert linked.generate(server(PETS)).codes == []


def test_a_manifest_path_never_deletes_outside(project: Project) -> None:
    project.generate(server(PETS))
    victim = project.root.parent / "victim.json"
    victim.write_text("{}\n")
    path = project.root / ".mcpgen/manifest.json"
    manifest = json.loads(path.read_text())
    hash_ = "ca3d163bab055381827226140568f3bef7eaac187cebd76878e0b63e9e442356"
    manifest["files"]["x"] = {"path": "../victim.json", "ownership": "generated", "sha256": hash_}
    path.write_text(json.dumps(manifest))

    project.generate(server(PETS))

    assert victim.exists()


def test_reconciling_writes_nothing(project: Project) -> None:
    diagnostics = Diagnostics()

    changes = reconcile(
        server(PETS), project.root, manifest=None, tools={}, diagnostics=diagnostics
    )

    assert not project.root.exists()
    assert changes.pending


def test_a_file_changed_between_the_two_steps_stops_the_writing(project: Project) -> None:
    project.generate(server(PETS))
    diagnostics = Diagnostics()
    changes = reconcile(
        server(PETS[:1], version="2"),
        project.root,
        manifest=read_manifest(project.root, diagnostics),
        tools={},
        diagnostics=diagnostics,
    )
    project.write(RUNTIME, "mine\n")
    before = project.snapshot()

    assert not apply(changes, project.root, diagnostics)

    assert [each.code for each in diagnostics] == ["MG415"]
    assert project.snapshot() == before


def move(project: Project, path: str, new: str) -> None:
    (project.root / new).parent.mkdir(parents=True, exist_ok=True)
    (project.root / path).rename(project.root / new)


def plain_files(count: int) -> tuple[File, ...]:
    """Files without a header: a text, JSON that is merged and JSON that is not."""
    about = "".join(f"Line {number}.\n" for number in range(8))
    return (
        merged("ABOUT.md", "about", f"# Shop\n\n{about}{count} tools.\n"),
        merged(
            "server.json",
            "server",
            f'{{\n  "name": "shop",\n  "title": "Shop",\n  "tools": {count}\n}}\n',
        ),
        generated("api.json", "api", f'{{"count": {count}}}\n'),
    )


@pytest.mark.parametrize("path", ["ABOUT.md", "server.json", "api.json"])
def test_a_file_without_a_header_is_found_where_it_was_moved(project: Project, path: str) -> None:
    project.generate(plain_files(1))
    move(project, path, f"docs/{path}")

    run = project.generate(plain_files(2))

    assert run.codes == ["MG423"]
    assert "2" in project.read(f"docs/{path}")
    assert not (project.root / path).exists()
    assert project.generate(plain_files(2)).changes.pending == ()


@pytest.mark.parametrize(
    ("path", "old", "new"), [("ABOUT.md", "Line 3.", "Mine."), ("server.json", "Shop", "Mine")]
)
def test_it_is_found_with_its_edits(project: Project, path: str, old: str, new: str) -> None:
    project.generate(plain_files(1))
    project.edit(path, old, new)
    move(project, path, f"docs/{path}")

    project.generate(plain_files(2))

    assert new in project.read(f"docs/{path}")
    assert "2" in project.read(f"docs/{path}")


def test_another_file_of_its_name_is_not_taken_for_it(project: Project) -> None:
    project.generate(plain_files(1))
    (project.root / "ABOUT.md").unlink()
    project.write("docs/ABOUT.md", "# Mine\n\nLine 3.\n")

    run = project.generate(plain_files(2))

    assert run.codes == ["MG422"]
    assert project.read("docs/ABOUT.md") == "# Mine\n\nLine 3.\n"


def test_two_copies_are_nobodys(project: Project) -> None:
    project.generate(plain_files(1))
    text = project.read("ABOUT.md")
    (project.root / "ABOUT.md").unlink()
    project.write("a/ABOUT.md", text)
    project.write("b/ABOUT.md", text)

    run = project.generate(plain_files(2))

    assert run.codes == ["MG422"]
