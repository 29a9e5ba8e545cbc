"""Ten kinds of edit, seven kinds of change, from one end of the program to the other: 70 of 70."""

from __future__ import annotations

import ast
import json
import shutil
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from mcpgen import resources
from mcpgen.cli import program
from mcpgen.renderers import environment
from mcpgen.reuse import store

pytestmark = pytest.mark.slow
TOOLS = "src/shop_mcp/tools/pets.py"
RUNTIME = "src/shop_mcp/_runtime/_text.py"
GENERATED_TEST = "tests/test_pets.py"
Api = dict[str, Any]


def operation(name: str, *asked: str) -> Api:
    parameters = [{"name": "limit", "in": "query", "schema": {"type": "integer"}}]
    parameters += [{"name": each, "in": "path", "required": True, "schema": {"type": "integer"}} for each in asked]  # fmt: skip
    answer = {"type": "object", "properties": {"name": {"type": "string"}}}
    return {
        "operationId": name,
        "tags": ["pets"],
        "summary": f"Does {name}",
        "parameters": parameters,
        "responses": {
            "200": {"description": "ok", "content": {"application/json": {"schema": answer}}}
        },
    }


def shop(version: str = "v1") -> Api:
    paths = {
        f"/{version}/pets": {"get": operation("listPets"), "post": operation("addPet")},
        f"/{version}/pets/{{id}}": {"get": operation("getPet", "id"), "delete": operation("deletePet", "id")},
        f"/{version}/orders": {"get": operation("listOrders") | {"tags": ["orders"]}},
    }  # fmt: skip
    info = {"title": "Shop", "version": "1"}
    return {"openapi": "3.0.3", "info": info, "servers": [{"url": "https://api.shop.example"}], "paths": paths}  # fmt: skip


def get_pet(api: Api) -> Api:
    found: Api = api["paths"]["/v1/pets/{id}"]["get"]
    return found


def added() -> Api:
    api = shop()
    api["paths"]["/v1/pets/{id}"]["put"] = operation("putPet", "id")
    return api


def removed() -> Api:
    api = shop()
    del api["paths"]["/v1/pets/{id}"]["get"]
    return api


def renamed() -> Api:
    api = shop()
    get_pet(api)["operationId"] = "fetchPet"
    return api


def asking_more() -> Api:
    api = shop()
    get_pet(api)["parameters"].append(
        {"name": "fields", "in": "query", "schema": {"type": "string"}}
    )
    return api


def moved() -> Api:
    api = shop()
    get_pet(api)["tags"] = ["animals"]
    return api


CHANGES: dict[str, Callable[[], Api]] = {
    "tool added": added,
    "tool removed": removed,
    "tool renamed": renamed,
    "parameters changed": asking_more,
    "tag changed": moved,
    "every path moved": lambda: shop("v2"),
    "newer mcpgen": shop,
}


def edit(project: Path, path: str, old: str, new: str) -> None:
    place = project / path
    text = place.read_text()
    assert old in text, (path, old)
    place.write_text(text.replace(old, new, 1))


def in_get_pet(project: Path, change: Callable[[str], str]) -> None:
    text = (project / TOOLS).read_text()
    (node,) = (each for each in ast.parse(text).body if getattr(each, "name", "") == "get_pet")
    lines = text.splitlines(keepends=True)
    start, end = node.lineno - 1, node.end_lineno
    whole = "".join([*lines[:start], change("".join(lines[start:end])), *lines[end:]])
    ast.parse(whole)
    (project / TOOLS).write_text(whole)


def before_last_line(function: str) -> str:
    *head, last = function.splitlines(keepends=True)
    return "".join([*head, "    mine = limit\n", "    del mine\n", last])


def move(project: Path) -> None:
    (project / "tests/own").mkdir()
    (project / "tests/own/__init__.py").touch()
    (project / GENERATED_TEST).rename(project / "tests/own/test_pets.py")


def code(project: Path) -> str:
    return "\n".join(path.read_text() for path in sorted(project.glob("src/shop_mcp/tools/*.py")))


