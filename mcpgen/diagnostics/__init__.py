"""Problems as data: reported by every stage, shown at the end."""

from mcpgen.diagnostics.codes import RULES
from mcpgen.diagnostics.diagnostic import Diagnostic, Diagnostics, Source
from mcpgen.diagnostics.explain import explain
from mcpgen.diagnostics.machine import as_json, render_github
from mcpgen.diagnostics.rule import Rule, Severity
from mcpgen.diagnostics.text import render_text

__all__ = [
    "RULES",
    "Diagnostic",
    "Diagnostics",
    "Rule",
    "Severity",
    "Source",
    "as_json",
    "explain",
    "render_github",
    "render_text",
]
