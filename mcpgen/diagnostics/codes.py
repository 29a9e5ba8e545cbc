"""The registry of findings: `mcpgen explain CODE` prints an entry.

MG0xx the program and its options, MG1xx reading, MG2xx what the document says, MG3xx what becomes of it, MG4xx the project on disk,
MG5xx what makes a description hard for agents.
"""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.diagnostics.codes_document import DOCUMENT
from mcpgen.diagnostics.codes_linting import LINTING
from mcpgen.diagnostics.codes_planning import PLANNING
from mcpgen.diagnostics.codes_program import PROGRAM
from mcpgen.diagnostics.codes_project import PROJECT
from mcpgen.diagnostics.codes_reading import READING
from mcpgen.diagnostics.codes_rendering import RENDERING
from mcpgen.diagnostics.rule import Rule

RULES: Mapping[str, Rule] = {
    **PROGRAM,
    **READING,
    **DOCUMENT,
    **PLANNING,
    **PROJECT,
    **RENDERING,
    **LINTING,
}
