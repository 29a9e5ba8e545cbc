"""The command line of the Inspector lists and calls over both transports, and finds nothing in the schemas that some host refuses."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.served import BOOKSHOP, EVERYTHING, environment, package_of, served

pytestmark = pytest.mark.conformance

_INSPECTOR = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js"
TRANSPORTS = ["stdio", "http"]


@contextmanager
def target(transport: str, project: Path) -> Iterator[list[str]]:
    """What the Inspector is to connect to, as it is told at the end of its command line."""
    if transport == "stdio":
        path = f"PYTHONPATH={environment(project)['PYTHONPATH']}"
        yield ["-e", path, "--", sys.executable, "-m", package_of(project)]
    else:
        with served(project) as url:
            yield ["--transport", "http", "--server-url", url]


@pytest.fixture
def inspect(node: tuple[str, Path], tmp_path: Path):
    """Runs a method of the Inspector, and gives what it printed."""
    binary, folder = node

    def run(transport: str, project: Path, method: str, *more: str) -> dict[str, Any]:
        with target(transport, project) as last:
            command = [binary, str(folder / _INSPECTOR), "--cli", "--method", method, *more, *last]
            env = {**environment(project), "HOME": str(tmp_path)}  # it keeps a catalogue there
            done = subprocess.run(command, env=env, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr[-2000:] + done.stdout[-2000:]
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    return run


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("project", [EVERYTHING, BOOKSHOP], ids=lambda path: path.name)
def test_tools_are_listed_and_no_schema_is_refused_elsewhere(project, transport, inspect) -> None:
    listed = inspect(transport, project, "tools/list", "--strict")

    catalogs = (project / "src" / package_of(project) / "catalog").glob("*.json")
    known = [tool for file in catalogs for tool in json.loads(file.read_text())["tools"]]
    assert {tool["name"] for tool in listed["tools"]} == {each["tool"]["name"] for each in known}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_tool_is_called(transport, inspect) -> None:
    asked = ["--tool-name", "test_x_mcp_header", "--tool-arg", "region=eu"]
    result = inspect(transport, EVERYTHING, "tools/call", *asked)

    assert result["structuredContent"] == {"region": "eu"}


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_resource_is_read(transport, inspect) -> None:
    result = inspect(transport, EVERYTHING, "resources/read", "--uri", "test://template/7/data")

    assert json.loads(result["contents"][0]["text"])["id"] == "7"


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_prompt_is_given(transport, inspect) -> None:
    asked = ["--prompt-name", "test_prompt_with_arguments", "--prompt-args", "arg1=a", "arg2=b"]
    result = inspect(transport, EVERYTHING, "prompts/get", *asked)

    assert "arg1='a', arg2='b'" in result["messages"][0]["content"]["text"]
