"""Problems as data: reported by every stage, shown at the end."""

from mcpgen.diagnostics.codes import RULES, Rule, Severity
from mcpgen.diagnostics.diagnostic import Diagnostic, Diagnostics

__all__ = ["RULES", "Diagnostic", "Diagnostics", "Rule", "Severity"]
