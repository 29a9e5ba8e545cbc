"""What is told of a folder in which a project is looked for and not found."""

from __future__ import annotations

import shlex
from pathlib import Path

from mcpgen.diagnostics import Diagnostics
from mcpgen.model import Origin
from mcpgen.writers.disk import MEMORY
from mcpgen.writers.occupied import has_lost_memory


def tell_no_project(root: Path, diagnostics: Diagnostics) -> None:
    """Report a folder that has no project, or that has lost what tells how to bring it up to date."""
    if has_lost_memory(root):
        told = "this folder is missing, the memory of what was generated"
        again = (
            "Restore it from version control. Where there is none, "
            f"`mcpgen generate {shlex.quote(str(root))}` takes over the files that are as they would be written now, "
            "and names the others: move those away, generate, and bring your edits back."
        )
        diagnostics.report("MG443", told, Origin(str(root / MEMORY)), help=again)
    else:
        diagnostics.report("MG001", f"{root} has no project of mcpgen")