EDITS: dict[str, tuple[Callable[[Path], None], Callable[[Path], bool]]] = {
    "body": (lambda p: in_get_pet(p, before_last_line), lambda p: "    mine = limit\n    del mine\n" in code(p)),
    "signature": (
        lambda p: in_get_pet(p, lambda text: text.replace(" -> ", " -> ", 1).replace("*,", "*, own: int = 1,", 1)),
        lambda p: "own: int = 1" in code(p),
    ),
    "docstring": (lambda p: edit(p, TOOLS, "Does getPet", "Does it our way"), lambda p: "Does it our way" in code(p)),
    "own function": (
        lambda p: edit(p, TOOLS, "\n\nasync def get_pet", "\n\ndef mine() -> int:\n    # Ours.\n    return 1\n\n\nasync def get_pet"),
        lambda p: "def mine() -> int:\n    # Ours.\n    return 1\n" in code(p),
    ),
    "own import": (
        lambda p: edit(p, TOOLS, "from typing import", "import logging\nfrom typing import"),
        lambda p: "import logging\n" in code(p),
    ),
    "dependency": (
        lambda p: edit(p, "pyproject.toml", "dependencies = [", 'dependencies = [\n    "orjson>=3",'),
        lambda p: "orjson>=3" in tomllib.loads((p / "pyproject.toml").read_text())["project"]["dependencies"],
    ),
    "own file": (
        lambda p: (p / "src/shop_mcp/own.py").write_text("OWN = 1\n") and None,
        lambda p: (p / "src/shop_mcp/own.py").read_text() == "OWN = 1\n",
    ),
    "generated file": (
        lambda p: edit(p, RUNTIME, "from __future__", "# Mine.\nfrom __future__"),
        lambda p: "# Mine.\n" in (p / RUNTIME).read_text(),
    ),
    "file deleted": (lambda p: (p / "README.md").unlink(), lambda p: not (p / "README.md").exists()),
    "file moved": (
        move,
        lambda p: not (p / GENERATED_TEST).exists() and "test_delete_pet" in (p / "tests/own/test_pets.py").read_text(),
    ),
}  # fmt: skip


def mcpgen(*arguments: Any) -> Api:
    result = CliRunner().invoke(program, [*map(str, arguments), "--format", "json"])
    assert result.exit_code == 0, result.output
    told: Api = json.loads(result.stdout)
    return told


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as it was generated."""
    folder = tmp_path_factory.mktemp("first")
    (folder / "shop.json").write_text(json.dumps(shop()))
    mcpgen("generate", folder / "shop.json", "--output", folder / "shop-mcp")
    return folder


@pytest.fixture
def newer_mcpgen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Another version of the program: its runtime, its templates and what it depends on are not the same."""
    home = resources.templates_dir().parent
    for name in ("templates", "specs"):
        shutil.copytree(home / name, tmp_path / "newer" / name)
    edit(tmp_path / "newer", "templates/runtime/_text.py", '"""', '"""Newer. ')
    edit(tmp_path / "newer", "templates/server/pyproject.toml.jinja", "mcp>=2.3", "mcp>=2.3.1")
    monkeypatch.setattr(resources, "_home", lambda: tmp_path / "newer")
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    """What is worked out once from the files of the program."""
    store.code_hash.cache_clear()
    for each in vars(environment).values():
        if hasattr(each, "cache_clear"):
            each.cache_clear()


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("kind", EDITS)
def test_an_edit_survives_a_change(first: Path, tmp_path: Path, request: pytest.FixtureRequest, kind: str, change: str) -> None:  # fmt: skip
    folder = Path(shutil.copytree(first, tmp_path / "work"))
    project = folder / "shop-mcp"
    make, survives = EDITS[kind]
    make(project)
    assert survives(project)
    (folder / "shop.json").write_text(json.dumps(CHANGES[change]()))
    if change == "newer mcpgen":
        request.getfixturevalue("newer_mcpgen")

    told = mcpgen("regenerate", project)

    assert survives(project)
    assert told["changes"] != []
    assert "MG420" not in {each["code"] for each in told["findings"]}
    for path in project.rglob("*.py"):
        ast.parse(path.read_text())
    assert mcpgen("regenerate", project)["changes"] == []
