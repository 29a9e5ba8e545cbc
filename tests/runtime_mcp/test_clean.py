"""Answers lose control and invisible characters and secrets, and nothing else."""

from __future__ import annotations

import pytest
from petstore_mcp._runtime.credentials.secrets import register
from petstore_mcp._runtime.serving.clean import clean_json, clean_text


@pytest.mark.parametrize(
    "text",
    ["\x00a\x1bb", "a\x7f\x9bb", "a\u202eb", "a\u200bb", "a\ufeffb", "a\U000e0041b", "a\ud800b"],
)
def test_what_nobody_should_read_is_taken_out(text):
    assert clean_text(text) == "ab"
    assert clean_json({"x": [text]})[0] == {"x": ["ab"]}


@pytest.mark.parametrize(
    "text",
    [
        "tab\tline\r\n",
        "नमस्ते\u200dx",
        "\u0645\u06cc\u200c\u062e",
        "👩\u200d🚀",
        "a\\u0000b",
        "C:\\bin\\foo",
    ],
)
def test_what_people_write_stays(text):
    assert clean_text(text) == text
    assert clean_json(text)[0] == text


def test_keys_are_cleaned_too():
    assert clean_json({"a\x00b": 1}) == ({"ab": 1}, '{"ab":1}')


def test_a_clean_value_is_not_copied():
    value = {"a": [1, {"b": "c"}]}

    assert clean_json(value)[0] is value


def test_a_known_secret_is_hidden_wherever_it_stands():
    register(["s3cr3t-of-the-test"])

    assert clean_json({"echo": ["x s3cr3t-of-the-test y"]})[0] == {"echo": ["x [hidden] y"]}
    assert clean_text("s3cr3t-of-the-test") == "[hidden]"


def test_a_secret_with_quotes_is_found_in_json():
    register(['pass"word\\of-the-test'])

    assert clean_json({"echo": 'pass"word\\of-the-test'})[0] == {"echo": "[hidden]"}


def test_numbers_that_json_has_not_become_null():
    assert clean_json([float("nan"), float("inf"), 1.5]) == ([None, None, 1.5], "[null,null,1.5]")
