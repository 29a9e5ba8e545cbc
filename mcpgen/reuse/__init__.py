"""What a project's last generation worked out, so that the next one works out only what changed.

`.mcpgen/cache.gz` concerns speed and nothing else: without it, or where anything about it is not as it was, everything
is worked out again, with the same result.
"""

from mcpgen.reuse.keeping import Done, Read, keep
from mcpgen.reuse.recall import Recall, recall
from mcpgen.reuse.store import config_hash

__all__ = ["Done", "Read", "Recall", "config_hash", "keep", "recall"]
