"""The command line as a whole: help, exit codes, and what happens when the program itself is wrong."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from click.testing import CliRunner

from mcpgen import __version__, cli
from mcpgen.config.reference import sections
from mcpgen.diagnostics import RULES


@pytest.fixture
def runner() -> CliRunner:
    return CliRunner()


@pytest.fixture
def broken(monkeypatch):
    @click.command
    def command() -> None:
        raise ValueError("seven\nis odd")

    monkeypatch.setattr(cli.Program, "get_command", lambda *_: command)


def test_version(runner) -> None:
    assert runner.invoke(cli.program, ["--version"]).output == f"mcpgen {__version__}\n"


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_help_of_a_command_has_an_example(runner, name) -> None:
    result = runner.invoke(cli.program, [name, "--help"])

    assert result.exit_code == 0
    assert f"  mcpgen {name}" in result.output


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_a_command_has_at_most_ten_options(name) -> None:
    command = cli.program.get_command(click.Context(cli.program), name)

    assert command is not None
    assert len([each for each in command.params if isinstance(each, click.Option)]) <= 10


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys; from mcpgen.cli import program; program.main(['--help'], standalone_mode=False)\n"
        "print(sorted({'black', 'datamodel_code_generator', 'jinja2', 'mcp', 'rich', 'yaml'} & set(sys.modules)))"
    )

    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )

    assert result.stdout.splitlines()[-1] == "[]"


def test_an_unknown_command_is_a_usage_error(runner) -> None:
    result = runner.invoke(cli.program, ["generat"])

    assert result.exit_code == 2
    assert "No such command 'generat'" in result.output


@pytest.mark.usefixtures("broken")
def test_a_crash_is_one_line_that_says_it_is_a_bug(runner) -> None:
    result = runner.invoke(cli.program, ["generate"])

    assert result.exit_code == 2
    assert result.output.startswith(f"mcpgen {__version__} has a bug: ValueError: seven.")
    assert len(result.output.splitlines()) == 1


@pytest.mark.usefixtures("broken")
def test_a_crash_shows_its_traceback_on_request(runner) -> None:
    result = runner.invoke(cli.program, ["generate"], env={"MCPGEN_DEBUG": "1"})

    assert "Traceback" in result.output


def test_explain_lists_every_code(runner) -> None:
    listed = runner.invoke(cli.program, ["explain"]).output.splitlines()

    assert [line.split()[0] for line in listed] == sorted(RULES)


def test_explain_tells_what_to_do(runner) -> None:
    result = runner.invoke(cli.program, ["explain", "mg101"])

    assert result.output.startswith("MG101 (error): ")
    assert RULES["MG101"].help in result.output


def test_explain_refuses_an_unknown_code(runner) -> None:
    result = runner.invoke(cli.program, ["explain", "MG999"])

    assert result.exit_code == 2
    assert "'MG999' is no key of mcpgen.yaml and not one of the codes" in result.output


@pytest.mark.parametrize(
    ("given", "meant"), [("pinn", "pin"), ("MG4211", "MG421"), ("incldue", "include")]
)
def test_explain_tells_the_nearest_key_or_code(runner, given, meant) -> None:
    assert f"Did you mean `{meant}`?" in runner.invoke(cli.program, ["explain", given]).output


def test_a_mistyped_command_is_told_with_the_nearest(runner) -> None:
    result = runner.invoke(cli.program, ["generat", "shop.yaml"])

    assert result.exit_code == 2
    assert "Did you mean `generate`?" in result.output


def test_explain_tells_of_a_key_wherever_there_is_one_of_that_name(runner) -> None:
    told = runner.invoke(cli.program, ["explain", "timeout"]).output

    assert "`timeout` of `limits`\nSeconds of one call" in told
    assert "`timeout` of `workflowLimits`\n" in told


def test_explain_tells_what_the_value_of_a_key_may_hold(runner) -> None:
    told = runner.invoke(cli.program, ["explain", "include"]).output

    assert told.startswith("`include` of mcpgen.yaml\n")
    assert "Keys of `rules`: operation, tag, path, method, pattern, prefix." in told


@pytest.mark.parametrize(
    "key", sorted({key for section in sections().values() for key in section["properties"]})
)
def test_every_key_of_mcpgen_yaml_explains_itself(runner, key) -> None:
    assert runner.invoke(cli.program, ["explain", key]).exit_code == 0
