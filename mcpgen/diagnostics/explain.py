"""What a code means, at length."""

from __future__ import annotations

import textwrap

from mcpgen.diagnostics.codes import RULES

_WIDTH = 88


def explain(code: str) -> str | None:
    """Give the entry of a code, laid out for a terminal; None when there is no such code."""
    rule = RULES.get(code.upper())
    if rule is None:
        return None
    parts = [f"{code.upper()} ({rule.severity}): {rule.title}", rule.explanation, rule.help]
    return "\n\n".join(textwrap.fill(part, _WIDTH) for part in parts if part) + "\n"
