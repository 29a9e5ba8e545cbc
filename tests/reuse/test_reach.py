"""The same where more than one file is read: several descriptions, a prefix, and an mcpgen.yaml that extends another."""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.reuse.store import CACHE

from .api import CHANGES, Api, changed, retitle, reword, shop
from .test_reuse import files, made, mcpgen

__all__ = ["made"]  # a fixture

SHARED = "limits: {timeout: 5}\n"
# What mcpgen.yaml says, and the descriptions that stand beside the project.
KINDS = {
    "prefixed": ("openapi: [{source: ../one.json, prefix: one}]\n", ("one",)),
    "joined": (
        "openapi: [../one.json, {source: ../two.json, prefix: two}]\noperations: {'getPet#two': {title: Two}}\n",
        ("one", "two"),
    ),
    "all prefixed": (
        "openapi: [{source: ../one.json, prefix: one}, {source: ../two.json, prefix: two}]\n",
        ("one", "two"),
    ),
    "extended": ("extends: ../team.yaml\nopenapi: ../one.json\n", ("one",)),
}


def begun(folder: Path, kind: str) -> tuple[Path, dict[str, Api]]:
    """A project of a kind, and its descriptions by name."""
    text, names = KINDS[kind]
    apis = {name: shop() for name in names}
    for name, api in apis.items():
        write(folder, name, api)
    (folder / "team.yaml").write_text(SHARED)
    project = folder / "shop-mcp"
    project.mkdir()
    (project / "mcpgen.yaml").write_text(f"name: shop\n{text}")
    mcpgen("generate", project)
    return project, apis


def write(folder: Path, name: str, api: Api) -> None:
    (folder / f"{name}.json").write_text(json.dumps(api))


def regenerate(project: Path) -> Api:
    told: Api = json.loads(json.dumps(mcpgen("regenerate", project)).replace(project.name, "P"))
    return told


def check(kind: str, steps: list[tuple[Any, int]]) -> None:
    """Regenerate twice over, once with what is kept and once without."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        warm, apis = begun(folder, kind)
        cold = Path(shutil.copytree(warm, folder / "cold"))
        for change, number in steps:
            name = sorted(apis)[number % len(apis)]
            apis[name] = changed(apis[name], change, number)
            write(folder, name, apis[name])
            (cold / CACHE).unlink()
            assert regenerate(warm) == regenerate(cold)
            assert files(warm) == files(cold)


steps = st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 30)), min_size=1, max_size=3)
slow_machine = [HealthCheck.too_slow]


@settings(max_examples=4, deadline=None, suppress_health_check=slow_machine, derandomize=True)
@given(st.sampled_from(sorted(KINDS)), steps)
def test_the_same_is_made_with_and_without_what_is_kept(
    kind: str, steps: list[tuple[Any, int]]
) -> None:
    check(kind, steps)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=slow_machine)
@given(st.sampled_from(sorted(KINDS)), steps)
def test_the_same_is_made_many_times(kind: str, steps: list[tuple[Any, int]]) -> None:
    check(kind, steps)


@pytest.mark.parametrize("kind", KINDS)
def test_only_what_changed_is_worked_out(kind: str, tmp_path: Path, made: list[str]) -> None:
    project, apis = begun(tmp_path, kind)
    name = max(apis)
    write(tmp_path, name, changed(apis[name], reword, 0))
    made.clear()

    regenerate(project)

    # The others have a finding, which is to be told again.
    plain = {each.removeprefix(f"{name}_") for each in made}
    assert plain - {"one_getOrder"} == {"listPets", "getOrder"}
    assert len(made) == len(apis) + 1
    assert "Does it anew" in "".join(
        path.read_text() for path in project.glob("src/shop_mcp/tools/*.py")
    )


def test_what_one_description_says_of_its_whole_makes_all_anew(
    tmp_path: Path, made: list[str]
) -> None:
    project, apis = begun(tmp_path, "joined")
    write(tmp_path, "two", changed(apis["two"], retitle, 0))
    made.clear()

    regenerate(project)

    assert len(made) == len(set(made)) == 28


def test_a_changed_file_that_is_extended_makes_all_anew(tmp_path: Path, made: list[str]) -> None:
    project, _ = begun(tmp_path, "extended")
    (tmp_path / "team.yaml").write_text("operations: {listPets: {title: The team's}}\n")
    made.clear()

    regenerate(project)

    assert len(made) == 14
    assert "The team's" in (project / "src/shop_mcp/tools/pets.py").read_text()
