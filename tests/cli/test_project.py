"""`mcpgen check` and `mcpgen regenerate`: a project that is there already."""

from __future__ import annotations

import json
import re
import shutil

import pytest

from .conftest import GROWN, snapshot

FUNCTIONS = "src/shop_mcp/tools/items.py"
GENERATED = "src/shop_mcp/_runtime/serving/app.py"


def edit(path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


def test_a_fresh_project_is_as_it_would_be_written(project, mcpgen) -> None:
    result = mcpgen("check", project)

    assert result.exit_code == 0
    assert "is as it would be written now" in result.stdout


def test_check_needs_nothing_but_the_project(project, here, mcpgen) -> None:
    (here / "shop.yaml").unlink()
    shutil.copytree(project, here / "clone" / "of" / "it")
    shutil.rmtree(project)

    assert mcpgen("check", "clone/of/it").exit_code == 0


def test_check_names_what_differs_and_leaves_it(project, mcpgen) -> None:
    edit(project / GENERATED, '"""', '"""Mine. ')
    before = snapshot(project)

    result = mcpgen("check", project)

    assert result.exit_code == 1
    assert "MG413" in result.stderr
    assert "is not as it would be written now" in result.stdout
    assert GENERATED in result.stdout
    assert snapshot(project) == before


def test_check_allows_what_its_owner_may_edit(project, mcpgen) -> None:
    edit(project / FUNCTIONS, "List the items", "List what is on the shelves")
    edit(project / "src/shop_mcp/hooks.py", '"""', '"""Mine. ')

    assert mcpgen("check", project).exit_code == 0


def test_check_finds_a_changed_mcpgen_yaml(project, mcpgen) -> None:
    with (project / "mcpgen.yaml").open("a") as file:
        file.write("title: Corner shop\n")

    result = mcpgen("check", project, "--format", "json")

    assert result.exit_code == 1
    assert "README.md" in [change["path"] for change in json.loads(result.stdout)["changes"]]


def test_a_folder_without_a_project_is_an_error(here, mcpgen) -> None:
    for command in ("check", "regenerate"):
        result = mcpgen(command, ".")
        assert result.exit_code == 2
        assert "MG001" in result.stderr


def test_regenerate_follows_the_description_and_keeps_edits(project, here, mcpgen) -> None:
    edit(project / FUNCTIONS, "List the items", "List what is on the shelves")
    (here / "shop.yaml").write_text(GROWN)

    result = mcpgen("regenerate", project)

    assert result.exit_code == 0, result.output
    text = (project / FUNCTIONS).read_text()
    assert "List what is on the shelves" in text
    assert "async def add_item(" in text
    assert mcpgen("check", project).exit_code == 0


def test_a_tool_keeps_its_name_when_its_operation_id_changes(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(GROWN)

    mcpgen("regenerate", project)

    catalog = json.loads((project / "src/shop_mcp/catalog/items.json").read_text())
    assert [tool["tool"]["name"] for tool in catalog["tools"]] == ["listItems", "addItem"]


def test_regenerate_takes_another_description(project, here, mcpgen) -> None:
    (here / "v2.yaml").write_text(GROWN)

    assert mcpgen("regenerate", project, "--spec", "v2.yaml").exit_code == 0
    assert "async def add_item(" in (project / FUNCTIONS).read_text()


def test_regenerate_works_offline_from_its_own_copy(project, here, mcpgen) -> None:
    (here / "shop.yaml").unlink()
    before = snapshot(project)

    assert mcpgen("regenerate", project).exit_code == 2
    assert mcpgen("regenerate", project, "--offline").exit_code == 0
    assert snapshot(project) == before


def test_a_dry_run_tells_and_writes_nothing(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(GROWN)
    before = snapshot(project)

    result = mcpgen("regenerate", project, "--dry-run")

    assert result.exit_code == 0
    assert FUNCTIONS in result.stdout
    assert snapshot(project) == before


def test_an_edit_of_a_generated_file_is_left_alone_until_the_generated_one_is_accepted(
    project, mcpgen
) -> None:
    original = (project / GENERATED).read_bytes()
    edit(project / GENERATED, '"""', '"""Mine. ')

    kept = mcpgen("regenerate", project)

    assert kept.exit_code == 0
    assert "MG416" in kept.stderr
    assert '"""Mine. ' in (project / GENERATED).read_text()
    assert mcpgen("accept", GENERATED, "--project", project).exit_code == 0
    assert (project / GENERATED).read_bytes() == original


def test_several_projects_are_checked_each_by_itself(project, here, mcpgen) -> None:
    mcpgen("generate", "shop.yaml", "-o", "other-mcp")
    (project / "src/shop_mcp/catalog/items.json").unlink()

    result = mcpgen("check", "other-mcp", project)

    assert result.exit_code == 1
    first, second, *_ = result.stdout.splitlines()
    assert first.endswith("is as it would be written now")
    assert "is not as it would be written now" in second


def test_what_the_server_needs_is_missed_and_written_again(project, mcpgen) -> None:
    paths = ["src/shop_mcp/catalog/items.json", "src/shop_mcp/api.json"]
    for path in paths:
        (project / path).unlink()

    checked = mcpgen("check", project)

    assert checked.exit_code == 1
    assert all(path in checked.stdout for path in paths)
    assert "MG440" in mcpgen("regenerate", project).stderr
    assert mcpgen("check", project).exit_code == 0


def test_a_module_that_is_no_python_is_found(project, mcpgen) -> None:
    edit(project / FUNCTIONS, "async def", "async deff")

    result = mcpgen("check", project)

    assert result.exit_code == 1
    assert "MG424" in result.stderr
    assert "is not as it would be written now" in result.stdout


@pytest.mark.parametrize("gone", ["module", "function"])
def test_tools_that_cannot_work_are_told_until_they_can(project, mcpgen, gone) -> None:
    module = project / FUNCTIONS
    if gone == "module":
        module.unlink()
    else:
        module.write_text(module.read_text().split("\n\n\nasync def ")[0] + "\n")

    result = mcpgen("check", project)

    assert result.exit_code == 0
    assert "warning MG441: listItems cannot work" in result.stderr
    (advice,) = re.findall("`mcpgen accept (.*?)`", result.stderr)
    assert mcpgen("check", project, "--strict").exit_code == 1

    assert mcpgen("accept", advice, "--project", project).exit_code == 0

    assert "MG441" not in mcpgen("check", project, "--strict").stderr
    assert mcpgen("check", project, "--strict").exit_code == 0


def test_a_tool_that_is_left_out_misses_no_function(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(GROWN)
    assert mcpgen("regenerate", project).exit_code == 0
    module = project / FUNCTIONS
    edit(module, "async def add_item", "async def my_own")
    assert "addItem cannot work" in mcpgen("check", project).stderr
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text() + "exclude: [addItem]\n")

    assert "MG441" not in mcpgen("regenerate", project).stderr


def test_a_function_may_be_imported_from_elsewhere(project, mcpgen) -> None:
    module = project / FUNCTIONS
    (module.parent / "mine.py").write_text(module.read_text())
    module.write_text("from .mine import list_items as list_items\n")

    assert "MG441" not in mcpgen("check", project).stderr


@pytest.mark.parametrize("command", ["regenerate", "check", "diff", "accept"])
def test_a_project_without_its_memory_is_told_what_is_missing(project, mcpgen, command) -> None:
    shutil.rmtree(project / ".mcpgen")
    name = {"diff": ["--project", project], "accept": ["README.md", "--project", project]}

    result = mcpgen(command, *name.get(command, [project]))

    assert result.exit_code == 2
    assert "shop-mcp/.mcpgen: error MG443: this folder is missing" in result.stderr
    assert "Restore it from version control" in result.stderr


def test_a_project_without_its_memory_can_be_taken_over(project, mcpgen) -> None:
    before = (project / FUNCTIONS).read_text()
    edit(project / FUNCTIONS, "List the items", "List the shelves")
    shutil.rmtree(project / ".mcpgen")
    (command,) = re.findall("`mcpgen (generate .*?)`", mcpgen("regenerate", project).stderr)

    refused = mcpgen(*command.split())

    assert refused.exit_code == 2
    assert re.findall(r"(\S+): error MG412: this is not as it would be", refused.stderr) == [
        f"{project}/{FUNCTIONS}"
    ]
    (project / FUNCTIONS).unlink()
    assert mcpgen(*command.split()).exit_code == 0
    assert (project / FUNCTIONS).read_text() == before
    assert mcpgen("check", project).exit_code == 0
