"""What a project's last generation worked out, so that the next one works out only what changed.

`.mcpgen/cache.gz` concerns speed and nothing else: without it, or where anything about it is not as it was, everything
is worked out again, with the same result.
"""

from mcpgen.reuse.recall import Done, Recall, keep, recall

__all__ = ["Done", "Recall", "keep", "recall"]
