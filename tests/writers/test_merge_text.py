"""Merging settings by key, and other text by lines."""

from __future__ import annotations

import json
import tomllib

import pytest

from mcpgen.writers.merge import Clash, ClashKind, Merged, Sides, Unmergeable, merge

TOML = """# Written by mcpgen [pyproject]
[project]
name = "shop-mcp"
version = "0.1.0"
dependencies = ["mcp>=2.3,<3", "httpx2>=2.16,<3"]

[project.optional-dependencies]
fast = [
    "jsonschema-rs>=0.61,<1",
    "httptools>=0.6,<1",
]

[tool.ruff]
line-length = 100
ignore = ["E501"] # black owns it
"""
JSON = """{
  "name": "shop",
  "version": "0.1.0",
  "args": ["run", "shop"],
  "packages": [
    {"identifier": "shop", "version": "0.1.0"}
  ]
}
"""


def merged(path: str, base: str, ours: str, theirs: str) -> Merged:
    return merge(path, Sides(base=base, ours=ours, theirs=theirs))


def changed(text: str, *pairs: tuple[str, str]) -> str:
    for old, new in pairs:
        assert old in text
        text = text.replace(old, new)
    return text


def test_entries_of_both_sides_are_there() -> None:
    ours = changed(TOML, ('"0.1.0"', '"0.2.0"  # ours'), ("100\n", "88\nsrc = ['src']\n"))
    theirs = changed(
        TOML,
        ('"shop-mcp"', '"shop-mcp"\nreadme = "README.md"'),
        ("[tool.ruff]", "[tool.black]\na = 1\n\n[tool.ruff]"),
    )
    assert merged("a.toml", TOML, ours, theirs) == Merged(
        changed(
            ours,
            ('"shop-mcp"', '"shop-mcp"\nreadme = "README.md"'),
            ("[tool.ruff]", "[tool.black]\na = 1\n\n[tool.ruff]"),
        )
    )  # fmt: skip


@pytest.mark.parametrize("layout", ["line", "lines"])
def test_requirements_are_merged_by_name(layout: str) -> None:
    ours = changed(TOML, ('<3"]', '<3", "redis>=5"]'))
    if layout == "lines":
        ours = changed(
            ours, ('["mcp', '[\n    "mcp'), ('", "', '",\n    "'), ('>=5"]', '>=5",  # ours\n]')
        )
    theirs = changed(TOML, ("mcp>=2.3", "mcp>=2.4"), ('"httpx2>=2.16,<3"', '"jsonschema"'))

    result = merged("a.toml", TOML, ours, theirs)

    project = tomllib.loads(result.text)["project"]
    if layout == "line":
        assert project["dependencies"] == ["mcp>=2.4,<3", "jsonschema", "redis>=5"]
        assert result.clashes == ()
    else:  # laid out anew the comment would be lost
        assert result.clashes == (Clash("project.dependencies"),)
        assert result.text == ours


def test_a_list_with_comments_is_merged_by_lines() -> None:
    ours = changed(
        TOML,
        ('    "httptools>=0.6,<1",\n', '    "httptools>=0.6,<1",\n    # ours\n    "own>=1",\n'),
    )
    theirs = changed(TOML, ("httptools>=0.6", "httptools>=0.7"))
    assert merged("a.toml", TOML, ours, theirs) == Merged(changed(ours, ("httptools>=0.6", "httptools>=0.7")))  # fmt: skip


def test_a_long_list_gets_a_line_for_each() -> None:
    ours = changed(
        TOML, ('"mcp>=2.3,<3"', '"mcp[cli,rich,ws]>=2.3,<3"'), ('<3"]', f'<3", "{"x" * 60}"]')
    )
    theirs = changed(TOML, ('<3"]', '<3", "jsonschema"]'))
    text = merged("a.toml", TOML, ours, theirs).text
    assert '    "jsonschema",\n' in text
    assert len(tomllib.loads(text)["project"]["dependencies"]) == 4


def test_a_clash_in_toml_names_the_key_and_leaves_the_rest() -> None:
    ours = changed(TOML, ("0.1.0", "0.2.0"))
    theirs = changed(TOML, ("0.1.0", "0.3.0"), ("100", "99"))
    assert merged("a.toml", TOML, ours, theirs) == Merged(
        changed(ours, ("100", "99")), (Clash("project.version"),)
    )


def test_a_table_no_longer_generated_goes_unless_it_was_edited() -> None:
    theirs = TOML.partition("\n[tool.ruff]")[0]
    assert merged("a.toml", TOML, changed(TOML, ("0.1.0", "0.2.0")), theirs) == Merged(
        changed(theirs, ("0.1.0", "0.2.0"))
    )
    ours = changed(TOML, ("100", "88"))
    assert merged("a.toml", TOML, ours, theirs) == Merged(
        ours.partition("ignore")[0], (Clash("tool.ruff.line-length", ClashKind.DROPPED),)
    )


def test_a_deleted_table_stays_deleted_and_a_moved_one_moved() -> None:
    ruff = "\n[tool.ruff]" + TOML.partition("\n[tool.ruff]")[2]
    ours = TOML.replace(ruff, "")
    assert merged("a.toml", TOML, ours, changed(TOML, ("100", "99"), ("0.1.0", "0.2.0"))) == Merged(
        changed(ours, ("0.1.0", "0.2.0"))
    )
    moved = "[tool.ruff]\n" + ruff.partition("\n[tool.ruff]\n")[2] + "\n" + ours
    assert merged("a.toml", TOML, moved, changed(TOML, ("100", "99"))) == Merged(changed(moved, ("100", "99")))  # fmt: skip


