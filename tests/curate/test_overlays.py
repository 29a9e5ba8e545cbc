"""OpenAPI Overlays, against the official sets where they are at hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from mcpgen.diagnostics import Diagnostics
from mcpgen.loaders import Policy, load
from mcpgen.loaders.overlays import apply_overlay, read_overlay
from mcpgen.loaders.text import parse

SPECS = Path(__file__).parents[2] / "../shared/specs"
SETS = sorted(SPECS.glob("overlay-compliant-sets/*/overlay.yaml"))
RIGHT = sorted(SPECS.glob("overlay-1.1-tests/pass/*.yaml"))
WRONG = sorted(SPECS.glob("overlay-1.1-tests/fail/*.yaml"))
HEAD = "overlay: 1.1.0\ninfo: {title: a, version: '1'}\nactions:\n"


def value(path: Path):
    return parse(path.read_bytes(), Policy()).value


def applied(tmp_path: Path, actions: str, description: str):
    path = tmp_path / "overlay.yaml"
    path.write_text(HEAD + actions)
    found = Diagnostics()
    overlay = read_overlay(str(path), Policy(), found)
    assert overlay is not None, list(found)
    return apply_overlay(parse(description.encode(), Policy()).value, overlay, found), list(found)


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_the_official_sets_give_their_outputs(path: Path) -> None:
    found = Diagnostics()
    overlay = read_overlay(str(path), Policy(), found)

    assert overlay is not None
    assert apply_overlay(value(path.parent / "openapi.yaml"), overlay, found) == value(
        path.parent / "output.yaml"
    )


@pytest.mark.parametrize("path", RIGHT, ids=lambda path: path.stem)
def test_the_official_overlays_are_read(path: Path) -> None:
    found = Diagnostics()
    assert read_overlay(str(path), Policy(), found) is not None, list(found)


@pytest.mark.parametrize("path", WRONG, ids=lambda path: path.stem)
def test_what_is_officially_no_overlay_is_refused_with_its_place(path: Path) -> None:
    found = Diagnostics()
    assert read_overlay(str(path), Policy(), found) is None
    assert {each.code for each in found} == {"MG131"}


@pytest.mark.skipif(not (SPECS / "overlay-vercel").exists(), reason="needs ../shared")
def test_an_overlay_of_a_real_api_is_read() -> None:
    found = Diagnostics()
    overlay = read_overlay(str(SPECS / "overlay-vercel/overlay-title.yaml"), Policy(), found)
    assert overlay
    assert not list(found)


def operations(path: Path, *overlays) -> list[str]:
    loaded = load(str(path), policy=Policy(), diagnostics=Diagnostics(), overlays=overlays)
    return [op.key for op in loaded.document.operations] if loaded else []


@pytest.mark.parametrize("path", SETS, ids=lambda path: path.parent.name)
def test_what_an_overlay_made_is_read_as_a_description(path: Path) -> None:
    overlay = read_overlay(str(path), Policy(), Diagnostics())
    assert overlay is not None
    assert operations(path.parent / "openapi.yaml", overlay) == operations(
        path.parent / "output.yaml"
    )


def test_actions_see_what_those_before_them_made(tmp_path) -> None:
    actions = "- {target: $.a, update: {b: 1}}\n- {target: $.a.b, update: 2}\n"
    assert applied(tmp_path, actions, "a: {}") == ({"a": {"b": 2}}, [])


def test_items_are_removed_from_the_end_so_that_none_is_missed(tmp_path) -> None:
    actions = "- {target: '$.a[?@ > 1]', remove: true}\n"
    assert applied(tmp_path, actions, "a: [1, 2, 3, 1, 4]")[0] == {"a": [1, 1]}


def test_a_copy_is_merged(tmp_path) -> None:
    actions = "- {target: $.b, copy: $.a}\n"
    assert applied(tmp_path, actions, "a: {x: {y: 1}}\nb: {x: {z: 2}}")[0]["b"] == {
        "x": {"y": 1, "z": 2}
    }


def test_what_a_yaml_alias_repeats_is_changed_in_one_place_only(tmp_path) -> None:
    actions = "- {target: $.b, update: {x: 2}}\n"
    assert applied(tmp_path, actions, "a: &a {x: 1}\nb: *a")[0] == {"a": {"x": 1}, "b": {"x": 2}}


def test_a_target_that_matches_nothing_is_told_with_its_place(tmp_path) -> None:
    _, (found,) = applied(tmp_path, "- {target: $.b, update: {}}\n", "a: 1")
    assert found.code == "MG132"
    assert found.origin is not None
    assert found.origin.pointer == "/actions/0/target"
