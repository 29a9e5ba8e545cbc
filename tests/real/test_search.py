"""Search mode over a real API of 1,223 operations, asked in plain words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SHARED = ROOT / "../shared"
QUESTIONS = SHARED / "questions/questions-visible.tsv"


@pytest.mark.slow
@pytest.mark.skipif(not QUESTIONS.is_file(), reason="questions and descriptions are not here")
def test_the_right_operation_is_among_the_first() -> None:
    asked = [sys.executable, "benchmarks/search.py", str(QUESTIONS), "--specs", SHARED / "specs"]

    told = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout

    words = told.splitlines()[-1].replace("%", "").replace(",", "").split()
    assert int(words[3]) >= 45, told
    assert int(words[-1]) >= 75, told


CALLS = """
import asyncio, json
from github_mcp._runtime.testing import Upstream, connect


async def main():
    upstream = Upstream()
    upstream.answer([])
    async with connect("github_mcp", upstream, env={"GITHUB_MODE": "search"}) as client:
        tools = (await client.list_tools()).tools
        print(len(json.dumps([tool.model_dump(mode="json", exclude_none=True) for tool in tools])))
        found = await client.call_tool(tools[0].name, {"query": "list the branches of a repository"})
        best = found.structured_content["operations"][0]["name"]
        arguments = {"owner": "acme", "repo": "shop"}
        await client.call_tool(tools[2].name, {"name": best, "arguments": arguments})
        print(upstream.last.target)


asyncio.run(main())
"""


@pytest.mark.slow
@pytest.mark.skipif(not QUESTIONS.is_file(), reason="questions and descriptions are not here")
def test_a_whole_server_is_listed_in_under_2_kb_and_called(tmp_path) -> None:
    spec = SHARED / "specs/github/api.github.com.json"
    made = [sys.executable, "-m", "mcpgen", "generate", spec, "--name", "github", "-o", tmp_path]
    subprocess.run(made, cwd=ROOT, capture_output=True, check=True)

    called = [sys.executable, "-c", CALLS]
    told = subprocess.run(
        called, cwd=tmp_path / "src", capture_output=True, text=True, check=True
    ).stdout.split()

    assert "mode: search" in (tmp_path / "mcpgen.yaml").read_text()
    assert int(told[0]) < 2_000
    assert told[1] == "/repos/acme/shop/branches"
