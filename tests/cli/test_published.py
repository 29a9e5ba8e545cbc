"""The owner says once under which version and name the server is published; regenerating says it everywhere else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys

import pytest

from tests import published

from .conftest import GROWN
from .test_project import edit

DATA = ("server.json", "manifest.json", "src/shop_mcp/api.json")


def versions(project) -> set[str]:
    """All that is said of the version in files that programs read."""
    texts = "\n".join((project / name).read_text() for name in ("pyproject.toml", *DATA))
    return set(re.findall(r'^ *(?:version = |"version": )"(.*)"', texts, re.MULTILINE))


def regenerated(mcpgen, project, *arguments) -> None:
    result = mcpgen("regenerate", project, *arguments)
    assert result.exit_code == 0, result.output
    assert mcpgen("check", project).exit_code == 0
    entry = json.loads((project / "server.json").read_text())
    assert published.problems("server.json", entry) == []


def test_a_version_of_the_owner_is_kept_and_followed(project, here, mcpgen) -> None:
    assert versions(project) == {"0.1.0"}
    edit(project / "pyproject.toml", '"0.1.0"', '"1.2.0"')

    told = mcpgen("check", project)

    assert told.exit_code == 1
    assert all(name in told.stdout for name in DATA)
    assert "pyproject.toml" not in told.stdout
    regenerated(mcpgen, project)
    assert versions(project) == {"1.2.0"}
    (here / "shop.yaml").write_text(GROWN)
    regenerated(mcpgen, project)
    assert versions(project) == {"1.2.0"}


def test_a_server_that_runs_where_it_lies_tells_the_version_of_its_owner(project, mcpgen) -> None:
    edit(project / "pyproject.toml", '"0.1.0"', '"1.2.0"')
    regenerated(mcpgen, project)

    told = subprocess.run(
        [sys.executable, "-m", "shop_mcp", "--version"],
        env={**os.environ, "PYTHONPATH": str(project / "src")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout

    assert told == "shop-mcp 1.2.0\n"


def test_a_version_that_is_elsewhere_leaves_the_files_to_the_owner(project, here, mcpgen) -> None:
    edit(project / "pyproject.toml", 'version = "0.1.0"', 'dynamic = ["version"]')
    for name in DATA[:2]:
        path = project / name
        path.write_text(path.read_text().replace('"0.1.0"', '"3.0.0"'))
    (here / "shop.yaml").write_text(GROWN)

    regenerated(mcpgen, project)

    assert json.loads((project / "server.json").read_text())["version"] == "3.0.0"
    assert "\nversion =" not in (project / "pyproject.toml").read_text()


def test_a_name_in_the_registry_is_said_where_the_owner_has_to_prove_it(project, mcpgen) -> None:
    edit(project / "server.json", "io.github.your-name/shop-mcp", "com.acme/shop")

    regenerated(mcpgen, project)

    assert "<!-- mcp-name: com.acme/shop -->" in (project / "README.md").read_text()
    assert 'server.name="com.acme/shop"' in (project / "Dockerfile").read_text()
    assert "your-name" not in (project / "server.json").read_text()


@pytest.mark.parametrize("name", ['x" RUN evil', "no-slash", "a/b\\n", "", "-->/x"])
def test_what_is_no_name_is_said_nowhere_else(project, mcpgen, name) -> None:
    edit(project / "server.json", '"io.github.your-name/shop-mcp"', json.dumps(name))

    assert mcpgen("regenerate", project).exit_code == 0

    assert "mcp-name: io.github.your-name/shop-mcp " in (project / "README.md").read_text()
