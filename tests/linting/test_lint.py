"""`mcpgen lint`: what it finds, the score, and fixes that can be applied."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner, Result

from mcpgen.cli import program

HEAD = "openapi: 3.1.0\ninfo: {title: Shop, version: '1'}\nservers: [{url: 'https://x.example'}]\npaths:\n"
GOOD = HEAD + """\
  /orders/{id}:
    get:
      operationId: getOrder
      summary: Get an order.
      description: Read this before changing an order.
      parameters:
      - {name: id, in: path, required: true, description: ID of the order, example: o-1, schema: {type: string}}
      responses:
        '200': {description: The order}
        default: {description: It failed}
"""


@pytest.fixture
def lint(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text: str, *options: str) -> Result:
        Path("shop.yaml").write_text(text)
        return CliRunner().invoke(program, ["lint", "shop.yaml", *options])

    return run


def codes(result: Result) -> set[str]:
    return {word.rstrip(":") for word in result.stderr.split() if word.startswith("MG5")}


def test_a_good_description_has_all_points_and_no_findings(lint) -> None:
    result = lint(GOOD)

    assert "100 of 100 points" in result.stdout
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ("      summary: Get an order.\n      description: Read this before changing an order.\n", "", "MG501"),
        (", description: ID of the order", "", "MG502"),
        ("      operationId: getOrder\n", "", "MG503"),
        ("getOrder", "get_item_by_id", "MG503"),
        ("Read this", "Read this. " * 10 + "Read", None),
        (", example: o-1", "", "MG507"),
        ("        default: {description: It failed}\n", "", "MG508"),
    ],
)  # fmt: skip
def test_a_fault_is_found_with_its_line(lint, old, new, code) -> None:
    assert old in GOOD

    result = lint(GOOD.replace(old, new))

    assert codes(result) == ({code} if code else set())
    assert code is None or "shop.yaml:6:5: " in result.stderr
    assert code is None or "100 of" not in result.stdout


def test_a_large_tool_is_found(lint) -> None:
    choices = ", ".join(f"choice-number-{number}" for number in range(800))

    assert "MG505" in codes(lint(GOOD.replace("type: string", f"type: string, enum: [{choices}]")))


def test_huge_arguments_are_found(lint) -> None:
    properties = ", ".join(f"p{n}: {{type: string, description: A part}}" for n in range(101))
    body = (
        f"content: {{application/json: {{schema: {{type: object, properties: {{{properties}}}}}}}}}"
    )

    result = lint(
        GOOD.replace("get:", "put:").replace(
            "      responses:", f"      requestBody: {{{body}}}\n      responses:"
        )
    )

    assert "MG506" in codes(result)


def test_a_long_list_is_found(lint) -> None:
    paths = "".join(
        f"  /p{n}: {{get: {{responses: {{'200': {{description: ok}}}}}}}}\n" for n in range(60)
    )

    assert "MG504" in codes(lint(HEAD + paths))


def test_twins_are_found(lint) -> None:
    twin = GOOD.partition("paths:\n")[2].replace("/orders", "/bills").replace("getOrder", "getBill")

    assert codes(lint(GOOD + twin)) == {"MG509"}


def test_what_cannot_be_used_costs_points(lint) -> None:
    bad = (
        GOOD
        + "  /a/../b: {get: {operationId: readB, summary: Read b., responses: {default: {description: x}}}}\n"
    )

    result = lint(bad)

    assert "MG510" in codes(result)
    assert "MG304" in result.stderr


def test_a_warning_fails_when_strict(lint) -> None:
    assert lint(GOOD.replace(", description: ID of the order", ""), "--strict").exit_code == 1
    assert lint(GOOD, "--strict").exit_code == 0


def test_the_score_is_told_as_json(lint) -> None:
    told = json.loads(lint(GOOD.replace(", example: o-1", ""), "--format", "json").stdout)

    assert told["score"] == 95
    assert told["marks"]["MG507"] == {"found": 1, "points": 0.0, "of": 5}
    assert [finding["code"] for finding in told["findings"]] == ["MG507"]


def test_findings_as_annotations_of_github(lint) -> None:
    result = lint(GOOD.replace(", example: o-1", ""), "--format", "github")

    assert result.stdout.startswith("::notice file=shop.yaml,line=6")


def test_a_description_that_cannot_be_read_has_no_score(lint) -> None:
    result = lint("nothing: [")

    assert result.exit_code == 2
    assert "points" not in result.stdout


BARE = HEAD + """\
  /shops/{shopId}/orders:
    get:
      parameters:
      - {name: shopId, in: path, required: true, schema: {type: string}}
      - {name: limit, in: query, schema: {type: integer}}
      responses: {'200': {description: ok}}
