"""Problems as data: reported by every stage, shown at the end."""

from mcpgen.diagnostics.codes import RULES
from mcpgen.diagnostics.diagnostic import Diagnostic, Diagnostics, Source
from mcpgen.diagnostics.rule import Rule, Severity

__all__ = ["RULES", "Diagnostic", "Diagnostics", "Rule", "Severity", "Source"]
