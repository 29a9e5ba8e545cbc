"""The command line, as far as it does not serve."""

from __future__ import annotations

import subprocess
import sys

import pytest
from petstore_mcp._runtime import cli
from petstore_mcp._runtime.cli import main

from .processes import PATIENCE, environment


def status_of(*argv: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main("petstore_mcp", list(argv))
    return ended.value.code


def test_help_has_examples(capsys):
    assert status_of("--help") == 0

    out = capsys.readouterr().out
    assert "petstore-mcp http --port 8000" in out
    assert "PETSTORE_" in out
    assert all(command in out for command in ("stdio", "http", "config", "doctor"))


def test_version_is_the_servers(capsys):
    assert status_of("--version") == 0
    assert capsys.readouterr().out == "petstore-mcp 1.2.3\n"


def test_a_title_with_a_percent_sign_is_shown_as_it_is(monkeypatch, capsys):
    title = "100 % %(prog)s %s"
    monkeypatch.setattr(cli, "load_api", lambda _: {"name": "x", "env": "X", "title": title})
    assert status_of("--help") == 0

    assert f"MCP server for {title}." in capsys.readouterr().out


@pytest.mark.parametrize(
    "argv", [["fly"], ["http", "--port", "x"], ["config", "emacs"], ["--unknown"]]
)
def test_wrong_arguments_are_told(argv, capsys):
    assert status_of(*argv) == 2
    assert "usage: petstore-mcp" in capsys.readouterr().err


def test_wrong_settings_are_told_in_words_and_all_at_once(monkeypatch, capsys):
    monkeypatch.setenv("PETSTORE_TIMEOUT", "soon")
    monkeypatch.setenv("PETSTORE_BASE_URL", "no address")

    assert status_of("http") == 2

    err = capsys.readouterr().err
    assert "PETSTORE_TIMEOUT" in err
    assert "PETSTORE_BASE_URL" in err
    assert "soon" not in err


def test_config_prints_json_only(capsys):
    assert status_of("config", "claude") == 0
    assert capsys.readouterr().out.startswith("{")


@pytest.mark.parametrize("argv", [["--read-only"], ["stdio", "--read-only"]])
def test_read_only_works_before_and_behind_the_command(source, argv):
    request = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n'
    listing = b'{"jsonrpc":"2.0","method":"notifications/initialized"}\n{"jsonrpc":"2.0","id":2,"method":"tools/list"}\n'
    done = subprocess.run(
        [sys.executable, "-m", "petstore_mcp", *argv],
        input=request + listing,
        env=environment(source),
        capture_output=True,
        timeout=PATIENCE,
        check=True,
    )

    assert b'"listPets"' in done.stdout
    assert b'"deletePet"' not in done.stdout


def test_log_lines_have_no_secrets(source):
    code = (
        "from petstore_mcp._runtime.settings.output import log_to_stderr, tell; from petstore_mcp._runtime.credentials.secrets import register; import logging; "
        "log_to_stderr(); register(['s3cr3t-of-the-test']); logging.getLogger('x').error('a %s', 's3cr3t-of-the-test'); tell('b s3cr3t-of-the-test')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env=environment(source),
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout == ""
    assert done.stderr == "ERROR x: a [hidden]\nb [hidden]\n"


def test_the_version_is_that_of_the_installed_package(monkeypatch, capsys):
    monkeypatch.setattr("importlib.metadata.version", lambda name: f"7.0 of {name}")

    assert status_of("--version") == 0
    assert capsys.readouterr().out == "petstore-mcp 7.0 of petstore-mcp\n"
