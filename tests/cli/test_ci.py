"""`mcpgen ci`: a workflow for GitHub Actions."""

from __future__ import annotations

import yaml

from mcpgen import __version__


def test_the_workflow_checks_and_proposes(project, here, mcpgen) -> None:
    result = mcpgen("ci", "shop-mcp")

    assert result.exit_code == 0, result.output
    workflow = yaml.safe_load(result.stdout)
    assert workflow["env"] == {"PROJECT": "shop-mcp"}
    commands = [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    assert commands.count(f'pip install "mcpgen=={__version__}"') == 2
    assert 'mcpgen check "$PROJECT" --format github' in commands
    assert any('mcpgen regenerate "$PROJECT" --format markdown' in each for each in commands)
    assert "{{project}}" not in result.stdout


def test_only_the_job_that_proposes_may_write(project, mcpgen) -> None:
    workflow = yaml.safe_load(mcpgen("ci", "shop-mcp").stdout)

    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow["jobs"]["check"]


def test_a_folder_without_a_project_has_no_workflow(here, mcpgen) -> None:
    assert mcpgen("ci", ".").exit_code == 2
