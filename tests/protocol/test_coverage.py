"""Every requirement on a generated server has a test that is named after it, and keeps it."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
_NAME = re.compile(r"def test_((?:[rs]\d+_)+)")

# What MCP 2026-07-28 (and 2025-11-25 for older clients) says that a server MUST do, by our own numbers, chapter by chapter.
MUST = {
    "messages": "1 2 3 4 5 6 7 8 10 11 12 13 14 15 16 17 18 20 21 22 23 24 25 27",
    "versions and discovery": "28 29 30 31 32 33",
    "stdio": "35 36 37 38",
    "HTTP": "41 42 45 46 48 49 50 51 52 53 55 57",
    "patterns": "60 61 62 63 64 65 67 68 69 71 73 76 77",
    "features": "82 83 85 86 89 91 93 96 97 100 101 102 103 104 106 107 108 110 112 113 114 116 117 165",
    "authorization": "119 120 121 122 123 124 127 129 130 131",
    "tasks, which there are none of": "144",
    "older clients": "148 149 150 151 152 153 157 158 163",
}
# MUST in the specification and not for us: each says why.
NOT_OURS = {
    "arguments in headers are never asked for (53)": "54 166",
    "tasks are not offered (144)": "134 135 136 137 138 139 140 141 142 143 145 146",
    "a person is never sent to a URL (117)": "164",
    "the final result ends a subscription; the pages differ on whether a notification does, too": "80",
}

# What is asked of a server beyond that: layers, clients, safety of writes, acceptance, the statement of support.
SEEDS = (
    "1 4 8 9 11 12 13 14 16 17 18 21 22 23 24 25 26 28 30 31 32 33 34 35 38 39 40 41 42 45 46 47 49 50 51 52 53 54 55 56 "
    "57 58 59 61 62 64 66 70 71 72 73 74 78 80 81 82 83 90 94 97 99 100 102 103 105 110 111"
)


def named() -> set[str]:
    """The numbers in the names of all tests."""
    found = set()
    for file in TESTS.rglob("test_*.py"):
        for names in _NAME.findall(file.read_text(encoding="utf-8")):
            found |= set(names.strip("_").split("_"))
    return found


def numbers(chapters: dict[str, str]) -> set[str]:
    return {f"r{number}" for listed in chapters.values() for number in listed.split()}


def test_every_requirement_has_its_test():
    assert numbers(MUST) - named() == set()


def test_a_requirement_is_ours_or_it_is_not():
    assert numbers(MUST) & numbers(NOT_OURS) == set()


def test_what_we_ask_beyond_that_has_its_test():
    assert {f"s{number}" for number in SEEDS.split()} - named() == set()
