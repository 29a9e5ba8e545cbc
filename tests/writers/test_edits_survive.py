"""Ten kinds of edit, seven kinds of change: every edit survives every change."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest

from mcpgen.files import File

from .project import PACKAGE, PETS, Op, Project, records, server

TOOLS = f"{PACKAGE}/tools/pets.py"
RUNTIME = f"{PACKAGE}/_runtime/sending/api.py"
GET = PETS[1]


@dataclass(frozen=True)
class Edit:
    """What an owner does to a project, and how to tell that it is still there."""

    make: Callable[[Project], None]
    survives: Callable[[Project], bool]


def tool(project: Project, *names: str) -> ast.AsyncFunctionDef:
    """The function of the edited tool, wherever and under whatever name it is now."""
    found = [
        node
        for path in (project.root / PACKAGE).rglob("*.py")
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.AsyncFunctionDef)
        and node.name in (names or ("get_pet", "fetch_pet"))
    ]
    assert len(found) == 1, [node.name for node in found]
    return found[0]


def edit_body(project: Project) -> None:
    project.edit(
        TOOLS,
        f'"{GET.path}", query={{"pet_id": pet_id}})\n    return answer',
        f'"{GET.path}", query={{"pet_id": pet_id}})\n    answer["seen"] = True\n    return answer',
    )


def edit_signature(project: Project) -> None:
    project.edit(
        TOOLS,
        "get_pet(api: Api, *, pet_id: str | Omit = OMIT)",
        "get_pet(api: Api, *, pet_id: str | Omit = OMIT, own: int = 1)",
    )


def edit_docstring(project: Project) -> None:
    project.edit(TOOLS, "Gets a pet.", "Gets one of our pets.")


def add_function(project: Project) -> None:
    project.edit(
        TOOLS,
        "\n\nasync def get_pet",
        "\n\ndef mine(pet: Json) -> Json:\n    # Ours.\n    return pet\n\n\nasync def get_pet",
    )


def add_import(project: Project) -> None:
    project.edit(TOOLS, "from typing import", "import logging\nfrom typing import")


def add_dependency(project: Project) -> None:
    project.edit("pyproject.toml", '"httpx2>=2.16,<3"]', '"httpx2>=2.16,<3", "redis>=5"]')


def add_file(project: Project) -> None:
    project.write(f"{PACKAGE}/tools/own.py", "OWN = 1\n")


def edit_generated(project: Project) -> None:
    project.edit(RUNTIME, "VERSION", "MINE = 1\nVERSION")


def delete_file(project: Project) -> None:
    (project.root / "README.md").unlink()


def move_file(project: Project) -> None:
    (project.root / f"{PACKAGE}/api").mkdir()
    (project.root / TOOLS).rename(project.root / f"{PACKAGE}/api/animals.py")


EDITS = {
    "body": Edit(edit_body, lambda p: "answer['seen'] = True" in ast.unparse(tool(p))),
    "signature": Edit(edit_signature, lambda p: "own: int=1" in ast.unparse(tool(p).args)),
    "docstring": Edit(edit_docstring, lambda p: ast.get_docstring(tool(p)) == "Gets one of our pets."),
    "own function": Edit(add_function, lambda p: "def mine(pet: Json) -> Json:\n    # Ours.\n" in p.read(TOOLS)),
    "own import": Edit(add_import, lambda p: "import logging\n" in p.read(TOOLS)),
    "dependency": Edit(
        add_dependency,
        lambda p: "redis>=5" in tomllib.loads(p.read("pyproject.toml"))["project"]["dependencies"],
    ),
    "own file": Edit(add_file, lambda p: p.read(f"{PACKAGE}/tools/own.py") == "OWN = 1\n"),
    "generated file": Edit(edit_generated, lambda p: "MINE = 1\n" in p.read(RUNTIME)),
    "deleted file": Edit(delete_file, lambda p: not (p.root / "README.md").exists()),
    "moved file": Edit(move_file, lambda p: not (p.root / TOOLS).exists() and "delete_pet" in p.read(f"{PACKAGE}/api/animals.py")),
}  # fmt: skip


def changed(**values: object) -> tuple[Op, ...]:
    return tuple(replace(op, **values) if op is GET else op for op in PETS)


V1 = tuple(replace(op, key=op.key.replace(" /", " /v1/")) for op in PETS)
V2 = tuple(replace(op, key=op.key.replace(" /", " /v2/")) for op in PETS)
CHANGES: dict[str, tuple[tuple[Op, ...], tuple[File, ...]]] = {
    "added": (
        new := (*PETS[:1], Op(key="PUT /pets/{id}", name="put_pet"), *PETS[1:]),
        server(new),
    ),
    "removed": (gone := (PETS[0], *PETS[2:]), server(gone)),
    "renamed": (renamed := changed(name="fetch_pet"), server(renamed)),
    "parameters": (wider := changed(takes=("pet_id", "fields")), server(wider)),
    "tag": (moved := changed(tag="animals"), server(moved)),
    "paths": (V2, server(V2)),
    "newer mcpgen": (PETS, server(PETS, mcp=">=2.4,<3", version="2")),
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_survives_a_change(project: Project, edit: str, change: str) -> None:
    ops, files = CHANGES[change]
    project.generate(server(PETS), tools=records(PETS))
    EDITS[edit].make(project)

    run = project.generate(files, tools=records(ops))

    assert EDITS[edit].survives(project)
    assert run.messages("MG420") == []
    for path in project.root.rglob("*.py"):
        compile(path.read_text(encoding="utf-8"), str(path), "exec")
    assert project.generate(files, tools=records(ops)).changes.pending == ()


@pytest.mark.parametrize("change", ["added", "renamed", "parameters", "tag", "paths"])
@pytest.mark.parametrize("edit", ["body", "signature", "docstring", "own function", "own import"])
def test_the_change_arrives_beside_the_edit(project: Project, edit: str, change: str) -> None:
    ops, files = CHANGES[change]
    project.generate(server(PETS), tools=records(PETS))
    EDITS[edit].make(project)

    project.generate(files, tools=records(ops))

    wanted = {op.name: {*op.takes} for op in ops}
    for name, takes in wanted.items():
        function = tool(project, name)
        assert takes <= {each.arg for each in function.args.kwonlyargs}
        path = next(op.path for op in ops if op.name == name)
        assert f'"{path}"' in re.sub("'", '"', ast.unparse(function))


def test_a_tool_that_is_gone_is_kept_where_it_was_edited(project: Project) -> None:
    project.generate(server(PETS))
    edit_body(project)

    run = project.generate(CHANGES["removed"][1])

    assert run.messages("MG421") == [
        "get_pet: no longer generated; kept because you changed or use it"
    ]


def test_an_edit_that_moved_is_told(project: Project) -> None:
    project.generate(server(PETS))
    edit_body(project)

    run = project.generate(CHANGES["tag"][1])

    assert run.messages("MG426") == [f"get_pet, from {TOOLS}"]
    assert "get_pet" not in project.read(TOOLS)


def call_get_pet(project: Project) -> None:
    """The owner's version of a tool calls a function that is nobody's but ours."""
    project.edit(
        TOOLS,
        "    return answer\n\n\nasync def get_pet",
        "    answer = await get_pet(api)\n    return answer\n\n\nasync def get_pet",
    )


def test_a_function_that_moved_is_imported_where_its_owners_code_calls_it(project: Project) -> None:
    ops, files = CHANGES["tag"]
    project.generate(server(PETS), tools=records(PETS))
    call_get_pet(project)

    run = project.generate(files, tools=records(ops))

    assert run.messages("MG421") == []
    assert "from .animals import get_pet\n" in project.read(TOOLS)
    assert "def get_pet" not in project.read(TOOLS)
    assert tool(project).name == "get_pet"
    assert project.generate(files, tools=records(ops)).changes.pending == ()


def test_a_function_that_moved_and_was_renamed_keeps_its_name_where_it_was(
    project: Project,
) -> None:
    ops = changed(tag="animals", name="fetch_pet")
    project.generate(server(PETS), tools=records(PETS))
    call_get_pet(project)

    project.generate(server(ops), tools=records(ops))

    assert "from .animals import fetch_pet as get_pet\n" in project.read(TOOLS)


def test_an_edit_follows_its_operation_among_functions_of_one_name(project: Project) -> None:
    before = (Op(key="GET /pets", name="find"), Op(key="GET /a", name="other", tag="toys"))
    after = (
        Op(key="GET /pets", name="find", tag="animals"),
        Op(key="GET /a", name="find", tag="toys"),
    )
    project.generate(server(before), tools=records(before))
    project.edit(TOOLS, "Does it.", "Does it our way.")

    project.generate(server(after), tools=records(after))

    assert "our way" in project.read(f"{PACKAGE}/tools/animals.py")
    assert "our way" not in project.read(f"{PACKAGE}/tools/toys.py")


def test_an_edit_is_not_given_to_one_of_several_functions_of_its_name(project: Project) -> None:
    before = (Op(key="GET /pets", name="find"),)
    after = (
        Op(key="GET /v2/pets", name="find", tag="animals"),
        Op(key="GET /v2/toys", name="find", tag="toys"),
    )
    project.generate(server(before), tools=records(before))
    project.edit(TOOLS, "Does it.", "Does it our way.")

    run = project.generate(server(after), tools=records(after))

    assert "our way" in project.read(TOOLS)
    assert "MG421" in run.codes


def test_a_test_moves_with_its_edit(project: Project) -> None:
    project.generate(server(PETS))
    project.edit("tests/test_pets.py", 'call("get_pet", [', 'call("get_pet", ["mine", ')

    project.generate(CHANGES["tag"][1])

    assert '["mine", ' in project.read("tests/test_animals.py")
    assert "test_get_pet" not in project.read("tests/test_pets.py")


def test_a_function_that_moves_brings_the_imports_and_names_it_needs(project: Project) -> None:
    project.generate(server(PETS))
    add_import(project)
    project.edit(
        TOOLS,
        "\n\nasync def list_pets",
        "\nlog = logging.getLogger(__name__)\n\n\nasync def list_pets",
    )
    project.edit(
        TOOLS, '"""Gets a pet."""\n', '"""Gets a pet."""\n    log.info(json.dumps(pet_id))\n'
    )
    project.edit(TOOLS, "import logging\n", "import json\nimport logging\n")

    project.generate(CHANGES["tag"][1])

    animals = project.read(f"{PACKAGE}/tools/animals.py")
    assert "\nimport json\n" in animals
    assert "\nfrom .pets import log\n" in animals
    assert "import json" not in project.read(TOOLS)
    assert "log = logging.getLogger" in project.read(TOOLS)


def test_a_rename_takes_the_test_of_the_tool_along(project: Project) -> None:
    project.generate(server(PETS), tools=records(PETS))
    project.edit(
        "tests/test_pets.py", 'sent = call("get_pet"', 'own = 1\n    sent = call("get_pet"'
    )
    ops, files = CHANGES["renamed"]

    project.generate(files, tools=records(ops))

    text = project.read("tests/test_pets.py")
    assert 'def test_fetch_pet() -> None:\n    own = 1\n    sent = call("fetch_pet"' in text
    assert "test_get_pet" not in text
