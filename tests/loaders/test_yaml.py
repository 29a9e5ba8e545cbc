"""YAML 1.2: what the author wrote, not what YAML 1.1 made of it."""

from __future__ import annotations

import pytest

from mcpgen.loaders.policy import Policy
from mcpgen.loaders.syntax import Unreadable
from mcpgen.loaders.text import parse

from .describe import read


def value(text: str, **limits: int):
    return parse(text.encode(), Policy(**limits)).value


@pytest.mark.parametrize(
    "word", ["no", "NO", "off", "on", "yes", "y", "2024-05-01", "1:30", "=", "0x"]
)
def test_words_that_yaml_1_1_retyped_stay_text(word: str) -> None:
    assert value(f"a: {word}") == {"a": word}


def test_keys_are_text() -> None:
    assert value("{200: a, on: b, null: c, 1.10: d, true: e}") == {
        "200": "a",
        "on": "b",
        "null": "c",
        "1.10": "d",
        "true": "e",
    }


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("17", 17),
        ("0777", 777),
        ("0o17", 15),
        ("0x1F", 31),
        ("+3", 3),
        ("-1.5", -1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("9223372036854775808123", 9223372036854775808123),
    ],
)
def test_numbers_of_the_core_schema(text: str, number: float) -> None:
    assert value(f"a: {text}") == {"a": number}


@pytest.mark.parametrize("text", [".inf", "-.INF", ".nan", "1e999", "1234e5678", "9" * 5000])
def test_numbers_that_json_cannot_hold_stay_text(text: str) -> None:
    assert value(f"a: {text}") == {"a": text}


def test_a_version_keeps_its_zero() -> None:
    assert value("title: T\nversion: 1.10") == {"title": "T", "version": "1.10"}


def test_values_of_a_string_schema_keep_their_spelling() -> None:
    schema = value("type: string\ndefault: 007\nenum: [1.10, 2.0]\nexample: 1e3")

    assert schema == {"type": "string", "default": "007", "enum": ["1.10", "2.0"], "example": "1e3"}


def test_server_variables_keep_their_spelling() -> None:
    made = value("variables:\n  v: {default: 1.10, enum: [1.10, 2.20]}")

    assert made == {"variables": {"v": {"default": "1.10", "enum": ["1.10", "2.20"]}}}


def test_merge_keys_add_what_is_missing() -> None:
    assert value("a: &a {x: 1, y: 2}\nb: {<<: *a, y: 3}") == {
        "a": {"x": 1, "y": 2},
        "b": {"y": 3, "x": 1},
    }


def test_a_list_of_merges_prefers_the_earlier() -> None:
    made = value("a: &a {x: 1}\nb: &b {x: 2, z: 3}\nc: {<<: [*a, *b]}")

    assert made["c"] == {"x": 1, "z": 3}


@pytest.mark.parametrize("text", ["!!int 0xZZ", "!!int abc", "!!float abc", "0x" + "F" * 9000])
def test_numbers_that_are_none_stay_text(text: str) -> None:
    assert value(f"a: {text}") == {"a": text.rpartition(" ")[2]}


def test_a_key_written_twice_keeps_the_spelling_of_the_last() -> None:
    made = value("type: string\nenum: [1.10]\nenum: [1.20, 1.30]")

    assert made["enum"] == ["1.20", "1.30"]


def test_unknown_tags_are_passed_over() -> None:
    assert value("a: !include other.yaml\nb: !thing {c: 1}\nd: !!binary aGk=") == {
        "a": "other.yaml",
        "b": {"c": 1},
        "d": "aGk=",
    }


def test_an_explicit_string_tag_keeps_a_number_text() -> None:
    assert value("a: !!str 123") == {"a": "123"}


def test_surrogate_escapes_become_one_character() -> None:
    assert value(r'a: "\ud83d\ude00 \\ud83d"') == {"a": "😀 \\ud83d"}


def test_surrogates_of_a_pattern_in_single_quotes_are_no_escapes() -> None:
    assert value(r"a: '[\ud800-\udbff]'") == {"a": r"[\ud800-\udbff]"}


def test_half_a_surrogate_pair_is_replaced() -> None:
    assert value(r'a: "\ud83d!"') == {"a": "\ufffd!"}
    assert value(r'{"a": "\ud83d!", "\ude00": ["\udfff"]}') == {
        "a": "\ufffd!",
        "\ufffd": ["\ufffd"],
    }


def test_control_characters_are_replaced_and_told() -> None:
    parsed = parse(b"a: x\x0by", Policy())

    assert parsed.value == {"a": "x\ufffdy"}
    assert parsed.replaced


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
def test_byte_order_marks_are_understood(encoding: str) -> None:
    assert parse("a: ø".encode(encoding), Policy()).value == {"a": "ø"}


@pytest.mark.parametrize("text", [b"a:\n\tb: 1", b"a: b\n\tc: 1"])
def test_a_tab_is_told(text: bytes) -> None:
    with pytest.raises(Unreadable, match="by spaces, never by tabs") as caught:
        parse(text, Policy())

    assert (caught.value.code, caught.value.line) == ("MG102", 2)


def test_other_encodings_are_refused_with_the_line() -> None:
    with pytest.raises(Unreadable) as caught:
        parse(b"a: 1\nb: \xe9", Policy())

    assert (caught.value.code, caught.value.line) == ("MG101", 2)


def test_duplicate_keys_are_told_and_the_last_counts() -> None:
    parsed = parse(b"a: {b/c: 1, b/c: 2}", Policy())

    assert parsed.value == {"a": {"b/c": 2}}
    assert parsed.doubled == ("/a/b~1c",)


def test_an_alias_that_contains_itself_is_refused() -> None:
    with pytest.raises(Unreadable, match="part of"):
        value("a: &a [*a]")


def test_an_alias_bomb_is_refused_without_being_expanded() -> None:
    lines = ["a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 40)]

    with pytest.raises(Unreadable) as caught:
        value("\n".join(lines))

    assert caught.value.code == "MG103"


def test_aliases_do_not_nest_deeper_than_the_limit() -> None:
    deep = "[" * 100 + "{}" + "]" * 100
    lines = ["a0: &a0 " + deep.format("1")]
    lines += [f"a{n}: &a{n} " + deep.format(f"*a{n - 1}") for n in range(1, 20)]

    with pytest.raises(Unreadable) as caught:
        value("\n".join(lines))

    assert caught.value.code == "MG103"


def test_aliases_within_the_budget_are_shared() -> None:
    made = value("a: &a {x: 1}\nb: [*a, *a]")

    assert made["b"][0] is made["a"]


@pytest.mark.parametrize("text", ["[" * 300 + "]" * 300, "a: " + "{b: " * 300 + "1" + "}" * 300])
def test_deep_nesting_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        value(text)

    assert caught.value.code == "MG103"


def test_only_the_first_document_is_read() -> None:
    parsed = parse(b"a: 1\n---\nb: 2\n", Policy())

    assert parsed.value == {"a": 1}
    assert parsed.more_documents


def test_a_syntax_error_names_line_and_column() -> None:
    found = read("openapi: 3.1.0\ninfo:\n\ttitle: x\n")

    origin = next(iter(found.diagnostics)).origin
    assert found.codes == ["MG102"]
    assert origin is not None
    assert (origin.line, origin.column) == (3, 1)


def test_a_key_that_is_no_text_is_refused() -> None:
    with pytest.raises(Unreadable, match="key must be text"):
        value("? [a, b]\n: 1")
