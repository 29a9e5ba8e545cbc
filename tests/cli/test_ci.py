"""`mcpgen ci`: a workflow for GitHub Actions."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import yaml

from mcpgen import __version__

from .conftest import GROWN

needs_a_shell = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("git")), reason="needs bash and git"
)


def test_the_workflow_checks_and_proposes(project, here, mcpgen) -> None:
    result = mcpgen("ci", "shop-mcp")

    assert result.exit_code == 0, result.output
    workflow = yaml.safe_load(result.stdout)
    assert workflow["env"] == {"PROJECT": "shop-mcp"}
    commands = [
        step["run"] for job in workflow["jobs"].values() for step in job["steps"] if "run" in step
    ]
    assert commands.count(f'pip install "mcpgen=={__version__}"') == 2
    assert "git+https://" in result.stdout, "what to put there where no index has this version"
    assert 'mcpgen check "$PROJECT" --format github' in commands
    assert any('mcpgen regenerate "$PROJECT" --format markdown' in each for each in commands)
    assert "{{project}}" not in result.stdout


def test_only_the_job_that_proposes_may_write(project, mcpgen) -> None:
    workflow = yaml.safe_load(mcpgen("ci", "shop-mcp").stdout)

    assert workflow["permissions"] == {"contents": "read"}
    assert "permissions" not in workflow["jobs"]["check"]


def test_a_folder_without_a_project_has_no_workflow(here, mcpgen) -> None:
    assert mcpgen("ci", ".").exit_code == 2


def script(folder: Path, name: str, text: str) -> None:
    place = folder / name
    place.write_text(f"#!/bin/sh\n{text}\n")
    place.chmod(0o755)


@pytest.fixture
def runner(here, project, mcpgen) -> Runner:
    """A repository with a remote, and a machine that runs the steps of a job in it."""
    tools = here / "tools"
    tools.mkdir()
    script(tools, "pip", "exit 0")
    script(tools, "python", f'exec "{sys.executable}" "$@"')
    script(tools, "mcpgen", f'exec "{sys.executable}" -m mcpgen "$@"')
    # `gh pr view` finds what `gh pr create` made.
    script(
        tools,
        "gh",
        f'if [ "$2" = view ]; then test -e "{here}/made"; else echo "$@" > "{here}/made"; fi',
    )
    (here / ".gitignore").write_text("/tools/\n/temp/\n/remote.git/\n/made\n")
    (here / "temp").mkdir()
    run = Runner(here, yaml.safe_load(mcpgen("ci", "shop-mcp").stdout))
    run.git("init", "--quiet", "--initial-branch", "main")
    run.git("init", "--quiet", "--bare", "remote.git")
    run.git("remote", "add", "origin", str(here / "remote.git"))
    run.git("add", "--all")
    run.git("commit", "--quiet", "--message", "first")
    return run


@dataclass
class Runner:
    folder: Path
    workflow: dict[str, Any]

    @property
    def env(self) -> dict[str, str]:
        names = {"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@b.example", "GIT_CONFIG_GLOBAL": "/dev/null",
                 "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@b.example"}  # fmt: skip
        path = f"{self.folder / 'tools'}:{os.environ['PATH']}"
        home = str(Path(__file__).parents[2])
        return {**os.environ, **names, "PATH": path, "PYTHONPATH": home, "RUNNER_TEMP": str(self.folder / "temp")}  # fmt: skip

    def git(self, *arguments: str) -> str:
        command = ["git", *arguments]
        done = subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, text=True, check=True)  # fmt: skip
        return done.stdout.strip()

    def run(self, job: str) -> list[int]:
        """The exit codes of a job's steps, as far as it gets."""
        codes: list[int] = []
        for step in self.workflow["jobs"][job]["steps"]:
            if "run" in step and not any(codes):
                env = {**self.env, **self.workflow["env"], "GH_TOKEN": "none"}
                command = ["bash", "-e", "-o", "pipefail", "-c", step["run"]]
                codes.append(subprocess.run(command, cwd=self.folder, env=env).returncode)
        return codes


@needs_a_shell
def test_the_steps_propose_what_changed_with_the_report(here, runner) -> None:
    (here / "shop.yaml").write_text(GROWN)
    runner.git("commit", "--quiet", "--all", "--message", "The API grew")

    assert runner.run("propose") == [0, 0, 0, 0]

    (branch,) = runner.git("ls-remote", "--heads", "origin").splitlines()
    name = branch.partition("refs/heads/")[2]
    assert name.startswith("mcpgen/")
    changed = runner.git("diff", "--name-only", "main", name).splitlines()
    assert "shop-mcp/src/shop_mcp/tools/items.py" in changed
    assert all(path.startswith("shop-mcp/") for path in changed)
    asked = (here / "made").read_text()
    assert f"--head {name}" in asked
    report = Path(asked.rpartition("--body-file ")[2].strip()).read_text()
    assert "addItem" in report
    assert report.startswith("#")

    # The week after, before anybody has looked at it, it is the same branch and the same request.
    runner.git("switch", "--quiet", "main")
    (here / "made").write_text("seen")
    runner.git("branch", "--quiet", "-D", name)
    assert runner.run("propose") == [0, 0, 0, 0]
    assert runner.git("ls-remote", "--heads", "origin").endswith(name)
    assert (here / "made").read_text() == "seen"


@needs_a_shell
def test_the_steps_propose_nothing_where_nothing_changed(here, runner) -> None:
    assert runner.run("propose") == [0, 0, 0, 0]

    assert runner.git("ls-remote", "--heads", "origin") == ""
    assert not (here / "made").exists()


@needs_a_shell
def test_what_fails_its_own_tests_is_not_proposed(here, runner) -> None:
    (here / "shop.yaml").write_text(GROWN)
    (here / "shop-mcp/tests/test_mine.py").write_text("def test_it():\n    assert False\n")
    runner.git("add", "--all")
    runner.git("commit", "--quiet", "--message", "The API grew")

    assert runner.run("propose") == [0, 0, 1]

    assert runner.git("ls-remote", "--heads", "origin") == ""
    assert not (here / "made").exists()


@needs_a_shell
def test_the_check_fails_where_the_project_is_behind(here, runner) -> None:
    assert runner.run("check") == [0, 0]
    config = here / "shop-mcp/mcpgen.yaml"
    config.write_text(f"{config.read_text()}\ndescription: Another.\n")

    assert runner.run("check") == [0, 1]
