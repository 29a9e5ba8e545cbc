"""Another description for a project: what stands in `mcpgen.yaml` then, what is told, and what is refused."""

from __future__ import annotations

import re

import pytest

from .conftest import GROWN, SHOP, snapshot

MOVED = GROWN.replace("api.shop.example", "new.shop.example")
OTHER = SHOP.replace("/items", "/hours").replace("listItems", "getHours")


@pytest.fixture
def other(here):
    (here / "museum.yaml").write_text(OTHER)
    return here / "museum.yaml"


@pytest.mark.parametrize("command", ["regenerate {project} --spec v2.yaml", "generate v2.yaml -o {project}"])  # fmt: skip
def test_another_description_stands_in_mcpgen_yaml_from_then_on(
    project, here, mcpgen, command
) -> None:
    (here / "v2.yaml").write_text(GROWN)
    config = project / "mcpgen.yaml"
    config.write_text(config.read_text() + "# mine\n")
    expected = config.read_text().replace("../shop.yaml", "../v2.yaml")

    result = mcpgen(*command.format(project=project).split())

    assert "MG437" in result.stderr
    assert "../v2.yaml in place of ../shop.yaml" in result.stderr
    assert "addItem" in result.stdout, "what changed for callers is told"
    assert config.read_text() == expected
    before = snapshot(project)
    assert mcpgen("regenerate", project).exit_code == 0
    assert mcpgen("check", project).exit_code == 0
    assert snapshot(project) == before


def test_a_dry_run_leaves_mcpgen_yaml_alone(project, here, mcpgen) -> None:
    (here / "v2.yaml").write_text(GROWN)
    before = snapshot(project)

    assert mcpgen("regenerate", project, "--spec", "v2.yaml", "--dry-run").exit_code == 0
    assert snapshot(project) == before


def test_where_a_shared_file_names_the_description_nothing_is_written(
    project, here, mcpgen
) -> None:
    (here / "v2.yaml").write_text(GROWN)
    config = project / "mcpgen.yaml"
    text = config.read_text()
    (here / "team.yaml").write_text("openapi: shop.yaml\n")
    config.write_text(re.sub(r"openapi: .*", 'extends: "../team.yaml"', text))
    assert mcpgen("regenerate", project).exit_code == 0
    before = snapshot(project)

    result = mcpgen("regenerate", project, "--spec", "v2.yaml")

    assert result.exit_code == 2
    assert "MG438" in result.stderr
    assert snapshot(project) == before


@pytest.mark.parametrize("dry", [[], ["--dry-run"]])
def test_the_advice_about_a_new_host_works_word_for_word(project, here, mcpgen, dry) -> None:
    (here / "v2.yaml").write_text(MOVED)
    told = mcpgen("regenerate", project, "--spec", "v2.yaml", *dry).stderr
    (advice,) = re.findall(r"`mcpgen ([^`]*--accept-security)`", told)

    assert mcpgen(*advice.split()).exit_code == 0

    text = (project / "mcpgen.yaml").read_text()
    assert "new.shop.example]" in text
    assert "../v2.yaml" in text
    assert mcpgen("check", project).exit_code == 0


@pytest.mark.parametrize("command", ["regenerate {project} --spec museum.yaml", "generate museum.yaml -o {project}"])  # fmt: skip
def test_another_api_is_refused_unless_it_is_asked_for(project, other, mcpgen, command) -> None:
    before = snapshot(project)
    words = command.format(project=project).split()

    refused = mcpgen(*words)

    assert refused.exit_code == 2
    assert "MG439" in refused.stderr
    assert "0 of the 1 operations" in refused.stderr
    assert snapshot(project) == before
    taken = mcpgen(*words, "--replace")
    assert taken.exit_code == 0, taken.output
    assert "getHours" in taken.stdout


def test_the_same_operations_on_other_paths_are_the_same_api(project, here, mcpgen) -> None:
    (here / "v2.yaml").write_text(SHOP.replace("/items", "/v2/items"))

    assert mcpgen("regenerate", project, "--spec", "v2.yaml").exit_code == 0


def test_one_description_is_not_for_several_projects(project, here, other, mcpgen) -> None:
    mcpgen("generate", "museum.yaml", "-o", "museum-mcp")
    before = snapshot(here)

    result = mcpgen("regenerate", "museum-mcp", project, "--spec", "shop.yaml")

    assert result.exit_code == 2
    assert "one project" in result.stderr
    assert snapshot(here) == before


@pytest.mark.parametrize("further", [[], ["--dry-run"], ["--replace"]])
def test_a_project_that_nobody_named_goes_on_with_its_own_description(
    project, here, mcpgen, further
) -> None:
    (here / "v2.yaml").write_text(GROWN)
    before = snapshot(project)

    result = mcpgen("generate", "v2.yaml", *further)

    assert result.exit_code == 2
    assert "MG007" in result.stderr
    assert "../shop.yaml" in result.stderr
    assert "--output" in result.stderr
    assert "--name" in result.stderr
    assert snapshot(project) == before
    (advice,) = re.findall(r"`mcpgen (regenerate [^`]*)`", result.stderr)
    assert mcpgen(*advice.split()).exit_code == 0
    assert "../v2.yaml" in (project / "mcpgen.yaml").read_text()
    assert mcpgen("generate", "v2.yaml").exit_code == 0, "it is its own now"
    assert mcpgen("generate", "./v2.yaml").exit_code == 0


def test_a_project_of_tools_by_hand_takes_no_description_that_happens_to_have_its_name(
    here, mcpgen
) -> None:
    (here / "own.yaml").write_text(
        "name: shop\nbase_url: https://api.shop.example\ntools:\n"
        "  listItems: {description: List the items, request: GET /items}\n"
    )
    assert mcpgen("generate", "own.yaml").exit_code == 0
    before = snapshot(here / "shop-mcp")

    result = mcpgen("generate", "shop.yaml")

    assert result.exit_code == 2
    assert "MG007" in result.stderr
    assert snapshot(here / "shop-mcp") == before
    assert mcpgen("generate", "shop.yaml", "--name", "store").exit_code == 0


def test_a_description_from_standard_input_is_advised_to_come_from_there_again(
    project, mcpgen
) -> None:
    told = mcpgen("generate", "-", input=GROWN.encode())

    assert told.exit_code == 2
    (advice,) = re.findall(r"`mcpgen (generate [^`]*)`", told.stderr)
    assert mcpgen(*advice.split(), input=GROWN.encode()).exit_code == 0
    assert 'openapi: "-"' in (project / "mcpgen.yaml").read_text()
