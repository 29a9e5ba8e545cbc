"""Content blocks described in mcpgen.yaml, and functions of one's own for resources and prompts."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mcpgen.cli import program

SPEC = """\
name: town
logging: true
tools:
  show_map:
    description: The map of the town.
    blocks:
      - text: |
          The town:
          "north" is up
      - file: images/map.png
      - resource: {uri: "town://legend", text: "", mime_type: text/plain}
      - link: {uri: "https://town.example/map", name: map, title: The whole map}
  find:
    description: Finds a street.
    input_schema:
      type: object
      properties: {street: {$ref: "#/$defs/name"}, post-code: {type: integer}}
      anyOf: [{required: [street]}, {required: [post-code]}]
      $defs: {name: {type: string}}
      additionalProperties: false
resources:
  street: {uri: "map://streets/{name}", complete: {name: [Main Street]}}
prompts:
  tour:
    description: A walk.
    arguments: {place: {required: true}}
    messages:
      - {role: user, resource: {uri: "town://{place}", text: "{{start}} at {place}"}}
      - {role: assistant, file: images/map.png}
  diary: {description: What happened., arguments: {day: {}}}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("town")
    (folder / "images").mkdir()
    (folder / "images/map.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (folder / "town.yaml").write_text(SPEC)
    project = folder / "town-mcp"
    result = CliRunner().invoke(
        program, ["generate", str(folder / "town.yaml"), "--output", str(project)]
    )
    assert result.exit_code == 0, result.output
    return project


def source(project: Path, name: str) -> str:
    return (project / "src/town_mcp" / name).read_text()


def test_files_become_part_of_the_server(project):
    (found,) = json.loads(source(project, "files.json"))["files"].values()

    assert found == {"mimeType": "image/png", "blob": "iVBORw0KGgo="}


def test_a_project_finds_the_files_that_its_tools_and_prompts_give(project):
    checked = CliRunner().invoke(program, ["check", str(project)])

    assert (project / "mcpgen.yaml").read_text().count('file: "../images/map.png"') == 2
    assert checked.exit_code == 0, checked.output


def test_files_may_stand_beside_the_mcpgen_yaml_that_gives_them(tmp_path):
    (tmp_path / "images").mkdir()
    (tmp_path / "images/map.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    (tmp_path / "mcpgen.yaml").write_text(SPEC)

    for command in ("generate", "check"):
        result = CliRunner().invoke(program, [command, str(tmp_path)])
        assert result.exit_code == 0, result.output


def test_a_tool_gives_its_blocks(project):
    assert """    return Blocks(
        'The town:\\n"north" is up\\n',
        attached("../images/map.png"),
        embedded("town://legend", "", mime_type="text/plain"),
        link("https://town.example/map", "map", title="The whole map"),
    )""" in source(project, "tools/operations.py")


def test_a_tool_of_blocks_changes_nothing(project):
    tools = json.loads(source(project, "catalog/operations.json"))["tools"]

    assert tools[0]["tool"]["annotations"]["readOnlyHint"] is True


def test_a_schema_of_ones_own_is_listed_as_it_is(project):
    tool = json.loads(source(project, "catalog/operations.json"))["tools"][1]

    assert tool["tool"]["inputSchema"] == {
        "type": "object",
        "properties": {"street": {"$ref": "#/$defs/name"}, "post-code": {"type": "integer"}},
        "anyOf": [{"required": ["street"]}, {"required": ["post-code"]}],
        "$defs": {"name": {"type": "string"}},
        "additionalProperties": False,
    }
    assert tool["arguments"] == {"post-code": "post_code"}
    assert "post_code: int | Omit = OMIT" in source(project, "tools/operations.py")


def test_arguments_stand_in_every_text_of_a_prompts_blocks(project):
    assert 'embedded(f"town://{place}", f"{{start}} at {place}")' in source(project, "prompts.py")


def test_what_says_nothing_is_a_function_to_be_written(project):
    assert "async def street(tools: Tools, *, name: str) -> Any:" in source(project, "resources.py")
    assert 'async def diary(tools: Tools, *, day: str = "") -> list[Message]:' in source(
        project, "prompts.py"
    )


def test_a_server_that_logs_says_so(project):
    assert json.loads(source(project, "api.json"))["logging"] is True


def test_the_project_passes_its_own_tests_and_linters(project):
    tests = [sys.executable, "-m", "pytest", "-q", "--deselect", "tests/test_protocol.py"]
    for command in (tests, ["ruff", "check", "src", "tests"], ["black", "--check", "-q", "."]):
        tool = [sys.executable, "-m", *command] if command[0] != sys.executable else command
        run = subprocess.run(tool, cwd=project, capture_output=True, text=True, timeout=300)
        assert run.returncode == 0, run.stdout + run.stderr


UNWRITTEN = """
import anyio
from town_mcp._runtime.testing import Upstream, connect

async def main():
    async with connect("town_mcp", Upstream()) as client:
        for asked in (client.read_resource("map://streets/Main"), client.get_prompt("diary")):
            try:
                await asked
            except Exception as error:
                print(error)

anyio.run(main)
"""


def test_what_is_not_written_says_so_when_it_is_asked_for(project):
    env = {**os.environ, "PYTHONPATH": str(project / "src")}
    command = [sys.executable, "-c", UNWRITTEN]
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)

    assert run.stdout == "This is not written yet; nothing was done.\n" * 2, run.stderr


def test_a_written_function_lets_its_test_say_so(project):
    module = project / "src/town_mcp/resources.py"
    written = module.read_text()
    module.write_text(written.replace("raise NotImplementedError", "return name"))
    command = [sys.executable, "-m", "pytest", "-q", "tests/test_primitives.py"]
    run = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=300)
    module.write_text(written)

    assert "XPASS(strict)] resource_street is not written yet" in run.stdout


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ("{content: x, blocks: [{text: y}]}", "both `content` and `blocks`"),
        ("{blocks: [{text: y}], input: {a: {}}}", "the same content whatever"),
        ("{input: {a: {}}, input_schema: {type: object}}", "both `input` and `input_schema`"),
        ("{input_schema: {type: array}}", "not the schema of an object"),
        ("{input_schema: {type: object}}", "lets arguments through"),
        ("{input_schema: {type: obj}}", "Did you mean `object`"),
        (
            "{input_schema: {type: object, additionalProperties: false, allOf: [{$ref: a.json}]}}",
            "leads out of the schema",
        ),
        ("{request: GET /a, input_schema: {type: object}}", "where the request takes"),
        ("{blocks: [{file: missing.png}]}", "missing.png"),
        ("{blocks: [{file: a.png, text: y}]}", "`tools.a.blocks.0`"),
        ("{blocks: [{fil: a.png}]}", "`file`"),
    ],
)
def test_a_mistake_is_told(entry, told, tmp_path):
    (tmp_path / "spec.yaml").write_text(
        f"name: shop\ntools:\n  a: {entry[:-1]}, description: Does it.}}\n"
    )

    result = CliRunner().invoke(
        program, ["generate", str(tmp_path / "spec.yaml"), "-o", str(tmp_path / "shop-mcp")]
    )

    assert result.exit_code == 2
    assert told in result.output


def test_a_server_that_asks_no_api_needs_no_address(project):
    env = {**os.environ, "PYTHONPATH": str(project / "src")}
    command = [sys.executable, "-m", "town_mcp", "doctor"]
    run = subprocess.run(command, env=env, capture_output=True, text=True, timeout=60)

    assert run.returncode == 0
    assert "no API is needed" in run.stdout
    assert "TOWN_BASE_URL" not in (project / ".env.example").read_text()
