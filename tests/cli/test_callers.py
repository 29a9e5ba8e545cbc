"""What a change means to callers: `mcpgen diff OLD NEW`, and what `mcpgen regenerate` tells."""

from __future__ import annotations

import json
import subprocess
import tomllib

import pytest

from .conftest import GROWN, SHOP, snapshot

NARROWED = SHOP.replace("{type: integer}", "{type: integer, maximum: 50}")
MOVED = SHOP.replace("api.shop.example", "api.evil.example")


def git(folder, *arguments: str) -> None:
    identity = ["-c", "user.name=Ann", "-c", "user.email=ann@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True)


def test_two_descriptions_are_compared(here, mcpgen) -> None:
    (here / "v2.yaml").write_text(GROWN)

    result = mcpgen("diff", "shop.yaml", "v2.yaml")

    assert result.exit_code == 0
    assert "listItems → findItems" in result.stdout
    assert "  addItem" in result.stdout


@pytest.mark.parametrize(("new", "code"), [(SHOP, 0), (NARROWED, 1)])
def test_fail_on_breaking(here, mcpgen, new, code) -> None:
    (here / "v2.yaml").write_text(new)

    assert mcpgen("diff", "shop.yaml", "v2.yaml", "--fail-on", "breaking").exit_code == code


def test_a_new_host_fails_on_security(here, mcpgen) -> None:
    (here / "v2.yaml").write_text(MOVED)

    assert mcpgen("diff", "shop.yaml", "v2.yaml", "--fail-on", "security").exit_code == 1


def test_a_project_is_compared_with_its_revision(project, here, mcpgen) -> None:
    git(project, "init")
    git(project, "add", "-A")
    git(project, "commit", "-m", "first")
    (here / "shop.yaml").write_text(NARROWED)
    mcpgen("regenerate", project)

    result = mcpgen("diff", "HEAD", project, "--project", project, "--format", "json")

    data = json.loads(result.stdout)
    assert [each["text"] for each in data["differences"]] == ["maximum: none → 50"]
    assert (data["version"], data["next"]) == ("0.1.0", "0.2.0")


def test_a_description_at_a_revision_is_compared(here, mcpgen) -> None:
    git(here, "init")
    git(here, "add", "shop.yaml")
    git(here, "commit", "-m", "first")
    (here / "shop.yaml").write_text(NARROWED)

    result = mcpgen("diff", "HEAD:shop.yaml", "shop.yaml")

    assert "maximum: none → 50" in result.stdout


def test_what_is_nothing_is_an_error(project, mcpgen) -> None:
    result = mcpgen("diff", project, "no-such-thing")

    assert result.exit_code == 2
    assert "MG008" in result.stderr


def test_regenerate_tells_what_changed_for_callers(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(NARROWED)

    result = mcpgen("regenerate", project, "--fail-on", "breaking")

    assert result.exit_code == 1
    assert "listItems: arguments `limit`: maximum: none → 50" in result.stdout
    assert "proposed version: 0.1.0 → 0.2.0" in result.stdout
    assert mcpgen("check", project).exit_code == 0


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ("text", "  listItems: arguments `limit`: renamed to most\n"),
        ("markdown", "* `listItems`, arguments, `limit`: renamed to most\n"),
        ("json", '"text": "renamed to most"'),
    ],
)
def test_a_renamed_argument_is_told_once(project, here, mcpgen, form, told) -> None:
    (here / "shop.yaml").write_text(SHOP.replace("name: limit", "name: most"))

    result = mcpgen("regenerate", project, "--format", form, "--fail-on", "breaking")

    assert result.exit_code == 1
    assert told in result.stdout
    assert "removed" not in result.stdout.lower().replace('"removed": []', "")


