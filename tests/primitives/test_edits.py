"""Edits of `resources.py`, `prompts.py` and the functions of workflows survive a regeneration."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mcpgen.cli import program

SPEC = """\
name: shop
base_url: https://api.shop.example
tools:
  get_book: {description: Gets a book., request: "GET /books/{isbn}", input: {isbn: {type: string}}}
  list_books: {description: Lists books., request: GET /books}
resources:
  book: {uri: "books/{isbn}", operation: get_book, description: A book.}
  all: {operation: list_books, description: All books.}
prompts:
  advise: {description: Advises., arguments: {mood: {}}, text: "Advise {mood}."}
  praise: {description: Praises., text: Praise it.}
workflows:
  look:
    description: Looks.
    input: {isbn: {type: string, required: true}}
    steps: [{stepId: get, operationId: get_book, parameters: {isbn: $inputs.isbn}}]
  count:
    description: Counts.
    steps: [{stepId: all, operationId: list_books}]
"""
# An edit of one function, and a change of mcpgen.yaml that is about another of the same file.
CASES = {
    "resources.py": (
        '    return await tools.call("get_book", {"isbn": isbn})\n',
        '    found = await tools.call("get_book", {"isbn": isbn})\n    return found["data"]\n',
        ("All books.", "Each book."),
    ),
    "prompts.py": (
        '    return [user(f"Advise {mood}.")]\n',
        '    return [user(f"Advise {mood or \'me\'}.")]\n',
        ("Praise it.", "Praise it a lot."),
    ),
    "tools/workflows.py": (
        '    await flow.step("get", "get_book", {"isbn": isbn})\n',
        '    await flow.step("get", "get_book", {"isbn": isbn.strip()})\n',
        ("stepId: all", "stepId: every"),
    ),
}  # fmt: skip


def run(*arguments: str) -> Result:
    return CliRunner().invoke(program, list(arguments))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "shop.yaml").write_text(SPEC)
    project = tmp_path / "shop-mcp"
    result = run("generate", str(tmp_path / "shop.yaml"), "--output", str(project))
    assert result.exit_code == 0, result.output
    return project


def edited(project: Path, name: str) -> Path:
    file = project / "src/shop_mcp" / name
    old, new, _ = CASES[name]
    assert file.read_text().count(old) == 1
    file.write_text(file.read_text().replace(old, new))
    return file


def changed(project: Path, old: str, new: str) -> Result:
    config = project / "mcpgen.yaml"
    assert old in config.read_text()
    config.write_text(config.read_text().replace(old, new))
    return run("regenerate", str(project))


@pytest.mark.parametrize("name", CASES)
def test_an_edit_survives_and_the_change_arrives_beside_it(project, name) -> None:
    file = edited(project, name)
    _, new, change = CASES[name]

    result = changed(project, *change)

    assert result.exit_code == 0, result.output
    assert new in file.read_text()
    assert change[1].removeprefix("stepId: ") in file.read_text()
    compile(file.read_text(), name, "exec")


def test_an_edited_function_is_kept_where_the_description_of_it_changes(project) -> None:
    file = edited(project, "prompts.py")

    result = changed(project, "Advise {mood}.", "Give advice, {mood}.")

    assert CASES["prompts.py"][1] in file.read_text()
    assert "advise" in result.stderr


def test_a_function_of_ones_own_stays(project) -> None:
    file = project / "src/shop_mcp/resources.py"
    file.write_text(f"{file.read_text()}\n\ndef cheapest(books):\n    return min(books)\n")

    changed(project, "All books.", "Each book.")

    assert "def cheapest(books):" in file.read_text()
    assert "Each book." in file.read_text()


def test_the_readme_says_whose_they_are(project) -> None:
    lines = (project / "README.md").read_text().splitlines()
    merged = next(line for line in lines if "Edit freely" in line)

    assert "`resources.py`, `prompts.py`" in merged


def test_the_readme_names_no_files_that_are_not_there(tmp_path) -> None:
    (tmp_path / "shop.yaml").write_text(SPEC.partition("resources:")[0])
    run("generate", str(tmp_path / "shop.yaml"), "--output", str(tmp_path / "out"))

    assert "prompts" not in (tmp_path / "out/README.md").read_text()
