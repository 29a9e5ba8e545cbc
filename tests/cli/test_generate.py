"""`mcpgen generate`."""

from __future__ import annotations

import json

import pytest
import yaml

from .conftest import GROWN, SHOP, SPECS, snapshot

FUNCTIONS = "src/shop_mcp/tools/items.py"
GENERATED = "src/shop_mcp/_runtime/serving/app.py"


def test_it_writes_a_project_called_after_the_title(here, mcpgen) -> None:
    result = mcpgen("generate", "shop.yaml")

    assert result.exit_code == 0
    assert "async def list_items(" in (here / "shop-mcp" / FUNCTIONS).read_text()


def test_it_ends_with_a_summary(here, mcpgen) -> None:
    result = mcpgen("generate", SPECS / "bookshop.yaml")

    assert "bookshop-mcp: " in result.stdout
    assert "10 tools in books, orders: about " in result.stdout
    assert "BOOKSHOP_SHOP_KEY_API_KEY" in result.stdout
    assert "api.bookshop.example" in result.stdout
    assert "cd bookshop-mcp && pip install ." in result.stdout


def test_output_and_name_are_chosen(here, mcpgen) -> None:
    result = mcpgen("generate", "shop.yaml", "--output", "out/here", "--name", "Corner Shop")

    assert result.exit_code == 0
    assert (here / "out/here/src/corner_shop_mcp/tools/items.py").is_file()


@pytest.mark.parametrize("choice", ["default: many", "pin: many"])
def test_a_value_that_the_description_does_not_allow_stops_it(here, mcpgen, choice) -> None:
    given = f"openapi: shop.yaml\narguments:\n  limit: {{{choice}}}\n"
    (here / "own.yaml").write_text(given)

    result = mcpgen("generate", "own.yaml")

    assert result.exit_code == 2
    assert "own.yaml:3:11: error MG323: the description does not allow this value" in result.stderr
    assert not (here / "shop-mcp").exists()


def test_a_description_comes_from_standard_input(here, mcpgen) -> None:
    result = mcpgen("generate", "-", input=SHOP.encode())

    assert result.exit_code == 0
    assert yaml.safe_load((here / "shop-mcp/mcpgen.yaml").read_text())["openapi"] == "-"


def test_only_a_list_of_swagger_is_joined(here, mcpgen) -> None:
    (here / "old.yaml").write_text("""\
swagger: '2.0'
info: {title: Shop, version: '1'}
host: api.shop.example
paths:
  /items:
    get:
      operationId: listItems
      tags: [items]
      parameters:
      - {name: view, in: query, type: string}
      - {name: kinds, in: query, type: array, items: {type: string}}
      responses: {'200': {description: ok}}
""")
    mcpgen("generate", "old.yaml")

    code = (here / "shop-mcp" / FUNCTIONS).read_text()
    assert '"view": view' in code
    assert '"kinds": csv(kinds)' in code


def test_a_dry_run_lists_files_and_writes_none(here, mcpgen) -> None:
    result = mcpgen("generate", "shop.yaml", "--dry-run")

    assert result.exit_code == 0
    assert f"create   {FUNCTIONS}" in result.stdout
    assert not (here / "shop-mcp").exists()


def test_the_plan_is_printed_as_json_and_nothing_written(here, mcpgen) -> None:
    result = mcpgen("generate", "shop.yaml", "--plan")

    plan = json.loads(result.stdout)
    assert plan["modules"][0]["tools"][0]["key"] == "GET /items"
    assert not (here / "shop-mcp").exists()


def test_findings_and_facts_as_json(here, mcpgen) -> None:
    (here / "shop.yaml").write_text(
        SHOP.replace("tags: [items]", "tags: [items]\n      security: [{none: []}]")
    )

    report = json.loads(mcpgen("generate", "shop.yaml", "--format", "json").stdout)

    assert report["name"] == "shop"
    assert report["written"] is True
    assert report["tools"] == 1
    assert [finding["code"] for finding in report["findings"]] == ["MG221"]


def test_strict_finds_fault_with_a_warning_but_writes(here, mcpgen) -> None:
    (here / "shop.yaml").write_text(
        SHOP.replace("tags: [items]", "tags: [items]\n      security: [{none: []}]")
    )

    assert mcpgen("generate", "shop.yaml").exit_code == 0
    assert mcpgen("generate", "shop.yaml", "--output", "other", "--strict").exit_code == 1
    assert (here / "other/pyproject.toml").is_file()


@pytest.mark.parametrize(
    ("spec", "text", "code"),
    [
        ("missing.yaml", None, "MG101"),
        ("broken.yaml", "a: [", "MG102"),
        ("notes.yaml", "hello: world", "MG104"),
        ("empty.yaml", "openapi: 3.1.0\ninfo: {title: x, version: '1'}\npaths: {}", "MG106"),
    ],
)
def test_what_cannot_be_read_is_an_error_and_nothing_is_written(
    here, mcpgen, spec, text, code
) -> None:
    if text is not None:
        (here / spec).write_text(text)

    result = mcpgen("generate", spec, "--output", "out")

    assert result.exit_code == 2
    assert code in result.stderr
    assert spec in result.stderr
    assert not (here / "out").exists()