def test_reformatted_toml_is_not_edited() -> None:
    ours = changed(
        TOML, ('"0.1.0"', "'0.1.0'"), ('"httptools>=0.6,<1",\n]', '"httptools>=0.6,<1"]')
    )
    theirs = changed(TOML, ("0.1.0", "0.2.0"))
    assert merged("a.toml", TOML, ours, theirs).text == changed(ours, ("'0.1.0'", '"0.2.0"'))


def test_own_tables_and_texts_of_many_lines_stay_as_they_are() -> None:
    own = '\n# ours\n[[tool.own]]\nx = """\n[not a table]\n"""\n\n[[tool.own]]\n"a.b".c = {d = 1}\n# The end.\n'
    assert merged("a.toml", TOML, TOML + own, changed(TOML, ("100", "99"))) == Merged(
        changed(TOML, ("100", "99")) + own
    )


def test_toml_that_does_not_parse_is_not_merged() -> None:
    with pytest.raises(Unmergeable, match="not TOML"):
        merged("a.toml", TOML, "a = [", changed(TOML, ("100", "99")))


def test_json_is_merged_by_key_in_its_layout() -> None:
    ours = changed(JSON, ('"shop",\n  "version"', '"my-shop",\n  "version"'))
    theirs = changed(JSON, ("0.1.0", "0.2.0"))
    assert merged("a.json", JSON, ours, theirs) == Merged(changed(ours, ("0.1.0", "0.2.0")))


def test_items_of_json_are_merged_by_what_they_are_called() -> None:
    ours = changed(
        JSON, ('"run", "shop"', '"run", "shop", "--own"'), ('"0.1.0"}', '"0.1.0", "own": [1]}')
    )
    theirs = changed(JSON, ('"run", "shop"', '"run", "--fast", "shop"'), ('"0.1.0"}', '"0.2.0"}'))
    result = merged("a.json", JSON, ours, theirs)
    assert result.clashes == ()
    assert json.loads(result.text) == {
        "name": "shop",
        "version": "0.1.0",
        "args": ["run", "--fast", "shop", "--own"],
        "packages": [{"identifier": "shop", "version": "0.2.0", "own": [1]}],
    }
    assert result.text.startswith('{\n  "name"')


def test_a_clash_in_json_names_the_key() -> None:
    ours = changed(JSON, ('"version": "0.1.0",', '"version": "1",'))
    theirs = changed(JSON, ('"version": "0.1.0",', '"version": "2",'), ('"shop",', '"new",'))
    assert merged("a.json", JSON, ours, theirs).clashes == (Clash("version"),)
    assert json.loads(merged("a.json", JSON, ours, theirs).text)["version"] == "1"


def test_unnamed_items_clash_whole() -> None:
    result = merged("a.json", '{"a": [1, 2]}', '{"a": [1, 2, 3]}', '{"a": [0, 1, 2]}')
    assert result == Merged('{"a": [1, 2, 3]}', (Clash("a"),))


def test_null_is_not_missing() -> None:
    assert (
        merged("a.json", '{"a": 1, "b": 1}', '{"a": null, "b": 1}', '{"a": 1}').text
        == '{"a": null}\n'
    )


def test_json_that_does_not_parse_is_not_merged() -> None:
    with pytest.raises(Unmergeable, match="not JSON"):
        merged("a.json", "{}", "{", '{"a": 1}')


README = "# Shop\n\n3 tools.\n\n## Install\n\npip install .\n"


def test_lines_of_both_sides_are_there() -> None:
    ours = changed(README, ("pip install .\n", "uv sync\n"))
    theirs = changed(README, ("3 tools", "4 tools"))
    assert merged("README.md", README, ours, theirs) == Merged(
        changed(ours, ("3 tools", "4 tools"))
    )


def test_what_both_put_in_one_place_stays_both() -> None:
    assert merged("a.txt", "A\n", "A\nOURS\nBOTH\n", "A\nTHEIRS\nBOTH\n") == Merged(
        "A\nTHEIRS\nOURS\nBOTH\n"
    )


def test_a_line_that_both_changed_stays_ours() -> None:
    result = merged("a.txt", "A\nB\nC\n", "A\nOURS\nC\n", "A\nTHEIRS\nC\nD\n")
    assert result == Merged("A\nOURS\nC\nD\n", (Clash("line 2"),))


def test_a_last_line_without_an_end_gets_one_before_the_next() -> None:
    assert merged("a.txt", "A\nB\n", "OURS\nA\nB", "A\nB\nC\n").text == "OURS\nA\nB\nC\n"


def test_yaml_keeps_its_layout_and_merges_by_key() -> None:
    base = "# Head.\na: 1\nb:\n  c: [1, 2]\n  d: x\n"
    ours = changed(base, ("d: x", "d: mine  # ours"))
    theirs = changed(base, ("a: 1", "a: 2"))

    assert merged("a.yaml", base, ours, theirs) == Merged(changed(ours, ("a: 1", "a: 2")))


def test_a_yaml_key_that_both_changed_stays_ours() -> None:
    result = merged("a.yml", "a: 1\nb: 1\n", "a: 2\nb: 1\n", "a: 3\nb: 1\n")

    assert result == Merged("a: 2\nb: 1\n", (Clash("a"),))


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a: [1\n", "a: 2\n"),  # what is there is none
        ("a:\n    b: 1\n    e: 1\n", "a:\n  b: 1\n  c: 2\n"),  # the lines of both would be none
    ],
)
def test_yaml_that_would_not_parse_is_not_merged(ours: str, theirs: str) -> None:
    with pytest.raises(Unmergeable):
        merged("a.yaml", "a:\n  b: 1\n", ours, theirs)
