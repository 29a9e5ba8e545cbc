"""Whether every value of one JSON Schema is a value of another, and where not."""

from mcpgen.comparing.containment.definitions import text_of
from mcpgen.comparing.containment.gap import Gap, below
from mcpgen.comparing.containment.search import gaps

__all__ = ["Gap", "below", "gaps", "text_of"]
