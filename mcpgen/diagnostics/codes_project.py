"""MG4xx: the project on disk, its `mcpgen.yaml` and its files."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, error

PROJECT: Mapping[str, Rule] = {
    "MG401": error(
        "mcpgen.yaml is not YAML",
        "The file cannot be parsed. The position is where the parser gave up; the fault itself is often a line earlier: "
        "a tab in the indentation, an unclosed quote, text with `: ` in it that needs quotes.",
        "Mend the syntax at the place shown.",
    ),
    "MG402": error(
        "mcpgen.yaml says what has no meaning",
        "Keys and values are checked against specs/capability.schema.json, which editors can use too. Nothing is "
        "guessed: a misspelt key would otherwise be an option silently lost.",
    ),
    "MG403": error(
        "A tool's arguments do not fit its request",
        "Every `{name}` of a request's path is an argument of that name, and an argument said to be `in: path` stands "
        "in the path.",
    ),
    "MG404": error(
        "A key is written twice in mcpgen.yaml",
        "A mapping has two values under one key, so one of them would be lost.",
        "Remove or rename one of the two.",
    ),
}