def test_regenerate_writes_a_report_for_a_pull_request(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(GROWN)

    result = mcpgen("regenerate", project, "--format", "markdown")

    assert result.stdout.startswith("## What changed for callers\n")
    assert "* `addItem`" in result.stdout
    assert "    ## 0.1.1" in result.stdout


def test_an_operation_with_another_id_is_told_as_renamed(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(GROWN)

    result = mcpgen("regenerate", project)

    assert "MG434: GET /items: operationId 'listItems' is 'findItems' now" in result.stderr
    assert "MG434" not in mcpgen("regenerate", project).stderr


def test_a_new_host_gets_no_credential_until_it_is_accepted(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(MOVED)
    config = project / "mcpgen.yaml"

    warned = mcpgen("regenerate", project)

    assert "MG432" in warned.stderr
    assert "api.evil.example" not in config.read_text()
    api = json.loads((project / "src/shop_mcp/api.json").read_text())
    assert api["credentialHosts"] == ["api.shop.example"]

    mcpgen("regenerate", project, "--accept-security")

    assert "hosts: [api.shop.example, api.evil.example]\n" in config.read_text()
    api = json.loads((project / "src/shop_mcp/api.json").read_text())
    assert api["credentialHosts"] == ["api.shop.example", "api.evil.example"]
    assert mcpgen("check", project).exit_code == 0


def test_a_dry_run_shows_diffs(project, here, mcpgen) -> None:
    (here / "shop.yaml").write_text(NARROWED)

    result = mcpgen("regenerate", project, "--dry-run")

    assert "+++ b/src/shop_mcp/catalog/items.json" in result.stdout
    assert "--- a/.mcpgen" not in result.stdout


def test_many_projects_end_in_a_table_and_one_failure_stops_no_other(here, mcpgen) -> None:
    for name in ("one", "two"):
        mcpgen("generate", "shop.yaml", "--output", name)
    (here / "shop.yaml").write_text(NARROWED)

    result = mcpgen("regenerate", "one", "nowhere", "two")

    assert result.exit_code == 2
    rows = result.stdout.splitlines()
    assert [row.split()[0] for row in rows] == ["one", "nowhere", "two"]
    assert rows[1].endswith("failed")
    for name in ("one", "two"):
        assert mcpgen("check", name).exit_code == 0


def test_many_projects_as_data(here, mcpgen) -> None:
    mcpgen("generate", "shop.yaml", "--output", "one")

    result = mcpgen("regenerate", "one", "nowhere", "--format", "json")

    projects = json.loads(result.stdout)["projects"]
    assert [each["output"] for each in projects] == ["one", "nowhere"]
    assert projects[1]["failed"] == "failed"


def test_only_the_runtime_is_brought(project, here, mcpgen) -> None:
    runtime = project / "src/shop_mcp/_runtime/request/values.py"
    manifest = project / ".mcpgen/manifest.json"
    current = snapshot(project)
    older = runtime.read_text() + "# Of an older mcpgen.\n"
    _as_generated(project, "src/shop_mcp/_runtime/request/values.py", older)
    (here / "shop.yaml").write_text(NARROWED)

    result = mcpgen("regenerate", project, "--runtime-only")

    assert result.exit_code == 0, result.output
    after = snapshot(project)
    changed = {path for path in current if after[path] != current[path]}
    assert changed == set()
    assert "maximum" not in (project / "src/shop_mcp/catalog/items.json").read_text()
    assert json.loads(manifest.read_text())["tools"]


@pytest.mark.parametrize(
    ("way", "other"),
    [
        ("--runtime-only", ["--spec", "shop.yaml"]),
        ("--runtime-only", ["--replace"]),
        ("--runtime-only", ["--accept-security"]),
        ("--offline", ["--spec", "shop.yaml"]),
    ],
)
def test_regenerate_takes_no_option_that_would_have_no_effect(project, mcpgen, way, other) -> None:
    result = mcpgen("regenerate", project, way, *other)

    assert result.exit_code == 2
    assert f"{other[0]} has no effect with {way}: give only one." in result.stderr


@pytest.mark.parametrize("option", [["--fail-on", "breaking"], ["--format", "json"]])
def test_diff_of_ones_own_takes_no_option_for_callers(project, mcpgen, option) -> None:
    result = mcpgen("diff", "listItems", "--project", project, *option)

    assert result.exit_code == 2
    assert "give OLD and NEW" in result.stderr


def _as_generated(project, path: str, text: str) -> None:
    """Make a project look as if another mcpgen had written a file of it."""
    import hashlib

    manifest = project / ".mcpgen/manifest.json"
    old = hashlib.sha256((project / path).read_bytes()).hexdigest()
    (project / path).write_text(text)
    new = hashlib.sha256(text.encode()).hexdigest()
    manifest.write_text(manifest.read_text().replace(old, new))


FUNCTIONS = "src/shop_mcp/tools/items.py"


def _edit(project, path: str, old: str, new: str) -> None:
    text = (project / path).read_text()
    assert old in text
    (project / path).write_text(text.replace(old, new))


def test_diff_shows_the_owners_version_beside_the_generated_one(project, mcpgen) -> None:
    assert mcpgen("diff", "--project", project).stdout == "everything is as it was generated\n"
    _edit(project, FUNCTIONS, "List the items.", "List the shelves.")

    result = mcpgen("diff", "listItems", "--project", project)

    assert '+    """List the shelves."""' in result.stdout
    assert '-    """List the items."""' in result.stdout


def test_diff_shows_edits_of_generated_files(project, mcpgen) -> None:
    path = "src/shop_mcp/catalog/items.json"
    _edit(project, path, "List the items", "List the shelves")

    for names in ([], [path]):
        told = mcpgen("diff", *names, "--project", project).stdout.splitlines()
        assert {line[0] for line in told if "List the items" in line} == {"-"}
        assert any(line.startswith("+") and "List the shelves" in line for line in told)


def test_accept_takes_the_other_version_of_what_both_changed(project, here, mcpgen) -> None:
    _edit(project, FUNCTIONS, "List the items.", "List the shelves.")
    _edit(project, FUNCTIONS, "\n\nasync def", "\n\nMINE = 1\n\n\nasync def")
    (here / "shop.yaml").write_text(SHOP.replace("List the items", "List all the items"))
    assert "MG420" in mcpgen("regenerate", project).stderr

    assert (
        '-    """List all the items."""' in mcpgen("diff", "listItems", "--project", project).stdout
    )
    result = mcpgen("accept", "listItems", "--project", project)

    assert result.exit_code == 0, result.output
    text = (project / FUNCTIONS).read_text()
    assert '"""List all the items."""' in text
    assert "MINE = 1\n" in text
    assert mcpgen("check", project).exit_code == 0


@pytest.mark.parametrize("decision", ["accept", "change"])
def test_a_version_that_waits_is_told_until_its_owner_decides(
    project, here, mcpgen, decision
) -> None:
    _edit(project, FUNCTIONS, "List the items.", "List the shelves.")
    (here / "shop.yaml").write_text(SHOP.replace("List the items", "List all the items"))
    assert "MG442" not in mcpgen("regenerate", project).stderr

    for command in ("regenerate", "check"):
        again = mcpgen(command, project)
        assert again.exit_code == 0
        assert "note MG442: 1 part of yours in place of a newer generated one" in again.stderr
        assert f"`mcpgen diff {FUNCTIONS}`" in again.stderr
        assert "MG420" not in again.stderr

    if decision == "accept":
        mcpgen("accept", "listItems", "--project", project)
    else:
        _edit(project, FUNCTIONS, "List the shelves.", "List all the shelves.")
    decided = mcpgen("check", project)
    assert decided.exit_code == 0, decided.output
    assert "MG442" not in decided.stderr


def test_a_version_goes_on_waiting_while_other_parts_change(project, here, mcpgen) -> None:
    _edit(project, FUNCTIONS, "List the items.", "List the shelves.")
    changed = SHOP.replace("List the items", "List all the items")
    (here / "shop.yaml").write_text(changed)
    mcpgen("regenerate", project)
    (here / "shop.yaml").write_text(
        changed
        + "    delete: {operationId: clear, tags: [items], responses: {'204': {description: ok}}}\n"
    )

    assert "MG442" in mcpgen("regenerate", project).stderr
    assert "MG442" in mcpgen("check", project).stderr


def test_accept_brings_a_deleted_function_back_with_its_imports(project, mcpgen) -> None:
    original = (project / FUNCTIONS).read_text()
    head = original[: original.index("\n\nasync def")]
    (project / FUNCTIONS).write_text(head.replace("OMIT, ", "") + "\n")

    mcpgen("accept", "listItems", "--project", project)

    namespace_free = compile((project / FUNCTIONS).read_text(), FUNCTIONS, "exec")
    assert namespace_free is not None
    assert "async def list_items(" in (project / FUNCTIONS).read_text()
    assert "OMIT" in (project / FUNCTIONS).read_text().split("async def")[0]


@pytest.mark.parametrize(
    "path", ["README.md", "pyproject.toml", "src/shop_mcp/_runtime/serving/app.py"]
)
def test_accept_takes_the_generated_version_of_a_file(project, mcpgen, path) -> None:
    original = (project / path).read_bytes()
    (project / path).write_bytes(original + b"\n# Mine.\n")

    result = mcpgen("accept", path, "--project", project)

    assert result.exit_code == 0, result.output
    assert result.stdout == f"{path}: the generated version of {path} is in its place\n"
    assert (project / path).read_bytes() == original


def test_only_a_runtime_that_reads_the_catalogue_is_brought(project, mcpgen) -> None:
    manifest = project / ".mcpgen/manifest.json"
    manifest.write_text(manifest.read_text().replace('"catalogue": 1', '"catalogue": 99'))
    runtime = project / "src/shop_mcp/_runtime/__init__.py"
    before = runtime.read_bytes()

    result = mcpgen("regenerate", project, "--runtime-only")

    assert result.exit_code == 2
    assert "MG436" in result.stderr
    assert runtime.read_bytes() == before


def test_accept_takes_the_imports_of_the_edit_away(project, mcpgen) -> None:
    tool = project / "src/shop_mcp/tools/items.py"
    before = tool.read_text()
    edited = before.replace("from typing import", "import abc\nimport json\nfrom typing import", 1)
    edited = edited.replace("from .._runtime import ", "from .._runtime import Json, ", 1)
    start = edited.index("    answer") if "    answer" in edited else edited.rindex("    return")
    tool.write_text(
        f"{edited[:start]}    sent: Json = json.dumps({{}})\n    del sent\n{edited[start:]}"
    )

    mcpgen("accept", "listItems", "--project", project)

    assert tool.read_text() == before.replace(
        "from typing import", "import abc\nfrom typing import", 1
    )


def test_accept_brings_a_deleted_file_back(project, mcpgen) -> None:
    original = (project / "README.md").read_bytes()
    (project / "README.md").unlink()

    mcpgen("accept", "README.md", "--project", project)

    assert (project / "README.md").read_bytes() == original


def test_accepting_what_there_is_not_is_an_error(project, mcpgen) -> None:
    result = mcpgen("accept", "no-such-tool", "--project", project)

    assert result.exit_code == 2
    assert "MG009" in result.stderr


def test_the_version_comes_from_the_project(project, here, mcpgen) -> None:
    _edit(project, "pyproject.toml", 'version = "0.1.0"', 'version = "2.4.1"')
    (here / "shop.yaml").write_text(NARROWED)

    result = mcpgen("regenerate", project)

    assert "proposed version: 2.4.1 → 3.0.0" in result.stdout
    assert tomllib.loads((project / "pyproject.toml").read_text())["project"]["version"] == "2.4.1"


@pytest.mark.parametrize("path", ["src/shop_mcp/hooks.py", "mcpgen.yaml"])
def test_a_file_of_the_owners_has_no_generated_version(project, mcpgen, path) -> None:
    (project / path).write_text((project / path).read_text() + "# Mine.\n")
    before = snapshot(project)

    accepted = mcpgen("accept", path, "--project", project)
    shown = mcpgen("diff", path, "--project", project)

    assert accepted.exit_code == 2
    assert f"{path} is yours: there is no generated version of it to take" in accepted.stderr
    assert shown.stdout.startswith(f"{path} is yours")
    assert snapshot(project) == before


def _without_the_tool(project, here, mcpgen) -> None:
    """The owner edits a tool, and the description drops it."""
    (here / "shop.yaml").write_text(GROWN)
    mcpgen("regenerate", project)
    _edit(project, FUNCTIONS, "async def add_item(", "# Mine.\nasync def add_item(")
    (here / "shop.yaml").write_text(SHOP)
    assert "MG421" in mcpgen("regenerate", project).stderr
    assert "async def add_item(" in (project / FUNCTIONS).read_text()


@pytest.mark.parametrize("name", ["addItem", "add_item"])
def test_the_function_of_a_tool_that_is_no_more_is_shown_and_removed(
    project, here, mcpgen, name
) -> None:
    before = (project / FUNCTIONS).read_text()
    _without_the_tool(project, here, mcpgen)

    shown = mcpgen("diff", name, "--project", project).stdout
    accepted = mcpgen("accept", name, "--project", project)

    assert "+async def add_item(" in shown
    assert f"add_item is no longer generated; `mcpgen accept {name}` removes it" in shown
    assert accepted.exit_code == 0, accepted.output
    told = f"{FUNCTIONS}: {name} is no longer generated, and is removed\n"
    assert accepted.stdout == told
    assert (project / FUNCTIONS).read_text() == before
    assert mcpgen("check", project).exit_code == 0
    assert "no longer" not in mcpgen("diff", name, "--project", project).stdout


def test_the_function_of_a_tool_that_is_no_more_stays_where_it_is_used(
    project, here, mcpgen
) -> None:
    _without_the_tool(project, here, mcpgen)
    text = (project / FUNCTIONS).read_text() + "\n\nMINE = [add_item]\n"
    (project / FUNCTIONS).write_text(text)

    accepted = mcpgen("accept", "addItem", "--project", project)

    assert "stays, since your code there uses it" in accepted.stdout
    assert (project / FUNCTIONS).read_text() == text


def test_a_function_that_was_never_generated_is_no_tool(project, mcpgen) -> None:
    text = (project / FUNCTIONS).read_text() + "\n\nasync def mine() -> None: ...\n"
    (project / FUNCTIONS).write_text(text)

    accepted = mcpgen("accept", "mine", "--project", project)

    assert accepted.exit_code == 2
    assert "MG009" in accepted.stderr
    assert (project / FUNCTIONS).read_text() == text
