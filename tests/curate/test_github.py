"""A real API of 1,223 operations, curated to thirty tools."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics, Severity
from mcpgen.loaders import Policy
from mcpgen.pipeline import make
from mcpgen.sources import read_spec

HERE = Path(__file__).parent
GITHUB = HERE.parents[1] / "../shared/specs/github/api.github.com.json"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not GITHUB.exists(), reason="needs ../shared"),
]


def test_thirty_tools_of_a_thousand(tmp_path) -> None:
    text = (HERE / "github.yaml").read_text().replace("api.github.com.json", str(GITHUB.resolve()))
    spec = tmp_path / "github-tools.yaml"
    spec.write_text(text)
    found = Diagnostics()

    inputs = read_spec(str(spec), tmp_path / "out", policy=Policy(), diagnostics=found)
    assert inputs is not None
    assert len(inputs.document.operations) > 1_000
    server = make(inputs, found)

    assert [each for each in found if each.severity is not Severity.NOTE] == []
    tools = {tool.name: tool for tool in server.plan.tools}
    assert len(tools) == 30
    assert not any("owner" in tool.input_schema["properties"] for tool in tools.values())
    assert server.tokens < 30_000
    assert tools["list_issues"].private["select"].startswith("[].{number")
    assert tools["merge_pull_request"].private["confirm"] == "always"
    assert [each.name for each in server.plan.variables if each.required] == ["GITHUB_OWNER"]


def test_a_misspelt_operation_is_told_with_the_nearest_of_a_thousand(tmp_path) -> None:
    text = (HERE / "github.yaml").read_text().replace("api.github.com.json", str(GITHUB.resolve()))
    spec = tmp_path / "github-tools.yaml"
    spec.write_text(text.replace("pulls/merge", "pulls/merges"))
    found = Diagnostics()

    inputs = read_spec(str(spec), tmp_path / "out", policy=Policy(), diagnostics=found)
    assert inputs is not None
    make(inputs, found)

    (error,) = [each for each in found if each.severity is Severity.ERROR]
    assert error.help == "Did you mean `pulls/merge`?"
