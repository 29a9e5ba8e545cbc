"""`mcpgen add tool`: the entry, the function and its test; and what the contract says where they differ."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from mcpgen.cli import program
from mcpgen.config.entries import tool_entry, with_tool

SPEC = """\
# Weather, by hand.
name: weather
base_url: https://api.weather.example/v2   # the second version

tools:
    # Asked most often.
    current_weather:
        description: Tells the weather in a place right now.   # short
        request: GET /places/{place}/now
        input:
            place: {type: string}
    # Nothing follows.

# What the server may cost.
limits: {timeout: 5}
"""


def run(*arguments: str):
    return CliRunner().invoke(program, list(arguments))


@pytest.fixture
def project(tmp_path) -> Path:
    (tmp_path / "mcpgen.yaml").write_text(SPEC)
    assert run("generate", str(tmp_path)).exit_code == 0
    return tmp_path


def own_tests(project: Path, name: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pytest", "-q", f"tests/{name}"]
    return subprocess.run(command, cwd=project, capture_output=True, text=True)


def test_an_entry_is_added_and_nothing_else_changes():
    entry = tool_entry(
        "Greets: politely.", "", {"name": ("string", True), "loud": ("boolean", False)}
    )

    assert with_tool(SPEC, "greet", entry) == SPEC.replace(
        "            place: {type: string}\n",
        "            place: {type: string}\n"
        "    greet:\n"
        '      description: "Greets: politely."\n'
        "      input:\n"
        "        name: {type: string, required: true}\n"
        "        loud: {type: boolean}\n",
    )


@pytest.mark.parametrize("text", ["name: a\nopenapi: b.yaml", "name: a\nopenapi: b.yaml\n# end\n"])
def test_the_first_tool_begins_the_list(text):
    longer = with_tool(text, "greet", tool_entry("Greets.", "", {}))

    assert longer == text.rstrip("\n") + "\n\ntools:\n  greet:\n    description: Greets.\n".replace(
        "Greets.", '"Greets."' if '"Greets."' in (longer or "") else "Greets."
    )


def test_tools_in_braces_are_left_alone():
    text = "name: a\ntools: {b: {description: x}}\n"

    assert with_tool(text, "greet", tool_entry("Greets.", "", {})) is None


def test_text_that_looks_like_a_comment_stays_inside_its_scalar():
    text = "name: a\ntools:\n  b:\n    description: |\n      x\n      # not a comment\n"
    longer = with_tool(text, "greet", tool_entry("Greets", "", {}))

    assert longer == text + "  greet:\n    description: Greets\n"


def test_a_function_of_ones_own_is_written_with_its_test(project):
    result = run("add", "tool", "greet", "--project", str(project), "--argument", "name:string!")
    module = (project / "src/weather_mcp/tools/operations.py").read_text()
    tests = own_tests(project, "test_operations.py")

    assert result.exit_code == 0, result.output
    assert "async def greet(api: Api, *, name: str) -> Any:" in module
    assert "1 passed, 1 xfailed" in tests.stdout
    assert run("check", str(project)).exit_code == 0


def test_once_it_is_written_the_test_says_that_the_mark_can_go(project):
    run("add", "tool", "greet", "--project", str(project), "--argument", "name:string!")
    module = project / "src/weather_mcp/tools/operations.py"
    module.write_text(module.read_text().replace("raise NotImplementedError", "return name"))

    assert "XPASS(strict)" in own_tests(project, "test_operations.py").stdout


def test_a_tool_with_a_request_calls_the_api(project):
    request = ("--request", "GET /places/{place}/days", "--argument", "place:string!")
    result = run("add", "tool", "forecast", "--project", str(project), *request)

    assert result.exit_code == 0, result.output
    assert "2 passed" in own_tests(project, "test_operations.py").stdout


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["current_weather"], "there is a tool `current_weather` already"),
        (["no name"], "cannot be a name here"),
        (["x", "--request", "FETCH /x"], "is not METHOD PATH"),
        (["x", "--request", "GET /x/{id}"], "--argument id:string"),
        (["x", "--argument", "a:text"], "NAME:TYPE"),
    ],
)
def test_what_cannot_be_added_changes_nothing(project, arguments, told):
    before = (project / "mcpgen.yaml").read_text()
    result = run("add", "tool", *arguments, "--project", str(project))

    assert result.exit_code == 2
    assert told in result.output
    assert (project / "mcpgen.yaml").read_text() == before


@pytest.mark.parametrize(
    ("signature", "told"),
    [
        (
            "api: Api, *, name: str, loud: bool",
            "under `tools.greet.input.loud`, write `{type: boolean, required: true}`",
        ),
        ("api: Api", "under `tools.greet.input.name`, remove it"),
        ("api: Api, *, name: str = ''", "`tools.greet.input.name`, write `required: false`"),
        ("api: Api, *, name: int", "under `tools.greet.input.name`, write `type: integer`"),
    ],
)
def test_the_contract_names_the_key_to_write(project, signature, told):
    run("add", "tool", "greet", "--project", str(project), "--argument", "name:string!")
    module = project / "src/weather_mcp/tools/operations.py"
    text = module.read_text().replace("api: Api, *, name: str)", f"{signature})")
    module.write_text(text)

    assert told in own_tests(project, "test_contract.py").stdout
