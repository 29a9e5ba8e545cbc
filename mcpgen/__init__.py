"""Turn the description of an HTTP API into a complete MCP server.

The way through the program is load → plan → render → reconcile → apply; see `mcpgen.pipeline`.
"""

__version__ = "0.1.0"
