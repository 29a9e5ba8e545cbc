"""MG350 to MG369: findings while the text of files is written."""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.rule import Rule, error, note

RENDERING: Mapping[str, Rule] = {
    "MG350": error(
        "A generated file is not Python",
        "Every generated Python file is parsed before anything is written, and this one failed. That is a fault of mcpgen, "
        "not of the description.",
        "Report it, with the description if you can.",
    ),
    "MG351": note(
        "A type became Any",
        "The types in schemas.py are made by datamodel-code-generator, which refused this definition. Types are hints for "
        "people and type checkers: what a call may hold is in the catalogue and is not affected.",
    ),
}