def test_a_description_that_is_not_there_is_told_at_its_place(here, mcpgen) -> None:
    (here / "deep").mkdir()
    (here / "deep/own.yaml").write_text("name: x\nopenapi: ../shap.yaml\n")

    result = mcpgen("generate", "deep/own.yaml")

    assert result.exit_code == 2
    assert "deep/own.yaml:2:1: error MG101: `../shap.yaml` cannot be read" in result.stderr
    assert f"there is no file {here / 'shap.yaml'}" in result.stderr


def test_a_folder_without_a_project_is_told_as_one(here, mcpgen) -> None:
    result = mcpgen("generate", ".")

    assert result.exit_code == 2
    assert ". is a folder without an mcpgen.yaml" in result.stderr


def test_a_folder_that_holds_something_else_is_refused(here, mcpgen) -> None:
    (here / "out").mkdir()
    (here / "out" / "thesis.txt").write_text("years of work")

    result = mcpgen("generate", "shop.yaml", "--output", "out")

    assert result.exit_code == 2
    assert "thesis.txt" in result.stderr
    assert snapshot(here / "out") == {"thesis.txt": b"years of work"}


def test_doing_it_again_writes_nothing(project, mcpgen) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}

    result = mcpgen("generate", "shop.yaml")

    assert result.exit_code == 0
    assert "nothing to change" in result.stdout
    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


def test_an_edited_generated_file_is_named_and_nothing_written(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(GROWN)
    with (project / GENERATED).open("a") as file:
        file.write("# mine\n")
    before = snapshot(project)

    result = mcpgen("generate", "shop.yaml")

    assert result.exit_code == 2
    assert GENERATED in result.stderr
    assert snapshot(project) == before


def test_a_project_keeps_its_name(project, mcpgen) -> None:
    result = mcpgen("generate", "shop.yaml", "--output", "shop-mcp", "--name", "other")

    assert result.exit_code == 2
    assert "MG003" in result.stderr


def test_ten_lines_of_yaml_make_a_server(here, mcpgen) -> None:
    result = mcpgen("generate", SPECS / "weather.yaml")

    assert result.exit_code == 0, result.output
    assert (
        "async def current_weather("
        in (here / "weather-mcp/src/weather_mcp/tools/operations.py").read_text()
    )


def test_choices_are_written_behind_a_capability_spec(here, mcpgen) -> None:
    mcpgen("generate", SPECS / "weather.yaml")

    text = (here / "weather-mcp/mcpgen.yaml").read_text()
    assert text.split("\n", 1)[1].startswith((SPECS / "weather.yaml").read_text())
    assert yaml.safe_load(text)["hosts"] == ["api.weather.example"]


def test_a_capability_spec_grows_and_is_generated_again(here, mcpgen) -> None:
    text = (SPECS / "weather.yaml").read_text()
    (here / "weather.yaml").write_text(text)
    mcpgen("generate", "weather.yaml")
    (here / "weather.yaml").write_text(
        f"{text}  list_places:\n    description: Lists all places.\n    request: GET /places\n"
    )

    result = mcpgen("generate", "weather.yaml")

    assert result.exit_code == 0, result.output
    assert (
        "async def list_places("
        in (here / "weather-mcp/src/weather_mcp/tools/operations.py").read_text()
    )
    assert mcpgen("check", "weather-mcp").exit_code == 0


def test_an_edited_mcpgen_yaml_is_not_replaced_by_another(here, mcpgen) -> None:
    mcpgen("generate", SPECS / "weather.yaml")
    own = here / "weather-mcp/mcpgen.yaml"
    own.write_text(own.read_text().replace("by name", "of towns"))

    result = mcpgen("generate", SPECS / "weather.yaml")

    assert result.exit_code == 2
    assert "MG002" in result.stderr
    assert "of towns" in own.read_text()


def test_an_mcpgen_yaml_grows_into_a_project_where_it_is(here, mcpgen) -> None:
    (here / "weather").mkdir()
    own = here / "weather/mcpgen.yaml"
    own.write_text((SPECS / "weather.yaml").read_text())

    result = mcpgen("generate", "weather")

    assert result.exit_code == 0, result.output
    assert (here / "weather/src/weather_mcp/hooks.py").is_file()
    assert yaml.safe_load(own.read_text())["hosts"] == ["api.weather.example"]
    assert mcpgen("check", "weather").exit_code == 0


def test_a_capability_spec_stands_on_a_description(here, mcpgen) -> None:
    (here / "api").mkdir()
    (here / "api" / "mine.yaml").write_text(
        "name: corner\nopenapi: ../shop.yaml\ntools:\n"
        "  health:\n    description: Is the shop open?\n    request: GET /health\n"
    )

    result = mcpgen("generate", "api/mine.yaml", "--output", "out")

    assert result.exit_code == 0, result.output
    assert yaml.safe_load((here / "out/mcpgen.yaml").read_text())["openapi"] == "../shop.yaml"
    entries = json.loads(mcpgen("generate", "api/mine.yaml", "--plan").stdout)
    names = [tool["name"] for module in entries["modules"] for tool in module["tools"]]
    assert sorted(names) == ["health", "listItems"]


def test_findings_as_annotations_of_github(here, mcpgen) -> None:
    unknown = "tags: [items]\n      security: [{none: []}]"
    (here / "shop.yaml").write_text(SHOP.replace("tags: [items]", unknown))

    result = mcpgen("generate", "shop.yaml", "--format", "github")

    assert result.stdout.startswith("::warning file=shop.yaml,line=")
    assert "shop-mcp: " in result.stdout
