"""What is taken over from the last generation is what would be made now."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mcpgen.cli import program
from mcpgen.planners import make
from mcpgen.renderers import types
from mcpgen.reuse.store import CACHE

from .api import CHANGES, Api, changed, operation, ref, retitle, reword, shop, status

Files = dict[str, bytes]


def mcpgen(*arguments: Any) -> Api:
    result = CliRunner().invoke(program, [*map(str, arguments), "--format", "json"])
    assert result.exit_code == 0, result.output
    told: Api = json.loads(result.stdout)
    return told


def generate(folder: Path, api: Api) -> Path:
    spec = folder / "shop.json"
    spec.write_text(json.dumps(api))
    mcpgen("generate", spec, "--output", folder / "shop-mcp")
    return folder / "shop-mcp"


def regenerate(project: Path, api: Api, name: str = "shop.json") -> Api:
    spec = project.parent / name
    spec.write_text(json.dumps(api))
    told = mcpgen("regenerate", project, "--spec", spec)
    whole: Api = json.loads(json.dumps(told).replace(str(project), "PROJECT"))
    return whole


def files(project: Path) -> Files:
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in project.rglob("*")
        if path.is_file() and ".mcpgen/backup" not in path.as_posix() and path.name != "cache.gz"
    }


def check(api: Api, steps: list[tuple[Any, int]]) -> None:
    """Regenerate twice over, once with what is kept and once without."""
    with tempfile.TemporaryDirectory() as folder:
        warm = generate(Path(folder), api)
        cold = Path(shutil.copytree(warm, Path(folder) / "cold"))
        for change, number in steps:
            api = changed(api, change, number)
            name = "shop.json" if number % 4 else "shop-v2.json"
            (cold / CACHE).unlink()
            told = regenerate(warm, api, name)
            assert told == regenerate(cold, api, name)
            assert files(warm) == files(cold)


steps = st.lists(st.tuples(st.sampled_from(CHANGES), st.integers(0, 30)), min_size=1, max_size=4)
slow_machine = [HealthCheck.too_slow]


@settings(max_examples=6, deadline=None, suppress_health_check=slow_machine, derandomize=True)
@given(steps)
def test_the_same_is_made_with_and_without_what_is_kept(steps: list[tuple[Any, int]]) -> None:
    check(shop(), steps)


@pytest.mark.slow
@settings(max_examples=150, deadline=None, suppress_health_check=slow_machine)
@given(steps)
def test_the_same_is_made_many_times(steps: list[tuple[Any, int]]) -> None:
    check(shop(), steps)


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_each_change_alone_and_on_top_of_itself(change: Any) -> None:
    check(shop(), [(change, 3), (change, 7)])


def test_a_type_of_answers_stays_changed_where_their_schema_is_too_big_to_tell() -> None:
    texts = {f"text{number}": {"type": "string", "description": "x" * 300} for number in range(12)}
    api = shop()
    api["components"]["schemas"]["Big"] = {
        "properties": {f"part{number}": {"properties": dict(texts)} for number in range(12)}
    }
    answer = {
        "description": "ok",
        "content": {"application/json": {"schema": ref("schemas", "Big")}},
    }
    api["paths"]["/big"] = {"get": operation("getBig", "big", responses={"200": answer})}
    api["paths"]["/status/big"] = {"get": status("big")}

    def grow(api: Api, number: int) -> None:
        part = api["components"]["schemas"]["Big"]["properties"][f"part{number}"]
        part["properties"]["count"] = {"type": "integer"}

    check(api, [(grow, 3), (reword, 1)])


def test_a_link_leads_to_its_place_in_a_description_of_another_name() -> None:
    api = shop()
    del api["paths"]["/orders"]  # definitions whose names clash are told apart by their file's
    links = {"one": {"operationRef": "#/paths/~1pets~1{id}/get"}}
    api["paths"]["/pets"]["post"]["responses"]["200"]["links"] = links

    check(api, [(reword, 8)])


def test_a_type_that_cannot_be_written_is_told_of_each_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    run = types._run

    def refuse(document: Api) -> str:
        if document["$defs"].get("OwnerHome"):
            raise RecursionError
        return run(document)

    monkeypatch.setattr(types, "_run", refuse)
    check(shop(), [(reword, 1)])


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tools that are worked out, by name."""
    names: list[str] = []
    work_out = make.make_tool

    def noting(op: Any, name: str, *rest: Any) -> Any:
        names.append(name)
        return work_out(op, name, *rest)

    monkeypatch.setattr(make, "make_tool", noting)
    return names


