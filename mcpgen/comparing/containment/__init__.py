"""Whether every value of one JSON Schema is a value of another, and where not."""

from mcpgen.comparing.containment.gap import Gap
from mcpgen.comparing.containment.search import gaps

__all__ = ["Gap", "gaps"]