"""


def test_fixes_are_an_overlay_that_names_and_paths_give(lint) -> None:
    result = lint(BARE, "--fix", "overlay.yaml")

    content = yaml.safe_load(Path("overlay.yaml").read_text())
    assert content["overlay"] == "1.0.0"
    assert content["actions"] == [
        {
            "target": "$['paths']['/shops/{shopId}/orders']['get']",
            "update": {
                "operationId": "getShopsOrders",
                "summary": "Get shops orders",
                "responses": {"default": {"description": "The request failed; the body says why."}},
            },
        },
        {
            "target": "$['paths']['/shops/{shopId}/orders']['get']['parameters'][0]",
            "update": {"description": "ID of the shop."},
        },
        {
            "target": "$['paths']['/shops/{shopId}/orders']['get']['parameters'][1]",
            "update": {"description": "How many to return at most."},
        },
    ]
    assert "3 fixes are in overlay.yaml" in result.stdout


def test_fixes_that_are_alike_are_each_written_out(lint) -> None:
    more = BARE.replace("    get:", "    delete: {responses: {'200': {description: ok}}}\n    get:")

    lint(more, "--fix", "overlay.yaml")

    text = Path("overlay.yaml").read_text()
    assert text.count("The request failed; the body says why.") == 2
    assert "&" not in text


def test_fixes_that_are_applied_are_found_no_more(lint) -> None:
    before = codes(lint(BARE, "--fix", "overlay.yaml"))
    Path("mcpgen.yaml").write_text("openapi: {source: shop.yaml, overlays: [overlay.yaml]}\n")

    after = codes(CliRunner().invoke(program, ["lint", "mcpgen.yaml"]))

    assert before == {"MG501", "MG502", "MG503", "MG507", "MG508"}
    assert after == {"MG507"}


def test_where_there_is_nothing_to_fix_nothing_is_written(lint) -> None:
    result = lint(GOOD, "--fix", "overlay.yaml")

    assert "nothing can be fixed" in result.stdout
    assert not Path("overlay.yaml").exists()


def test_hostile_names_stay_within_their_place(lint) -> None:
    lint(BARE.replace("/orders", '/o\'] | $["x"] \\n'), "--fix", "overlay.yaml")
    Path("mcpgen.yaml").write_text("openapi: {source: shop.yaml, overlays: [overlay.yaml]}\n")

    result = CliRunner().invoke(program, ["lint", "mcpgen.yaml"])

    assert "MG501" not in codes(result), result.output


SHARED = """\
  /shops:
    get:
      parameters:
      - {name: limit, in: query, schema: {type: integer}}
      responses: {'200': {description: ok}}
"""


def test_fixes_are_entries_of_mcpgen_yaml(lint) -> None:
    result = lint(BARE + SHARED, "--entries", "fixes.yaml")

    assert yaml.safe_load(Path("fixes.yaml").read_text()) == {
        "arguments": {"limit": {"description": "How many to return at most."}},
        "operations": {
            "GET /shops/{shopId}/orders": {
                "name": "getShopsOrders",
                "description": "Get shops orders",
                "arguments": {"shopId": {"description": "ID of the shop."}},
            },
            "GET /shops": {"name": "getShops", "description": "Get shops"},
        },
    }
    assert "6 fixes are in fixes.yaml" in result.stdout


def test_entries_that_are_extended_are_found_no_more(lint) -> None:
    before = codes(lint(BARE, "--entries", "fixes.yaml"))
    Path("mcpgen.yaml").write_text("openapi: shop.yaml\nextends: fixes.yaml\n")

    result = CliRunner().invoke(program, ["lint", "mcpgen.yaml", "--format", "json"])
    told = json.loads(result.stdout)

    assert before == {"MG501", "MG502", "MG503", "MG507", "MG508"}
    assert {each["code"] for each in told["findings"]} == {"MG507", "MG508"}


def test_fixes_can_be_written_anew(lint) -> None:
    lint(BARE, "--entries", "fixes.yaml", "--fix", "overlay.yaml")

    result = lint(BARE, "--entries", "fixes.yaml", "--fix", "overlay.yaml")

    assert result.exit_code == 0


@pytest.mark.parametrize("option", ["--fix", "--entries"])
def test_a_file_of_somebody_else_stays_as_it_is(lint, option) -> None:
    Path("mcpgen.yaml").write_text("openapi: shop.yaml\n")

    result = lint(BARE, option, "mcpgen.yaml")

    assert result.exit_code == 2
    assert "mcpgen.yaml is there already" in result.stderr
    assert Path("mcpgen.yaml").read_text() == "openapi: shop.yaml\n"


@pytest.mark.parametrize(
    ("profile", "told"),
    [("openai-strict", "`limit` is optional"), ("gemini", ""), ("anthropic", "")],
)
def test_a_profile_tells_what_its_interface_refuses(lint, profile, told) -> None:
    result = lint(BARE, "--profile", profile)

    assert ("MG511" in result.stderr) == bool(told)
    assert told in result.stderr


def test_nothing_is_refused_of_a_server_that_is_shaped_for_it(lint) -> None:
    Path("shaped.yaml").write_text("openapi: shop.yaml\nprofile: openai-strict\n")
    lint(BARE)

    result = CliRunner().invoke(program, ["lint", "shaped.yaml"])

    assert "MG511" not in result.stderr


@pytest.mark.parametrize(("tools", "lost"), [(1, "-5"), (3, "-1.7"), (110, "<-0.1")])
def test_lost_points_are_told_as_a_person_writes_them(lint, tools, lost) -> None:
    operations = yaml.safe_load(GOOD)
    (item,) = operations["paths"].values()
    paths = {f"/orders{number}/{{id}}": json.loads(json.dumps(item)) for number in range(tools)}
    for number, each in enumerate(paths.values()):
        each["get"] |= {"operationId": f"getOrder{number}", "summary": f"Get an order {number}."}
    del paths["/orders0/{id}"]["get"]["responses"]["default"]

    told = lint(json.dumps({**operations, "paths": paths})).stdout.splitlines()

    assert told[1].startswith(f"  {tools} tool{'s' * (tools > 1)}, about ")
    assert told[2].split()[:2] == [lost, "MG508"]