def test_only_what_changed_is_worked_out(tmp_path: Path, made: list[str]) -> None:
    project = generate(tmp_path, shop())
    made.clear()

    regenerate(project, changed(shop(), reword, 0))

    # The other has a finding, which is to be told again.
    assert made == ["listPets", "getOrder"]
    assert "Does it anew" in (project / "src/shop_mcp/tools/pets.py").read_text()


def test_a_description_of_another_name_is_no_other(tmp_path: Path, made: list[str]) -> None:
    api = shop()
    del api["paths"][
        "/orders"
    ]  # definitions whose names clash are told apart by the name of their file
    project = generate(tmp_path, api)
    made.clear()

    regenerate(project, changed(api, reword, 0), "shop-v2.json")

    assert made == ["listPets", "getOrder"]
    assert "shop-v2.json" in (project / "README.md").read_text()


def test_what_all_tools_hang_on_makes_all_anew(tmp_path: Path, made: list[str]) -> None:
    project = generate(tmp_path, shop())
    made.clear()

    regenerate(project, changed(shop(), retitle, 0))

    assert len(made) == len(set(made)) == 14


def test_a_config_that_was_edited_makes_all_anew(tmp_path: Path, made: list[str]) -> None:
    project = generate(tmp_path, shop())
    config = project / "mcpgen.yaml"
    config.write_text(f"{config.read_text()}\ndescription: Mine.\n")
    made.clear()

    regenerate(project, shop())

    assert len(made) == 14


def test_another_program_makes_all_anew(tmp_path: Path, made: list[str], monkeypatch) -> None:
    project = generate(tmp_path, shop())
    made.clear()
    monkeypatch.setattr("mcpgen.reuse.store.code_hash", lambda: "another")

    regenerate(project, changed(shop(), reword, 0))

    assert len(made) == 14


def test_a_cache_that_came_with_a_commit_makes_all_anew(tmp_path: Path, made: list[str]) -> None:
    project = generate(tmp_path, shop())
    manifest = project / ".mcpgen/manifest.json"
    os.utime(manifest, ns=(1, manifest.stat().st_mtime_ns + 1))  # as it is checked out
    made.clear()

    regenerate(project, changed(shop(), reword, 0))

    assert len(made) == 14


@pytest.mark.parametrize(
    "spoil",
    [
        lambda raw: b"",
        lambda raw: raw[: len(raw) // 2],
        lambda raw: bytes(reversed(raw)),
        lambda raw: __import__("gzip").compress(b"[]\n{}\n"),
        lambda raw: __import__("gzip").compress(b'{"code": 1}\n'),
    ],
    ids=["empty", "cut off", "reversed", "not ours", "half ours"],
)
def test_a_spoilt_cache_does_no_harm(tmp_path: Path, made: list[str], spoil: Any) -> None:
    project = generate(tmp_path, shop())
    place = project / CACHE
    place.write_bytes(spoil(place.read_bytes()))
    made.clear()

    regenerate(project, changed(shop(), reword, 0))

    assert len(made) == 14
    assert "Does it anew" in (project / "src/shop_mcp/tools/pets.py").read_text()


def test_the_same_description_changes_no_byte_not_even_of_the_cache(tmp_path: Path) -> None:
    project = generate(tmp_path, shop())
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*")}

    assert regenerate(project, shop())["changes"] == []

    assert {path: path.stat().st_mtime_ns for path in project.rglob("*")} == before


def test_what_is_kept_is_the_same_to_the_byte_whenever_it_was_made(tmp_path: Path) -> None:
    places = [tmp_path / "one", tmp_path / "other"]
    for place in places:
        place.mkdir()

    one, other = (generate(place, shop()) / CACHE for place in places)

    assert one.read_bytes() == other.read_bytes()


def test_git_does_not_see_the_cache(tmp_path: Path) -> None:
    project = generate(tmp_path, shop())

    assert "cache.gz*" in (project / ".mcpgen/.gitignore").read_text().splitlines()
