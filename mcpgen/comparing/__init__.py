"""What changed for the callers of a server, and whether it breaks them."""

from mcpgen.comparing.catalogue import Catalogue, Entry, catalogue_of
from mcpgen.comparing.compare import compare
from mcpgen.comparing.difference import Aspect, Comparison, Difference, Renamed
from mcpgen.comparing.markdown import markdown
from mcpgen.comparing.plain import as_data, as_lines
from mcpgen.comparing.release import changelog_entry, next_version
from mcpgen.comparing.schemas import argument_differences, result_differences

__all__ = [
    "Aspect",
    "Catalogue",
    "Comparison",
    "Difference",
    "Entry",
    "Renamed",
    "argument_differences",
    "as_data",
    "as_lines",
    "catalogue_of",
    "changelog_entry",
    "compare",
    "markdown",
    "next_version",
    "result_differences",
]
